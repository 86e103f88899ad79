// Sorts and verifications whose every argument is fenced off by pages that nothing may touch, on a device that uses
// pages of the host.
#pragma once
#if defined(__unix__)
#include <signal.h>

#include <array>
#include <atomic>
#include <string>

#include "support/check/segment_check.h"

namespace test {

// What of a range begins, or ends, with a page, so that the word next to it is fenced off.
enum class Side : uint8_t { before, behind };
inline constexpr Side kSides[] = {Side::before, Side::behind};

// Offsets in bytes that descriptors are aligned to, if the sorter is made with Faults that say so: a binding begins far
// enough before its range for reads there to come through.
inline constexpr VkDeviceSize kCoarseAlignment = 1 << 16;

// A range of a buffer of its own, with pages for a fence on either side, right next to it on one.
struct FencedRange {
  static constexpr std::size_t kReach = kCoarseAlignment / 2;  // bytes of the fence on each side

  FencedRange(Rig& rig, std::string name, std::size_t bytes, Side side);

  std::string name;
  gpu::Buffer buffer;
  uint32_t* words = nullptr;
  vksort::Range range{};
  std::span<std::byte> outside[2];
};

// While it lives, an access to the pages outside is counted, and then let through to that page. One at a time.
class Fence {
 public:
  explicit Fence(std::span<const FencedRange* const> ranges);
  ~Fence();
  Fence(const Fence&) = delete;
  Fence& operator=(const Fence&) = delete;

  // Pages touched so far, and whose: "keys values".
  static uint32_t count();
  static std::string touched();

 private:
  struct Pages {
    std::byte* begin;
    std::size_t size;
    const char* name;
  };
  static constexpr std::size_t kMost = 16;
  static void onFault(int, siginfo_t* info, void*);

  static inline std::array<Pages, kMost> pages_;
  static inline std::size_t pages_count_ = 0;
  static inline std::array<std::atomic<uint32_t>, kMost> faults_;
  struct sigaction old_ {};
};

// Whether the device uses pages of the host.
inline bool canFence(Rig& rig) { return rig.device().properties().core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU; }

struct FencedSort {
  uint32_t n = 0;  // elements of the range
  Keys keys = Keys::random;
  uint32_t reach = 1;           // as Input::reach
  uint32_t found = ~0u;         // Mode::indirect only
  std::vector<Extent> table{};  // Mode::segments only; of elements of the range
  bool verifies = false;        // a verification follows
};

// A sorter for these, under the faults: of a device with coarse descriptors, and of few workgroups per axis, so that
// grids are folded and have workgroups over.
vksort::Sorter fencedSorter(Rig& rig, const Config& config, Faults faults = {}, const vksort::Tuning* tuning = nullptr);

// Of accesses outside the arguments: how many pages were touched, and those of which. Checks the result too, if
// `checked`.
struct Outside {
  uint32_t pages = 0;
  std::string where{};
};
Outside outsideOf(Rig& rig, const vksort::Sorter& sorter, const Config& config, const FencedSort& sort, Side side,
                  bool checked = true);

// Sorts that have partial workgroups of each kernel of the shape, on either side of each limit.
std::vector<FencedSort> partialSorts(const vksort::KernelSizes& shape, const Config& config);

}  // namespace test

#endif
