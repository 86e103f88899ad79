// Creation of a Sorter: creates the pipelines of the fastest algorithms that the device supports, and tests them if the
// host asks for it. If an algorithm fails, creation rejects it and starts again.
#include <cstring>
#include <new>

#include "known_drivers.h"
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

// The texts of a kernel that the driver does not compile.
struct NotCompiled {
  VkResult result;
  const char* fault;   // Rejected::fault
  const char* reason;  // of a baseline: *reason
};
#define VKSORT_NOT_COMPILED(result, name)                                                            \
  {                                                                                                  \
    result, "the driver did not compile the kernel: " name,                                          \
        "the driver did not compile the baseline, of which Creation::report names the kernel: " name \
  }
constexpr NotCompiled kNotCompiled[] = {
    VKSORT_NOT_COMPILED(VK_ERROR_UNKNOWN, "VK_ERROR_UNKNOWN"),
    VKSORT_NOT_COMPILED(VK_ERROR_INITIALIZATION_FAILED, "VK_ERROR_INITIALIZATION_FAILED"),
    VKSORT_NOT_COMPILED(VK_ERROR_FEATURE_NOT_PRESENT, "VK_ERROR_FEATURE_NOT_PRESENT"),
    VKSORT_NOT_COMPILED(VK_ERROR_INVALID_SHADER_NV, "VK_ERROR_INVALID_SHADER_NV"),
    VKSORT_NOT_COMPILED(VK_ERROR_VALIDATION_FAILED_EXT, "VK_ERROR_VALIDATION_FAILED_EXT"),
    VKSORT_NOT_COMPILED(VK_SUCCESS, "another VkResult"),  // all others
};
#undef VKSORT_NOT_COMPILED

const NotCompiled& notCompiled(VkResult result) {
  const NotCompiled* row = kNotCompiled;
  while (row->result != result && row->result != VK_SUCCESS) ++row;
  return *row;
}

// A fault of an algorithm.
struct Problem {
  std::uint32_t kernel = kKernelCount;  // that failed; kKernelCount: the tuning does not fit
  std::uint32_t count = 0;              // elements of the sort that failed
  const char* fault = nullptr;          // null: nothing is wrong
  bool is_known = false;                // without trying, from known_drivers.cpp
  bool is_final = false;                // of the baseline of a staged creation
};

// The first kernel that fails on the driver by a row of known_drivers.cpp.
Problem knownProblem(const Algorithms& algorithms, const DeviceFacts& facts) {
  const KernelSet kernels = kernelsOf(algorithms);
  for (const KnownDriver& row : knownDrivers()) {
    if (!isOf(row, facts)) continue;
    for (std::uint32_t kernel = 0; kernel < kKernelCount; ++kernel) {
      if (!kernels[kernel]) continue;
      const bool fails = row.kernels ? std::strncmp(kernelName(kernel), row.kernels, std::strlen(row.kernels)) == 0
                                     : sourceOf(algorithms, kernel, nullptr).subgroup_size != 0;
      if (fails) return {kernel, 0, row.reason, true};
    }
  }
  return {};
}

bool isOfScratchTiles(std::uint32_t kernel) {
  return kernel == static_cast<std::uint32_t>(bitonic::Kernel::scratch_sort) ||
         kernel == static_cast<std::uint32_t>(bitonic::Kernel::scratch_double);
}

const char* levelOf(const Allowed& allowed) {
  return allowed.baseline ? "baseline" : allowed.subgroups ? "subgroups" : "no subgroups";
}

// Rejects the level that has the problem. Returns its name. `is_left`: whether there is a slower level.
const char* reject(const Problem& problem, Allowed& allowed, bool& is_left) {
  is_left = !problem.is_final;
  if (problem.is_final) return "baseline";
  const std::uint32_t kernel = problem.kernel;
  if (kernel < kKernelCount && (kernel >= kFirstRank || isOfScratchTiles(kernel))) {
    allowed.rank = false;
    return "rank";
  }
  if (kernel < kKernelCount && kernel >= kFirstRadix) {
    const bool looked_back = allowed.look_back;
    allowed.radix = looked_back;
    allowed.look_back = false;
    return looked_back ? "radix" : "radix-portable";
  }
  const char* const level = levelOf(allowed);
  is_left = !allowed.baseline;
  if (!allowed.subgroups) allowed.baseline = true;
  allowed.subgroups = false;
  return level;
}

void note(Report& report, const char* level, const Problem& problem) {
  constexpr std::uint32_t kMax = sizeof report.rejected / sizeof report.rejected[0];
  const char* const kernel = problem.kernel < kKernelCount ? kernelName(problem.kernel) : "";
  if (report.rejected_count < kMax) {
    report.rejected[report.rejected_count++] = {level, kernel, problem.count, problem.fault};
  }
}

bool wantsSelfTest(const SelfTest& self_test) {
#ifdef NDEBUG
  constexpr bool kByDefault = false;
#else
  constexpr bool kByDefault = true;
#endif
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

  // The SorterInfo, limited to `allowed`.
  [[nodiscard]] SorterInfo allowedInfo(const Allowed& allowed, Creation& changed) const {
    SorterInfo out = info;
    changed = creation;
    if (allowed.baseline && !creation.baseline) changed.tuning = nullptr;
    changed.baseline = allowed.baseline;
    out.creation = &changed;
    return out;
  }

  // After a failure at any step, one destroy() is enough. `problem` is set if an algorithm is at fault.
  VkResult createObjects(const SorterInfo& changed, SorterState& state, Problem& problem) {
    Pipelines& pipelines = state.pipelines;
    const VkDescriptorSetLayout generator_set = changed.keys ? changed.keys->set_layout : VK_NULL_HANDLE;
    VkResult result = pipelines.createLayouts(bindingsOf(state.algorithms), kPushBytes, generator_set);
    if (result != VK_SUCCESS) return result;
    const bool staged = state.staging.kernels.any();
    const Algorithms& made = staged ? state.baseline : state.algorithms;
    std::uint32_t rejected = kKernelCount;
    result = createPipelines(changed, made, kernelsOf(made), staged ? kKernelCount : 0, state, rejected, why);
    if (rejected < kKernelCount) {
      why = notCompiled(result).reason;
      problem = {rejected, 0, notCompiled(result).fault, false, staged};
    }
    return result;
  }

  // Staged creation: turns the kernels into jobs, if the baseline can do every sort.
  void stage(const Allowed& allowed, const DeviceFacts& allowed_facts, SorterState& state) const {
    if (!creation.staged || allowed.baseline) return;
    if (!baselineFor(info, allowed_facts.limits, allowed_facts.record_limits, state.baseline)) return;
    Staging& staging = state.staging;
    staging.kernels = kernelsOf(state.algorithms);
    staging.missing = staging.kernels.to_ullong();
    if (info.keys) staging.generator = *info.keys;
    staging.cache = info.device.pipeline_cache;
  }

  // Decides all that needs no device: whether the algorithms can do what the info asks for.
  VkResult choose(const SorterInfo& changed, const Allowed& allowed, const DeviceFacts& allowed_facts, Algorithms& out,
                  Problem& problem) {
    if (const char* rule = validateTuning(changed, allowed_facts.limits)) {
      why = rule;
      problem = {kKernelCount, 0, "has no room for Creation::tuning"};
      return VK_ERROR_FEATURE_NOT_PRESENT;
    }
    out = algorithmsFor(changed, allowed_facts.limits, allowed_facts.record_limits, allowed);
    why = lackOf(out);
    is_lacking = why != nullptr;
    // The baseline is tried on every driver: nothing is left without it.
    if (!why && !allowed.baseline) {
      problem = knownProblem(out, allowed_facts);
      why = problem.fault;
    }
    return why ? VK_ERROR_FEATURE_NOT_PRESENT : VK_SUCCESS;
  }

  // Null `out`: decides, and makes nothing.
  VkResult create(const SorterInfo& changed, const Allowed& allowed, Sorter* out, Problem& problem) {
    if (out) *out = Sorter();
    DeviceFacts allowed_facts = facts;
    if (!allowed.subgroups) allowed_facts.limits.subgroup_size = 0;
    Algorithms algorithms{};
    VkResult result = choose(changed, allowed, allowed_facts, algorithms, problem);
    if (result != VK_SUCCESS || !out) return result;
    auto* const state = new (std::nothrow) SorterState{};
    why = "out of host memory";
    if (!state) return VK_ERROR_OUT_OF_HOST_MEMORY;
    SorterAccess::setState(*out, state);
    static_cast<Connection&>(state->pipelines) = connection;
    state->algorithms = algorithms;
    why = kNotCreated;
    stage(allowed, allowed_facts, *state);
    result = createObjects(changed, *state, problem);
    if (result != VK_SUCCESS) *out = Sorter();
    return result;
  }

  // Tests the Sorter. A key generator needs the host's data, so kernels without it are tested instead.
  VkResult test(const SorterInfo& changed, const Allowed& allowed, Sorter& sorter, Problem& problem) {
    SorterInfo tested = changed;
    tested.keys = nullptr;
    Sorter plain;
    if (changed.keys) {
      const VkResult created = create(tested, allowed, &plain, problem);
      if (created != VK_SUCCESS) return created;
    }
    Sorter& subject = changed.keys ? plain : sorter;
    Finding found;
    const VkResult result = selfTest(tested, subject, found, why);
    if (found.in_flight) SorterAccess::abandon(subject);
    if (result != VK_SUCCESS) return result;
    if (found.verifier_failed) {
      why = "the self-test cannot judge: its verification is wrong on this device";
      return VK_ERROR_FEATURE_NOT_PRESENT;
    }
    if (found.failure) {
      problem = {found.trial.kernel, found.trial.count, found.failure->fault};
      why = found.failure->reason;
    }
    Report& report = SorterAccess::stateOf(sorter)->report;
    report.self_tested = true;
    report.untested_kernel = found.untested;
    return VK_SUCCESS;
  }
};

// As Sorter::create(). On failure it may leave a Sorter in `out`; `report` has what was rejected, and `why` is set.
// Null `out`: as querySupport().
VkResult createTested(const SorterInfo& info, Sorter* out, Report& report, const char*& why) {
  why = validate(info.device, out != nullptr);
  if (!why) why = validateChoices(info);
  if (why) {
    if (out) {
      VKSORT_ASSERT(why);
    }
    return VK_ERROR_INITIALIZATION_FAILED;
  }
  Creator creator{info, why};
  const VkResult connected = (out ? connect : examine)(info.device, creator.connection, creator.facts, why);
  if (connected != VK_SUCCESS) return connected;
  Allowed allowed{};
  allowed.subgroups = creator.facts.limits.subgroup_size != 0 && !creator.creation.baseline;
  allowed.look_back = creator.creation.algorithm != Algorithm::radix_portable;
  allowed.baseline = creator.creation.baseline;
  bool is_known = true;  // each rejection
  for (bool is_first = true;; is_first = false) {
    Creation changed{};
    const SorterInfo tried = creator.allowedInfo(allowed, changed);
    Problem problem{};
    VkResult result = creator.create(tried, allowed, out, problem);
    // The host's tuning must fit at first; a slower level may have no room for it.
    if (problem.fault && problem.kernel == kKernelCount && is_first) return result;
    if (result == VK_SUCCESS) {
      if (!out) return VK_SUCCESS;
      SorterAccess::stateOf(*out)->report = report;
      SorterAccess::stateOf(*out)->report.level = levelOf(allowed);
      const bool staged = pipelineJobCount(*out) != 0;
      if (staged || !wantsSelfTest(creator.creation.self_test)) return VK_SUCCESS;
      result = creator.test(tried, allowed, *out, problem);
      if (result == VK_SUCCESS && !problem.fault) return VK_SUCCESS;
    }
    if (!problem.fault) {
      if (creator.is_lacking && report.rejected_count != 0) why = is_known ? kKnownToFail : kTooMuchRejected;
      return result;
    }
    is_known = is_known && problem.is_known;
    bool is_left = true;
    note(report, reject(problem, allowed, is_left), problem);
    if (!is_left) return result == VK_SUCCESS ? VK_ERROR_FEATURE_NOT_PRESENT : result;
  }
}

}  // namespace

VkResult Sorter::create(const SorterInfo& info, Sorter& out, const char** reason) {
  out = Sorter();
  Report report{};
  const char* why = nullptr;
  const VkResult result = createTested(info, &out, report, why);
  if (result != VK_SUCCESS) out = Sorter();
  if (result != VK_SUCCESS && reason) *reason = why;
  if (Report* const told = creationOf(info).report) *told = out ? getReport(out) : report;
  return result;
}

Support querySupport(const SorterInfo& info) {
  const Device& device = info.device;
  Support support =
      querySupport(device.get_instance_proc_addr, device.instance, device.physical_device, device.api_version);
  Report report{};
  support.supported = createTested(info, nullptr, report, support.reason) == VK_SUCCESS;
  if (support.supported) support.reason = nullptr;
  return support;
}

void SorterAccess::abandon(Sorter& sorter) {
  delete sorter.state_;
  sorter.state_ = nullptr;
}

}  // namespace vksort
