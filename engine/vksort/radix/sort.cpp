#include "radix/sort.h"

namespace vksort::radix {

bool sorts(const Setting& setting, std::uint32_t n) {
  return setting.shape_count != 0 && n >= setting.fewest && n <= setting.most &&
         scratchOf(setting, n).end <= setting.max_scratch_words;
}

bool leavesFew(const Setting& setting, std::uint32_t n) {
  return setting.few != 0 && setting.shapeFor(n).max_count == kMostElements;
}

namespace {

// Adds the passes of one sort.
struct Adder {
  const Setting& setting;
  std::uint32_t n, first_kernel;
  PassList& out;
  std::uint32_t index = setting.indexFor(n);
  const Shape& shape = setting.shapes[index];
  Scratch scratch = scratchOf(setting, n);
  bool by_arguments = setting.findsArguments(shape);

  [[nodiscard]] const char* labelOf(const char* plain, const char* portable) const {
    return shape.offsets == Offsets::summed_table ? portable : plain;
  }

  // What all passes have.
  [[nodiscard]] RadixPush words() const {
    const Conversion& conversion = setting.configuration.conversion;
    const bool wide = setting.configuration.layout.interleaved == 2;  // its first word of the order is word 1
    RadixPush words{};
    words.passes = setting.passes;
    words.word = setting.digits[0].word;
    words.shift = setting.digits[0].shift;
    for (std::uint32_t i = setting.passes; i-- > 0;) {
      const auto& [word, shift] = setting.digits[i];
      std::uint32_t& packed = word == 2 ? words.digits_2 : words.digits_01;
      const std::uint32_t at = 16 * (word & 1), count = (packed >> at >> 9 & 7) + 1;
      packed = (packed & ~(0xffffu << at)) | (i | shift << 4 | count << 9) << at;
    }
    words.mask = conversion.mask;
    words.flip = wide ? conversion.second_flip : conversion.flip;
    words.flip_1 = wide ? conversion.flip : conversion.second_flip;
    words.flip_2 = conversion.third_flip;
    words.tile = shape.tile();
    words.table = scratch.table;
    words.few = leavesFew(setting, n) ? setting.few : 0;
    return words;
  }

  void add(Role role, const char* label, Wait wait, std::uint32_t groups, std::uint32_t arguments,
           const RadixPush& words) const {
    Pass& pass = out.add();
    pass = {};
    pass.label = label;
    pass.kernel = static_cast<std::uint8_t>(first_kernel + kernelOf(role, index));
    pass.wait = wait;
    pass.groups = groups;
    pass.arguments = by_arguments && role != Role::set_up ? arguments : kDirect;
    setWords(pass, words);
  }

  void addMove(std::uint32_t i, const RadixPush& words) const {
    const std::uint32_t tiles = shape.tilesOf(n);
    if (shape.offsets == Offsets::summed_table) {
      const char* const label = words.from == 0 ? "radix_portable_count_range" : "radix_portable_count_copy";
      if (i != 0) add(Role::count, label, Wait::passes, tiles, VKSORT_RADIX_PASS_ARGUMENTS, words);
      add(Role::sum, "radix_portable_sum", Wait::passes, VKSORT_RADIX_SUM_GROUPS, VKSORT_RADIX_SUM_ARGUMENTS, words);
    }
    const bool is_first = i == 0 && shape.offsets == Offsets::first_table;
    const char* const label = is_first          ? "radix_first_pass"
                              : words.from == 0 ? labelOf("radix_forth", "radix_portable_forth")
                              : words.to == 0   ? labelOf("radix_back", "radix_portable_back")
                                                : labelOf("radix_across", "radix_portable_across");
    add(is_first ? Role::first_pass : Role::pass, label, Wait::passes, tiles, VKSORT_RADIX_PASS_ARGUMENTS, words);
  }
};

}  // namespace

void addPasses(const Setting& setting, std::uint32_t n, std::uint32_t first_kernel, PassList& out) {
  const Adder adder{setting, n, first_kernel, out};
  const Shape& shape = adder.shape;
  RadixPush words = adder.words();
  const bool converts = (words.mask | words.flip | words.flip_1) != 0;
  words.converts = converts ? VKSORT_RADIX_LOADED : 0;
  if (setting.setsUp(shape))
    adder.add(Role::set_up, adder.labelOf("radix_set_up", "radix_portable_set_up"), Wait::nothing, 1, kDirect, words);
  const Wait wait = !setting.setsUp(shape) ? Wait::nothing
                    : adder.by_arguments   ? Wait::passes_and_arguments
                                           : Wait::passes;
  if (shape.offsets == Offsets::look_back) {
    const std::uint32_t tiles = shape.tilesOf(n);
    const std::uint32_t groups = tiles < VKSORT_RADIX_COUNT_GROUPS ? tiles : VKSORT_RADIX_COUNT_GROUPS;
    adder.add(Role::count_all, "radix_histogram", wait, groups, VKSORT_RADIX_COUNT_ARGUMENTS, words);
  } else {
    adder.add(Role::count, adder.labelOf("radix_count_tiles", "radix_portable_count_tiles"), wait, shape.tilesOf(n),
              VKSORT_RADIX_PASS_ARGUMENTS, words);
  }
  // From the range to a copy and back, or, if their number is odd, at last on to the second copy and back.
  for (std::uint32_t i = 0; i < setting.passes; ++i) {
    const bool last = i + 1 == setting.passes;
    const bool to_range = words.from != 0 && (last || setting.copies() == 1);
    words.word = setting.digits[i].word;
    words.shift = setting.digits[i].shift;
    words.index = i;
    words.to = to_range ? 0 : words.from == adder.scratch.copy ? adder.scratch.second_copy : adder.scratch.copy;
    words.converts = !converts ? 0 : i == 0 ? VKSORT_RADIX_LOADED : last ? VKSORT_RADIX_STORED : 0;
    adder.addMove(i, words);
    words.from = words.to;
  }
}

PassBytes bytesOf(const Setting& setting, std::uint32_t n, std::uint32_t first_kernel, const Pass& pass) {
  const std::uint64_t word = std::uint64_t{n} * 4;
  const Role role = roleOf(pass.kernel - first_kernel);
  const RadixPush words = pushOf<RadixPush>(pass);
  const Mode& mode = setting.configuration.mode;
  if (role == Role::set_up || role == Role::sum) return {};
  if (role == Role::count || role == Role::count_all) {
    std::uint32_t counted = 0;  // words, a bit each
    for (std::uint32_t i = 0; i < setting.passes; ++i) {
      if (role == Role::count_all || i == words.index) counted |= 1u << setting.digits[i].word;
    }
    const std::uint64_t made = mode.writes_keys && words.index == 0 ? 1 : 0;  // word 0 is
    const std::uint64_t read = (counted >> 2 & 1) + (counted >> 1 & 1) + ((counted & 1) != 0 && made == 0 ? 1 : 0);
    return {read * word, made * word};
  }
  const std::uint64_t elements = setting.words() * word;
  return {mode.writes_values && words.index == 0 ? elements - word : elements, elements};
}

void addProofs(const Setting& setting, ProofList& out) {
  constexpr std::uint32_t kLargestTried = 1u << 20;
  for (std::uint32_t i = 0; i < setting.shape_count; ++i) {
    const Shape& shape = setting.shapes[i];
    const std::uint32_t fewest = setting.fewestOf(i);
    if (fewest == 0) continue;  // no sort takes it
    // Some tiles, the last one of which is not full.
    const std::uint32_t wanted = 3 * shape.tile() + shape.tile() / 4 + 3;
    const std::uint32_t enough = wanted > fewest ? wanted : fewest;
    const std::uint32_t n = enough < setting.most ? enough : setting.most;
    const char* const name = nameOf(kernelOf(Role::pass, i));
    if (n <= kLargestTried && setting.indexFor(n) == i && sorts(setting, n)) {
      out.add({name, n, true});
    } else if (!out.unproven) {
      out.unproven = name;
    }
  }
}

}  // namespace vksort::radix
