#include "sorts/radix/tiles.h"

#include <algorithm>
#include <bit>

#include "sorts/sizes/classes.h"

namespace vksort::radix {
namespace {

constexpr std::uint32_t kCountingLog2 = 9;
// Largest sort with the first shape without look-back (R70 to R75 of samples/bench/experiments_log.md).
constexpr std::uint32_t kMaxOfFirstPortable = 1u << 19;

// A software driver limits the rounds of a loop. These are the most tiles that one workgroup can count for others, and
// the largest sort whose tables it can sum.
constexpr std::uint32_t kMaxTilesBefore = 512;
constexpr std::uint32_t kMaxInSoftware = 1u << 23;

std::uint32_t rankingOf(const Configuration& configuration) {
  if (configuration.layout.element == Element::triple) return VKSORT_RADIX_VOTES;
  if (configuration.wide() || configuration.ordersByPayload()) return VKSORT_RADIX_BOTH_WORDS;
  if (configuration.payload == Payload::none || configuration.ties == Ties::any) return VKSORT_RADIX_ANY_PAYLOADS;
  return configuration.writesIndices() ? VKSORT_RADIX_PAYLOADS_ASCEND : VKSORT_RADIX_VOTES;
}

bool canSort(const Configuration& configuration, const DeviceLimits& limits) {
  const bool wanted = configuration.algorithm != Algorithm::bitonic && configuration.algorithm != Algorithm::rank;
  return wanted && hasDigits(configuration) && !configuration.baseline && configuration.scratch != Scratch::never &&
         canRun(limits);
}

void addShape(RadixSetting& out, const RadixShape& shape, std::uint32_t max_count, Offsets offsets) {
  if (out.shape_count != 0 && out.shapes[out.shape_count - 1].max_count >= out.max_count) return;
  out.shapes[out.shape_count++] = {{max_count, shape.invocations_log2, shape.elements, shape.parts}, offsets};
}

void addShapes(RadixSetting& out, const RadixShape (&shapes)[kMaxShapes]) {
  if (!out.looks_back && !out.is_software && shapes[0].max_count != 0 && shapes[0].max_count != kMaxElements) {
    addShape(out, shapes[0], kMaxOfFirstPortable, Offsets::summed_table);
  }
  for (const RadixShape& shape : shapes) {
    if (shape.max_count == kMaxElements) {
      const std::uint32_t limit = kMaxTilesBefore * shape.elements << shape.invocations_log2;
      if (out.looks_back) addShape(out, shape, out.is_software ? limit : kMaxElements, Offsets::look_back);
      addShape(out, shape, kMaxElements, Offsets::summed_table);
    } else if (out.looks_back && shape.max_count != 0) {
      addShape(out, shape, shape.max_count, Offsets::first_table);
    }
  }
  if (out.shape_count != 0 && out.shapes[out.shape_count - 1].max_count < out.max_count) out.shape_count = 0;
}

std::uint32_t maxBindable(const RadixSetting& setting, std::uint32_t limit) {
  std::uint32_t found = 0;
  for (std::uint32_t bit = 1u << (VKSORT_RADIX_STATE_BITS - 1); bit != 0; bit >>= 1) {
    const std::uint32_t n = found | bit;
    if (n <= limit && scratchLayout(setting, n).end <= setting.max_scratch_words) found = n;
  }
  return found;
}

// The digits start at bit `first`, or below it so that they end inside the word.
void addDigits(Digits& out, std::uint32_t word, std::uint32_t first, std::uint32_t digits) {
  const std::uint32_t highest = 32 - digits * VKSORT_RADIX_DIGIT_BITS;
  if (first > highest) first = highest;
  for (std::uint32_t i = 0; i < digits; ++i) {
    const std::uint32_t shift = first + i * VKSORT_RADIX_DIGIT_BITS;
    out.list[out.count++] = {static_cast<std::uint8_t>(word), static_cast<std::uint8_t>(shift)};
  }
}

// The bits in the word whose lowest bit is `base`.
KeyBits partOf(KeyBits bits, std::uint32_t base) {
  const std::uint32_t first = bits.first > base ? bits.first - base : 0;
  const std::uint32_t end = bits.first + bits.count > base ? bits.first + bits.count - base : 0;
  return {first, (end < 32 ? end : 32) > first ? (end < 32 ? end : 32) - first : 0};
}

void setNarrow(const RadixSetting& setting, const Request& request, KeyBits bits, Course& out) {
  const Digits& digits = out.digits;
  const std::uint32_t n = request.count;
  out.narrow_from = digits.count;
  if (request.mode == Mode::segments || !setting.canNarrow(setting.shapeFor(n))) return;
  if (setting.configuration.wide()) {
    std::uint32_t low_digits = 0;
    while (low_digits < digits.count && digits.list[low_digits].word == 0) ++low_digits;
    out.narrow_from = low_digits != 0 ? low_digits : 1;
    return;
  }
  // Bits above `end` are equal in all keys. A narrow element contains at least one bit of its last digit.
  const std::uint32_t end = bits.count != 0 ? bits.first + bits.count : 32, last = digits.list[digits.count - 1].shift;
  const std::uint32_t index_bits = 32 - (end > last ? end - last : 1);
  if (n > 1u << index_bits) return;
  out.index_bits = index_bits;
  out.narrow_from = digits.count == 2 ? 0 : digits.count - 1;
}

// Smaller tiles would need more states than are cleared.
TileShape narrowShape(const RadixSetting& setting) {
  const Configuration& configuration = setting.configuration;
  TileShape out{};
  for (std::uint32_t i = 0; configuration.discardsKeys() && i < setting.shape_count; ++i) {
    if (setting.shapes[i].offsets == Offsets::look_back) out = setting.shapes[i];
  }
  if (configuration.wide()) return out;
  // One word needs fewer registers than two, and two parts need less shared memory (R269 of
  // samples/bench/experiments_log.md).
  out.elements = std::min(out.elements * 3 / 2 & ~1u, 16u);
  out.parts = 2;
  return configuration.writesIndices() ? out : TileShape{};
}

// The second shape is the fastest one for segments. A first table is only faster for a single range.
std::uint32_t listedIndex(const RadixSetting& setting) {
  const std::uint32_t second = std::min(setting.shape_count - 1, 1u);
  return setting.looks_back && setting.shapes[second].offsets != Offsets::first_table ? 0 : second;
}

}  // namespace

Digits digitsFor(const Configuration& configuration, KeyBits bits, bool is_even) {
  constexpr std::uint32_t kWordDigits = 32 / VKSORT_RADIX_DIGIT_BITS;
  if (bits.count == 0) bits.count = configuration.key_bits - bits.first;
  const KeyBits low = partOf(bits, 0), high = partOf(bits, 32);
  std::uint32_t low_digits = (low.count + VKSORT_RADIX_DIGIT_BITS - 1) / VKSORT_RADIX_DIGIT_BITS;
  std::uint32_t high_digits = (high.count + VKSORT_RADIX_DIGIT_BITS - 1) / VKSORT_RADIX_DIGIT_BITS;
  const std::uint32_t before = configuration.ordersByPayload() && !configuration.wide() ? kWordDigits : 0;
  // A single pass could not end in the range.
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

std::uint64_t tableWords(Offsets offsets, std::uint64_t tiles) {
  constexpr std::uint64_t kRow = VKSORT_RADIX_DIGITS;
  if (offsets == Offsets::summed_table) return (tiles + 1) * kRow;
  // A first table also stores two counts per word.
  return tiles * (offsets == Offsets::look_back ? kRow : kRow + kRow / 2);
}

std::uint32_t RadixSetting::indexFor(std::uint32_t n) const {
  std::uint32_t i = 0;
  while (i + 1 < shape_count && n > shapes[i].max_count) ++i;
  return i;
}

Listed RadixSetting::listedFor(std::uint32_t max_segment) const {
  Listed out{listed_index, shapes[listed_index]};
  if (is_software && looks_back && max_segment > kMaxTilesBefore * out.shape.tile()) out.index = shape_count - 1;
  out.shape = shapes[out.index];
  if (out.shape.offsets == Offsets::first_table) out.shape.offsets = Offsets::look_back;
  return out;
}

std::uint32_t RadixSetting::minCountOf(std::uint32_t shape) const {
  const std::uint32_t before = shape == 0 ? 0 : shapes[shape - 1].max_count;
  const std::uint32_t first = before < min_count ? min_count : before + 1;
  return indexFor(first) == shape && first <= max_count ? first : 0;
}

RadixSetting settingOf(const Configuration& configuration, const DeviceLimits& limits,
                       const RecordLimits& record_limits, const Tuning& tuning, std::uint32_t one_workgroup,
                       bool looks_back) {
  RadixSetting out{};
  out.configuration = configuration;
  out.max_groups_x = record_limits.max_groups_x;
  out.max_scratch_words = record_limits.maxWords();
  out.max_in_place = one_workgroup;
  if (!canSort(configuration, limits) || VKSORT_BINDINGS > record_limits.max_buffers) return out;
  out.subgroup_log2 = static_cast<std::uint32_t>(std::bit_width(limits.subgroup_size)) - 1;
  out.looks_back = looks_back && configuration.algorithm != Algorithm::radix_portable;
  out.automatic = configuration.algorithm == Algorithm::automatic;
  out.scratch_pays = classOf(limits).scratch_pays;
  out.is_software = limits.is_software;
  out.max_passes = digitsFor(configuration, {}, false).count;
  out.radix_from = configuration.ordersByPayload() ? 0 : tuning.radix_from;
  out.ranking =
      out.looks_back && tuning.radix_additions != 0 ? rankingOf(configuration) : std::uint32_t{VKSORT_RADIX_VOTES};
  out.counting_log2 = out.is_software ? out.subgroup_log2 + 3 : kCountingLog2;
  while (1u << out.counting_log2 > limits.counting_invocations) --out.counting_log2;

  const std::uint32_t limit = out.is_software ? kMaxInSoftware : kMaxElements;
  out.max_count = configuration.max_count == 0 || configuration.max_count > limit ? limit : configuration.max_count;
  out.min_count = out.minCountFor(2);
  if (out.max_passes > 4 && !configuration.wide()) out.min_count = out.minCountFor(out.max_passes);
  if (out.min_count <= out.max_count) addShapes(out, tuning.radix_shapes);
  if (out.shape_count == 0) return out;
  out.narrow = narrowShape(out);
  out.listed_index = listedIndex(out);
  out.max_count = maxBindable(out, out.max_count);
  if (out.max_count < out.min_count) out.shape_count = 0;
  return out;
}

namespace {

void placeCopies(const RadixSetting& setting, std::uint32_t n, std::uint64_t begin, std::uint32_t copies,
                 ScratchLayout& out) {
  const std::uint64_t elements = std::uint64_t{n} * setting.words();
  // Copies of two-word and three-word elements start at even words of the binding.
  const std::uint64_t copy = setting.words() == 1 ? elements : elements + 1;
  out.copy = static_cast<std::uint32_t>(begin);
  out.second_copy = static_cast<std::uint32_t>(begin + copy);
  out.end = begin + copy * copies;
}

std::uint32_t statesEnd(Offsets offsets, std::uint32_t tiles) {
  return VKSORT_RADIX_STATES_AT + (offsets != Offsets::summed_table ? tiles * VKSORT_RADIX_DIGITS : 0);
}

}  // namespace

ScratchLayout scratchLayout(const RadixSetting& setting, std::uint32_t n, std::uint32_t copies) {
  std::uint64_t tables = 0;
  const std::uint32_t last = setting.indexFor(n);
  for (std::uint32_t i = 0; i <= last; ++i) {
    const TileShape& shape = setting.shapes[i];
    const std::uint64_t words = tableWords(shape.offsets, shape.tilesOf(n < shape.max_count ? n : shape.max_count));
    if (words > tables) tables = words;
  }
  ScratchLayout out{};
  out.table = statesEnd(setting.shapes[last].offsets, setting.shapes[last].tilesOf(n));
  placeCopies(setting, n, VKSORT_RADIX_STATES_AT + tables, copies, out);
  return out;
}

ScratchLayout segmentLayout(const RadixSetting& setting, const TileShape& shape, std::uint32_t n,
                            std::uint32_t segment_count, std::uint32_t copies, TileList& tiles) {
  const Offsets offsets = shape.offsets;
  tiles.tile = shape.tile();
  tiles.max_in_place = setting.max_in_place;
  tiles.histogram_words = setting.max_passes * VKSORT_RADIX_DIGITS;
  tiles.count_groups = offsets == Offsets::look_back ? VKSORT_RADIX_COUNT_GROUPS : ~0u;
  tiles.sum_groups = VKSORT_RADIX_SUM_GROUPS;
  // The last tile of a segment can be partial.
  tiles.max_tiles = n / tiles.tile + std::min(segment_count, n / (tiles.max_in_place + 1));
  if (offsets != Offsets::summed_table) tiles.max_histograms = std::min(segment_count, n / (tiles.tile + 1));
  const std::uint64_t histograms = VKSORT_RADIX_STATES_AT + tableWords(offsets, tiles.max_tiles);
  const std::uint64_t list = histograms + std::uint64_t{tiles.max_histograms} * tiles.histogram_words;
  tiles.histograms = static_cast<std::uint32_t>(histograms);
  tiles.list = static_cast<std::uint32_t>(list);
  ScratchLayout out{};
  out.table = statesEnd(offsets, tiles.max_tiles);
  placeCopies(setting, n, list + std::uint64_t{tiles.max_tiles + 1} * VKSORT_TILE_WORDS, copies, out);
  return out;
}

Course courseOf(const RadixSetting& setting, const Request& request, std::uint64_t scratch_words) {
  // A rotation can carry to bits that are not significant.
  const KeyBits bits = request.conversion.rotation != 0 ? KeyBits{} : request.bits;
  const std::uint32_t n = request.elements();
  Course out{};
  const bool in_segments = request.mode == Mode::segments;
  out.digits = digitsFor(setting.configuration, bits, false);
  setNarrow(setting, request, bits, out);
  const auto place = [&](std::uint32_t copies) {
    out.layout = in_segments ? segmentLayout(setting, setting.listedFor(request.count).shape, n, request.segment_count,
                                             copies, out.tiles)
                             : scratchLayout(setting, n, copies);
  };
  place(out.narrows() ? 1 : out.digits.copies());
  const std::uint64_t room = scratch_words < setting.max_scratch_words ? scratch_words : setting.max_scratch_words;
  if (out.narrows() || out.digits.copies() == 1 || out.layout.end <= room) return out;
  out.digits = digitsFor(setting.configuration, bits, true);
  out.narrow_from = out.digits.count;
  out.index_bits = 0;
  place(1);
  return out;
}

}  // namespace vksort::radix
