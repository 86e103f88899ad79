// Creation of a Sorter: creates the pipelines of the fastest algorithms that the device supports, and tests them if the
// host asks for it. If an algorithm fails, creation rejects it and starts again.
#include <new>

#include "levels.h"
#include "misuse.h"
#include "self_test/run.h"

namespace vksort {
namespace {

constexpr const char* kTooMuchRejected =
    "a kernel that these sorts need was not compiled or failed its self-test; Ties::by_value and Ties::any need fewer "
    "kernels";
constexpr const char* kKnownToFail =
    "a kernel that these sorts need is known to fail on this driver; Ties::by_value and Ties::any need fewer kernels";
constexpr const char* kNotCreated = "the driver could not create a module, a layout or a pipeline";

bool wantsSelfTest(const SelfTest& self_test) {
  constexpr bool kByDefault = VKSORT_DEBUG != 0;
  const bool wanted = self_test.mode == SelfTestMode::automatic ? kByDefault : self_test.mode == SelfTestMode::always;
  return wanted && self_test.queue != VK_NULL_HANDLE;
}

// One attempt.
struct Creator {
  const SorterInfo& info;
  const char*& why;
  const Creation creation = creationOf(info);
  Connection connection{};
  DeviceFacts facts{};
  bool is_lacking = false;  // an algorithm that the info needs

  // After a failure at any step, one destroy() is enough. `problem` is set if an algorithm is at fault.
  VkResult createObjects(const SorterInfo& changed, SorterState& state, Problem& problem) {
    Pipelines& pipelines = state.pipelines;
    const VkDescriptorSetLayout generator_set = changed.keys ? changed.keys->set_layout : VK_NULL_HANDLE;
    const bool staged = state.staging != nullptr;
    const std::uint32_t of_baseline = staged ? bindingsOf(state.baseline()) : 0;
    const std::uint32_t bindings = bindingsOf(state.algorithms()) | of_baseline;
    VkResult result = pipelines.createLayouts(bindings, kPushBytes, generator_set);
    if (result != VK_SUCCESS) return result;
    std::uint32_t rejected = kKernelCount;
    result = createPipelines(changed, state.levelAt(staged ? kBaselineLevel : 0), state, rejected, why);
    if (rejected < kKernelCount) {
      why = notCompiled(result).reason;
      problem = {rejected, 0, notCompiled(result).fault, false, staged};
    }
    return result;
  }

  // Staged creation: leaves the pipelines to jobs, if there are any and the baseline can do every sort. Errors: lack of
  // host memory.
  VkResult stage(const Allowed& allowed, SorterState& state) const {
    Algorithms baseline{};
    if (allowed.baseline || state.first.kernels == 0 || !findBaseline(info, facts, baseline)) return VK_SUCCESS;
    state.staging = new (std::nothrow) Staging{};
    if (!state.staging) return VK_ERROR_OUT_OF_HOST_MEMORY;
    Level& level = state.levelAt(kBaselineLevel);
    level.algorithms = baseline;
    level.setUp(kBaselineLevel * kKernelCount, info.keys, nullptr);
    Staging& staging = *state.staging;
    staging.info = info;
    staging.info.creation = &staging.creation;
    staging.info.device.log = &state.pipelines.log;
    staging.creation = creation;
    if (info.keys) staging.info.keys = &(staging.keys = *info.keys);
    staging.facts = facts;
    staging.allowed = allowed;
    staging.tests = wantsSelfTest(creation.self_test);
    if (staging.tests) staging.test.setUp(state.algorithms());
    return VK_SUCCESS;
  }

  // Null `out`: decides, and makes nothing.
  VkResult create(const SorterInfo& changed, const Allowed& allowed, Sorter* out, Problem& problem) {
    if (out) *out = Sorter();
    Algorithms algorithms{};
    why = findAlgorithms(changed, facts, allowed, algorithms, problem);
    is_lacking = why && !problem.fault;
    if (why) return VK_ERROR_FEATURE_NOT_PRESENT;
    if (!out) return VK_SUCCESS;
    auto* const state = new (std::nothrow) SorterState{};
    why = "out of host memory";
    if (!state) return VK_ERROR_OUT_OF_HOST_MEMORY;
    SorterAccess::stateIn(*out) = state;
    static_cast<Connection&>(state->pipelines) = connection;
    state->first.algorithms = algorithms;
    state->first.setUp(0, changed.keys, nullptr);
    VkResult result = stage(allowed, *state);
    if (result == VK_SUCCESS) {
      why = kNotCreated;
      result = createObjects(changed, *state, problem);
    }
    if (result != VK_SUCCESS) *out = Sorter();
    return result;
  }

  // Tests the Sorter, or the baseline of a staged one.
  VkResult test(SorterState& state, Problem& problem) {
    const Level& level = state.levelAt(state.staging ? kBaselineLevel : 0);
    const TrialList trials = trialsOf(withoutGenerator(level.algorithms));
    const VkResult result = testLevel(info, state, level, trials, problem, why);
    problem.is_final = state.staging != nullptr;
    state.report.self_tested = !state.staging;
    state.report.untested_kernel = trials.untested;
    return result;
  }
};

// As Sorter::create(). On failure it may leave a Sorter in `out`; `report` has what was rejected, and `why` is set.
// Null `out`: as querySupport(). `tuning` may be null.
VkResult createTested(const SorterInfo& info, const Tuning* tuning, Sorter* out, Report& report, const char*& why) {
  why = validate(info.device, out != nullptr);
  if (!why) why = validateChoices(info);
  if (why) {
    if (out) misuse(info.device.log, why);
    return VK_ERROR_INITIALIZATION_FAILED;
  }
  Creator creator{info, why};
  const VkResult connected = (out ? connect : examine)(info.device, creator.connection, creator.facts, why);
  if (connected != VK_SUCCESS) return connected;
  Allowed allowed{};
  allowed.subgroups = creator.facts.limits.subgroup_size != 0 && !creator.creation.baseline;
  allowed.look_back = creator.creation.algorithm != Algorithm::radix_portable;
  allowed.baseline = creator.creation.baseline;
  if (tuning) allowed.tuning = *tuning;
  bool is_known = true;  // each rejection
  for (;;) {
    Creation changed{};
    const SorterInfo tried = limitedTo(allowed, info, changed);
    Problem problem{};
    VkResult result = creator.create(tried, allowed, out, problem);
    if (result == VK_SUCCESS) {
      if (!out) return VK_SUCCESS;
      SorterState& state = *SorterAccess::stateOf(*out);
      state.report = report;
      state.told = report.rejected_count;
      state.report.level = levelName(allowed);
      if (!wantsSelfTest(creator.creation.self_test)) return VK_SUCCESS;
      result = creator.test(state, problem);
      if (result == VK_SUCCESS && !problem.fault) return VK_SUCCESS;
    }
    if (!problem.fault) {
      if (creator.is_lacking && report.rejected_count != 0) why = is_known ? kKnownToFail : kTooMuchRejected;
      return result;
    }
    is_known = is_known && problem.is_known;
    if (!reject(problem, allowed, report)) return result == VK_SUCCESS ? VK_ERROR_FEATURE_NOT_PRESENT : result;
  }
}

VkResult createReported(const SorterInfo& info, const Tuning* tuning, Sorter& out, const char** reason) {
  out = Sorter();
  Report report{};
  const char* why = nullptr;
  const VkResult result = createTested(info, tuning, &out, report, why);
  if (result != VK_SUCCESS) out = Sorter();
  if (result != VK_SUCCESS && reason) *reason = why;
  std::atomic<std::uint32_t> heard{0};
  tellRejected(info.device.log, report, heard);
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
