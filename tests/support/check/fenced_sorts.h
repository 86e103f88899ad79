// Sorts and verifications with inaccessible pages around every argument, on a device that uses CPU memory.
#pragma once
#if defined(__unix__)
#include <signal.h>

#include <array>
#include <atomic>
#include <string>

#include "support/check/segment_check.h"

namespace test {

// The end of a range at a page boundary.
enum class Side : uint8_t { before, behind };
inline constexpr Side kSides[] = {Side::before, Side::behind};

// Alignment of descriptors in bytes, if Faults report it. Bindings start so early that reads before a range are not
// clamped.
inline constexpr VkDeviceSize kCoarseAlignment = 1 << 16;

// A range in its own buffer, adjacent to a fence on one side.
struct FencedRange {
  static constexpr std::size_t kReach = kCoarseAlignment / 2;  // bytes on each side

  FencedRange(Rig& rig, std::string name, std::size_t bytes, Side side);

  std::string name;
  gpu::Buffer buffer;
  uint32_t* words = nullptr;
  vksort::Range range{};
  std::span<std::byte> outside[2];
};

// Only the first access to each page faults and is counted. Only one Fence can exist.
class Fence {
 public:
  explicit Fence(std::span<const FencedRange* const> ranges);
  ~Fence();
  Fence(const Fence&) = delete;
  Fence& operator=(const Fence&) = delete;

  // Accessed pages, and names of their ranges.
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

inline bool canFence(Rig& rig) { return rig.device().properties().core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU; }

struct FencedSort {
  uint32_t n = 0;
  Keys keys = Keys::random;
  uint32_t reach = 1;
  uint32_t found = ~0u;         // Mode::indirect only
  std::vector<Extent> table{};  // Mode::segments only
  bool verifies = false;
};

// Descriptors are coarse, and grids are folded because the device supports few workgroups per axis.
vksort::Sorter fencedSorter(Rig& rig, const Config& config, Faults faults = {}, const vksort::Tuning* tuning = nullptr);

// Accessed pages outside the arguments. If `checked`, the result must be correct.
struct Outside {
  uint32_t pages = 0;
  std::string where{};
};
Outside outsideOf(Rig& rig, const vksort::Sorter& sorter, const Config& config, const FencedSort& sort, Side side,
                  bool checked = true);

// Sorts with partial workgroups of each kernel, on both sides of each limit.
std::vector<FencedSort> partialSorts(const vksort::KernelSizes& shape, const Config& config);

}  // namespace test

#endif
