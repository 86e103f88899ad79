// Tunings against each other on a device.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "algorithms/vksort_algorithm.h"
#include "gpu/owned.h"
#include "measure/measure.h"
#include "tune/tune_crossover.h"
#include "tune/tune_space.h"

namespace bench {

class TuneDevice {
 public:
  // Sizes to time, `repeat` times each as --repeat says; their elements are on the device until they are dropped.
  // Errors: as measureDevice().
  TuneDevice(const gpu::Device& device, const Configuration& configuration, std::optional<std::uint32_t> repeat,
             const std::vector<std::uint32_t>& counts);

  // What the table has for the device.
  const vksort::Tuning& start() const { return start_; }
  const TuneTarget& target() const { return target_; }

  // The sizes at which the library takes the algorithm of the space, or if there are none those that the algorithm can
  // sort, on software.
  std::vector<const Workload*> workloadsOf(const TuneSpace& space) const;

  // As TuneCompare. Sizes at which the two do the same count as equal and are not timed.
  std::optional<double> compare(const TuneSpace& space, const vksort::Tuning& candidate,
                                const vksort::Tuning& incumbent, bool thorough);

  // Of one size; both in turn, so that clocks that change are shared.
  using Times = TuneTimes;
  static constexpr std::uint32_t kThoroughPasses = 3;
  // Of every size of the space; without `times_equal` not where the two do the same. None if a result was not sorted.
  std::vector<Times> times(const TuneSpace& space, const vksort::Tuning& a, const vksort::Tuning& b,
                           std::uint32_t passes, bool times_equal);

  // After this none of the sizes can be compared or timed.
  void dropElements() { workloads_.clear(); }

  // By rank merge, or in place where that cannot, and by the radix sort, which must be able to. Nothing if a result was
  // not sorted. Errors: gpu::Error, such as too little memory.
  std::optional<Times> timesWithScratch(const vksort::Tuning& tuning, std::uint32_t count);
  // The smallest of the counts that the tuning sorts by radix; they must ascend. Nothing if there is none.
  std::optional<std::uint32_t> radixFrom(const vksort::Tuning& tuning, const std::vector<std::uint32_t>& counts);

  // Whether every result so far was sorted.
  bool allVerified() const { return all_verified_; }

 private:
  // Null if the driver cannot make its kernels. In place, or by an algorithm in scratch memory.
  Vksort* sort(const vksort::Tuning& tuning, vksort::Algorithm algorithm);
  // Nothing if a result was not sorted.
  std::optional<Times> timesOf(const Workload& workload, Vksort& a, Vksort& b, std::uint32_t passes);
  std::optional<double> time(const Workload& workload, Vksort& sort);

  const gpu::Device& device_;
  Configuration configuration_;
  std::uint32_t repeat_;
  gpu::Owned<VkPipelineCache> cache_;
  TuneTarget target_;
  vksort::Tuning start_;
  std::vector<std::unique_ptr<Workload>> workloads_;
  std::map<std::pair<std::string, vksort::Algorithm>, std::unique_ptr<Vksort>> sorts_;
  std::uint32_t round_ = 0;  // every timed sort has an input of its own
  bool all_verified_ = true;
};

// Geometric mean of b_us / a_us; 1 for none.
double meanRatio(const std::vector<TuneDevice::Times>& times);

}  // namespace bench
