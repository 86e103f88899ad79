// The Sorters of a device. Sorts of different sizes share one.
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

inline const Choices<vksort::Algorithm> kAlgorithms = {{"automatic", vksort::Algorithm::automatic},
                                                       {"bitonic", vksort::Algorithm::bitonic},
                                                       {"radix", vksort::Algorithm::radix}};

constexpr bool isSupported(vksort::Algorithm algorithm, const SceneTraits& traits) {
  return algorithm != vksort::Algorithm::radix || traits.group == 0;
}

// Must only be used by one thread, while no other thread submits to the device's queue.
class Sorters {
 public:
  // `device` must outlive this object and everything that it returns.
  explicit Sorters(const gpu::Device& device) : device_(device) {}
  Sorters(const Sorters&) = delete;
  Sorters& operator=(const Sorters&) = delete;

  // Returns a Sorter for up to `max_count` elements, or for segments of this size. With Payload::index, the sort writes
  // the indices; otherwise, they must ascend before the sort. The sorted keys are undefined. Throws gpu::Error with
  // vksort's reason.
  std::shared_ptr<const vksort::Sorter> sorter(vksort::Algorithm algorithm, vksort::Payload payload, bool segmented,
                                               uint32_t max_count);
  const vksort::Toolkit& toolkit();

  const gpu::Device& device() const { return device_; }
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
