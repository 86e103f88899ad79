#include "radix/shape.h"

#include <bit>

namespace vksort::radix {
namespace {

// NVIDIA H200. Two workgroups share a multiprocessor if they have up to 24 KiB of shared memory each. As far as tables
// are summed up, there is one tile for each multiprocessor at most (R138 of samples/bench/EXPERIMENTS.md).
constexpr Shape kWide[] = {{kAtOnce << 11, 9, 4, 1, Offsets::first_table},
                           {kAtOnce << 12, 9, 8, 1, Offsets::first_table},
                           {kAtOnce << 13, 10, 8, 1, Offsets::first_table}};
// By the words of an element.
constexpr Shape kLarge[] = {{kMostElements, 9, 16, 2, Offsets::look_back},
                            {kMostElements, 9, 11, 1, Offsets::look_back},
                            {kMostElements, 9, 11, 1, Offsets::look_back}};
// The same where no workgroup looks back (R70 to R75 of samples/bench/EXPERIMENTS.md).
constexpr Shape kPortable[] = {{1u << 19, 9, 4, 1, Offsets::summed_table}};
constexpr std::uint32_t kCountingLog2 = 10, kCountingElements = 8;

// The least sort for which it pays: of elements of one word, and of more,
constexpr std::uint32_t kFewestKeys = (1u << 14) + 1, kFewestPairs = (1u << 13) + 1;
// of eight passes; and of eight that do not look back (R80, R164 of samples/bench/EXPERIMENTS.md).
constexpr std::uint32_t kFewestOfMany = (1u << 17) + 1, kFewestOfManyPortable = 1u << 20;
// The most that ranks sort sooner than two passes (R108); more passes are never ahead of them.
constexpr std::uint32_t kMostByRanksPairs = 1u << 15, kMostByRanksKeys = 3u << 14;

constexpr std::uint32_t kLeastSubgroup = 4;
// Tiles that a workgroup of narrow subgroups may have to count for others, in the rounds that software allows.
constexpr std::uint32_t kMostTilesBefore = 512;
constexpr std::uint32_t kMostNarrow = 1u << 23;  // elements whose tables it sums up in these

// Appends the digits of a word's bits [first, first + count), and of some around them if need be.
void addDigits(Setting& out, std::uint32_t word, std::uint32_t first, std::uint32_t count) {
  const std::uint32_t digits = (count + kDigitBits - 1) / kDigitBits;
  const std::uint32_t highest = 32 - digits * kDigitBits;
  if (first > highest) first = highest;
  for (std::uint32_t i = 0; i < digits && out.passes < VKSORT_RADIX_MAX_PASSES; ++i) {
    out.digits[out.passes++] = {word, first + i * kDigitBits};
  }
}

// False: there are more digits than passes.
bool findDigits(const SorterInfo& info, Setting& out) {
  const bool wide = info.key_type == KeyType::u64;
  if (ordersByPayload(info, out.configuration)) {
    if (wide) return false;
    const bool all = info.value_bits == 0 || info.values == Values::iota;  // whose bits the count bounds
    addDigits(out, 1, 0, all ? 32 : info.value_bits);
  }
  if (wide) {
    addDigits(out, 0, 0, 32);
    addDigits(out, 1, 0, 32);
    return true;
  }
  // A rotation carries from the bits that differ to the others.
  const bool all = out.configuration.conversion.rotation != 0 || info.key_bits.count == 0;
  const std::uint32_t bits = all ? 32 : info.key_bits.count;
  // One pass does not end where it begins.
  const std::uint32_t fewest = out.passes == 0 ? 2 * kDigitBits : kDigitBits;
  addDigits(out, 0, all ? 0 : info.key_bits.first, bits < fewest ? fewest : bits);
  return true;
}

// How elements may be ranked by additions whose order is checked, see additions.glsl.
std::uint32_t waysToAdd(const SorterInfo& info, const Setting& setting) {
  if (setting.words() == 3) return 0;
  // Bits below the first digit differ by sign, in the order of floats: elements in order would seem not to be.
  if (info.key_type == KeyType::f32 && info.key_bits.first != 0) return 0;
  const bool by_both = setting.digits[0].word != setting.digits[setting.passes - 1].word;
  if (by_both) return VKSORT_RADIX_BOTH_WORDS;
  if (setting.words() == 1 || !setting.configuration.compares_last_word) return VKSORT_RADIX_ANY_PAYLOADS;
  return VKSORT_RADIX_PAYLOADS_ASCEND;  // else values would have digits
}

std::uint32_t mostByRanks(const Setting& setting, std::uint32_t radix_from) {
  if (radix_from != 0) return radix_from - 1;
  if (setting.passes > 2) return ~0u;
  return setting.words() == 1 ? kMostByRanksKeys : kMostByRanksPairs;
}

std::uint32_t fewestOf(const SorterInfo& info, const Setting& setting, std::uint32_t radix_from, bool looks_back) {
  const std::uint32_t fewest = setting.configuration.mode.fewest();
  if (info.algorithm != Algorithm::automatic) return fewest;
  if (radix_from != 0) return radix_from > fewest ? radix_from : fewest;
  // Software takes four to ten times as long as in place, and no GPU with such subgroups was measured.
  if (!setting.hasWideSubgroups()) return kMostElements + 1;
  if (setting.passes > 4) return looks_back ? kFewestOfMany : kFewestOfManyPortable;
  return setting.words() == 1 ? kFewestKeys : kFewestPairs;
}

bool canSort(const SorterInfo& info, const Configuration& configuration, const DeviceLimits& limits) {
  const bool wanted = info.algorithm != Algorithm::bitonic && info.algorithm != Algorithm::rank;
  return wanted && info.path != Path::floor && limits.subgroup_size >= kLeastSubgroup && !configuration.mode.lists;
}

void addShapes(Setting& out, const DeviceLimits& limits, bool portable) {
  const auto add = [&](Shape shape) {
    if (out.words() != 1) shape.parts = 1;
    if (1u << shape.invocations_log2 > limits.counting_invocations) return;
    const bool is_first = shape.offsets == Offsets::first_table;
    const std::uint32_t words = out.sharedWords(shape, is_first) + 2 * VKSORT_RADIX_DIGITS;
    if (words * sizeof(std::uint32_t) > limits.shared_memory_bytes) return;
    if (out.shape_count != 0 && out.shapes[out.shape_count - 1].max_count >= out.most) return;
    out.shapes[out.shape_count++] = shape;
  };
  Shape large = kLarge[out.words() - 1];
  Shape large_in_parts = large;  // for less than 18 KiB of shared memory
  large_in_parts.parts *= 2;
  if (out.hasWideSubgroups()) {
    if (portable) {
      large.offsets = Offsets::summed_table;
      for (const Shape& shape : kPortable) add(shape);
    } else {
      for (const Shape& shape : kWide) add(shape);
    }
    // If the smallest tiles do not fit the device, all is sorted in place.
    if (out.shape_count != 0) add(large);
    if (out.shape_count != 0 && !portable) add(large_in_parts);
  } else {
    // Software compiles the elements of an invocation one by one.
    const std::uint32_t log2 = out.subgroup_log2 + 3;
    if (!portable) {
      add({1u << 12, log2, 2, 1, Offsets::first_table});
      add({kMostTilesBefore << (log2 + 1), log2, 2, 2, Offsets::look_back});
    }
    add({kMostElements, log2, 2, 2, Offsets::summed_table});
  }
  // The last shape must take the largest sort.
  if (out.shape_count != 0 && out.shapes[out.shape_count - 1].max_count < out.most) out.shape_count = 0;
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
  return (counters > part ? counters : part) + (is_first ? (passes - 1) * VKSORT_RADIX_DIGITS : 0);
}

std::uint32_t Setting::indexFor(std::uint32_t n) const {
  std::uint32_t i = 0;
  while (i + 1 < shape_count && n > shapes[i].max_count) ++i;
  return i;
}

std::uint32_t Setting::fewestOf(std::uint32_t shape) const {
  const std::uint32_t before = shape == 0 ? 0 : shapes[shape - 1].max_count;
  const std::uint32_t first = before < fewest ? fewest : before + 1;
  return indexFor(first) == shape ? first : 0;
}

const char* misfitOf(const SorterInfo& info) {
  if (!info.tuning || info.tuning->radix_from <= kMostElements) return nullptr;
  return "SorterInfo::tuning: radix_from must be 0 .. 2^28 - 1";
}

Setting settingOf(const SorterInfo& info, const DeviceLimits& limits, const RecordLimits& record_limits,
                  const Tuning& tuning, bool looks_back) {
  Setting out{};
  out.most_by_ranks = ~0u;
  out.configuration = configurationOf(info);
  out.max_groups_x = record_limits.max_groups_x;
  out.max_scratch_words = record_limits.mostWords();
  if (!canSort(info, out.configuration, limits) || !findDigits(info, out) ||
      buffersWithScratch(out.configuration) > record_limits.max_buffers)
    return out;
  out.most = info.max_count == 0 || info.max_count > kMostElements ? kMostElements : info.max_count;
  out.subgroup_log2 = static_cast<std::uint32_t>(std::bit_width(limits.subgroup_size)) - 1;
  const bool portable = !looks_back || info.algorithm == Algorithm::radix_portable;
  // Measured on two GPUs of one vendor (R171), and true of the software driver, which has narrow subgroups. The
  // portable sort rests on no device's ways.
  const bool adds = !portable && (limits.vendor_id == kNvidia || !out.hasWideSubgroups());
  if (adds) out.adds_in_order = waysToAdd(info, out);
  if (!out.hasWideSubgroups() && out.most > kMostNarrow) out.most = kMostNarrow;
  const bool can_count = 1u << kCountingLog2 <= limits.counting_invocations;
  out.counting_log2 = !out.hasWideSubgroups() ? out.subgroup_log2 + 3 : can_count ? kCountingLog2 : kCountingLog2 - 1;
  out.counting_elements = out.hasWideSubgroups() ? kCountingElements : 4;

  const std::uint32_t radix_from = ordersByPayload(info, out.configuration) ? 0 : tuning.radix_from;
  out.fewest = fewestOf(info, out, radix_from, looks_back);
  out.most_by_ranks = mostByRanks(out, radix_from);
  if (out.fewest <= out.most) addShapes(out, limits, portable);
  const Mode& mode = out.configuration.mode;
  if (mode.device_count && !mode.coherent) out.few = 1u << (tuning.tile_log2 + tuning.double_tiles);
  return out;
}

Scratch scratchOf(const Setting& setting, std::uint32_t n) {
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
  Scratch out{};
  out.table = VKSORT_RADIX_STATES_AT + (has_states ? shape.tilesOf(n) * VKSORT_RADIX_DIGITS : 0);
  out.copy = static_cast<std::uint32_t>(VKSORT_RADIX_STATES_AT + tables);
  // A copy begins at an even word of the binding.
  const std::uint64_t copy = setting.words() == 1 ? elements : elements + 1;
  out.second_copy = static_cast<std::uint32_t>(out.copy + copy);
  out.end = out.copy + copy * setting.copies();
  return out;
}

}  // namespace vksort::radix
