#include "sorts/bitonic/passes.h"
#include "vksort.h"

namespace vksort::bitonic {
namespace {

constexpr std::uint32_t kWord = 4;
constexpr std::uint32_t kSegmentsAtOnce = 1024;  // limit for one set-up workgroup
constexpr std::uint32_t kFew = 64;               // workgroups that can run at the same time on any GPU
static_assert(VKSORT_SEGMENTS_DISPATCH_WORDS + 3 * VKSORT_SEGMENTS_OF_TILES == VKSORT_TILE_DISPATCH_WORDS);
static_assert(VKSORT_SEGMENTS_DISPATCH_WORDS + 3 * VKSORT_SEGMENTS_DISPATCHES <= VKSORT_SEGMENTS_QUEUES);
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

void addSetUps(const BitonicSetting& setting, const Request& request, std::uint32_t last_step, const TileList& tiles,
               PassSink out) {
  const auto add = [&](std::uint32_t steps, Wait wait, std::uint32_t groups) {
    Pass pass = dispatchOf(Kernel::segment_setup, wait, 0, groups);
    pass.push<SegmentSetUpPush>() = {steps, request.segment_count, request.count, tiles};
    out(pass);
  };
  if (request.segment_count <= kSegmentsAtOnce) {
    return add(VKSORT_SEGMENTS_CLEAR | VKSORT_SEGMENTS_CLASSIFY | last_step, Wait::nothing, 1);
  }
  const std::uint32_t groups = (request.segment_count - 1) / setting.shape.setup_invocations + 1;
  add(VKSORT_SEGMENTS_CLEAR, Wait::nothing, 1);
  add(VKSORT_SEGMENTS_CLASSIFY, Wait::passes, groups);
  if (last_step != 0) add(last_step, Wait::passes, 1);
}

// Queue, counter and dispatch share an index. Not for Queue::arranged.
Pass wholeSegments(const KernelSizes& shape, Kernel kernel, Queue queue, const Request& request) {
  Pass pass = convertingDispatch(kernel, request, Wait::nothing, shape.elementsLog2(kernel), 0);
  auto& words = pass.push<PassPush>();
  words.segments = VKSORT_SEGMENTS_WHOLE;
  words.queue = queueWord(queue, request);
  words.segment_counter = static_cast<std::uint32_t>(queue);
  pass.dispatch_word = dispatchWord(static_cast<std::uint32_t>(queue));
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

// The passes that sort are independent of each other, but all read the work buffer.
class SortAdder {
 public:
  SortAdder(const BitonicSetting& setting, const Request& request, PassSink out)
      : shape_(setting.shape), request_(request), out_(out) {}

  void add(Pass& pass) {
    pass.wait = wait_;
    wait_ = Wait::passes_if_shared;
    out_(pass);
  }
  void addWhole(Kernel kernel, Queue queue) {
    Pass pass = wholeSegments(shape_, kernel, queue, request_);
    add(pass);
  }
  void addTinyAndSmall() {
    const Kernel tiny = shape_.compact ? Kernel::tile_sort : Kernel::tiny_sort;
    for (const Queue queue : {Queue::small, Queue::tiny}) {
      if (queue == Queue::tiny || needsSmall(shape_, request_))
        addWhole(queue == Queue::tiny ? tiny : Kernel::segment_sort, queue);
    }
  }

 private:
  const KernelSizes& shape_;
  const Request& request_;
  PassSink out_;
  Wait wait_ = Wait::passes_and_dispatch_words;
};

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
  addSetUps(setting, request, needsMerges(shape, request) ? VKSORT_SEGMENTS_ARRANGE : 0, {}, out);
  SortAdder sorts(setting, request, out);
  if (!needsSlots(shape, request)) return sorts.addTinyAndSmall();
  bool is_first = true;
  addRange(setting, request, shape.slotSort(), [&](Pass& pass) {
    spreadOverSlots(setting, request, pass);
    if (!is_first) return out(pass);
    is_first = false;
    sorts.add(pass);
    sorts.addTinyAndSmall();
  });
}

void addShortSegments(const BitonicSetting& setting, const Request& request, const TileList& tiles, PassSink out) {
  addSetUps(setting, request, VKSORT_SEGMENTS_LIST_TILES, tiles, out);
  SortAdder sorts(setting, request, out);
  const Kernel large = firstKernel(setting.shape, tiles.max_in_place);
  sorts.addWhole(large, Queue::other);
  sorts.addTinyAndSmall();
}

}  // namespace vksort::bitonic
