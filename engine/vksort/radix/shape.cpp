#include "radix/shape.h"

#include <bit>

#include "sort/grid.h"

namespace vksort::radix {
namespace {

// NVIDIA H200. Two workgroups share a multiprocessor if they have up to 24 KiB of shared memory each. As far as tables
// are summed up, there is one tile for each multiprocessor at most (R138 of samples/bench/EXPERIMENTS.md).
constexpr Shape kWide[] = {{kAtOnce << 11, 9, 4, 1, Offsets::by_first_table},
                           {kAtOnce << 12, 9, 8, 1, Offsets::by_first_table},
                           {kAtOnce * (6u << 10), 10, 6, 1, Offsets::by_first_table},
                           {kAtOnce << 13, 10, 8, 1, Offsets::by_first_table}};
// By rows where they can be summed up: of any number of keys, as one pipeline less is worth the 1 % that it is later
// from 2^24 on (R160, R173 of samples/bench/EXPERIMENTS.md).
constexpr Shape largeKeys(Offsets offsets) { return {kMostElements, 9, 16, 2, offsets, 10, 8}; }
constexpr Shape kPairsByRows = {1u << 23, 9, 11, 1, Offsets::by_rows, 10, 8};
// Where shared memory is less than 18 KiB, in which subgroups of 64 and more have room for the counters of small tiles.
constexpr Shape kKeysInLittle = {kMostElements, 8, 20, 2, Offsets::by_look_back, 10, 8};
constexpr Shape kLargePairs = {kMostElements, 9, 11, 1, Offsets::by_look_back, 10, 8};
// The same where none looks back (R70 to R75 of samples/bench/EXPERIMENTS.md).
constexpr Shape kPortable[] = {{1u << 16, 9, 2, 1, Offsets::by_next_table},
                               {1u << 18, 9, 4, 1, Offsets::by_table},
                               {1u << 19, 9, 8, 1, Offsets::by_table},
                               {1u << 20, 10, 8, 1, Offsets::by_table}};
constexpr Shape kPortableKeys = {kMostElements, 9, 16, 2, Offsets::by_summed_table};
constexpr Shape kPortablePairs = {kMostElements, 9, 11, 1, Offsets::by_summed_table};
// The least sort for which it pays; with values, and without.
constexpr std::uint32_t kFewestPairs = (1u << 13) + 1, kFewestKeys = (1u << 14) + 1;
// By value; and where none looks back, so that all passes are taken (R80, R164 of samples/bench/EXPERIMENTS.md).
constexpr std::uint32_t kFewestByValue = (1u << 17) + 1, kFewestByValuePortable = 1u << 20;

// The most that ranks sort sooner than two passes (R108); more passes are never ahead of them.
constexpr std::uint32_t kMostByRanksPairs = 1u << 15, kMostByRanksKeys = 3u << 14;

constexpr std::uint32_t digitsOf(std::uint32_t bits) { return (bits + kDigitBits - 1) / kDigitBits; }

constexpr std::uint32_t kLeastSubgroup = 4;
// Tiles that a workgroup of narrow subgroups may have to count for others, in the rounds that software allows.
constexpr std::uint32_t kMostTilesBefore = 512;
constexpr std::uint32_t kMostNarrow = 1u << 23;  // elements whose tables it sums up in these

bool hasWideKeys(const SorterInfo& info) { return info.key_type == KeyType::u64; }

// Digits of the values that it is to sort by before those of the keys.
std::uint32_t valueDigitsOf(const SorterInfo& info, const Configuration& configuration) {
  if (keepsPositions(info, configuration)) return 0;
  const std::uint32_t digits = digitsOf(hasWideKeys(info) || info.value_bits == 0 ? 32 : info.value_bits);
  return digits < 2 ? 2 : digits;  // one pass does not end where it begins
}

// Whether Tuning::radix_from is for such sorts.
bool isTuned(const SorterInfo& info, const Setting& setting) { return setting.value_digits == 0 || hasWideKeys(info); }

std::uint32_t mostByRanks(const Setting& setting, std::uint32_t radix_from, bool is_tuned) {
  if (is_tuned && radix_from != 0) return radix_from - 1;
  if (setting.passes() > 2) return ~0u;
  return setting.configuration.layout.element == Element::key ? kMostByRanksKeys : kMostByRanksPairs;
}

std::uint32_t fewestOf(const SorterInfo& info, const Setting& setting, std::uint32_t radix_from, bool looks_back) {
  const Configuration& configuration = setting.configuration;
  const std::uint32_t fewest = configuration.mode.fewest();
  if (info.algorithm != Algorithm::automatic) return fewest;
  if (isTuned(info, setting) && radix_from != 0) return radix_from > fewest ? radix_from : fewest;
  // Software takes four to ten times as long as in place, and no GPU with such subgroups was measured.
  if (!setting.hasWideSubgroups()) return kMostElements + 1;
  if (setting.value_digits == 0) {
    return configuration.layout.element == Element::key ? kFewestKeys : kFewestPairs;
  }
  return looks_back ? kFewestByValue : kFewestByValuePortable;
}

bool canSort(const SorterInfo& info, const Configuration& configuration, const DeviceLimits& limits) {
  const Mode& mode = configuration.mode;
  const bool orders = info.values != Values::iota || keepsPositions(info, configuration);  // descending indices
  const bool wanted = info.algorithm != Algorithm::bitonic && info.algorithm != Algorithm::rank;
  return wanted && info.path != Path::floor && limits.subgroup_size >= kLeastSubgroup &&
         configuration.layout.element != Element::triple && !mode.lists && orders;
}

}  // namespace

std::uint32_t Shape::sharedWords(std::uint32_t subgroup_log2, bool counts_others) const {
  const std::uint32_t counters = (1u << (invocations_log2 - subgroup_log2)) * VKSORT_RADIX_DIGITS;
  const std::uint32_t words = counters > tile() / parts ? counters : tile() / parts;
  return words + (counts_others ? (VKSORT_RADIX_KEY_PASSES - 1) * VKSORT_RADIX_DIGITS : 0);
}

std::uint32_t Shape::sharedBytes(std::uint32_t subgroup_log2) const {
  const bool counts_others = offsets == Offsets::by_first_table;
  constexpr std::uint32_t kVerdict = 2;  // of what decides, in coherent sorts
  return 4 * (sharedWords(subgroup_log2, counts_others) + 2 * VKSORT_RADIX_DIGITS + (counts_others ? kVerdict : 0));
}

std::uint64_t Shape::tableWords(std::uint64_t tiles) const {
  constexpr std::uint64_t kRow = VKSORT_RADIX_DIGITS, kSharedRow = kRow / 2;
  constexpr std::uint64_t kCounting = VKSORT_RADIX_HISTOGRAM_GROUPS;
  constexpr std::uint64_t kCounted = VKSORT_RADIX_KEY_PASSES * kRow;
  static_assert(kCounting * VKSORT_RADIX_NOTE_WORDS <= kCounted);
  switch (offsets) {
    case Offsets::by_look_back:
      return tiles * kRow;
    case Offsets::by_summed_rows:  // notes take the place of one row, so that copies begin with a line of memory
      return tiles * kRow + ((tiles < kCounting ? tiles : kCounting) + 1) * kCounted;
    case Offsets::by_rows:
      return tiles * kRow + (tiles < kCounting ? tiles : kCounting) * kCounted;
    case Offsets::by_first_table:
      return tiles * (kRow + kSharedRow);
    case Offsets::by_next_table:
      return tiles * 3 * kSharedRow;
    case Offsets::by_table:
      return tiles * kSharedRow;
    default:
      return (tiles + 1) * kRow;
  }
}

std::uint32_t Setting::indexFor(std::uint32_t n) const {
  std::uint32_t i = 0;
  while (i + 1 < shape_count && n > shapes[i].most) ++i;
  return i;
}

std::uint32_t Setting::fewestOf(std::uint32_t shape) const {
  const std::uint32_t first = shape == 0 || shapes[shape - 1].most < fewest ? fewest : shapes[shape - 1].most + 1;
  return indexFor(first) == shape ? first : 0;
}

std::uint32_t Setting::unitLog2(const Shape& shape) const {
  if (repair_log2 == 0) return 0;
  const std::uint32_t at_once = shape.counted_elements << shape.counting_log2;
  const auto whole = static_cast<std::uint32_t>(std::countr_zero(at_once != 0 ? at_once : shape.tile()));
  const std::uint32_t half = repair_log2 - 1;
  return whole < half ? whole : half;
}

std::uint32_t Setting::countedElements(const Shape& shape) const {
  std::uint32_t elements = shape.counted_elements;
  while (repair_log2 != 0 && elements > 1 && elements << subgroup_log2 > 1u << unitLog2(shape)) elements /= 2;
  return elements;
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
  if (!canSort(info, out.configuration, limits) || buffersWithScratch(out.configuration) > record_limits.max_buffers)
    return out;
  const bool pairs = out.configuration.layout.element != Element::key;
  out.most = info.max_count == 0 || info.max_count > kMostElements ? kMostElements : info.max_count;
  out.subgroup_log2 = static_cast<std::uint32_t>(std::bit_width(limits.subgroup_size)) - 1;
  // Measured on two GPUs of one vendor (R171), and true of the software driver, which has narrow subgroups.
  out.adds_in_order = limits.vendor_id == kNvidia || !out.hasWideSubgroups();
  if (!out.hasWideSubgroups() && out.most > kMostNarrow) out.most = kMostNarrow;

  // A rotation carries from the bits that differ to those that do not.
  const bool all = out.configuration.conversion.rotation != 0 || info.key_bits.count == 0;
  const std::uint32_t bits = all ? 32 : info.key_bits.count;
  out.digits = bits <= 2 * kDigitBits ? 2 : digitsOf(bits);
  const std::uint32_t highest = 32 - out.digits * kDigitBits;  // that the first digit can begin with
  out.first_bit = info.key_bits.first < highest ? info.key_bits.first : highest;
  out.value_digits = valueDigitsOf(info, out.configuration);
  out.fewest = fewestOf(info, out, tuning.radix_from, looks_back);
  out.most_by_ranks = mostByRanks(out, tuning.radix_from, isTuned(info, out));
  if (out.fewest > out.most) return out;

  const Mode& mode = out.configuration.mode;
  const bool by_value = out.value_digits != 0;
  const bool hooks_pairs = pairs && info.hook;  // 1 to 2 % later by rows
  const bool sums_rows = !by_value && !mode.device_count && !mode.coherent && !hooks_pairs;
  const auto add = [&](Shape shape) {
    // The first pass counts the later digits of keys alone; and what decides on passes by value comes before it anyway.
    if (shape.looksBack() && by_value) shape.offsets = Offsets::by_summed_rows;
    if (shape.offsets == Offsets::by_next_table && by_value) shape.offsets = Offsets::by_table;
    if (1u << shape.invocations_log2 > limits.counting_invocations) return;
    // Units of a coherent sort that end within a subgroup's elements are looked at row by row: 4 us more at rest.
    const bool counts_tiles = shape.looksBack() && shape.counted_elements == 0;
    if (mode.coherent && counts_tiles && (shape.elements & (shape.elements - 1)) != 0) return;
    if (shape.countsAll() && shape.counted_elements == 0) {
      shape.counting_log2 = shape.invocations_log2;
      shape.counted_elements = shape.elements;
    }
    if (1u << shape.counting_log2 > limits.counting_invocations) shape.counting_log2 = shape.invocations_log2;
    if (shape.sharedBytes(out.subgroup_log2) > limits.shared_memory_bytes) return;
    if (out.shape_count != 0 && out.shapes[out.shape_count - 1].most >= out.most) return;
    out.shapes[out.shape_count++] = shape;
  };
  const bool portable = !looks_back || info.algorithm == Algorithm::radix_portable;
  if (out.hasWideSubgroups()) {
    for (const Shape& shape : portable ? kPortable : kWide) add(shape);
    // Not by large tiles alone: where the least do not fit, all is sorted in place.
    if (out.shape_count == 0) return out;
    if (portable) {
      add(pairs ? kPortablePairs : kPortableKeys);
    } else {
      if (sums_rows) add(pairs ? kPairsByRows : largeKeys(Offsets::by_rows));
      add(pairs ? kLargePairs : largeKeys(Offsets::by_look_back));
      if (!pairs) add(kKeysInLittle);
    }
  } else {
    // Software compiles the elements of an invocation one by one.
    const std::uint32_t few_log2 = out.subgroup_log2 + 3;
    if (portable) add({1u << 11, few_log2, 4, 1, Offsets::by_next_table});
    add({1u << 12, few_log2, 2, 1, portable ? Offsets::by_table : Offsets::by_first_table});
    // By rows as many are counted at once as a tile has, so that there are more rounds than workgroups that count.
    const Shape of_rows{kMostTilesBefore << (few_log2 + 1), few_log2, 2, 2, Offsets::by_rows, few_log2, 2};
    const Shape of_all{of_rows.most, few_log2, 2, 2, Offsets::by_look_back, few_log2, 4};
    if (!portable) add(sums_rows ? of_rows : of_all);
    add({kMostElements, few_log2, 2, 2, Offsets::by_summed_table});
  }
  // All there may be, or none.
  if (out.shape_count != 0 && out.shapes[out.shape_count - 1].most < out.most) out.shape_count = 0;
  if (mode.coherent) {
    out.repair_log2 = tuning.tile_log2;
  } else if (mode.device_count) {
    out.few = 1u << (tuning.tile_log2 + tuning.double_tiles);
  }
  return out;
}

Scratch scratchOf(const Setting& setting, std::uint32_t n) {
  std::uint64_t states = 0;
  const std::uint32_t last = setting.indexFor(n);
  for (std::uint32_t i = 0; i <= last; ++i) {
    const Shape& shape = setting.shapes[i];
    const std::uint64_t rows = shape.tilesOf(n < shape.most ? n : shape.most);
    const std::uint64_t words = shape.tableWords(rows);
    if (words > states) states = words;
  }
  const std::uint64_t elements = std::uint64_t{n} * wordsOf(setting.configuration.layout.element);
  Scratch out{};
  const Shape& shape = setting.shapeFor(n);
  out.table = VKSORT_RADIX_STATES + (shape.looksBack() ? shape.tilesOf(n) * VKSORT_RADIX_DIGITS : 0);
  out.copy = static_cast<std::uint32_t>(VKSORT_RADIX_STATES + states);
  out.second_copy = static_cast<std::uint32_t>(out.copy + elements);
  const bool of_pairs =
      setting.configuration.layout.element != Element::key;  // which begin at even words of the binding
  out.end = out.copy + elements * setting.copies() + (of_pairs ? 1 : 0);
  if (setting.repair_log2 == 0) return out;
  // As many as the smallest units are, so that no shape takes less than one of fewer elements.
  std::uint32_t unit_log2 = setting.unitLog2(setting.shapes[0]);
  for (std::uint32_t i = 1; i < setting.shape_count; ++i) {
    const std::uint32_t log2 = setting.unitLog2(setting.shapes[i]);
    if (log2 < unit_log2) unit_log2 = log2;
  }
  out.units = static_cast<std::uint32_t>(out.end);
  const bool by_value = setting.value_digits != 0;
  out.end +=
      std::uint64_t{ceilShift(n, unit_log2)} * (by_value ? VKSORT_RADIX_UNIT_WORDS_BY_VALUE : VKSORT_RADIX_UNIT_WORDS);
  return out;
}

}  // namespace vksort::radix
