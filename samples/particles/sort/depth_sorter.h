// The configurations of the sort that the viewer uses.
#pragma once
#include <optional>
#include <vector>

#include "gpu/descriptors.h"
#include "sort/choice.h"
#include "vksort_verifier.h"

namespace particles {

// What differs between them.
struct SorterWish {
  Use use = Use::automatic;                       // of vksort's own
  vksort::Values values = vksort::Values::split;  // iota: it makes up the indices itself
  const vksort::Hook* hook = nullptr;
  bool ascending = false;  // vksort::SorterInfo::ascending_values
  bool coherent = false;
  vksort::Count count = vksort::Count::host;
  Kernels kernels = Kernels::automatic;
  Ties ties = Ties::by_index;
  vksort::KeyType key_type = vksort::KeyType::f32;
  bool packed = false;  // u32 keys alone, ascending
  uint32_t most = 0;    // elements of one sort, or list, so that what only more would take is not made
};

// Sorts depths, far ones first, each with its element's index; equal depths in the order of the indices.
class DepthSorter {
 public:
  // `frames` in flight. In debug builds its kernels are proven on the device first; a path that fails is named on
  // standard error.
  // Errors: gpu::Error with vksort's reason for a device that it does not support.
  // Thread rule: while nothing else submits to the device's queue.
  DepthSorter(const gpu::Device& device, const SorterWish& wish, uint32_t frames);

  const vksort::Sorter& get() const { return sorter_; }
  std::span<const VkDescriptorSet> sets() const { return sets_; }  // by frame; none with push descriptors
  // Whether the host knows before what is moved: not if the device counts the elements, or finds out what is in order.
  bool foreseen() const { return foreseen_; }
  // Errors: gpu::Error if radix was asked for and so many elements are not sorted so.
  void requireUse(const gpu::Device& device, uint32_t count) const;

 private:
  Use use_;
  bool foreseen_;
  vksort::Sorter sorter_;
  gpu::DescriptorPool pool_;
  std::vector<VkDescriptorSet> sets_;
};

// The order that it leaves, and what tells whether it is there. Errors: as those of DepthSorter.
vksort::Ordering depthOrdering(Ties ties = Ties::by_index, vksort::KeyType type = vksort::KeyType::f32);
// That of words that packed keys leave.
inline constexpr vksort::Ordering kPackedOrdering{};
vksort::Verifier makeVerifier(const gpu::Device& device);

// What a sort takes.
struct SortFacts {
  std::string used;         // "bitonic", "radix", "rank", "v3"; empty: nothing is to be done
  uint32_t dispatches = 0;  // as many as are recorded, whatever the device finds to do
  vksort::KeyType key_type = vksort::KeyType::f32;
  std::optional<uint64_t> bytes_moved;  // of keys and indices; nothing where the device alone knows
};
// Bytes are known of a count that the host knows, and of sorts that do not repair.
SortFacts factsOf(const DepthSorter& sorter, uint32_t count);

}  // namespace particles
