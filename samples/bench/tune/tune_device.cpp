#include "tune/tune_device.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "algorithms/plans.h"
#include "command_line/tuning_option.h"
#include "gpu/commands.h"

namespace bench {
namespace {

using vksort::Tuning;

constexpr std::uint32_t kTimed = 9;    // sorts of each size and comparison, without --repeat
constexpr double kResolution = 0.001;  // microseconds

gpu::Owned<VkPipelineCache> makeCache(const gpu::Device& device) {
  const VkPipelineCacheCreateInfo info{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO, nullptr, 0, 0, nullptr};
  VkPipelineCache cache = VK_NULL_HANDLE;
  gpu::check(device.vk.vkCreatePipelineCache(device.handle(), &info, nullptr, &cache), "pipeline cache");
  return {device.handle(), cache, device.vk.vkDestroyPipelineCache};
}

TuneTarget targetOf(const gpu::Device& device, const Configuration& configuration) {
  const Input& input = configuration.input;
  return {input.isWide(), input.ordering.payload, input.ties, configuration.baseline, planDevice(device)};
}

}  // namespace

TuneDevice::TuneDevice(const gpu::Device& device, const Configuration& configuration,
                       std::optional<std::uint32_t> repeat, const std::vector<std::uint32_t>& counts)
    : device_(device),
      configuration_(configuration),
      repeat_(repeat.value_or(kTimed)),
      cache_(makeCache(device)),
      target_(targetOf(device, configuration)) {
  configuration_.tuning.reset();
  configuration_.algorithm = vksort::Algorithm::bitonic;
  auto table = std::make_unique<Vksort>(device_, configuration_, cache_.get());
  start_ = vksort::getTuning(table->sorter());
  sorts_[{textOf(start_), configuration_.algorithm}] = std::move(table);
  const Input& input = configuration_.input;
  // A candidate needs the kernels of the timed sorts alone.
  if (configuration_.max_count == 0) configuration_.max_count = std::ranges::max(counts);
  for (const std::uint32_t count : counts) {
    workloads_.push_back(std::make_unique<Workload>(device_, input, makeInput(input, count), count));
  }
}

Vksort* TuneDevice::sort(const Tuning& tuning, vksort::Algorithm algorithm) {
  std::unique_ptr<Vksort>& made = sorts_[{textOf(tuning), algorithm}];
  if (made != nullptr) return made.get();
  configuration_.tuning = tuning;
  configuration_.algorithm = algorithm;
  const bool in_place = algorithm == vksort::Algorithm::bitonic;
  configuration_.scratch = in_place ? vksort::Scratch::never : vksort::Scratch::optional;
  try {
    made = std::make_unique<Vksort>(device_, configuration_, cache_.get());
  } catch (const gpu::Error& error) {
    std::fprintf(stderr, "%s: %s\n", textOf(tuning).c_str(), error.what());
    return nullptr;
  }
  gpu::raiseClocks(device_);
  return made.get();
}

std::optional<double> TuneDevice::time(const Workload& workload, Vksort& sort) {
  const Rounds rounds{2, repeat_};
  const Measurement measured = measureDevice(device_, sort, workload, rounds, round_);
  round_ += rounds.warm_ups + rounds.timed;
  if (measured.verified) return std::max(measured.median_us, kResolution);
  all_verified_ = false;
  std::fprintf(stderr, "%s: %u elements were not sorted\n", textOf(vksort::getTuning(sort.sorter())).c_str(),
               workload.count());
  return {};
}

std::optional<TuneDevice::Times> TuneDevice::timesOf(const Workload& workload, Vksort& a, Vksort& b,
                                                     std::uint32_t passes) {
  Times times{.count = workload.count()};
  for (std::uint32_t pass = 0; pass < passes; ++pass) {
    const std::optional<double> a_us = time(workload, a), b_us = time(workload, b);
    if (!a_us || !b_us) return {};
    times.a_us += *a_us / passes;
    times.b_us += *b_us / passes;
  }
  return times;
}

std::vector<const Workload*> TuneDevice::workloadsOf(const TuneSpace& space) const {
  std::vector<const Workload*> list;
  for (const vksort::Algorithm asked : {vksort::Algorithm::automatic, space.algorithm}) {
    for (const auto& workload : workloads_) {
      if (sorts(target_, space, start_, workload->count(), asked)) list.push_back(workload.get());
    }
    if (!list.empty()) break;
  }
  return list;
}

std::vector<TuneDevice::Times> TuneDevice::times(const TuneSpace& space, const Tuning& a, const Tuning& b,
                                                 std::uint32_t passes, bool times_equal) {
  std::vector<Times> list;
  for (const Workload* const workload : workloadsOf(space)) {
    if (!times_equal && !differ(target_, space, a, b, workload->count())) {
      list.push_back({workload->count(), 1, 1});
      continue;
    }
    Vksort* const sort_a = sort(a, space.algorithm);
    Vksort* const sort_b = sort(b, space.algorithm);
    if (!sort_a || !sort_b) return {};
    const std::optional<Times> times = timesOf(*workload, *sort_a, *sort_b, passes);
    if (!times) return {};
    list.push_back(*times);
  }
  return list;
}

std::optional<double> TuneDevice::compare(const TuneSpace& space, const Tuning& candidate, const Tuning& incumbent,
                                          bool thorough) {
  const auto sorts_it = [&](const Workload* each) {
    return sorts(target_, space, candidate, each->count(), space.algorithm);
  };
  if (!takes(target_, candidate) || !std::ranges::all_of(workloadsOf(space), sorts_it)) return {};
  const std::vector<Times> list = times(space, incumbent, candidate, thorough ? kThoroughPasses : 1, false);
  return list.empty() ? std::nullopt : std::optional(meanRatio(list));
}

std::optional<TuneDevice::Times> TuneDevice::timesWithScratch(const Tuning& tuning, std::uint32_t count) {
  Vksort* const other = sort(tuning, vksort::Algorithm::rank);  // in place where rank merge cannot
  Vksort* const radix = sort(tuning, vksort::Algorithm::radix);
  if (!other || !radix) return {};
  const Input& input = configuration_.input;
  const Workload workload(device_, input, makeInput(input, count), count);
  return timesOf(workload, *other, *radix, kThoroughPasses);
}

std::optional<std::uint32_t> TuneDevice::radixFrom(const Tuning& tuning, const std::vector<std::uint32_t>& counts) {
  Vksort* const automatic = sort(tuning, vksort::Algorithm::automatic);
  if (!automatic) return {};
  const auto first = std::ranges::find_if(counts, [&](std::uint32_t count) {
    const auto passes = passesOf(automatic->sorter(), planInfo(configuration_, count, true));
    return !passes.empty() && std::string_view(passes[0].name).starts_with("radix");
  });
  return first == counts.end() ? std::nullopt : std::optional(*first);
}

double meanRatio(const std::vector<TuneDevice::Times>& times) {
  double logs = 0;
  for (const TuneDevice::Times& each : times) logs += std::log(each.b_us / each.a_us);
  return times.empty() ? 1 : std::exp(logs / static_cast<double>(times.size()));
}

}  // namespace bench
