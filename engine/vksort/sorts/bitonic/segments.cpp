#include "sorts/bitonic/passes.h"
#include "vksort.h"

namespace vksort::bitonic {
namespace {

constexpr std::uint32_t kWord = 4;
constexpr std::uint32_t kSegmentsAtOnce = 1024;  // limit for one set-up workgroup
constexpr std::uint32_t kFew = 64;               // workgroups that can run at the same time on any GPU
constexpr std::uint32_t kDispatchesEnd =
    VKSORT_SEGMENTS_DISPATCH_WORDS +
    3 * (VKSORT_SEGMENTS_OF_SLOTS + VKSORT_SEGMENTS_SLOTS_LOG2 * VKSORT_SEGMENTS_PARTS);

static_assert(kDispatchesEnd <= VKSORT_SEGMENTS_QUEUES);
// Tuning::tile_log2 is at least 9.
static_assert(32 - 9 < VKSORT_SEGMENTS_SLOTS_LOG2);
static_assert(VKSORT_SEGMENT_WORK_BYTES(1) == kWord * (VKSORT_SEGMENTS_QUEUES + 2 * VKSORT_SEGMENTS_QUEUE_COUNT));

enum class Queue : std::uint8_t { tiny, small, other, arranged };
std::uint32_t queueWord(Queue queue, const Request& request) {
  return VKSORT_SEGMENTS_QUEUES + 2 * static_cast<std::uint32_t>(queue) * request.segment_count;
}
std::uint32_t dispatchWord(std::uint32_t index) { return VKSORT_SEGMENTS_DISPATCH_WORDS + 3 * index; }

bool needsSmall(const KernelSizes& shape, const Request& request) {
  return shape.smallSegmentLog2() != 0 && request.count > 1u << shape.tiny_log2;
}
bool needsSlots(const KernelSizes& shape, const Request& request) {
  const std::uint32_t small_log2 = shape.smallSegmentLog2();
  return request.count > 1u << (small_log2 != 0 ? small_log2 : shape.tiny_log2);
}
bool needsMerges(const KernelSizes& shape, const Request& request) { return request.count > 1u << shape.tile_log2; }

Pass setUpOf(const Request& request, std::uint32_t steps, Wait wait, std::uint32_t groups) {
  Pass pass = dispatchOf(Kernel::segment_setup, wait, 0, groups);
  pass.push<SegmentSetUpPush>() = {steps, request.segment_count, request.count};
  return pass;
}

void addSetUps(const BitonicSetting& setting, const Request& request, PassSink out) {
  const std::uint32_t arrange = needsMerges(setting.shape, request) ? VKSORT_SEGMENTS_ARRANGE : 0;
  if (request.segment_count <= kSegmentsAtOnce) {
    out(setUpOf(request, VKSORT_SEGMENTS_CLEAR | VKSORT_SEGMENTS_CLASSIFY | arrange, Wait::nothing, 1));
    return;
  }
  const std::uint32_t groups = (request.segment_count - 1) / setting.shape.setup_invocations + 1;
  out(setUpOf(request, VKSORT_SEGMENTS_CLEAR, Wait::nothing, 1));
  out(setUpOf(request, VKSORT_SEGMENTS_CLASSIFY, Wait::passes, groups));
  if (arrange != 0) out(setUpOf(request, arrange, Wait::passes, 1));
}

Pass wholeSegments(const BitonicSetting& setting, Kernel kernel, std::uint32_t size_log2, const Request& request) {
  const bool tiny = size_log2 == setting.shape.tiny_log2;
  Pass pass = convertingDispatch(kernel, request, Wait::nothing, size_log2, 0);
  auto& words = pass.push<PassPush>();
  words.segments = VKSORT_SEGMENTS_WHOLE;
  words.queue = queueWord(tiny ? Queue::tiny : Queue::small, request);
  words.segment_counter = tiny ? VKSORT_SEGMENTS_TINY : VKSORT_SEGMENTS_SMALL;
  pass.dispatch_word = dispatchWord(tiny ? 0 : 1);
  return pass;
}

// Changes a pass over a range to a pass over the slots of all segments that need its stage.
void spreadOverSlots(const BitonicSetting& setting, const Request& request, Pass& pass) {
  const KernelSizes& shape = setting.shape;
  auto& words = pass.push<PassPush>();
  words.segments = VKSORT_SEGMENTS_SLOTS;
  words.slot_log2 = shape.tile_log2;
  words.queue = queueWord(needsMerges(shape, request) ? Queue::arranged : Queue::other, request);
  words.min_slots_log2 = pass.stage - shape.tile_log2;
  const std::uint32_t parts_log2 = shape.tile_log2 - shape.elementsLog2(static_cast<Kernel>(pass.kernel));
  pass.dispatch_word =
      dispatchWord(VKSORT_SEGMENTS_OF_SLOTS + words.min_slots_log2 * VKSORT_SEGMENTS_PARTS + parts_log2);
  pass.groups = 0;
}

// Many small segments are limited by shared memory, so they use a kernel with more elements per invocation (R254).
Kernel directKernel(const BitonicSetting& setting, const Request& request) {
  const KernelSizes& shape = setting.shape;
  if (request.count <= 1u << shape.tiny_log2) return shape.compact ? Kernel::tile_sort : Kernel::tiny_sort;
  const bool is_small = request.segment_count > kFew && !needsSlots(shape, request);
  return is_small ? Kernel::segment_sort : firstKernel(shape, request.count);
}

void addDirect(const BitonicSetting& setting, const Request& request, PassSink out) {
  const Kernel kernel = directKernel(setting, request);
  const std::uint32_t groups = ceilShift(request.segment_count, kernel == Kernel::tiny_sort ? kPackedLog2 : 0);
  Pass pass = convertingDispatch(kernel, request, Wait::nothing, setting.shape.elementsLog2(kernel), groups);
  auto& words = pass.push<PassPush>();
  words.segments = VKSORT_SEGMENTS_TABLE;
  words.segment_count = request.segment_count;
  words.max_segment = request.count;
  out(pass);
}

}  // namespace

bool isDirect(const BitonicSetting& setting, const Request& request) {
  if (request.count > setting.oneWorkgroup()) return false;
  if (request.count <= 1u << setting.shape.tiny_log2) return true;
  if (request.segments_in == 0) return false;
  if (request.segment_count <= kFew) return true;
  // If segments are less than half full on average, a set-up that divides them by size is faster.
  return std::uint64_t{request.segment_count} * request.count <= std::uint64_t{2} * request.segments_in;
}

void addSegments(const BitonicSetting& setting, const Request& request, PassSink out) {
  if (isDirect(setting, request)) return addDirect(setting, request, out);
  const KernelSizes& shape = setting.shape;
  addSetUps(setting, request, out);
  // The passes that sort are independent of each other, but all read the work buffer.
  Wait wait = Wait::passes_and_dispatch_words;
  const auto addSort = [&](Pass pass) {
    pass.wait = wait;
    wait = Wait::passes_if_shared;
    out(pass);
  };
  const auto addWhole = [&] {
    if (needsSmall(shape, request)) addSort(wholeSegments(setting, Kernel::segment_sort, shape.small_log2, request));
    const Kernel tiny = shape.compact ? Kernel::tile_sort : Kernel::tiny_sort;
    addSort(wholeSegments(setting, tiny, shape.tiny_log2, request));
  };
  if (!needsSlots(shape, request)) return addWhole();
  bool is_first = true;
  addRange(setting, request, shape.slotSort(), [&](Pass& pass) {
    spreadOverSlots(setting, request, pass);
    if (!is_first) return out(pass);
    is_first = false;
    addSort(pass);
    addWhole();
  });
}

}  // namespace vksort::bitonic
