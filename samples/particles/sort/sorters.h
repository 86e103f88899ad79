// The Sorters of a device. Sorts that differ in count, segments or the number of elements share one.
#pragma once
#include <memory>
#include <vector>

#include "gpu/device.h"
#include "sort/choice.h"
#include "vksort_keys.h"
#include "vksort_verifier.h"

namespace particles {

// What Sorters differ in.
struct SorterKind {
  Use use = Use::automatic;
  vksort::Payload payload = vksort::Payload::u32;  // indices of elements; Payload::index: the sort writes them
  bool payloads_ascend = false;                    // before the sort: their order is the stable one
  bool generates_keys = false;
  bool segmented = false;  // sorts segments, and nothing else

  friend bool operator==(const SorterKind&, const SorterKind&) = default;
};

// Threads: one at a time, while nothing else submits to the device's queue.
class Sorters {
 public:
  // `device` must outlive it, and all that it returns.
  explicit Sorters(const gpu::Device& device) : device_(device) {}
  Sorters(const Sorters&) = delete;
  Sorters& operator=(const Sorters&) = delete;

  // One that sorts up to `max_count` elements, or segments of as many. `keys` must be given if it generates keys, and
  // have equal shaders and an identical set layout each time.
  // In debug builds a new one tests itself on the device; what it rejects is named on standard error.
  // Errors: gpu::Error with vksort's reason for a device that it does not support.
  std::shared_ptr<const vksort::Sorter> sorter(const SorterKind& kind, uint32_t max_count,
                                               const vksort::KeyGenerator* keys = nullptr);
  // Errors: as sorter().
  std::shared_ptr<const vksort::Verifier> verifier();

  const gpu::Device& device() const { return device_; }
  // That were created so far.
  std::size_t created() const { return created_; }

 private:
  struct Entry {
    SorterKind kind;
    uint32_t max_count;
    std::shared_ptr<const vksort::Sorter> sorter;
  };

  const gpu::Device& device_;
  std::vector<Entry> entries_;
  std::shared_ptr<const vksort::Verifier> verifier_;
  std::size_t created_ = 0;
};

}  // namespace particles
