// The contract between algorithms and recording: an algorithm adds passes, and recording and plans only read passes.
#pragma once

#include <bitset>
#include <cstdint>
#include <type_traits>

namespace vksort {

inline constexpr std::uint32_t kMaxKernels = 48;
using KernelSet = std::bitset<kMaxKernels>;

// The barrier before a pass.
enum class Wait : std::uint8_t {
  nothing,
  passes,                     // waits for all earlier passes
  passes_and_dispatch_words,  // the same, and earlier passes write its dispatch words
  passes_if_shared,           // like `passes` if the bound count or work buffer overlaps another range
};

inline constexpr std::uint32_t kDirect = ~0u;          // Pass::dispatch_word of a direct dispatch
inline constexpr std::uint32_t kMaxPassWords = 20;     // push constants after the ones that all kernels share
inline constexpr std::uint32_t kMaxTunedPasses = 100;  // 95 for any valid tuning and 2^32 elements, and 5 before them

struct Pass {
  std::uint8_t kernel;
  std::uint8_t stage;  // log2 of the blocks that are sorted after its merge stage
  bool merges;         // belongs to a merge stage
  Wait wait;
  std::uint32_t groups;         // workgroups before foldGrid(); maximum or 0 for an indirect dispatch
  std::uint32_t dispatch_word;  // first word in the work buffer, or kDirect
  alignas(std::uint32_t) unsigned char words[4 * kMaxPassWords];  // push constants of the kernel, then zeros

  // Push must consist of 32-bit words.
  template <typename Push>
  [[nodiscard]] Push& push() {
    static_assert(sizeof(Push) <= sizeof words && std::is_trivially_copyable_v<Push>);
    return *reinterpret_cast<Push*>(words);
  }
  template <typename Push>
  [[nodiscard]] const Push& push() const {
    return const_cast<Pass*>(this)->push<Push>();
  }
};

// Receives the passes of a sort. Refers to a function, which must outlive it, and which can change a pass.
class PassSink {
 public:
  template <typename Take, typename = std::enable_if_t<!std::is_same_v<std::decay_t<Take>, PassSink>>>
  PassSink(Take&& take)
      : context_(&take), take_([](const void* context, Pass& pass) {
          (*static_cast<std::remove_reference_t<Take>*>(const_cast<void*>(context)))(pass);
        }) {}

  void operator()(Pass& pass) const { take_(context_, pass); }
  void operator()(Pass&& pass) const { take_(context_, pass); }

 private:
  const void* context_;
  void (*take_)(const void* context, Pass& pass);
};

}  // namespace vksort
