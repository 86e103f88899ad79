// vksort: proof on the device that its kernels sort there. Part of the public interface; vksort.h includes it.
#pragma once

#include <vulkan/vulkan_core.h>

#include <cstdint>

namespace vksort {

// Whether create() sorts small arrays on the device and verifies them, kernel by kernel, before it trusts a path.
//   automatic: in a library built without NDEBUG.
enum class SelfTestMode : std::uint8_t { automatic, always, never };

// What the self-test needs of the host, and for the duration of create() alone. Besides, it takes host-visible device
// memory meanwhile: 8 MiB, or what its largest sort takes, which is up to some 26 MB with scratch memory and less with
// max_count. create() fails where that is not to be had.
struct SelfTest {
  // Of the device, with compute; null: no self-test. create() submits to it, several times per path, and waits each
  // time: the host must synchronize it externally meanwhile.
  VkQueue queue = VK_NULL_HANDLE;
  std::uint32_t queue_family = 0;
  SelfTestMode mode = SelfTestMode::automatic;
  std::uint32_t timeout_ms = 60'000;  // to wait for the device, per submission; software compiles meanwhile
};

// A path that failed its self-test; static strings.
struct DroppedPath {
  // "subgroups", "no subgroups" or "floor"; of sorts with scratch memory "rank", behind which all else is tried again
  // without them, and on the first "radix" and behind it "radix-portable", where what comes next is
  // Algorithm::radix_portable, or none.
  const char* path;
  const char* kernel;   // the one to be proven; empty if SorterInfo::tuning does not fit the path
  std::uint32_t count;  // elements of the sort that failed
  const char* fault;    // what the sort did
};

// Which path a Sorter took, and which it did not.
struct PathReport {
  const char* path;             // as in DroppedPath; null on an empty Sorter
  bool proven;                  // it passed a self-test; with a hook, its kernels without the hook did; of lists, one
  std::uint32_t dropped_count;  // others tried before it,
  DroppedPath dropped[5];       // in that order
  // A kernel that was not tried, since only sorts of more than 655363 elements, or 2^20 with scratch memory, run it,
  // or, with SorterInfo::always_lends, since it sorts few elements where the device may find many; null: there is none.
  const char* unproven_kernel;
};

}  // namespace vksort
