// A Sorter of depths, with what its recordings need.
#pragma once
#include <optional>
#include <span>

#include "gpu/descriptors.h"
#include "sort/sorters.h"
#include "vksort_expert.h"

namespace particles {

// Sorts depths, far ones first, each with its element's index; equal depths in the order of the indices.
class DepthSorter {
 public:
  // `frames` in flight. Errors: as Sorters::sorter().
  DepthSorter(Sorters& sorters, const SorterKind& kind, uint32_t max_count, uint32_t frames,
              const vksort::KeyGenerator* keys = nullptr);

  const vksort::Sorter& get() const { return *sorter_; }
  std::span<const VkDescriptorSet> sets() const { return sets_; }  // by frame; none with push descriptors
  // Errors: gpu::Error if radix was asked for and so many elements are not sorted so.
  void requireUse(const gpu::Device& device, uint32_t count) const;

 private:
  Use use_;
  std::shared_ptr<const vksort::Sorter> sorter_;
  gpu::DescriptorPool pool_;
  std::vector<VkDescriptorSet> sets_;
};

// The order that it leaves, for the verifier.
vksort::Ordering depthOrdering();

// What a sort takes.
struct SortFacts {
  std::string used;                     // "bitonic", "radix", "rank"; empty: nothing is to be done
  uint32_t dispatches = 0;              // as many as are recorded, whatever the device finds to do
  std::optional<uint64_t> bytes_moved;  // of keys and indices; nothing where the device alone knows
};
// `info`: of the recording, but for scratch memory, which the graph's node passes wherever it is of use.
SortFacts factsOf(const vksort::Sorter& sorter, vksort::PlanInfo info);

}  // namespace particles
