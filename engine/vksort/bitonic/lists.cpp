#include "bitonic/lists.h"

namespace vksort::bitonic {
namespace {

constexpr std::uint32_t kWord = 4;
constexpr std::uint32_t kListsAtOnce = 1024;  // that one workgroup sets up
constexpr std::uint32_t kArgumentsEnd =
    VKSORT_LISTS_ARGUMENTS + 3 * (VKSORT_LISTS_OF_SLOTS + VKSORT_LISTS_SLOTS_LOG2 * VKSORT_LISTS_PARTS);

static_assert(kArgumentsEnd <= VKSORT_LISTS_QUEUES);
// Tuning::tile_log2 is at least 9: registers_log2 + 7.
static_assert(32 - 9 < VKSORT_LISTS_SLOTS_LOG2);
static_assert(listStateBytes(1) == kWord * (VKSORT_LISTS_QUEUES + 2 * VKSORT_LISTS_QUEUE_COUNT));

// Where what list_setup finds is in the state.
enum class Queue : std::uint8_t { tiny, small, other, arranged };
std::uint32_t queueWord(Queue queue, const Amount& amount) {
  return VKSORT_LISTS_QUEUES + 2 * static_cast<std::uint32_t>(queue) * amount.list_count;
}
std::uint32_t argumentWord(std::uint32_t index) { return VKSORT_LISTS_ARGUMENTS + 3 * index; }

bool needsSlots(const Shape& shape, const Amount& amount) {
  return amount.count > 1u << (shape.small_log2 > shape.tiny_log2 ? shape.small_log2 : shape.tiny_log2);
}
bool needsMerges(const Shape& shape, const Amount& amount) { return amount.count > 1u << shape.tile_log2; }

void addStep(const Setting& setting, const Amount& amount, std::uint32_t steps, std::uint32_t lists, PassList& out) {
  const std::uint32_t groups = (lists - 1) / setting.shape.setup_invocations + 1;
  const Wait wait = out.count == 0 ? Wait::nothing : Wait::passes;
  Pass& pass = out.add();
  setDispatch(pass, Kernel::list_setup, nameOf(Kernel::list_setup), wait, 0, groups);
  setWords(pass, ListSetUpPush{steps, amount.list_count, amount.count});
}

void addSetUp(const Setting& setting, const Amount& amount, PassList& out) {
  const std::uint32_t arrange = needsMerges(setting.shape, amount) ? VKSORT_LISTS_ARRANGE : 0;
  if (amount.list_count <= kListsAtOnce) {
    addStep(setting, amount, VKSORT_LISTS_CLEAR | VKSORT_LISTS_CLASSIFY | arrange, 1, out);
    return;
  }
  addStep(setting, amount, VKSORT_LISTS_CLEAR, 1, out);
  addStep(setting, amount, VKSORT_LISTS_CLASSIFY, amount.list_count, out);
  if (arrange != 0) addStep(setting, amount, arrange, 1, out);
}

// Whole lists of up to 2^size_log2 elements.
Pass wholeLists(const Setting& setting, Kernel kernel, std::uint32_t size_log2, const Amount& amount) {
  Pass pass;
  setDispatch(pass, kernel, nameOf(kernel), Wait::nothing, size_log2, 0);
  const bool tiny = kernel == Kernel::tiny_sort;
  PassPush words = plainWords(size_log2);
  convertLoaded(setting, words);
  convertStored(setting, words);
  words.queue = queueWord(tiny ? Queue::tiny : Queue::small, amount);
  words.list_counter = tiny ? VKSORT_LISTS_TINY : VKSORT_LISTS_SMALL;
  setWords(pass, words);
  pass.arguments = argumentWord(tiny ? 0 : 1);
  return pass;
}

// A pass of one range, over the slots of all lists that take part in its stage.
void spreadOverSlots(const Setting& setting, const Amount& amount, Pass& pass) {
  const Shape& shape = setting.shape;
  auto words = pushOf<PassPush>(pass);
  words.queue = queueWord(needsMerges(shape, amount) ? Queue::arranged : Queue::other, amount);
  words.least_slots_log2 = pass.stage - shape.tile_log2;
  setWords(pass, words);
  const std::uint32_t parts_log2 = shape.tile_log2 - shape.elementsLog2(static_cast<Kernel>(pass.kernel));
  pass.arguments = argumentWord(VKSORT_LISTS_OF_SLOTS + words.least_slots_log2 * VKSORT_LISTS_PARTS + parts_log2);
  pass.groups = 0;
}

}  // namespace

void addLists(const Setting& setting, const Amount& amount, PassList& out) {
  const Shape& shape = setting.shape;
  addSetUp(setting, amount, out);
  const std::uint32_t first = out.count;
  // What is left to the passes over slots is sorted like one range, of the largest list. Its merges come last.
  if (needsSlots(shape, amount)) addSort(setting, amount.count, out);
  convertAtEachStage(setting, out, first);
  for (std::uint32_t i = first; i < out.count; ++i) spreadOverSlots(setting, amount, out.passes[i]);
  const std::uint32_t merges = out.count > first ? first + 1 : first;

  Pass whole[2];
  std::uint32_t count = 0;
  if (shape.uses(Kernel::list_sort, setting.configuration.mode) && amount.count > 1u << shape.tiny_log2) {
    whole[count++] = wholeLists(setting, Kernel::list_sort, shape.small_log2, amount);
  }
  whole[count++] = wholeLists(setting, Kernel::tiny_sort, shape.tiny_log2, amount);
  for (std::uint32_t i = 0; i < count; ++i) out.add();
  for (std::uint32_t i = out.count; i-- > merges + count;) out.passes[i] = out.passes[i - count];
  for (std::uint32_t i = 0; i < count; ++i) out.passes[merges + i] = whole[i];

  // Sorts of lists need nothing of each other. All read the state.
  for (std::uint32_t i = first; i < merges + count; ++i) {
    out.passes[i].wait = i == first ? Wait::passes_and_arguments : Wait::passes_if_shared;
  }
}

}  // namespace vksort::bitonic
