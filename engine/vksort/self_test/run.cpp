#include "self_test/run.h"

#include <initializer_list>

#include "self_test/device.h"
#include "sorter_state.h"
#include "verifier/state.h"

namespace vksort {
namespace {

constexpr VkDeviceSize kSpacing = 256;  // the largest minStorageBufferOffsetAlignment that Vulkan allows
constexpr VkDeviceSize kLead = 24;      // before each part, so that it does not begin with its binding
constexpr VkDeviceSize kGuard = 16;     // at least as many bytes of guard words before and behind each part

constexpr std::uint32_t kVerifierCases = 2;
constexpr std::uint32_t kMaxCases = kVerifierCases + TrialList::kMax * kPatternCount;
constexpr std::uint32_t kVerifierCaseSize = 4099;   // several of its workgroups
constexpr VkDeviceSize kSubmissionBytes = 8 << 20;  // of all its cases, unless one takes more by itself

constexpr const char* kNotMade = "the driver could not create or record what the self-test needs";

// What a word that belongs to no array must stay.
std::uint32_t guardAt(VkDeviceSize word) { return static_cast<std::uint32_t>(word) * 2654435769u; }

// Of a part and the guards behind it.
constexpr VkDeviceSize endOf(VkDeviceSize offset, VkDeviceSize bytes) {
  return (offset + bytes + kGuard + kSpacing - 1) / kSpacing * kSpacing;
}

constexpr VkMemoryBarrier memoryBarrier(Access from, Access to) {
  return {VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, from.access, to.access};
}

}  // namespace

struct SelfTestRun {
  // One array. The first two are not sorted: they test the verifier.
  struct Case {
    Trial trial;
    std::uint32_t n;
    Pattern pattern;
    VkDeviceSize keys, payload, result;  // offsets in the buffer, in bytes
    VkDeviceSize count, state;           // of an indirect count, or of a table of one segment; and the state
    VkDeviceSize scratch;                // if it is passed
    VerifyResult before;
  };

  const Sorter& sorter;
  const SorterState& state;
  const Configuration& configuration;
  SelfTestDevice device;
  const TrialList trials = trialsOf(state.algorithms);
  Verifier verifier{};
  std::uint32_t case_count = 0;
  Case cases[kMaxCases] = {};
  // Those of one submission, and how many bytes of the buffer they take; each has the buffer to itself.
  std::uint32_t first_case = 0, end_case = 0;
  VkDeviceSize size = 0;

  VkDeviceSize keyBytes(const Case& each) const { return each.n * configuration.layout.key_bytes; }
  VkDeviceSize payloadBytes(const Case& each) const {
    return configuration.layout.split ? VkDeviceSize{each.n} * 4 : 0;
  }
  VkDeviceSize countBytes(const Case& each) const {
    return each.trial.use == Use::indirect ? 4 : each.trial.use == Use::segments ? 8 : 0;
  }
  VkDeviceSize stateBytes(const Case& each) const {
    return each.trial.use == Use::segments ? segmentStateBytes(1) : each.trial.use == Use::whole ? 0 : kStateBytes;
  }
  bool hasScratch(const Case& each) const { return each.trial.scratch; }
  VkDeviceSize scratchBytes(const Case& each) const { return hasScratch(each) ? sorter.scratchBytes(each.n) : 0; }
  Ordering orderingOf(const Case& each) const {
    const auto [key_type, order, nan_rule] = orderOf(configuration, each.pattern);
    // Payloads that keep their order are indices here.
    const bool ascend = configuration.payload != Payload::none && configuration.ties != Ties::any;
    return {key_type, order, nan_rule, configuration.payload, ascend};
  }
  std::uint32_t* words(VkDeviceSize offset) const { return device.mapped + offset / 4; }
  Range range(VkDeviceSize offset, VkDeviceSize bytes) const { return {device.buffer, offset, bytes}; }

  VkDeviceSize place(VkDeviceSize bytes) {
    const VkDeviceSize offset = size + kLead;
    size = endOf(offset, bytes);
    return offset;
  }

  void add(const Trial& trial, Pattern pattern) {
    cases[case_count++] = {trial, trial.count, pattern, 0, 0, 0, 0, 0, 0, {}};
  }

  void addCases() {
    for (std::uint32_t i = 0; i < kVerifierCases; ++i) {
      add({"", 0, kVerifierCaseSize}, i == 0 ? Pattern::sorted : Pattern::reversed);
    }
    for (std::uint32_t i = 0; i < trials.count; ++i) {
      const Trial& trial = trials.trials[i];
      for (const Pattern pattern : {Pattern::random, Pattern::reversed, Pattern::ties}) add(trial, pattern);
      if (configuration.comparesLastWord() && trial.scratch) add(trial, Pattern::clumps);
    }
  }

  void place(Case& each) {
    each.keys = place(keyBytes(each));
    each.payload = place(payloadBytes(each));
    each.result = place(sizeof(VerifyResult));
    if (hasScratch(each)) each.scratch = place(scratchBytes(each));
    if (stateBytes(each) == 0) return;
    each.count = place(countBytes(each));
    each.state = place(stateBytes(each));
  }

  // The cases behind those of the last submission, as many as there is room for. False: there are none.
  bool next() {
    first_case = end_case;
    size = 0;
    while (end_case < case_count) {
      const VkDeviceSize before = size;
      place(cases[end_case]);
      if (end_case != first_case && size > kSubmissionBytes) {
        size = before;
        break;
      }
      ++end_case;
    }
    return end_case != first_case;
  }

  // Keys and payloads as they are before the sort, with the checksum; the guards around them.
  void fill() {
    for (VkDeviceSize word = 0; word < size / 4; ++word) device.mapped[word] = guardAt(word);
    for (std::uint32_t i = first_case; i < end_case; ++i) {
      Case& each = cases[i];
      std::uint32_t* keys = words(each.keys);
      std::uint32_t* payload = words(each.payload);
      for (std::uint32_t at = 0; at < each.n; ++at)
        writeSelfTestElement(configuration, each.pattern, at, each.n, keys, payload);
      each.before = verify(orderingOf(each), keys, payload, each.n);
      if (each.trial.use == Use::indirect) *words(each.count) = each.n;
      if (each.trial.use == Use::segments) {
        words(each.count)[0] = 0;
        words(each.count)[1] = each.n;
      }
      const bool is_written = configuration.writesIndices() && i >= kVerifierCases;
      for (std::uint32_t at = 0; is_written && at < each.n; ++at) payload[at] = ~at;
    }
  }

  RecordStatus recordCase(const Case& each, const SortInfo& sort) const {
    const Range case_state = range(each.state, stateBytes(each));
    const CountSource count = {device.buffer, each.count};
    switch (each.trial.use) {
      case Use::whole:
        break;
      case Use::indirect:
        return recordIndirect(sorter, device.command_buffer, sort, {count, case_state});
      case Use::segments:
        return recordSegments(sorter, device.command_buffer, sort, {device.buffer, each.count, 1, each.n, case_state});
    }
    return sorter.record(device.command_buffer, sort);
  }

  VkResult recordSort(const Case& each) const {
    const auto [key_type, order, nan_rule] = orderOf(configuration, each.pattern);
    SortInfo sort;
    sort.keys = range(each.keys, keyBytes(each));
    if (configuration.layout.split) sort.payload = range(each.payload, payloadBytes(each));
    sort.count = each.n;
    sort.key_type = key_type;
    sort.order = order;
    sort.nan_rule = nan_rule;
    if (hasScratch(each)) sort.scratch = range(each.scratch, scratchBytes(each));
    const VkResult result = device.newSet(sorter.descriptorSetLayout(), sort.descriptor_set);
    if (result != VK_SUCCESS) return result;
    return recordCase(each, sort).ok() ? VK_SUCCESS : VK_ERROR_UNKNOWN;
  }

  VkResult recordVerification(const Case& each) const {
    VerifyInfo look;
    look.ordering = orderingOf(each);
    look.keys = range(each.keys, keyBytes(each));
    if (configuration.layout.split) look.payload = range(each.payload, payloadBytes(each));
    look.count = each.n;
    look.result = range(each.result, sizeof(VerifyResult));
    const VkResult result = device.newSet(verifier.descriptorSetLayout(), look.descriptor_set);
    if (result != VK_SUCCESS) return result;
    return verifier.record(device.command_buffer, look).ok() ? VK_SUCCESS : VK_ERROR_UNKNOWN;
  }

  std::uint32_t firstSort() const { return first_case < kVerifierCases ? kVerifierCases : first_case; }

  void barrier(Access from, Access to) const {
    const VkMemoryBarrier memory = memoryBarrier(from, to);
    state.pipelines.vk.CmdPipelineBarrier(device.command_buffer, from.stages, to.stages, 0, 1, &memory, 0, nullptr, 0,
                                          nullptr);
  }

  VkResult record() const {
    VkResult result = device.begin();
    for (std::uint32_t i = firstSort(); i < end_case && result == VK_SUCCESS; ++i) result = recordSort(cases[i]);
    if (result != VK_SUCCESS) return result;
    barrier(kAfter, kBefore);
    for (std::uint32_t i = first_case; i < end_case && result == VK_SUCCESS; ++i) result = recordVerification(cases[i]);
    // The host reads results, and guards of everything that the sorts may have written.
    barrier(kAfter, {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT});
    return result;
  }

  bool isWhole(VkDeviceSize begin, VkDeviceSize end) const {
    for (VkDeviceSize word = begin / 4; word < end / 4; ++word) {
      if (device.mapped[word] != guardAt(word)) return false;
    }
    return true;
  }

  // Whether the guards before and behind a part are.
  bool guarded(VkDeviceSize offset, VkDeviceSize bytes) const {
    return isWhole(offset - kGuard, offset) && isWhole(offset + bytes, endOf(offset, bytes));
  }

  bool guarded(const Case& each) const {
    return guarded(each.keys, keyBytes(each)) && guarded(each.payload, payloadBytes(each)) &&
           guarded(each.result, sizeof(VerifyResult)) &&
           (!hasScratch(each) || guarded(each.scratch, scratchBytes(each))) &&
           (stateBytes(each) == 0 || (guarded(each.count, countBytes(each)) && guarded(each.state, stateBytes(each))));
  }

  VerifyResult resultOf(const Case& each) const {
    const std::uint32_t* result = words(each.result);
    return {result[0], result[1], {result[2], result[3]}};
  }

  Failure failureOf(const Case& each) const {
    const VerifyResult after = resultOf(each);
    if (after.inversions != 0) return Failure::unsorted;
    if (after.elements != each.n || after.checksum[0] != each.before.checksum[0] ||
        after.checksum[1] != each.before.checksum[1]) {
      return Failure::altered;
    }
    return guarded(each) ? Failure::none : Failure::trespassed;
  }

  bool verifierFailed() const {
    for (std::uint32_t i = first_case; i < kVerifierCases; ++i) {
      const VerifyResult seen = resultOf(cases[i]), wanted = cases[i].before;
      if (seen.inversions != wanted.inversions || seen.elements != wanted.elements ||
          seen.checksum[0] != wanted.checksum[0] || seen.checksum[1] != wanted.checksum[1]) {
        return true;
      }
    }
    return false;
  }

  void judge(Finding& out) const {
    out.verifier_failed = verifierFailed();
    for (std::uint32_t i = firstSort(); i < end_case && out.failure == Failure::none; ++i) {
      out.failure = failureOf(cases[i]);
      out.trial = cases[i].trial;
    }
  }

  // With room for each submission.
  VkResult createDevice() {
    VkDeviceSize bytes = 0;
    std::uint32_t max_cases = 0;
    while (next()) {
      if (size > bytes) bytes = size;
      if (end_case - first_case > max_cases) max_cases = end_case - first_case;
    }
    const bool has_sets = !state.pipelines.push_descriptor;
    return device.create(bytes, has_sets ? 2 * max_cases : 0,
                         max_cases * (kDescriptorsPerSet + kVerifyDescriptorsPerSet));
  }

  VkResult submit(const char*& reason) {
    reason = kNotMade;
    const VkResult recorded = record();
    if (recorded != VK_SUCCESS) return recorded;
    reason = "the device did not get through the self-test";
    return device.submitAndWait();
  }

  VkResult run(Finding& out, const char*& reason) {
    addCases();
    VkResult result = Verifier::create(device.host, verifier, &reason);
    if (result != VK_SUCCESS) return result;
    reason = kNotMade;
    result = createDevice();
    out.untested = trials.untested;
    end_case = 0;
    while (result == VK_SUCCESS && !out.verifier_failed && out.failure == Failure::none && next()) {
      fill();
      result = submit(reason);
      if (result == VK_SUCCESS) judge(out);
    }
    return result;
  }

  void destroy() {
    if (device.in_flight) {
      VerifierAccess::abandon(verifier);
    } else {
      device.destroy();
    }
  }
};

const char* describe(Failure failure) {
  switch (failure) {
    case Failure::none:
      return "none";
    case Failure::unsorted:
      return "left elements out of order";
    case Failure::altered:
      return "lost or altered elements";
    case Failure::trespassed:
      return "wrote outside the range";
  }
  return "unknown failure";
}

VkResult selfTest(const SorterInfo& info, const Sorter& sorter, Finding& out, const char*& reason) {
  out = {};
  const Device& host = info.device;
  SelfTestFunctions functions;
  if (!load(host.get_instance_proc_addr, host.instance, host.device, functions)) {
    reason = "a function of Vulkan 1.1 that the self-test needs is missing";
    return VK_ERROR_INITIALIZATION_FAILED;
  }
  const SorterState& state = *SorterAccess::stateOf(sorter);
  const SelfTest self_test = creationOf(info).self_test;
  SelfTestRun run{sorter, state, state.algorithms.configuration(), {host, self_test, functions}};
  const VkResult result = run.run(out, reason);
  out.in_flight = run.device.in_flight;
  run.destroy();
  return result;
}

}  // namespace vksort
