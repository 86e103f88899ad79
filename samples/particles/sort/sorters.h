// The Sorters of a device. Sorts that differ in the number of elements share one.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "gpu/descriptors.h"
#include "scene/scene.h"
#include "vksort.h"
#include "vksort_toolkit.h"

namespace particles {

// How the elements are put in order: what the options and the controls ask for.
enum class Use : uint8_t {
  automatic,  // in place, or in scratch memory of the graph, whatever vksort takes
  bitonic,    // in place
  radix,
};
inline constexpr const char* kUses[] = {"automatic", "bitonic", "radix"};

// Segments are sorted in place.
constexpr bool isRefused(Use use, const SceneTraits& traits) { return use == Use::radix && traits.group != 0; }

// Threads: one at a time, while nothing else submits to the device's queue.
class Sorters {
 public:
  // `device` must outlive it, and all that it returns.
  explicit Sorters(const gpu::Device& device) : device_(device) {}
  Sorters(const Sorters&) = delete;
  Sorters& operator=(const Sorters&) = delete;

  // One that sorts up to `max_count` elements by their depths, or segments of as many. `payload`: the indices of
  // elements, which ascend before the sort, or Payload::index, where the sort writes them.
  // In debug builds a new one tests itself on the device; what it rejects is named on standard error.
  // Errors: gpu::Error with vksort's reason for a device that it does not support.
  std::shared_ptr<const vksort::Sorter> sorter(Use use, vksort::Payload payload, bool segmented, uint32_t max_count);
  // Returns a Toolkit that culls. Errors: as sorter().
  const vksort::Toolkit& toolkit();

  const gpu::Device& device() const { return device_; }
  // That were created so far.
  std::size_t created() const { return created_; }

 private:
  struct Entry {
    Use use;
    vksort::Payload payload;
    bool segmented;
    uint32_t max_count;
    std::shared_ptr<const vksort::Sorter> sorter;
  };

  const gpu::Device& device_;
  std::vector<Entry> entries_;
  vksort::Toolkit toolkit_;
  std::size_t created_ = 0;
};

}  // namespace particles
