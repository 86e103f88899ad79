# Sourced by the lanes. A lane ends with 0: passed, 1: failed, 77: skipped, and its last line says what was seen.
# Packages of other Debian systems are unpacked into a cache folder, and installed nowhere.
set -uo pipefail
unset CDPATH # else cd prints a path
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
cache=${XDG_CACHE_HOME:-${HOME:-/root}/.cache}/vksort/drivers
bin=${VKSORT_DRIVERS_BIN:-$root/build/release/bin}
out=${VKSORT_DRIVERS_OUT:-$root/build/drivers} # results and reports
start=(env) # what programs are started by
short=(--quick --case 'index/in_place' --case 'u32/indirect' --case 'radix-index/s*') # a few cases
quick=(--quick) most=(--quick)
if [[ ${VKSORT_DRIVERS_REPORTS:-} == 1 ]]; then
  quick+=(--output "$out/$lane.json")
  most=(--output "$out/$lane.json") # all cases
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
  # One lane at a time: apt does not wait for another.
  flock "$cache/setup.lock" "$root/third_party/setup" "$1" >"$out/setup-$1.log" 2>&1 || skip "$(tail -n 1 "$out/setup-$1.log")"
}

# apt_of SUITE ARCHITECTURE ARGUMENT...: apt-get with lists and archives of its own, and nothing installed.
# with_sources=1: source packages, too.
apt_of() {
  local suite=$1 arch=$2 base=$cache/$1-$2 mirror
  shift 2
  mirror=${VKSORT_MIRROR:-$(apt-get update --print-uris 2>/dev/null |
    sed -nE "s|^'(http[^']*/debian)/+dists/.*|\1|p" | head -n 1)}
  [[ $mirror == http* ]] || skip "apt has no Debian mirror here; set VKSORT_MIRROR to the address of one"
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

# unpack SUITE ARCHITECTURE PACKAGE...: sets `system` to a folder with the newest packages and all that they depend on.
# A lane names the same packages of a suite as every other. What was unpacked less than a day ago serves as it is, and so
# does older if the archive cannot be reached.
unpack() {
  local suite=$1 arch=$2 base=$cache/$1-$2
  shift 2
  system=$base/system
  mkdir -p "$base"
  exec {lock}>"$base/lock"
  flock -s "$lock" # until the lane ends: no other replaces what it uses
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
  [[ $libraries == *-linux-gnu* ]] || fail "$suite ($arch) has no libraries"
}

# driver LIBRARY: the only Vulkan driver of what is started from now on.
driver() {
  [[ -f $1 ]] || fail "there is no driver $1"
  export VK_DRIVER_FILES=$out/$lane-driver.json
  export VK_ICD_FILENAMES=$VK_DRIVER_FILES # loaders before 1.3.207
  printf '{"file_format_version": "1.0.0", "ICD": {"api_version": "1.1.0", "library_path": "%s"}}\n' "$1" \
    >"$VK_DRIVER_FILES"
}

# with_libraries_of_system PROGRAM: sets `program` to a copy that takes the loader and all libraries from `system`.
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

# conform NAME OPTION...: runs `program`, which is vksort-conform.
conform() {
  local name=$1 status=0
  shift
  "${start[@]}" "$program" "$@" >"$out/$lane-$name.log" 2>&1 || status=$?
  echo "$name: $(grep -E '^[0-9]+ cases in' "$out/$lane-$name.log" || tail -n 1 "$out/$lane-$name.log")"
  if ((status != 0)); then
    grep -vE '^[^ ]+ +[0-9]+ passed$' "$out/$lane-$name.log"
    fail "exit status $status at $name; all of the output: $out/$lane-$name.log"
  fi
}

# cross PROCESSOR COMPILER TARGET [SYSTEM [CMAKE OPTION...]]: builds TARGET for another system into `program`. Headers are
# this system's, those alone that depend on no machine.
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
    cmake --build "$build" --target "$target" >>"$log" 2>&1 || { tail -n 20 "$log"; fail "it does not build: $log"; }
  program=$build/bin/$target
}

# emulate EMULATOR: programs are started by qemu, with the libraries of `system`.
emulate() {
  emulator=$(command -v "$1") || fail "qemu-user is not installed"
  ln -sfn usr/lib "$system/lib" # the loader of programs is there
  export QEMU_LD_PREFIX=$system
  if [[ $1 == qemu-aarch64 ]]; then export QEMU_CPU=cortex-a72; fi # no pointer authentication, which takes qemu long
  start=("$emulator")
}
