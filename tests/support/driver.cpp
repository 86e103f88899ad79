#include "support/driver.h"

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#ifdef VKSORT_TEST_ALLOCATOR
#include <unistd.h>
#endif

namespace test {
namespace {

constexpr int kBitsPerInvocation = 32;  // in lavapipe's vectors
int wanted = kMainWidth;

// Mesa's GPU drivers find no device without these files, and loading them takes a third of a short case.
void leaveOutDriversWithoutDevice() {
  std::error_code ignored;
  if (!std::filesystem::exists("/dev/dri", ignored)) setenv("VK_LOADER_DRIVERS_DISABLE", "intel_*,radeon_*", 0);
}

// LLVM 19, used by lavapipe in Debian 13, fails to compile some kernels on AMD CPUs with AVX-512: "Cannot emit physreg
// copy instruction", as in https://github.com/llvm/llvm-project/issues/179100.
void leaveOutAvx512() {
  std::ifstream file("/proc/cpuinfo");
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  const bool is_amd = text.find("AuthenticAMD") != std::string::npos;
  if (is_amd && text.find(" avx512f ") != std::string::npos) setenv("GALLIUM_OVERRIDE_CPU_CAPS", "avx", 0);
}

}  // namespace

int wantedWidth() { return wanted; }

bool setUpDriver(int argc, char** argv) {
  constexpr const char kOption[] = "--width=";
  int width = kMainWidth;
  for (int i = 1; i < argc; ++i)
    if (std::strncmp(argv[i], kOption, sizeof kOption - 1) == 0) width = std::atoi(argv[i] + sizeof kOption - 1);
#ifdef VKSORT_TEST_ALLOCATOR
  // Decommitting pages would reset the protection of adjacent pages, and with it fences (support/check/fenced_sorts.h).
  // The allocator reads the variable before main().
  constexpr const char kTakesBack[] = "MIMALLOC_ALLOW_DECOMMIT";
  if (!std::getenv(kTakesBack) && setenv(kTakesBack, "0", 1) == 0) execv("/proc/self/exe", argv);
#endif
  return setUpDriver(width);
}

bool setUpDriver(int width) {
  wanted = width;
  if (wanted != 4 && wanted != 8 && wanted != 16) return false;
  setenv("LP_NATIVE_VECTOR_WIDTH", std::to_string(wanted * kBitsPerInvocation).c_str(), 1);
  setenv("LVP_POISON_MEMORY", "1", 1);
  const std::filesystem::path cache = std::filesystem::path(VKSORT_TEST_CACHE) / std::to_string(wanted);
  std::error_code ignored;  // without the directory, the driver uses no cache
  std::filesystem::create_directories(cache, ignored);
  setenv("MESA_SHADER_CACHE_DIR", cache.c_str(), 1);
  leaveOutDriversWithoutDevice();
  leaveOutAvx512();
  // For child processes.
#if defined(__SANITIZE_ADDRESS__)
  setenv("ASAN_OPTIONS", "detect_leaks=0", 1);  // drivers and layers leak, see devices.cpp
#endif
#ifdef VKSORT_TEST_ALLOCATOR
  setenv("LD_PRELOAD", VKSORT_TEST_ALLOCATOR, 1);
#endif
  return true;
}

bool isSoftware(const std::string& device) { return device.find("llvmpipe") != std::string::npos; }

std::string widthComplaint(const std::string& device, unsigned width) {
  if (!isSoftware(device) || width == static_cast<unsigned>(wanted)) return "";
  return device + " has subgroups of " + std::to_string(width) + " invocations, not of the " + std::to_string(wanted) +
         " that were asked for";
}

}  // namespace test
