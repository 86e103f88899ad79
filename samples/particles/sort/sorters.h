// How elements are put in order, and the Sorters of a device. Sorts that differ in the number of elements share one.
#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gpu/device.h"
#include "scene/scene.h"
#include "vksort_keys.h"
#include "vksort_verifier.h"

namespace particles {

// How the elements are put in order: what the options and the controls ask for.
enum class Sorting : uint8_t {
  off,  // elements are drawn in the order in which they lie
  on,
};

enum class Use : uint8_t {
  automatic,  // in place, or in scratch memory of the graph, whatever vksort takes
  bitonic,    // in place
  radix,
};

inline constexpr const char* kUseWords = "automatic, bitonic or radix";
const char* wordOf(Use use);
std::optional<Use> useOf(const std::string& word);

// Segments are sorted in place.
constexpr bool isRefused(Use use, const SceneTraits& traits) { return use == Use::radix && traits.group != 0; }

// What it comes to with subgroups of so many: vksort::Algorithm::automatic is in place where they are fewer than 32.
Use useOn(uint32_t subgroup_size, Use use);

// Whether the sort of so many, all that there are, computes the depths; else a pass before it does.
bool fusesKeys(Use use, uint32_t count);

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
