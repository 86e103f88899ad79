// Many sorts in one submission, among guard words.
#pragma once
#include "gpu/descriptors.h"
#include "sort/radix/interface.h"
#include "support/check/conform.h"
#include "support/check/counts.h"

namespace test {

// Where an input lies, in elements of the arenas.
struct Placed {
  const Input* input;
  Elements before;
  uint32_t keys;    // first element
  uint32_t values;  // if payloads are in a buffer of their own
};

// One submission: as many ranges as fit the arenas.
class Batch {
 public:
  Batch(Rig& rig, const Config& config, const Placement& placement)
      : rig_(rig), config_(config), placement_(placement), counted_(config.mode == Mode::indirect) {}

  bool add(const Input& input);
  void run(const vksort::Sorter& sorter, Report& report);
  void check(Report& report) const;

  static constexpr uint32_t kRangeGuardWords = 37;  // before each range, the first as well, and after its gap
  static constexpr uint32_t kScratch = 4;  // an arena: the scratch memory that all sorts share, one after the other
  static uint32_t firstScratchWord(uint32_t n);  // of that, where the first sort is of n elements
  // Its words before a sort, the worst that they can be: what tiles publish in a first pass.
  static constexpr uint32_t kUnwritten = VKSORT_RADIX_PREFIX << VKSORT_RADIX_STATE_BITS | 1u;

 private:
  static constexpr uint32_t kArenas = 5;  // of keys, payloads, counts, what key generators read, and scratch memory
  static constexpr uint32_t kWords = 1u << 22;  // unless one range alone is longer

  // Reserves a range of n elements behind what an arena holds already; returns its place in such elements.
  uint32_t place(uint32_t arena, uint32_t n, uint32_t words_each);
  uint32_t valuesArena() const { return placement_.one_buffer ? 0 : 1; }
  uint32_t width() const { return keyWords(config_); }
  uint32_t guard(std::size_t word) const;
  void reserveScratch(const vksort::Sorter& sorter);
  void fill();
  Call callOf(std::size_t index) const;
  std::span<uint32_t> words(uint32_t arena) const;
  void copy(VkCommandBuffer cmd, bool to_device) const;
  bool isVerified(std::size_t index) const;
  void verify(VkCommandBuffer cmd, gpu::DescriptorPool& sets) const;

  Rig& rig_;
  const Config& config_;
  const Placement& placement_;
  const bool counted_;
  uint32_t used_[kArenas] = {};  // words
  Counts counts_;
  KeySources sources_;
  vksort::Range scratch_{};
  std::vector<Placed> placed_;
  std::vector<VkDeviceSize> indirect_;  // where dispatches of indirect counts have their grids
  gpu::Buffer verdicts_;                // VerifyResult of the first sorts
};

}  // namespace test
