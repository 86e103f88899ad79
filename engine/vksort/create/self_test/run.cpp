#include "create/self_test/run.h"

#include <initializer_list>
#include <new>

#include "create/self_test/device.h"
#include "create/sorter.h"

namespace vksort {
namespace {

constexpr VkDeviceSize kSpacing = 256;  // maximum of minStorageBufferOffsetAlignment
constexpr VkDeviceSize kLead = 24;      // so that the offset of a part is not aligned
constexpr VkDeviceSize kGuard = 16;     // minimum bytes before and after each part

constexpr VkDeviceSize kSubmissionBytes = 8 << 20;  // unless a single case needs more

#define VKSORT_FAILURE(fault) \
  { VK_ERROR_FEATURE_NOT_PRESENT, "no kernels passed the self-test; the baseline " fault, fault }
constexpr Failure kUnsorted = VKSORT_FAILURE("left elements out of order");
constexpr Failure kAltered = VKSORT_FAILURE("lost or altered elements");
constexpr Failure kTrespassed = VKSORT_FAILURE("wrote outside the range");
#undef VKSORT_FAILURE

std::uint32_t guardAt(VkDeviceSize word) { return static_cast<std::uint32_t>(word) * 2654435769u; }

constexpr VkDeviceSize endOf(VkDeviceSize offset, VkDeviceSize bytes) {
  return (offset + bytes + kGuard + kSpacing - 1) / kSpacing * kSpacing;
}

enum PartOfCase : std::uint32_t {
  kCaseKeys,
  kCasePayload,
  kCaseScratch,
  kCaseCount,  // an indirect count, or a table of one segment
  kCaseWork,
  kCaseParts
};

struct Case {
  Trial trial;
  Pattern pattern;
  Range parts[kCaseParts]{};
  VerifyResult before{};
};

struct Submission {
  Case* first;
  Case* end;
  VkDeviceSize size;
};

struct Subject {
  const SorterState& sorter;
  const Configuration& configuration;
  SelfTestDevice device;

  [[nodiscard]] std::uint32_t* words(const Range& part) const { return device.mapped + part.offset / 4; }
};

std::uint32_t listCases(const Configuration& configuration, const TrialList& trials, Case* out) {
  std::uint32_t count = 0;
  const auto add = [&](const Trial& trial, Pattern pattern) {
    if (out) out[count] = {trial, pattern, {}, {}};
    ++count;
  };
  for (std::uint32_t i = 0; i < trials.count; ++i) {
    const Trial& trial = trials.trials[i];
    for (const Pattern pattern : {Pattern::random, Pattern::reversed, Pattern::ties}) add(trial, pattern);
    if (configuration.comparesLastWord() && trial.scratch) add(trial, Pattern::clumps);
  }
  return count;
}

// Returns the end of the parts.
VkDeviceSize place(const Subject& subject, Case& each, VkDeviceSize size) {
  const Layout& layout = subject.configuration.layout;
  const Trial& trial = each.trial;
  const VkDeviceSize count = trial.count;
  VkDeviceSize bytes[kCaseParts] = {count * layout.key_bytes, layout.split ? count * 4 : 0};
  if (trial.scratch) {
    const std::uint64_t words = trial.mode == Mode::segments ? subject.sorter.segmentScratchWords(trial.count, 1)
                                                             : subject.sorter.scratchWords(trial.count);
    bytes[kCaseScratch] = words * sizeof(std::uint32_t);
  }
  if (trial.mode == Mode::indirect) bytes[kCaseCount] = sizeof(std::uint32_t), bytes[kCaseWork] = VKSORT_WORK_BYTES;
  if (trial.mode == Mode::segments)
    bytes[kCaseCount] = 2 * sizeof(std::uint32_t), bytes[kCaseWork] = VKSORT_SEGMENT_WORK_BYTES(1);
  for (std::uint32_t i = 0; i < kCaseParts; ++i) {
    if (bytes[i] == 0) continue;
    each.parts[i] = {subject.device.buffer, size + kLead, bytes[i]};
    size = endOf(size + kLead, bytes[i]);
  }
  return size;
}

Submission submissionFrom(const Subject& subject, Case* first, const Case* end) {
  Submission out{first, first, 0};
  for (; out.end != end; ++out.end) {
    const VkDeviceSize size = place(subject, *out.end, out.size);
    if (out.end != first && size > kSubmissionBytes) break;
    out.size = size;
  }
  return out;
}

void fill(const Subject& subject, const Submission& submission) {
  const Configuration& configuration = subject.configuration;
  for (VkDeviceSize word = 0; word < submission.size / 4; ++word) subject.device.mapped[word] = guardAt(word);
  for (Case* each = submission.first; each != submission.end; ++each) {
    const std::uint32_t n = each->trial.count;
    std::uint32_t* keys = subject.words(each->parts[kCaseKeys]);
    std::uint32_t* payload = subject.words(each->parts[kCasePayload]);
    for (std::uint32_t i = 0; i < n; ++i) writeSelfTestElement(configuration, each->pattern, i, n, i, keys, payload);
    each->before = verifyRange(orderingOf(configuration, each->pattern), keys, payload, n);
    std::uint32_t* const count = subject.words(each->parts[kCaseCount]);
    if (each->trial.mode == Mode::indirect) count[0] = n;
    if (each->trial.mode == Mode::segments) count[0] = 0, count[1] = n;
    for (std::uint32_t i = 0; configuration.writesIndices() && i < n; ++i) payload[i] = ~i;
  }
}

VkResult recordSort(const Subject& subject, const Case& each) {
  const VkCommandBuffer commands = subject.device.command_buffer;
  const auto& [keys, payload, scratch, count, work] = each.parts;
  SortInfo sort{};
  sort.keys = keys;
  sort.payload = payload;
  sort.count = each.trial.count;
  const Ordering ordering = orderingOf(subject.configuration, each.pattern);
  sort.key_type = ordering.key_type;
  sort.order = ordering.order;
  sort.nan_rule = ordering.nan_rule;
  sort.scratch = scratch;
  const VkResult result = subject.device.newSet(subject.sorter.pipelines.setLayout(), sort.descriptor_set);
  if (result != VK_SUCCESS) return result;
  const vksortSorter sorter = const_cast<vksortSorter>(&subject.sorter);
  const IndirectInfo indirect = {{count.buffer, count.offset}, work};
  const SegmentInfo segments = {count.buffer, count.offset, 1, 0, work};
  RecordStatus status{};
  switch (each.trial.mode) {
    case Mode::whole:
      status = vksortRecord(sorter, commands, &sort);
      break;
    case Mode::indirect:
      status = vksortRecordIndirect(sorter, commands, &sort, &indirect);
      break;
    case Mode::segments:
      status = vksortRecordSegments(sorter, commands, &sort, &segments);
      break;
  }
  return status.ok() ? VK_SUCCESS : VK_ERROR_UNKNOWN;
}

VkResult record(const Subject& subject, const Submission& submission) {
  VkResult result = subject.device.begin();
  for (const Case* each = submission.first; each != submission.end && result == VK_SUCCESS; ++each)
    result = recordSort(subject, *each);
  if (result != VK_SUCCESS) return result;
  recordBarrier(subject.sorter.pipelines.vk, subject.device.command_buffer, kAfter,
                {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT});
  return result;
}

bool isGuarded(const Subject& subject, const Case& each) {
  const auto isWhole = [&](VkDeviceSize begin, VkDeviceSize end) {
    for (VkDeviceSize word = begin / 4; word < end / 4; ++word) {
      if (subject.device.mapped[word] != guardAt(word)) return false;
    }
    return true;
  };
  for (const auto& [buffer, offset, size] : each.parts) {
    if (size == 0) continue;
    if (!isWhole(offset - kGuard, offset) || !isWhole(offset + size, endOf(offset, size))) return false;
  }
  return true;
}

Failure failureOf(const Subject& subject, const Case& each) {
  const Configuration& configuration = subject.configuration;
  const std::uint32_t n = each.trial.count;
  std::uint32_t* const keys = subject.words(each.parts[kCaseKeys]);
  std::uint32_t* const payload = subject.words(each.parts[kCasePayload]);
  // Payloads show which keys they belong to.
  for (std::uint32_t i = 0; configuration.discardsKeys() && i < n; ++i) {
    writeSelfTestElement(configuration, each.pattern, selfTestElementOf(configuration, payload[i]), n, i, keys,
                         payload);
  }
  const VerifyResult after = vksort::verifyRange(orderingOf(configuration, each.pattern), keys, payload, n);
  if (after.inversions != 0) return kUnsorted;
  if (after.checksum[0] != each.before.checksum[0] || after.checksum[1] != each.before.checksum[1]) return kAltered;
  return isGuarded(subject, each) ? Failure{} : kTrespassed;
}

Failure judge(const Subject& subject, const Submission& submission) {
  for (const Case* each = submission.first; each != submission.end; ++each) {
    Failure failure = failureOf(subject, *each);
    failure.kernel = each->trial.kernel;
    failure.count = each->trial.count;
    if (!failure.ok()) return failure;
  }
  return {};
}

VkResult createDevice(Subject& subject, Case* begin, Case* end) {
  VkDeviceSize bytes = 0;
  std::uint32_t max_cases = 0;
  for (Case* first = begin; first != end;) {
    const Submission submission = submissionFrom(subject, first, end);
    const auto cases = static_cast<std::uint32_t>(submission.end - first);
    if (submission.size > bytes) bytes = submission.size;
    if (cases > max_cases) max_cases = cases;
    first = submission.end;
  }
  const bool has_sets = !subject.sorter.pipelines.push_descriptor;
  return subject.device.create(bytes, has_sets ? max_cases : 0);
}

Failure runCases(Subject& subject, Case* begin, Case* end) {
  VkResult result = createDevice(subject, begin, end);
  for (Case* first = begin; result == VK_SUCCESS && first != end;) {
    const Submission submission = submissionFrom(subject, first, end);
    fill(subject, submission);
    result = subject.device.flush();
    if (result == VK_SUCCESS) result = record(subject, submission);
    if (result != VK_SUCCESS) break;
    result = subject.device.submitAndWait();
    if (result != VK_SUCCESS) return {result, kNotFinished};
    const Failure failure = judge(subject, submission);
    if (!failure.ok()) return failure;
    first = submission.end;
  }
  return result == VK_SUCCESS ? Failure{} : Failure{result, kNotRecorded};
}

}  // namespace

Failure selfTest(const Device& device, const SelfTest& info, vksortSorter sorter, const TrialList& trials,
                 bool& in_flight) {
  if (trials.count == 0) return {};
  SelfTestFunctions functions;
  if (!load(device.get_instance_proc_addr, device.instance, device.device, functions)) {
    return {VK_ERROR_INITIALIZATION_FAILED, kNotLoaded};
  }
  Subject subject{*sorter, sorter->algorithms().configuration(), {device, info, functions}};
  const std::uint32_t count = listCases(subject.configuration, trials, nullptr);
  Case* const cases = new (std::nothrow) Case[count];
  if (!cases) return {VK_ERROR_OUT_OF_HOST_MEMORY, "out of host memory"};
  listCases(subject.configuration, trials, cases);
  const Failure failure = runCases(subject, cases, cases + count);
  delete[] cases;
  in_flight = subject.device.in_flight;
  if (!in_flight) subject.device.destroy();
  return failure;
}

}  // namespace vksort
