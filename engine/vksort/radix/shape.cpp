#include "radix/shape.h"

#include <bit>

namespace vksort::radix {
namespace {

// NVIDIA H200. Two workgroups share a multiprocessor if they have up to 24 KiB of shared memory each. As far as tables
// are summed up, there is one tile for each multiprocessor at most (R138 of samples/bench/EXPERIMENTS.md).
constexpr Shape kWide[] = {{kConcurrentWorkgroups << 11, 9, 4, 1, Offsets::first_table},
                           {kConcurrentWorkgroups << 12, 9, 8, 1, Offsets::first_table},
                           {kConcurrentWorkgroups << 13, 10, 8, 1, Offsets::first_table}};
// By the words of an element.
constexpr Shape kLarge[] = {{kMaxElements, 9, 16, 2, Offsets::look_back},
                            {kMaxElements, 9, 11, 1, Offsets::look_back},
                            {kMaxElements, 9, 11, 1, Offsets::look_back}};
// The same where no workgroup looks back (R70 to R75 of samples/bench/EXPERIMENTS.md).
constexpr Shape kPortable[] = {{1u << 19, 9, 4, 1, Offsets::summed_table}};
constexpr std::uint32_t kCountingLog2 = 9, kCountingElements = 4;

// The smallest sort for which it pays: of elements of one word, and of more,
constexpr std::uint32_t kMinKeys = (1u << 14) + 1, kMinPairs = (1u << 13) + 1;
// of more than four passes; and of these if they do not look back (R80, R164 of samples/bench/EXPERIMENTS.md).
constexpr std::uint32_t kMinOfManyPasses = (1u << 17) + 1, kMinOfManyPortable = 1u << 20;
// The largest sort that rank merge does sooner than two passes (R108); more passes are never ahead of it.
constexpr std::uint32_t kMaxByRankPairs = 1u << 15, kMaxByRankKeys = 3u << 14;

constexpr std::uint32_t kMinSubgroup = 4;
// Tiles that a workgroup of narrow subgroups may have to count for others, in the rounds that software allows.
constexpr std::uint32_t kMaxTilesBefore = 512;
constexpr std::uint32_t kMaxNarrow = 1u << 23;  // elements whose tables it sums up in these

// Appends digits of a word, from a bit on, or from below it where the word ends sooner.
void addDigits(Digits& out, std::uint32_t word, std::uint32_t first, std::uint32_t digits) {
  const std::uint32_t highest = 32 - digits * kDigitBits;
  if (first > highest) first = highest;
  for (std::uint32_t i = 0; i < digits; ++i) out.list[out.count++] = {word, first + i * kDigitBits};
}

// The bits of a key that lie in the word whose lowest bit is `base`.
KeyBits partOf(KeyBits bits, std::uint32_t base) {
  const std::uint32_t first = bits.first > base ? bits.first - base : 0;
  const std::uint32_t end = bits.first + bits.count > base ? bits.first + bits.count - base : 0;
  return {first, (end < 32 ? end : 32) > first ? (end < 32 ? end : 32) - first : 0};
}

// `is_even`: one digit more than the bits ask for, if their number is odd.
Digits digitsFor(const Configuration& configuration, KeyBits bits, bool is_even) {
  constexpr std::uint32_t kWordDigits = 32 / kDigitBits;
  if (bits.count == 0) bits = {0, configuration.wide ? 64u : 32u};
  const KeyBits low = partOf(bits, 0), high = partOf(bits, 32);
  std::uint32_t low_digits = (low.count + kDigitBits - 1) / kDigitBits;
  std::uint32_t high_digits = (high.count + kDigitBits - 1) / kDigitBits;
  const std::uint32_t before = configuration.ordersByPayload() && !configuration.wide ? kWordDigits : 0;
  // One pass does not end where it begins.
  for (;;) {
    const std::uint32_t count = before + low_digits + high_digits;
    if (count >= 2 && (count % 2 == 0 || !is_even)) break;
    ++(low_digits != 0 && low_digits < kWordDigits ? low_digits : high_digits);
  }
  Digits out{};
  if (before != 0) addDigits(out, 1, 0, before);
  addDigits(out, 0, low.first, low_digits);
  addDigits(out, 1, high.first, high_digits);
  return out;
}

// How elements are ranked, see additions.glsl.
std::uint32_t rankingOf(const Configuration& configuration) {
  if (configuration.layout.element == Element::triple) return VKSORT_RADIX_VOTES;
  if (configuration.wide || configuration.ordersByPayload()) return VKSORT_RADIX_BOTH_WORDS;
  if (configuration.payload == Payload::none || configuration.ties == Ties::any) return VKSORT_RADIX_ANY_PAYLOADS;
  return configuration.writesIndices() ? VKSORT_RADIX_PAYLOADS_ASCEND : VKSORT_RADIX_VOTES;
}

bool canSort(const SorterInfo& info, const Configuration& configuration, const DeviceLimits& limits) {
  const Creation creation = creationOf(info);
  const bool wanted = creation.algorithm != Algorithm::bitonic && creation.algorithm != Algorithm::rank;
  const bool has_digits = !(configuration.wide && configuration.ordersByPayload());  // else more digits than passes
  return wanted && has_digits && !creation.baseline && configuration.scratch != Scratch::never &&
         limits.subgroup_size >= kMinSubgroup;
}

// False: the device has no room for the shape.
bool addShape(Setting& out, const DeviceLimits& limits, Shape shape) {
  if (out.words() != 1) shape.parts = 1;
  if (1u << shape.invocations_log2 > limits.counting_invocations) return false;
  const bool is_first = shape.offsets == Offsets::first_table;
  const std::uint32_t words = out.sharedWords(shape, is_first) + 2 * VKSORT_RADIX_DIGITS;
  if (words * sizeof(std::uint32_t) > limits.shared_memory_bytes) return false;
  if (out.shape_count != 0 && out.shapes[out.shape_count - 1].max_count >= out.max_count) return true;
  out.shapes[out.shape_count++] = shape;
  return true;
}

void addWideShapes(Setting& out, const DeviceLimits& limits) {
  Shape large = kLarge[out.words() - 1];
  if (!out.looks_back) large.offsets = Offsets::summed_table;
  for (const Shape& shape : kWide) {
    if (out.looks_back) addShape(out, limits, shape);
  }
  for (const Shape& shape : kPortable) {
    if (!out.looks_back) addShape(out, limits, shape);
  }
  // If the smallest tiles do not fit the device, all is sorted in place.
  if (out.shape_count == 0 || addShape(out, limits, large) || !out.looks_back) return;
  large.parts *= 2;  // for less than 18 KiB of shared memory
  addShape(out, limits, large);
}

// Software compiles the elements of an invocation one by one.
void addNarrowShapes(Setting& out, const DeviceLimits& limits) {
  const std::uint32_t log2 = out.subgroup_log2 + 3;
  if (out.looks_back) {
    addShape(out, limits, {1u << 12, log2, 2, 1, Offsets::first_table});
    addShape(out, limits, {kMaxTilesBefore << (log2 + 1), log2, 2, 2, Offsets::look_back});
  }
  addShape(out, limits, {kMaxElements, log2, 2, 2, Offsets::summed_table});
}

// The largest count up to `limit` whose scratch memory can be bound.
std::uint32_t maxBindable(const Setting& setting, std::uint32_t limit) {
  std::uint32_t found = 0;
  for (std::uint32_t bit = 1u << (VKSORT_RADIX_STATE_BITS - 1); bit != 0; bit >>= 1) {
    const std::uint32_t n = found | bit;
    if (n <= limit && layoutOf(setting, n).end <= setting.max_scratch_words) found = n;
  }
  return found;
}

}  // namespace

std::uint64_t Shape::tableWords(std::uint64_t tiles) const {
  constexpr std::uint64_t kRow = VKSORT_RADIX_DIGITS;
  switch (offsets) {
    case Offsets::look_back:
      return tiles * kRow;
    case Offsets::first_table:  // and states; two counts share a word
      return tiles * (kRow + kRow / 2);
    default:
      return (tiles + 1) * kRow;
  }
}

std::uint32_t Setting::sharedWords(const Shape& shape, bool is_first) const {
  const std::uint32_t counters = VKSORT_RADIX_DIGITS << (shape.invocations_log2 - subgroup_log2);
  const std::uint32_t part = shape.tile() / shape.parts;
  return (counters > part ? counters : part) + (is_first ? (max_passes - 1) * VKSORT_RADIX_DIGITS : 0);
}

std::uint32_t Setting::indexFor(std::uint32_t n) const {
  std::uint32_t i = 0;
  while (i + 1 < shape_count && n > shapes[i].max_count) ++i;
  return i;
}

std::uint32_t Setting::minCountOf(std::uint32_t shape) const {
  const std::uint32_t before = shape == 0 ? 0 : shapes[shape - 1].max_count;
  const std::uint32_t first = before < min_count ? min_count : before + 1;
  return indexFor(first) == shape && first <= max_count ? first : 0;
}

std::uint32_t Setting::minCountFor(std::uint32_t passes) const {
  const std::uint32_t smallest = configuration.minCount();
  if (!automatic) return smallest;
  // Software takes four to ten times as long as in place, and no GPU with such subgroups was measured.
  std::uint32_t from = hasWideSubgroups() ? (words() == 1 ? kMinKeys : kMinPairs) : kMaxElements + 1;
  if (hasWideSubgroups() && passes > 4) from = looks_back ? kMinOfManyPasses : kMinOfManyPortable;
  if (radix_from != 0) from = radix_from > smallest ? radix_from : smallest;
  // What one workgroup cannot sort in place stably.
  const bool is_needed = configuration.gathersPayloads() || configuration.scratch == Scratch::required;
  return is_needed && from > max_in_place ? max_in_place + 1 : from;
}

std::uint32_t Setting::maxByRankFor(std::uint32_t passes) const {
  if (radix_from != 0) return radix_from - 1;
  if (passes > 2) return ~0u;
  return words() == 1 ? kMaxByRankKeys : kMaxByRankPairs;
}

const char* validateTuning(const SorterInfo& info) {
  const Tuning* const tuning = creationOf(info).tuning;
  if (!tuning || tuning->radix_from <= kMaxElements) return nullptr;
  return "Creation::tuning: radix_from must be 0 .. 2^28 - 1";
}

Setting settingOf(const SorterInfo& info, const DeviceLimits& limits, const RecordLimits& record_limits,
                  std::uint32_t one_workgroup, std::uint32_t radix_from, bool looks_back) {
  Setting out{};
  out.configuration = configurationOf(info);
  out.max_groups_x = record_limits.max_groups_x;
  out.max_scratch_words = record_limits.maxWords();
  out.max_in_place = one_workgroup;
  const Creation creation = creationOf(info);
  if (!canSort(info, out.configuration, limits) || VKSORT_BINDINGS > record_limits.max_buffers) return out;
  out.subgroup_log2 = static_cast<std::uint32_t>(std::bit_width(limits.subgroup_size)) - 1;
  out.looks_back = looks_back && creation.algorithm != Algorithm::radix_portable;
  out.automatic = creation.algorithm == Algorithm::automatic;
  out.max_passes = digitsFor(out.configuration, {}, false).count;
  out.radix_from = out.configuration.ordersByPayload() ? 0 : radix_from;
  // Measured on two GPUs of one vendor (R171), and true of the software driver, which has narrow subgroups. The
  // portable sort rests on no device's ways.
  const bool adds = out.looks_back && (limits.vendor_id == kNvidia || !out.hasWideSubgroups());
  out.ranking = adds ? rankingOf(out.configuration) : std::uint32_t{VKSORT_RADIX_VOTES};
  out.counting_log2 = out.hasWideSubgroups() ? kCountingLog2 : out.subgroup_log2 + 3;
  out.counting_elements = kCountingElements;

  const std::uint32_t limit = out.hasWideSubgroups() ? kMaxElements : kMaxNarrow;
  out.max_count = info.max_count == 0 || info.max_count > limit ? limit : info.max_count;
  // Fewer passes may pay for smaller sorts.
  out.min_count = out.minCountFor(2);
  if (out.max_passes > 4 && !out.configuration.wide) out.min_count = out.minCountFor(out.max_passes);
  if (out.min_count <= out.max_count) {
    out.hasWideSubgroups() ? addWideShapes(out, limits) : addNarrowShapes(out, limits);
  }
  // The last shape must take the largest sort.
  if (out.shape_count != 0 && out.shapes[out.shape_count - 1].max_count < out.max_count) out.shape_count = 0;
  if (out.shape_count == 0) return out;
  out.max_count = maxBindable(out, out.max_count);
  if (out.max_count < out.min_count) out.shape_count = 0;
  return out;
}

Digits digitsOf(const Setting& setting, const Request& request) {
  // A rotation carries from the bits that differ to the others.
  const KeyBits bits = request.conversion.rotation != 0 ? KeyBits{} : request.bits;
  const Digits wanted = digitsFor(setting.configuration, bits, false);
  if (wanted.copies() == 1 || layoutOf(setting, request.count, 2).end <= request.scratch_words) return wanted;
  return digitsFor(setting.configuration, bits, true);
}

Layout layoutOf(const Setting& setting, std::uint32_t n, std::uint32_t copies) {
  std::uint64_t tables = 0;
  const std::uint32_t last = setting.indexFor(n);
  for (std::uint32_t i = 0; i <= last; ++i) {
    const Shape& shape = setting.shapes[i];
    const std::uint64_t words = shape.tableWords(shape.tilesOf(n < shape.max_count ? n : shape.max_count));
    if (words > tables) tables = words;
  }
  const Shape& shape = setting.shapes[last];
  const bool has_states = shape.offsets != Offsets::summed_table;
  const std::uint64_t elements = std::uint64_t{n} * setting.words();
  Layout out{};
  out.table = VKSORT_RADIX_STATES_AT + (has_states ? shape.tilesOf(n) * VKSORT_RADIX_DIGITS : 0);
  out.copy = static_cast<std::uint32_t>(VKSORT_RADIX_STATES_AT + tables);
  // A copy begins at an even word of the binding.
  const std::uint64_t copy = setting.words() == 1 ? elements : elements + 1;
  out.second_copy = static_cast<std::uint32_t>(out.copy + copy);
  out.end = out.copy + copy * copies;
  return out;
}

}  // namespace vksort::radix
