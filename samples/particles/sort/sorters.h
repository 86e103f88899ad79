// The Sorters of a device. Sorts that differ in the number of elements share one.
#pragma once
#include <cstdint>
#include <memory>
#include <vector>

#include "gpu/descriptors.h"
#include "scene/scene.h"
#include "vksort.h"
#include "vksort_plan.h"
#include "vksort_toolkit.h"

namespace particles {

// The algorithms of --vksort-algorithm. Bitonic sorts are in place.
inline const Choices<vksort::Algorithm> kAlgorithms = {{"automatic", vksort::Algorithm::automatic},
                                                       {"bitonic", vksort::Algorithm::bitonic},
                                                       {"radix", vksort::Algorithm::radix}};

// Returns false for segments with the radix sort.
constexpr bool isSupported(vksort::Algorithm algorithm, const SceneTraits& traits) {
  return algorithm != vksort::Algorithm::radix || traits.group == 0;
}

// Threads: one at a time, while nothing else submits to the device's queue.
class Sorters {
 public:
  // `device` must outlive it, and all that it returns.
  explicit Sorters(const gpu::Device& device) : device_(device) {}
  Sorters(const Sorters&) = delete;
  Sorters& operator=(const Sorters&) = delete;

  // Returns a Sorter for up to `max_count` elements, or for segments of this size. In debug builds, a new Sorter runs
  // its self-test, and rejected kernels are printed to standard error. `payload` is Payload::index if the sort writes
  // the indices. Otherwise, they must ascend before the sort. Errors: gpu::Error with vksort's reason if the device is
  // not supported.
  std::shared_ptr<const vksort::Sorter> sorter(vksort::Algorithm algorithm, vksort::Payload payload, bool segmented,
                                               uint32_t max_count);
  // Returns a Toolkit that culls. Errors: as sorter().
  const vksort::Toolkit& toolkit();

  const gpu::Device& device() const { return device_; }
  // Returns the number of Sorters created so far.
  std::size_t created() const { return created_; }

 private:
  struct Entry {
    vksort::Algorithm algorithm;
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
