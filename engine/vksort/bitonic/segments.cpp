#include "bitonic/segments.h"

#include "vksort_segments.h"

namespace vksort::bitonic {
namespace {

constexpr std::uint32_t kWord = 4;
constexpr std::uint32_t kSegmentsAtOnce = 1024;  // that one workgroup sets up
constexpr std::uint32_t kArgumentsEnd =
    VKSORT_SEGMENTS_ARGUMENTS + 3 * (VKSORT_SEGMENTS_OF_SLOTS + VKSORT_SEGMENTS_SLOTS_LOG2 * VKSORT_SEGMENTS_PARTS);

static_assert(kArgumentsEnd <= VKSORT_SEGMENTS_QUEUES);
// Tuning::tile_log2 is at least 9: registers_log2 + 7.
static_assert(32 - 9 < VKSORT_SEGMENTS_SLOTS_LOG2);
static_assert(segmentStateBytes(1) == kWord * (VKSORT_SEGMENTS_QUEUES + 2 * VKSORT_SEGMENTS_QUEUE_COUNT));

// Queues in the state.
enum class Queue : std::uint8_t { tiny, small, other, arranged };
std::uint32_t queueWord(Queue queue, const Request& request) {
  return VKSORT_SEGMENTS_QUEUES + 2 * static_cast<std::uint32_t>(queue) * request.segment_count;
}
std::uint32_t argumentWord(std::uint32_t index) { return VKSORT_SEGMENTS_ARGUMENTS + 3 * index; }

bool needsSmall(const Shape& shape, const Request& request) {
  return shape.smallSegmentLog2() != 0 && request.count > 1u << shape.tiny_log2;
}
bool needsSlots(const Shape& shape, const Request& request) {
  const std::uint32_t small_log2 = shape.smallSegmentLog2();
  return request.count > 1u << (small_log2 != 0 ? small_log2 : shape.tiny_log2);
}
bool needsMerges(const Shape& shape, const Request& request) { return request.count > 1u << shape.tile_log2; }

void addStep(const Setting& setting, const Request& request, std::uint32_t steps, std::uint32_t segments,
             PassList& out) {
  const std::uint32_t groups = (segments - 1) / setting.shape.setup_invocations + 1;
  const Wait wait = out.count == 0 ? Wait::nothing : Wait::passes;
  Pass& pass = out.add();
  setDispatch(pass, Kernel::segment_setup, wait, 0, groups);
  setWords(pass, SegmentSetUpPush{steps, request.segment_count, request.count});
}

void addSetUps(const Setting& setting, const Request& request, PassList& out) {
  const std::uint32_t arrange = needsMerges(setting.shape, request) ? VKSORT_SEGMENTS_ARRANGE : 0;
  if (request.segment_count <= kSegmentsAtOnce) {
    addStep(setting, request, VKSORT_SEGMENTS_CLEAR | VKSORT_SEGMENTS_CLASSIFY | arrange, 1, out);
    return;
  }
  addStep(setting, request, VKSORT_SEGMENTS_CLEAR, 1, out);
  addStep(setting, request, VKSORT_SEGMENTS_CLASSIFY, request.segment_count, out);
  if (arrange != 0) addStep(setting, request, arrange, 1, out);
}

// Whole segments of up to 2^size_log2 elements.
void addWhole(const Setting& setting, Kernel kernel, std::uint32_t size_log2, const Request& request, PassList& out) {
  const bool tiny = size_log2 == setting.shape.tiny_log2;
  Pass& pass = addConverting(kernel, request, Wait::nothing, size_log2, 0, out);
  auto words = pushOf<PassPush>(pass);
  words.segments = VKSORT_SEGMENTS_WHOLE;
  words.queue = queueWord(tiny ? Queue::tiny : Queue::small, request);
  words.segment_counter = tiny ? VKSORT_SEGMENTS_TINY : VKSORT_SEGMENTS_SMALL;
  setWords(pass, words);
  pass.arguments = argumentWord(tiny ? 0 : 1);
}

// A pass of one range, over the slots of all segments that take part in its stage.
void spreadOverSlots(const Setting& setting, const Request& request, Pass& pass) {
  const Shape& shape = setting.shape;
  auto words = pushOf<PassPush>(pass);
  words.segments = shape.tile_log2;
  words.queue = queueWord(needsMerges(shape, request) ? Queue::arranged : Queue::other, request);
  words.min_slots_log2 = pass.stage - shape.tile_log2;
  setWords(pass, words);
  const std::uint32_t parts_log2 = shape.tile_log2 - shape.elementsLog2(static_cast<Kernel>(pass.kernel));
  pass.arguments = argumentWord(VKSORT_SEGMENTS_OF_SLOTS + words.min_slots_log2 * VKSORT_SEGMENTS_PARTS + parts_log2);
  pass.groups = 0;
}

}  // namespace

void addSegments(const Setting& setting, const Request& request, PassList& out) {
  const Shape& shape = setting.shape;
  addSetUps(setting, request, out);
  const std::uint32_t first = out.count;
  // The passes over slots sort each segment like a range of its own. Their merges come last.
  PassList slots;
  slots.count = 0;
  if (needsSlots(shape, request)) addSort(setting, request, shape.slotSort(), slots);
  convertAtEachStage(request, slots, 0);
  for (std::uint32_t i = 0; i < slots.count; ++i) spreadOverSlots(setting, request, slots.passes[i]);
  if (slots.count != 0) out.add() = slots.passes[0];
  if (needsSmall(shape, request)) addWhole(setting, Kernel::segment_sort, shape.small_log2, request, out);
  addWhole(setting, shape.compact ? Kernel::tile_sort : Kernel::tiny_sort, shape.tiny_log2, request, out);
  // Passes that sort are independent of each other. All read the state.
  for (std::uint32_t i = first; i < out.count; ++i) {
    out.passes[i].wait = i == first ? Wait::passes_and_arguments : Wait::passes_if_shared;
  }
  for (std::uint32_t i = 1; i < slots.count; ++i) out.add() = slots.passes[i];
}

}  // namespace vksort::bitonic
