// Creates and tests the pipelines of the fastest algorithms that the device supports. If a kernel fails, falls back to
// other algorithms and starts again.
#include <new>
#include <utility>

#include "create/connect.h"
#include "create/fallback.h"
#include "create/pipelines.h"
#include "create/self_test/device.h"
#include "create/self_test/run.h"
#include "device/log.h"
#include "sorts/sizes/tuning.h"

namespace vksort {
namespace {

constexpr const char* kTooMuchRejected =
    "a kernel that these sorts need was not compiled, or failed the self-test; Ties::by_value and Ties::any need "
    "fewer kernels";
constexpr const char* kKnownToFail =
    "a kernel that these sorts need is known to fail on this driver; Ties::by_value and Ties::any need fewer kernels";
constexpr const char* kNoMemory = "out of host memory";

struct Creator {
  const SorterInfo& info;
  const Creation creation = info.creation ? *info.creation : Creation{};
  const Configuration configuration = configurationOf(info);
  Connection connection{};
  DeviceFacts facts{};
  Report report{};

  Failure createPipelines(const PipelineSet& set, SorterState& sorter) const {
    PipelineList list;
    const KernelSet kernels = kernelsOf(set.algorithms);
    for (std::uint32_t kernel = 0; kernel < kKernelCount; ++kernel) {
      if (!kernels[kernel]) continue;
      list.pipelines[list.count++] = {set.first_pipeline + kernel, kernelName(kernel), kernel,
                                      sourceOf(set.algorithms, kernel)};
    }
    return createListed(list, sorter.pipelines, info.device, creation.parallel_for);
  }

  Failure test(SorterState& sorter) const {
    const TrialList trials = trialsOf(sorter.algorithms());
    sorter.report.self_tested = true;
    sorter.report.untested_kernel = trials.untested;
    return selfTest(info.device, creation.self_test, &sorter, trials, sorter.pipelines.is_in_flight);
  }

  Failure stage(const Algorithms& algorithms, SorterState& sorter) const {
    sorter.staging = new (std::nothrow) Staging{};
    if (!sorter.staging) return {VK_ERROR_OUT_OF_HOST_MEMORY, kNoMemory};
    sorter.staging->baseline = std::exchange(sorter.full, PipelineSet{algorithms, 0});
    sorter.staging->cache = info.device.pipeline_cache;
    sorter.staging->missing.add(kernelsOf(algorithms).to_ullong());
    sorter.report.self_tested = false;
    return {};
  }

  Failure fill(const Algorithms& algorithms, const Algorithms* baseline, SorterState& sorter) const {
    sorter.full = baseline ? PipelineSet{*baseline, kKernelCount} : PipelineSet{algorithms, 0};
    const std::uint32_t bindings = bindingsOf(algorithms) | (baseline ? bindingsOf(*baseline) : 0);
    const VkResult result = sorter.pipelines.createLayouts(bindings, kPushBytes);
    if (result != VK_SUCCESS) return {result, kNotCreated};
    Failure failure = createPipelines(sorter.full, sorter);
    if (failure.ok() && wantsSelfTest(creation.self_test)) failure = test(sorter);
    failure.of_baseline = baseline != nullptr;
    return !failure.ok() || !baseline ? failure : stage(algorithms, sorter);
  }

  // If `out` is null, only checks the algorithms.
  Failure attempt(const Fallback& fallback, SorterState** out) const {
    Algorithms algorithms{}, baseline{};
    Failure failure = findAlgorithms(configuration, facts, fallback, algorithms);
    if (!failure.ok() || !out) return failure;
    const bool is_staged = creation.staged && !fallback.baseline && kernelsOf(algorithms).any() &&
                           findBaseline(configuration, facts, baseline);
    auto* const sorter = new (std::nothrow) SorterState{};
    if (!sorter) return {VK_ERROR_OUT_OF_HOST_MEMORY, kNoMemory};
    static_cast<Connection&>(sorter->pipelines) = connection;
    sorter->report = report;
    sorter->report.level = levelName(fallback);
    failure = fill(algorithms, is_staged ? &baseline : nullptr, *sorter);
    if (failure.ok()) {
      *out = sorter;
    } else {
      destroyState(sorter);
    }
    return failure;
  }

  Failure create(const Tuning* tuning, SorterState** out) {
    const Failure connected = (out ? connect : examine)(info.device, connection, facts);
    if (!connected.ok()) return connected;
    Fallback fallback{};
    fallback.subgroups = facts.limits.subgroup_size != 0 && !configuration.baseline;
    fallback.look_back = configuration.algorithm != Algorithm::radix_portable;
    fallback.baseline = configuration.baseline;
    if (tuning) fallback.tuning = *tuning;
    bool are_known = true;  // all rejections so far are known driver bugs
    for (;;) {
      Failure failure = attempt(fallback, out);
      if (failure.ok()) return failure;
      if (!failure.fault) {
        const bool is_lacking = failure.result == VK_ERROR_FEATURE_NOT_PRESENT && report.rejected_count != 0;
        if (is_lacking) failure.why = are_known ? kKnownToFail : kTooMuchRejected;
        return failure;
      }
      are_known = are_known && failure.is_known;
      if (!fallBack(failure, fallback, report)) return failure;
    }
  }
};

const char* invalidIn(const SorterInfo& info, bool has_device) {
  const char* const rule = validate(info.device, has_device);
  return rule ? rule : validateChoices(info);
}

VkResult createSorter(const SorterInfo& info, const Tuning* tuning, vksortSorter* out, const char** reason) {
  *out = nullptr;
  Creator creator{info};
  Failure failure;
  if (const char* const rule = invalidIn(info, true)) {
    misuse(info.device.log, rule);
    failure = {VK_ERROR_INITIALIZATION_FAILED, rule};
  } else {
    failure = creator.create(tuning, out);
  }
  if (!failure.ok() && reason) *reason = failure.why;
  for (std::uint32_t i = 0; i < creator.report.rejected_count; ++i) {
    write(info.device.log, Severity::warning, creator.report.rejected[i].kernel, creator.report.rejected[i].fault);
  }
  if (Report* const report = creator.creation.report) *report = *out ? vksortGetReport(*out) : creator.report;
  return failure.result;
}

}  // namespace

VkResult createTuned(const SorterInfo& info, const Tuning& tuning, Sorter& out, const char** reason) {
  vksortSorter sorter = nullptr;
  const VkResult result = createSorter(info, &tuning, &sorter, reason);
  out = Sorter(sorter);
  return result;
}

Tuning tuningOf(const Sorter& sorter) {
  return sorter ? Tuning(sorter.handle()->algorithms().bitonic.shape) : Tuning{};
}

}  // namespace vksort

VkResult vksortCreateSorter(uint32_t version, const vksortSorterInfo* info, vksortSorter* out, const char** reason) {
  if (const char* const rule = vksort::invalidArguments(version, info, out)) {
    if (out) *out = nullptr;
    if (reason) *reason = rule;
    vksort::misuse(nullptr, rule);
    return VK_ERROR_INITIALIZATION_FAILED;
  }
  return vksort::createSorter(*info, nullptr, out, reason);
}

void vksortDestroySorter(vksortSorter sorter) { vksort::destroyState(sorter); }

vksortSupport vksortQuerySorterSupport(const vksortSorterInfo* info) {
  if (!info) return {false, "info must not be null", 0};
  const vksortDevice& device = info->device;
  vksortSupport support =
      vksortQuerySupport(device.get_instance_proc_addr, device.instance, device.physical_device, device.api_version);
  const char* const rule = vksort::invalidIn(*info, false);
  const vksort::Failure failure =
      rule ? vksort::Failure{VK_ERROR_INITIALIZATION_FAILED, rule} : vksort::Creator{*info}.create(nullptr, nullptr);
  support.supported = failure.ok();
  support.reason = failure.why;
  return support;
}
