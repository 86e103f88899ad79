# Functions of the lanes. A lane exits with 0 if it passed, 1 if it failed, or 77 if it was skipped, and its last line is
# the result. Packages of other Debian systems are only unpacked into a cache folder.
set -uo pipefail
unset CDPATH # otherwise cd may print a path
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/vksort/drivers
bin=${VKSORT_DRIVERS_BIN:-$root/build/release/bin}
out=${VKSORT_DRIVERS_OUT:-$root/build/drivers}
start=(env) # command that starts programs
short=(--quick --case 'index/in_place' --case 'u32/indirect' --case 'radix-index/s*')
quick=(--quick) most=(--quick)
if [[ ${VKSORT_DRIVERS_REPORTS:-} == 1 ]]; then
  quick+=(--output "$out/$lane.json")
  most=(--output "$out/$lane.json")
fi
mkdir -p "$cache" "$out"

skip() {
  echo "skipped: $1"
  exit 77
}
fail() {
  echo "failed: $1"
  exit 1
}
needs() { # WORD of third_party/packages.txt
  # apt does not wait for another apt.
  flock "$cache/setup.lock" "$root/third_party/setup" "$1" >"$out/setup-$1.log" 2>&1 || skip "$(tail -n 1 "$out/setup-$1.log")"
}

# apt_of SUITE ARCHITECTURE ARGUMENT...: runs apt-get with separate lists and archives, as if nothing were installed.
# If with_sources is set, source packages are included.
apt_of() {
  local suite=$1 arch=$2 base=$cache/$1-$2 mirror
  shift 2
  mirror=${VKSORT_MIRROR:-$(apt-get update --print-uris 2>/dev/null |
    sed -nE "s|^'(http[^']*/debian)/+dists/.*|\1|p" | head -n 1)}
  [[ $mirror == http* ]] || skip "apt uses no Debian mirror; set VKSORT_MIRROR to the address of one"
  mkdir -p "$base/lists/partial" "$base/archives/partial"
  : >"$base/status"
  local options="[arch=$arch signed-by=/usr/share/keyrings/debian-archive-keyring.gpg]"
  echo "deb $options ${mirror%/} $suite main" >"$base/sources"
  if [[ -n ${with_sources:-} ]]; then echo "deb-src $options ${mirror%/} $suite main" >>"$base/sources"; fi
  if [[ $suite == *-backports ]]; then echo "deb $options ${mirror%/} ${suite%-backports} main" >>"$base/sources"; fi
  apt-get -o Dir::Etc::SourceList="$base/sources" -o Dir::Etc::SourceParts=/dev/null -o Dir::State::Lists="$base/lists" \
    -o Dir::State::status="$base/status" -o Dir::Cache="$base" -o APT::Architecture="$arch" \
    -o APT::Architectures::="$arch" -o APT::Sandbox::User=root -o Debug::NoLocking=1 "$@" >>"$base/log" 2>&1
}

# unpack SUITE ARCHITECTURE PACKAGE...: sets `system` to a folder with the newest packages and their dependencies. All
# lanes must name the same packages of a suite, because they share the folder. It is updated after a day if the archive
# can be reached.
unpack() {
  local suite=$1 arch=$2 base=$cache/$1-$2
  shift 2
  system=$base/system
  mkdir -p "$base"
  exec {lock}>"$base/lock"
  flock -s "$lock" # until the lane ends, so that no other lane replaces the folder
  if [[ -z $(find "$base/done" -mmin -1440 2>/dev/null) ]]; then
    flock "$lock"
    : >"$base/log"
    if apt_of "$suite" "$arch" update &&
      apt_of "$suite" "$arch" install --download-only --no-install-recommends -y -t "$suite" "$@"; then
      rm -rf "$system" "$base/done"
      for deb in "$base"/archives/*.deb; do dpkg-deb -x "$deb" "$system" || fail "cannot unpack $deb"; done
      rm "$base"/archives/*.deb
      touch "$base/done"
    fi
    flock -s "$lock"
  fi
  [[ -e $base/done ]] || skip "no packages of $suite ($arch): $(grep '^E:' "$base/log" | head -n 1)"
  libraries=$(compgen -G "$system/usr/lib/*-linux-gnu*" | head -n 1)
  [[ $libraries == *-linux-gnu* ]] || fail "$suite ($arch) contains no libraries"
}

# driver LIBRARY: makes this the only Vulkan driver of programs that are started later.
driver() {
  [[ -f $1 ]] || fail "missing driver: $1"
  export VK_DRIVER_FILES=$out/$lane-driver.json
  export VK_ICD_FILENAMES=$VK_DRIVER_FILES # loaders before 1.3.207
  printf '{"file_format_version": "1.0.0", "ICD": {"api_version": "1.1.0", "library_path": "%s"}}\n' "$1" \
    >"$VK_DRIVER_FILES"
}

# with_libraries_of_system PROGRAM: sets `program` to a copy that uses the loader and the libraries of `system`.
with_libraries_of_system() {
  [[ -x $bin/$1 ]] || fail "$bin/$1 is not built"
  program=$out/$lane-$1
  cp "$bin/$1" "$program" || fail "cannot write $program"
  local loader
  loader=$(find "$system" -name 'ld-linux-x86-64.so.2' ! -type l | head -n 1)
  patchelf --set-interpreter "$loader" "$program" || fail "patchelf: $program"
  start=(env "LD_LIBRARY_PATH=$libraries:${libraries/usr\//}")
  local said
  said=$("${start[@]}" "$program" --version 2>&1) || [[ $said != *GLIBC* ]] || skip "built for a newer system: $said"
}

# conform NAME OPTION...: runs `program`, a vksort-conform.
conform() {
  local name=$1 status=0
  shift
  "${start[@]}" "$program" "$@" >"$out/$lane-$name.log" 2>&1 || status=$?
  echo "$name: $(grep -E '^[0-9]+ cases in' "$out/$lane-$name.log" || tail -n 1 "$out/$lane-$name.log")"
  if ((status != 0)); then
    grep -vE '^[^ ]+ +[0-9]+ passed$' "$out/$lane-$name.log"
    fail "$name failed with exit status $status; for the whole output, see $out/$lane-$name.log"
  fi
}

# cross PROCESSOR COMPILER TARGET [SYSTEM [CMAKE OPTION...]]: builds TARGET for another system, and sets `program`. Only
# uses headers of this system that work on any machine.
cross() {
  local processor=$1 compiler=$2 target=$3 name=${4:-Linux} each
  local headers=$out/headers/usr/include log=$out/$processor-build.log build=$out/$processor-build
  mkdir -p "$headers" "$out/headers/usr/share/cmake"
  cp -r /usr/share/cmake/CLI11 /usr/share/cmake/nlohmann_json "$out/headers/usr/share/cmake"
  for each in vulkan vk_video volk.h volk.c CLI nlohmann xxhash.h; do ln -sfn "/usr/include/$each" "$headers/$each"; done
  cmake -S "$root" -B "$build" -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_SYSTEM_NAME="$name" \
    -DCMAKE_SYSTEM_PROCESSOR="$processor" -DCMAKE_C_COMPILER="${compiler/g++/gcc}" -DCMAKE_CXX_COMPILER="$compiler" \
    -DCMAKE_FIND_ROOT_PATH="$out/headers" -DCMAKE_PREFIX_PATH=/usr -DCMAKE_FIND_ROOT_PATH_MODE_INCLUDE=ONLY \
    -DCMAKE_FIND_ROOT_PATH_MODE_LIBRARY=ONLY -DCMAKE_FIND_ROOT_PATH_MODE_PACKAGE=ONLY \
    -DCMAKE_FIND_ROOT_PATH_MODE_PROGRAM=NEVER -DVKSORT_BUILD_ENGINE=ON -DVKSORT_BUILD_SAMPLES=OFF \
    -DVKSORT_BUILD_CONFORMANCE=ON -DVKSORT_BUILD_TESTS=OFF "${@:5}" >"$log" 2>&1 &&
    cmake --build "$build" --target "$target" >>"$log" 2>&1 || { tail -n 20 "$log"; fail "the build failed; see $log"; }
  program=$build/bin/$target
}

# emulate EMULATOR: starts programs with qemu and the libraries of `system`.
emulate() {
  emulator=$(command -v "$1") || fail "qemu-user is not installed"
  ln -sfn usr/lib "$system/lib" # programs expect their loader there
  export QEMU_LD_PREFIX=$system
  if [[ $1 == qemu-aarch64 ]]; then export QEMU_CPU=cortex-a72; fi # no pointer authentication, which is slow in qemu
  start=("$emulator")
}
