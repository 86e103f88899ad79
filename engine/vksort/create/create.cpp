// Creation of a Sorter: creates the pipelines of the fastest algorithms that the device supports, and tests them if
// Creation::self_test is enabled. If an algorithm fails, creation rejects it and starts again.
#include <new>
#include <utility>

#include "create/fallback.h"
#include "device/log.h"
#include "self_test/run.h"

namespace vksort {
namespace {

constexpr const char* kTooMuchRejected =
    "a kernel that these sorts need was not compiled or failed its self-test; Ties::by_value and Ties::any need fewer "
    "kernels";
constexpr const char* kKnownToFail =
    "a kernel that these sorts need is known to fail on this driver; Ties::by_value and Ties::any need fewer kernels";
constexpr const char* kNoMemory = "out of host memory";
constexpr const char* kNotCreated = "the driver could not create a module, a layout or a pipeline";

bool wantsSelfTest(const SelfTest& self_test) {
  constexpr bool kByDefault = VKSORT_DEBUG != 0;
  const bool wanted = self_test.mode == SelfTestMode::automatic ? kByDefault : self_test.mode == SelfTestMode::always;
  return wanted && (self_test.queue || self_test.submit);
}

// Creation of a Sorter, attempt by attempt.
struct Creator {
  const SorterInfo& info;
  const Report& report;  // rejections so far
  const char*& why;
  const Creation creation = creationOf(info);
  Connection connection{};
  DeviceFacts facts{};
  bool is_lacking = false;  // the device does not support any attempt

  // After a failure at any step, one destroy() is enough. `problem` is set if an algorithm is at fault.
  VkResult createObjects(const SorterInfo& changed, std::uint32_t bindings, SorterState& state, Problem& problem) {
    VkResult result = state.pipelines.createLayouts(bindings, kPushBytes);
    if (result != VK_SUCCESS) return result;
    std::uint32_t rejected = kKernelCount;
    result = createPipelines(changed, state.full, state, rejected, why);
    if (rejected < kKernelCount) {
      why = notCompiled(result).reason;
      problem = {rejected, 0, notCompiled(result).fault};
    }
    return result;
  }

  // Sorts on the device with state.full. A fault of a kernel sets `problem`.
  VkResult test(const Sorter& sorter, SorterState& state, Problem& problem) {
    const TrialList trials = trialsOf(state.algorithms());
    state.report.self_tested = true;
    state.report.untested_kernel = trials.untested;
    Finding found{};
    const VkResult result = selfTest(info.device, creation.self_test, sorter, trials, found, why);
    state.pipelines.is_in_flight = found.in_flight;
    if (result != VK_SUCCESS || !found.failure) return result;
    problem = {found.trial.kernel, found.trial.count, found.failure->fault};
    why = found.failure->reason;
    return VK_ERROR_FEATURE_NOT_PRESENT;
  }

  // Called when the Sorter contains the baseline. Lets jobs create the pipelines of the algorithms.
  VkResult stage(const Algorithms& algorithms, SorterState& state) {
    why = kNoMemory;
    state.staging = new (std::nothrow) Staging{};
    if (!state.staging) return VK_ERROR_OUT_OF_HOST_MEMORY;
    state.staging->baseline = std::exchange(state.full, Level{algorithms, 0});
    state.staging->cache = info.device.pipeline_cache;
    state.staging->missing = kernelsOf(algorithms).to_ullong();
    state.report.self_tested = false;
    return VK_SUCCESS;
  }

  // Creates and tests a Sorter with the algorithms. With staged creation, creates and tests the baseline instead, and
  // jobs create the pipelines of the algorithms later.
  VkResult make(const SorterInfo& changed, const Allowed& allowed, const Algorithms& algorithms, Sorter& out,
                Problem& problem) {
    Algorithms baseline{};
    const bool is_staged = !allowed.baseline && kernelsOf(algorithms).any() && findBaseline(info, facts, baseline);
    auto* const state = new (std::nothrow) SorterState{};
    SorterAccess::stateIn(out) = state;
    why = kNoMemory;
    if (!state) return VK_ERROR_OUT_OF_HOST_MEMORY;
    static_cast<Connection&>(state->pipelines) = connection;
    state->report = report;
    state->report.level = levelName(allowed);
    state->full = is_staged ? Level{baseline, kKernelCount} : Level{algorithms, 0};
    const std::uint32_t bindings = bindingsOf(algorithms) | (is_staged ? bindingsOf(baseline) : 0);
    why = kNotCreated;
    VkResult result = createObjects(changed, bindings, *state, problem);
    if (result == VK_SUCCESS && wantsSelfTest(creation.self_test)) result = test(out, *state, problem);
    problem.is_final = is_staged;
    return result != VK_SUCCESS || !is_staged ? result : stage(algorithms, *state);
  }

  // Null `out`: decides, and makes nothing.
  VkResult create(const Allowed& allowed, Sorter* out, Problem& problem) {
    Creation limited{};
    const SorterInfo changed = limitedTo(allowed, info, limited);
    Algorithms algorithms{};
    why = findAlgorithms(changed, facts, allowed, algorithms, problem);
    is_lacking = why && !problem.fault;
    if (why) return VK_ERROR_FEATURE_NOT_PRESENT;
    if (!out) return VK_SUCCESS;
    const VkResult result = make(changed, allowed, algorithms, *out, problem);
    if (result != VK_SUCCESS) *out = Sorter();
    return result;
  }
};

// Implements Sorter::create(), or querySupport() if `out` is null. Adds rejections to `report`, and sets `why` on
// failure. `tuning` can be null.
VkResult createTested(const SorterInfo& info, const Tuning* tuning, Sorter* out, Report& report, const char*& why) {
  why = validate(info.device, out != nullptr);
  if (!why) why = validateChoices(info);
  if (why) {
    if (out) misuse(info.device.log, why);
    return VK_ERROR_INITIALIZATION_FAILED;
  }
  Creator creator{info, report, why};
  const VkResult connected = (out ? connect : examine)(info.device, creator.connection, creator.facts, why);
  if (connected != VK_SUCCESS) return connected;
  Allowed allowed{};
  allowed.subgroups = creator.facts.limits.subgroup_size != 0 && !creator.creation.baseline;
  allowed.look_back = creator.creation.algorithm != Algorithm::radix_portable;
  allowed.baseline = creator.creation.baseline;
  if (tuning) allowed.tuning = *tuning;
  bool is_known = true;  // each rejection
  for (;;) {
    Problem problem{};
    const VkResult result = creator.create(allowed, out, problem);
    if (!problem.fault) {
      if (creator.is_lacking && report.rejected_count != 0) why = is_known ? kKnownToFail : kTooMuchRejected;
      return result;
    }
    is_known = is_known && problem.is_known;
    if (!reject(problem, allowed, report)) return result;
  }
}

VkResult createReported(const SorterInfo& info, const Tuning* tuning, Sorter& out, const char** reason) {
  out = Sorter();
  Report report{};
  const char* why = nullptr;
  const VkResult result = createTested(info, tuning, &out, report, why);
  if (result != VK_SUCCESS && reason) *reason = why;
  for (std::uint32_t i = 0; i < report.rejected_count; ++i) {
    write(info.device.log, Severity::warning, report.rejected[i].kernel, report.rejected[i].fault);
  }
  if (Report* const told = creationOf(info).report) *told = out ? getReport(out) : report;
  return result;
}

}  // namespace

VkResult Sorter::create(const SorterInfo& info, Sorter& out, const char** reason) {
  return createReported(info, nullptr, out, reason);
}

VkResult createTuned(const SorterInfo& info, const Tuning& tuning, Sorter& out, const char** reason) {
  return createReported(info, &tuning, out, reason);
}

Support querySupport(const SorterInfo& info) {
  const Device& device = info.device;
  Support support =
      querySupport(device.get_instance_proc_addr, device.instance, device.physical_device, device.api_version);
  Report report{};
  support.supported = createTested(info, nullptr, nullptr, report, support.reason) == VK_SUCCESS;
  if (support.supported) support.reason = nullptr;
  return support;
}

}  // namespace vksort
