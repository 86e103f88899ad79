#include "sorts/radix/passes.h"

#include <algorithm>
#include <initializer_list>

namespace vksort::radix {
namespace {

struct Adder {
  const RadixSetting& setting;
  const Request& request;
  const Course& course;
  std::uint32_t first_kernel;
  PassSink out;
  std::uint32_t n = request.count;
  bool in_segments = request.mode == Mode::segments;
  Listed used = in_segments ? setting.listedFor(n) : Listed{setting.indexFor(n), setting.shapeFor(n)};
  const TileShape& shape = used.shape;
  const Digits& digits = course.digits;
  const ScratchLayout& layout = course.layout;
  bool indirect = in_segments || (request.mode == Mode::indirect && shape.dispatchesIndirectly());

  [[nodiscard]] RadixPush words() const {
    const Conversion& conversion = request.conversion;
    const bool wide = setting.configuration.wide();  // word 1 is the most significant word
    RadixPush words{};
    words.passes = digits.count;
    words.word = digits.list[0].word;
    words.shift = digits.list[0].shift;
    for (std::uint32_t i = digits.count; i-- > 0;) {
      const auto& [word, shift] = digits.list[i];
      std::uint32_t& packed = word == 2 ? words.digits_2 : words.digits_01;
      const std::uint32_t at = 16 * (word & 1), count = (packed >> at >> 9 & 7) + 1;
      packed = (packed & ~(0xffffu << at)) | (i | std::uint32_t{shift} << 4 | count << 9) << at;
    }
    words.flip_0 = wide ? conversion.low_flip : conversion.flip;
    words.flip_1 = wide ? conversion.flip : 0;
    words.offsets = static_cast<std::uint32_t>(shape.offsets);
    words.tile = shape.tile();
    words.table = layout.table;
    words.index_bits = course.index_bits;
    const std::uint32_t end = digits.list[digits.count - 1].shift + 32 - course.index_bits;
    words.digits_mask = course.index_bits != 0 && end < 32 ? (1u << end) - 1 : ~0u;
    words.tiles = course.tiles.list;
    words.max_in_place = sortsFewInPlace(setting, request) ? setting.max_in_place : 0;
    return words;
  }

  void add(Role role, Wait wait, std::uint32_t groups, std::uint32_t dispatch_word, const RadixPush& words) const {
    Pass pass{};
    pass.kernel = static_cast<std::uint8_t>(first_kernel + kernelOf(role, used.index));
    pass.wait = wait;
    pass.groups = in_segments && role != Role::set_up ? 0 : groups;
    pass.dispatch_word = indirect && role != Role::set_up ? dispatch_word : kDirect;
    if (in_segments && role != Role::set_up) pass.dispatch_word += VKSORT_TILE_DISPATCH_WORDS;
    pass.push<RadixPush>() = words;
    out(pass);
  }

  void addMove(std::uint32_t i, const RadixPush& words) const {
    const std::uint32_t tiles = shape.tilesOf(n);
    if (shape.offsets == Offsets::summed_table) {
      if (i != 0) add(Role::count, Wait::passes, tiles, VKSORT_RADIX_PASS_DISPATCH, words);
      add(Role::sum, Wait::passes, VKSORT_RADIX_SUM_GROUPS, VKSORT_RADIX_SUM_DISPATCH, words);
    }
    // If the dispatch of a narrow pass is indirect, there can be more workgroups than tiles.
    const bool is_narrow = i >= course.narrow_from;
    add(is_narrow ? Role::narrow_pass : Role::pass, Wait::passes, is_narrow ? setting.narrow.tilesOf(n) : tiles,
        VKSORT_RADIX_PASS_DISPATCH, words);
  }

  // Changes the words of pass i, whose source is set.
  void setMove(std::uint32_t i, RadixPush& words) const {
    const bool last = i + 1 == digits.count, converts = request.conversion.isNeeded();
    // Move from the range to a copy and back. If the number of digits is odd, the last two passes use the second copy,
    // or move narrow elements from the range of keys to the range of payloads.
    const bool to_range = last || (words.from != 0 && (course.narrows() || digits.copies() == 1));
    const bool is_narrow = i >= course.narrow_from, discards = last && setting.configuration.discardsKeys();
    words.word = is_narrow ? 0 : digits.list[i].word;
    words.shift = digits.list[i].shift;
    words.key_shift = digits.list[is_narrow || last ? i : i + 1].shift;
    if (is_narrow && course.index_bits != 0) words.shift = last ? course.index_bits : VKSORT_RADIX_TILE_INDEX_BITS;
    words.index = i;
    words.to = to_range ? 0 : words.from == layout.copy ? layout.second_copy : layout.copy;
    words.converts = !converts ? 0 : i == 0 ? VKSORT_CONVERT_LOADED : last && !discards ? VKSORT_CONVERT_STORED : 0;
    words.stores = discards ? VKSORT_RADIX_STORE_PAYLOADS : VKSORT_RADIX_STORE_ALL;
    if (course.narrows() && i + 1 == course.narrow_from) words.stores = VKSORT_RADIX_STORE_NARROW;
  }
};

// The test needs several tiles, and the last one must not be full.
std::uint32_t trialCount(const TileShape& shape, std::uint32_t min_count) {
  return std::max(3 * shape.tile() + shape.tile() / 4 + 3, min_count);
}

// Returns the size of a sort that uses the shape, or 0 if it is too large to try.
std::uint32_t trialCount(const RadixSetting& setting, std::uint32_t shape, std::uint32_t min_count) {
  constexpr std::uint32_t kLargestTried = 5u << 18;  // the last shape of the NVIDIA class starts at 1,081,345
  const std::uint32_t first = setting.minCountOf(shape);
  const std::uint32_t enough = trialCount(setting.shapes[shape], first < min_count ? min_count : first);
  const std::uint32_t n = enough < setting.max_count ? enough : setting.max_count;
  return first != 0 && n <= kLargestTried && setting.indexFor(n) == shape ? n : 0;
}

// Clears histograms, for segments while other passes sort the short ones. Returns Pass::wait of the next pass.
Wait addSetUp(const Adder& adder, RadixPush& words) {
  const TileList& tiles = adder.course.tiles;
  const bool looks_back = adder.shape.offsets == Offsets::look_back;
  if (!looks_back && (!adder.indirect || adder.in_segments)) return adder.in_segments ? Wait::passes : Wait::nothing;
  words.from = adder.in_segments ? tiles.histograms : 0;
  words.to = adder.in_segments ? tiles.list : VKSORT_RADIX_STATES_AT;
  const std::uint32_t groups = (words.to - words.from) / VKSORT_RADIX_STATES_AT;
  adder.add(Role::set_up, adder.in_segments ? Wait::passes_if_shared : Wait::nothing,
            std::clamp<std::uint32_t>(groups, 1, VKSORT_RADIX_COUNT_GROUPS), kDirect, words);
  words.from = words.to = 0;
  return adder.indirect && !adder.in_segments ? Wait::passes_and_dispatch_words : Wait::passes;
}

}  // namespace

bool sortsFewInPlace(const RadixSetting& setting, const Request& request) {
  return setting.max_in_place != 0 && request.mode == Mode::indirect &&
         setting.shapeFor(request.count).max_count == kMaxElements;
}

void addPasses(const RadixSetting& setting, const Request& request, const Course& course, std::uint32_t first_kernel,
               PassSink out) {
  const Adder adder{setting, request, course, first_kernel, out};
  const TileShape& shape = adder.shape;
  const std::uint32_t tiles = shape.tilesOf(request.count);
  RadixPush words = adder.words();
  const bool converts = request.conversion.isNeeded();
  words.converts = converts ? VKSORT_CONVERT_LOADED : 0;
  const Wait wait = addSetUp(adder, words);
  if (shape.offsets == Offsets::look_back) {
    const std::uint32_t groups = tiles < VKSORT_RADIX_COUNT_GROUPS ? tiles : VKSORT_RADIX_COUNT_GROUPS;
    adder.add(Role::count, wait, groups, VKSORT_RADIX_COUNT_DISPATCH, words);
  } else {
    adder.add(Role::count, wait, tiles, VKSORT_RADIX_PASS_DISPATCH, words);
  }
  for (std::uint32_t i = 0; i < adder.digits.count; ++i) {
    adder.setMove(i, words);
    adder.addMove(i, words);
    words.from = words.to;
  }
}

void markKernels(const RadixSetting& setting, std::uint32_t first_kernel, KernelSet& out) {
  for (std::uint32_t i = 0; i < setting.shape_count; ++i) {
    const std::uint32_t n = setting.minCountOf(i);
    if (n == 0) continue;
    // If n elements with all bits are too large to become narrow, elements with fewer significant bits still can.
    if (setting.canNarrow(setting.shapes[i])) out[first_kernel + kernelOf(Role::narrow_pass, i)] = true;
    for (const Mode mode : {Mode::whole, Mode::indirect}) {
      const Request request{n, mode};
      addPasses(setting, request, courseOf(setting, request, 0), first_kernel,
                [&](const Pass& pass) { out[pass.kernel] = true; });
    }
  }
  if (!setting.sortsSegments()) return;
  for (const std::uint32_t max_segment : {1u, setting.max_count}) {
    const Request request{max_segment, Mode::segments};
    addPasses(setting, request, courseOf(setting, request, 0), first_kernel,
              [&](const Pass& pass) { out[pass.kernel] = true; });
  }
}

void addTrials(const RadixSetting& setting, std::uint32_t first_kernel, std::uint32_t min_count, TrialList& out) {
  const auto add = [&](std::uint32_t kernel, std::uint32_t n, Mode mode) {
    out.add({static_cast<std::uint8_t>(first_kernel + kernel), n, mode, true});
  };
  bool has_set_up = false, tries_set_up = false;
  const std::uint32_t set_up = kernelOf(Role::set_up, 0);
  for (std::uint32_t i = 0; i < setting.shape_count; ++i) {
    if (setting.minCountOf(i) == 0) continue;
    const std::uint32_t n = trialCount(setting, i, min_count);
    const std::uint32_t kernel = kernelOf(Role::pass, i);
    if (n != 0) add(kernel, n, Mode::whole);
    if (n == 0 && !out.untested) out.untested = nameOf(kernel);
    if (!setting.shapes[i].dispatchesIndirectly()) continue;
    has_set_up = true;
    if (n == 0 || tries_set_up) continue;
    add(set_up, n, Mode::indirect);
    tries_set_up = true;
  }
  if (has_set_up && !tries_set_up && !out.untested) out.untested = nameOf(set_up);
  if (!setting.sortsSegments()) return;
  const std::uint32_t listed = kernelOf(Role::pass, setting.listed_index);
  // Shorter segments fit one workgroup.
  const std::uint32_t shortest = std::max(min_count, setting.max_in_place + 1);
  const std::uint32_t n = trialCount(setting.shapes[setting.listed_index], shortest);
  add(listed, std::min(n, setting.max_count), Mode::segments);
}

}  // namespace vksort::radix
