#include "self_test/run.h"

#include <initializer_list>
#include <new>

#include "self_test/device.h"
#include "sorter_state.h"
#include "verifier/state.h"

namespace vksort {
namespace {

constexpr VkDeviceSize kSpacing = 256;  // the largest minStorageBufferOffsetAlignment that Vulkan allows
constexpr VkDeviceSize kLead = 24;      // before each part, so that it does not begin with its binding
constexpr VkDeviceSize kGuard = 16;     // at least as many bytes of guard words before and behind each part

constexpr std::uint32_t kVerifierCases = 2;
constexpr std::uint32_t kVerifierCaseSize = 4099;   // several of its workgroups
constexpr VkDeviceSize kSubmissionBytes = 8 << 20;  // of all its cases, unless one takes more by itself

constexpr const char* kNotMade = "the driver could not create or record what the self-test needs";

// What a word that belongs to no array must stay.
std::uint32_t guardAt(VkDeviceSize word) { return static_cast<std::uint32_t>(word) * 2654435769u; }

// Of a part and the guards behind it.
constexpr VkDeviceSize endOf(VkDeviceSize offset, VkDeviceSize bytes) {
  return (offset + bytes + kGuard + kSpacing - 1) / kSpacing * kSpacing;
}

// One array. The first two are not sorted: they test the verifier.
struct Case {
  Trial trial;
  Pattern pattern;
  VkDeviceSize keys, payload, result;  // offsets in the buffer, in bytes
  VkDeviceSize count, state;           // of an indirect count, or of a table of one segment; and the state
  VkDeviceSize scratch;                // if it is passed
  VerifyResult before;
};

// The cases of one submission, which has the buffer to itself.
struct Submission {
  const Case* begin;
  Case* first;
  Case* end;
  VkDeviceSize size;  // bytes of the buffer

  // The first one that is sorted.
  [[nodiscard]] Case* firstSort() const {
    const auto at = static_cast<std::uint32_t>(first - begin);
    return at < kVerifierCases ? first + (kVerifierCases - at) : first;
  }
};

struct Subject {
  const Sorter& sorter;
  const SorterState& state;
  const Configuration& configuration;
  SelfTestDevice device;
  Verifier verifier{};

  [[nodiscard]] std::uint32_t* words(VkDeviceSize offset) const { return device.mapped + offset / 4; }
  [[nodiscard]] Range range(VkDeviceSize offset, VkDeviceSize bytes) const { return {device.buffer, offset, bytes}; }
};

// The bytes of a case's parts.
struct PartBytes {
  VkDeviceSize keys, payload, count, state, scratch;
};
PartBytes sizesOf(const Subject& subject, const Trial& trial) {
  const Layout& layout = subject.configuration.layout;
  PartBytes out{};
  out.keys = trial.count * layout.key_bytes;
  out.payload = layout.split ? VkDeviceSize{trial.count} * 4 : 0;
  if (trial.mode == Mode::indirect) out.count = sizeof(std::uint32_t), out.state = kStateBytes;
  if (trial.mode == Mode::segments) out.count = 2 * sizeof(std::uint32_t), out.state = segmentStateBytes(1);
  out.scratch = trial.scratch ? subject.sorter.scratchBytes(trial.count) : 0;
  return out;
}

Ordering orderingOf(const Configuration& configuration, Pattern pattern) {
  const auto [key_type, order, nan_rule] = orderOf(configuration, pattern);
  // Payloads that keep their order are indices here.
  const bool ascend = configuration.payload != Payload::none && configuration.ties != Ties::any;
  return {key_type, order, nan_rule, configuration.payload, ascend};
}

// Writes the cases to `out`, unless it is null. Returns their number.
std::uint32_t listCases(const Configuration& configuration, const TrialList& trials, Case* out) {
  std::uint32_t count = 0;
  const auto add = [&](const Trial& trial, Pattern pattern) {
    if (out) out[count] = {trial, pattern, 0, 0, 0, 0, 0, 0, {}};
    ++count;
  };
  const Trial of_verifier = {"", 0, kVerifierCaseSize};
  static_assert(kVerifierCases == 2);
  for (const Pattern pattern : {Pattern::sorted, Pattern::reversed}) add(of_verifier, pattern);
  for (std::uint32_t i = 0; i < trials.count; ++i) {
    const Trial& trial = trials.trials[i];
    for (const Pattern pattern : {Pattern::random, Pattern::reversed, Pattern::ties}) add(trial, pattern);
    if (configuration.comparesLastWord() && trial.scratch) add(trial, Pattern::clumps);
  }
  return count;
}

// Gives each part its place behind the first `size` bytes. Returns where they end.
VkDeviceSize place(const Subject& subject, Case& each, VkDeviceSize size) {
  const auto placed = [&size](VkDeviceSize bytes) {
    const VkDeviceSize offset = size + kLead;
    size = endOf(offset, bytes);
    return offset;
  };
  const PartBytes bytes = sizesOf(subject, each.trial);
  each.keys = placed(bytes.keys);
  each.payload = placed(bytes.payload);
  each.result = placed(sizeof(VerifyResult));
  if (each.trial.scratch) each.scratch = placed(bytes.scratch);
  if (bytes.state == 0) return size;
  each.count = placed(bytes.count);
  each.state = placed(bytes.state);
  return size;
}

// The cases from `first` on, as many as there is room for.
Submission submissionFrom(const Subject& subject, const Case* begin, Case* first, const Case* end) {
  Submission out{begin, first, first, 0};
  for (; out.end != end; ++out.end) {
    const VkDeviceSize size = place(subject, *out.end, out.size);
    if (out.end != first && size > kSubmissionBytes) break;
    out.size = size;
  }
  return out;
}

// Keys and payloads as they are before the sort, with the checksum; the guards around them.
void fill(const Subject& subject, const Submission& submission) {
  const Configuration& configuration = subject.configuration;
  for (VkDeviceSize word = 0; word < submission.size / 4; ++word) subject.device.mapped[word] = guardAt(word);
  for (Case* each = submission.first; each != submission.end; ++each) {
    const std::uint32_t n = each->trial.count;
    std::uint32_t* keys = subject.words(each->keys);
    std::uint32_t* payload = subject.words(each->payload);
    for (std::uint32_t i = 0; i < n; ++i) writeSelfTestElement(configuration, each->pattern, i, n, keys, payload);
    each->before = verify(orderingOf(configuration, each->pattern), keys, payload, n);
    std::uint32_t* const count = subject.words(each->count);
    if (each->trial.mode == Mode::indirect) count[0] = n;
    if (each->trial.mode == Mode::segments) count[0] = 0, count[1] = n;
    const bool is_written = configuration.writesIndices() && each >= submission.firstSort();
    for (std::uint32_t i = 0; is_written && i < n; ++i) payload[i] = ~i;
  }
}

VkResult recordSort(const Subject& subject, const Case& each) {
  const VkCommandBuffer commands = subject.device.command_buffer;
  const PartBytes bytes = sizesOf(subject, each.trial);
  SortInfo sort;
  sort.keys = subject.range(each.keys, bytes.keys);
  if (bytes.payload != 0) sort.payload = subject.range(each.payload, bytes.payload);
  sort.count = each.trial.count;
  const CaseOrder order = orderOf(subject.configuration, each.pattern);
  sort.key_type = order.key_type;
  sort.order = order.order;
  sort.nan_rule = order.nan_rule;
  if (each.trial.scratch) sort.scratch = subject.range(each.scratch, bytes.scratch);
  const VkResult result = subject.device.newSet(subject.sorter.descriptorSetLayout(), sort.descriptor_set);
  if (result != VK_SUCCESS) return result;
  const Range state = subject.range(each.state, bytes.state);
  const VkBuffer buffer = subject.device.buffer;
  RecordStatus status{};
  switch (each.trial.mode) {
    case Mode::whole:
      status = subject.sorter.record(commands, sort);
      break;
    case Mode::indirect:
      status = recordIndirect(subject.sorter, commands, sort, {{buffer, each.count}, state});
      break;
    case Mode::segments:
      status = recordSegments(subject.sorter, commands, sort, {buffer, each.count, 1, each.trial.count, state});
      break;
  }
  return status.ok() ? VK_SUCCESS : VK_ERROR_UNKNOWN;
}

VkResult recordVerification(const Subject& subject, const Case& each) {
  const PartBytes bytes = sizesOf(subject, each.trial);
  VerifyInfo look;
  look.ordering = orderingOf(subject.configuration, each.pattern);
  look.keys = subject.range(each.keys, bytes.keys);
  if (bytes.payload != 0) look.payload = subject.range(each.payload, bytes.payload);
  look.count = each.trial.count;
  look.result = subject.range(each.result, sizeof(VerifyResult));
  const VkResult result = subject.device.newSet(subject.verifier.descriptorSetLayout(), look.descriptor_set);
  if (result != VK_SUCCESS) return result;
  return subject.verifier.record(subject.device.command_buffer, look).ok() ? VK_SUCCESS : VK_ERROR_UNKNOWN;
}

void recordBarrier(const Subject& subject, Access from, Access to) {
  const VkMemoryBarrier memory = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, from.access, to.access};
  subject.state.pipelines.vk.CmdPipelineBarrier(subject.device.command_buffer, from.stages, to.stages, 0, 1, &memory, 0,
                                                nullptr, 0, nullptr);
}

VkResult record(const Subject& subject, const Submission& submission) {
  VkResult result = subject.device.begin();
  for (const Case* each = submission.firstSort(); each < submission.end && result == VK_SUCCESS; ++each)
    result = recordSort(subject, *each);
  if (result != VK_SUCCESS) return result;
  recordBarrier(subject, kAfter, kBefore);
  for (const Case* each = submission.first; each != submission.end && result == VK_SUCCESS; ++each)
    result = recordVerification(subject, *each);
  // The host reads results, and guards of everything that the sorts may have written.
  recordBarrier(subject, kAfter, {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT});
  return result;
}

// Whether the guards before and behind a part are whole.
bool isGuarded(const Subject& subject, VkDeviceSize offset, VkDeviceSize bytes) {
  const auto isWhole = [&](VkDeviceSize begin, VkDeviceSize end) {
    for (VkDeviceSize word = begin / 4; word < end / 4; ++word) {
      if (subject.device.mapped[word] != guardAt(word)) return false;
    }
    return true;
  };
  return isWhole(offset - kGuard, offset) && isWhole(offset + bytes, endOf(offset, bytes));
}

bool isGuarded(const Subject& subject, const Case& each) {
  const PartBytes bytes = sizesOf(subject, each.trial);
  return isGuarded(subject, each.keys, bytes.keys) && isGuarded(subject, each.payload, bytes.payload) &&
         isGuarded(subject, each.result, sizeof(VerifyResult)) &&
         (!each.trial.scratch || isGuarded(subject, each.scratch, bytes.scratch)) &&
         (bytes.state == 0 ||
          (isGuarded(subject, each.count, bytes.count) && isGuarded(subject, each.state, bytes.state)));
}

VerifyResult resultOf(const Subject& subject, const Case& each) {
  const std::uint32_t* result = subject.words(each.result);
  return {result[0], result[1], {result[2], result[3]}};
}

bool hasSameElements(const VerifyResult& a, const VerifyResult& b) {
  return a.elements == b.elements && a.checksum[0] == b.checksum[0] && a.checksum[1] == b.checksum[1];
}

Failure failureOf(const Subject& subject, const Case& each) {
  const VerifyResult after = resultOf(subject, each);
  if (after.inversions != 0) return Failure::unsorted;
  if (!hasSameElements(after, each.before)) return Failure::altered;
  return isGuarded(subject, each) ? Failure::none : Failure::trespassed;
}

void judge(const Subject& subject, const Submission& submission, Finding& out) {
  for (const Case* each = submission.first; each < submission.firstSort(); ++each) {
    const VerifyResult seen = resultOf(subject, *each);
    if (seen.inversions != each->before.inversions || !hasSameElements(seen, each->before)) out.verifier_failed = true;
  }
  for (const Case* each = submission.firstSort(); each < submission.end && out.failure == Failure::none; ++each) {
    out.failure = failureOf(subject, *each);
    out.trial = each->trial;
  }
}

// With room for each submission.
VkResult createDevice(Subject& subject, Case* begin, Case* end) {
  VkDeviceSize bytes = 0;
  std::uint32_t max_cases = 0;
  for (Case* first = begin; first != end;) {
    const Submission submission = submissionFrom(subject, begin, first, end);
    const auto cases = static_cast<std::uint32_t>(submission.end - first);
    if (submission.size > bytes) bytes = submission.size;
    if (cases > max_cases) max_cases = cases;
    first = submission.end;
  }
  const bool has_sets = !subject.state.pipelines.push_descriptor;
  return subject.device.create(bytes, has_sets ? 2 * max_cases : 0,
                               max_cases * (kDescriptorsPerSet + kVerifyDescriptorsPerSet));
}

VkResult runCases(Subject& subject, Case* begin, Case* end, Finding& out, const char*& reason) {
  reason = kNotMade;
  VkResult result = createDevice(subject, begin, end);
  for (Case* first = begin; result == VK_SUCCESS && first != end;) {
    if (out.verifier_failed || out.failure != Failure::none) break;
    const Submission submission = submissionFrom(subject, begin, first, end);
    fill(subject, submission);
    reason = kNotMade;
    result = record(subject, submission);
    if (result != VK_SUCCESS) break;
    reason = "the device did not get through the self-test";
    result = subject.device.submitAndWait();
    if (result == VK_SUCCESS) judge(subject, submission, out);
    first = submission.end;
  }
  return result;
}

}  // namespace

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
  Subject subject{sorter, state, state.algorithms.configuration(), {host, self_test, functions}};
  VkResult result = Verifier::create(host, subject.verifier, &reason);
  if (result != VK_SUCCESS) return result;
  const TrialList trials = trialsOf(state.algorithms);
  out.untested = trials.untested;
  const std::uint32_t count = listCases(subject.configuration, trials, nullptr);
  Case* const cases = new (std::nothrow) Case[count];
  reason = "out of host memory";
  if (!cases) return VK_ERROR_OUT_OF_HOST_MEMORY;
  listCases(subject.configuration, trials, cases);
  result = runCases(subject, cases, cases + count, out, reason);
  delete[] cases;
  out.in_flight = subject.device.in_flight;
  if (out.in_flight) {
    VerifierAccess::abandon(subject.verifier);
  } else {
    subject.device.destroy();
  }
  return result;
}

}  // namespace vksort
