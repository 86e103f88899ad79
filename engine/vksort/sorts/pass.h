// The contract between algorithms and recording. An algorithm turns a sort into passes, and hands each to a sink.
// Recording and plans read only these passes. Plain data, no Vulkan calls.
#pragma once

#include <bitset>
#include <cstdint>
#include <type_traits>

namespace vksort {

inline constexpr std::uint32_t kMaxKernels = 48;
using KernelSet = std::bitset<kMaxKernels>;  // a bit for each kernel

// The barrier before a pass.
enum class Wait : std::uint8_t {
  nothing,
  passes,                     // the passes before it
  passes_and_dispatch_words,  // the passes before it, which write its dispatch words
  passes_if_shared,  // passes, if a bound range of count or work buffer overlaps another one; otherwise nothing
};

inline constexpr std::uint32_t kDirect = ~0u;          // Pass::dispatch_word: the workgroups are known
inline constexpr std::uint32_t kMaxPassWords = 15;     // of push constants, behind those that all kernels share
inline constexpr std::uint32_t kMaxTunedPasses = 100;  // of any valid tuning and 2^32 elements: 95, and 5 before them

// One dispatch.
struct Pass {
  std::uint8_t kernel;  // its row in the table of kernels, and its pipeline
  std::uint8_t stage;   // log2 of the blocks that are sorted once the pass's stage is complete
  bool merges;          // it is of a merge stage
  Wait wait;
  std::uint32_t groups;         // workgroups, before the grid is folded; the maximum or 0 for an indirect dispatch
  std::uint32_t dispatch_word;  // first word of its dispatch in the work buffer, or kDirect
  alignas(std::uint32_t) unsigned char words[4 * kMaxPassWords];  // the kernel's own push constants, and zeros

  // The push constants as the struct of the kernel, which must be a plain one of 32-bit words.
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

// Takes the passes of a sort, one after the other. Refers to a function, which must outlive it, and may change a pass
// to hand it on.
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
