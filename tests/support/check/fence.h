// Pages that nothing may touch, around memory of a device that uses pages of the host.
#pragma once
#if defined(__unix__)
#include <signal.h>

#include <array>
#include <atomic>
#include <string>

#include "support/device/rig.h"

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

  FencedRange(Rig& rig, const char* name, std::size_t bytes, Side side);

  const char* name;
  gpu::Buffer buffer;
  uint32_t* words = nullptr;
  vksort::Range range;
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
  static constexpr std::size_t kMost = 12;
  static void onFault(int, siginfo_t* info, void*);

  static inline std::array<Pages, kMost> pages_;
  static inline std::size_t pages_count_ = 0;
  static inline std::array<std::atomic<uint32_t>, kMost> faults_;
  struct sigaction old_ {};
};

}  // namespace test

#endif
