#include "radix/sort.h"

#include "sort/radix/interface.h"

namespace vksort::radix {

bool sorts(const Setting& setting, std::uint32_t n) {
  return setting.shape_count != 0 && n >= setting.fewest && n <= setting.most &&
         scratchOf(setting, n).end <= setting.max_scratch_words;
}

bool leavesFew(const Setting& setting, std::uint32_t n) {
  return setting.few != 0 && setting.shapeFor(n).most == kMostElements;
}

namespace {

// Of a pass that moves.
const char* labelOf(const Shape& shape, bool from_range, bool to_range) {
  if (shape.looksBack()) return from_range ? "radix_forth" : to_range ? "radix_back" : "radix_across";
  return from_range ? "radix_portable_forth" : to_range ? "radix_portable_back" : "radix_portable_across";
}

// Adds the passes of one sort.
struct Adder {
  const Setting& setting;
  std::uint32_t n, first_kernel;
  PassList& out;
  std::uint32_t index = setting.indexFor(n);
  Scratch scratch = scratchOf(setting, n);

  [[nodiscard]] const Shape& shape() const { return setting.shapes[index]; }
  [[nodiscard]] std::uint32_t tiles() const { return shape().tilesOf(n); }

  // Bits below the first digit of all.
  [[nodiscard]] std::uint32_t firstShift() const { return setting.value_digits != 0 ? 0 : setting.first_bit; }

  // What all passes have, with the conversion of loaded keys.
  [[nodiscard]] RadixPush words() const {
    RadixPush words{};
    words.table = scratch.table;
    words.tiles = tiles();
    words.passes = setting.passes();
    words.value_passes = setting.value_digits;
    words.value_flip = setting.value_digits != 0 ? setting.configuration.conversion.second_flip : 0;
    words.copied = wordsOf(setting.configuration.layout.element);
    words.units = scratch.units;
    words.shift = setting.first_bit;
    words.load_mask = setting.configuration.conversion.mask;
    words.load_flip = setting.configuration.conversion.flip;
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
    pass.arguments = arguments;
    setWords(pass, words);
  }

  // Workgroups of what goes through all elements in turns.
  [[nodiscard]] std::uint32_t countingGroups() const {
    return tiles() > VKSORT_RADIX_HISTOGRAM_GROUPS ? VKSORT_RADIX_HISTOGRAM_GROUPS : tiles();
  }

  // What sums the rows of a sort by value up, and may count its values; if coherent it decides, too.
  void addValues(Role role, std::uint32_t arguments) const {
    add(role, "radix_count_values", Wait::passes, countingGroups(), arguments, words());
  }

  // Of the digits from `begin` on to the one before `end`.
  void addMoves(std::uint32_t begin, std::uint32_t end, bool by_arguments) const;
};

// From the range to a copy and back, or, if their number is odd, on to the second copy and back; by value and by key.
void Adder::addMoves(std::uint32_t begin, std::uint32_t end, bool by_arguments) const {
  const Conversion& conversion = setting.configuration.conversion;
  RadixPush words = this->words();
  bool from_range = true;
  for (std::uint32_t digit = 0; digit < end; ++digit) {
    const bool last = digit + 1 == setting.passes();
    const bool by_value = digit < setting.value_digits;
    const bool may_be_needless = by_value && setting.ordersRuns(shape());
    const std::uint32_t found = may_be_needless ? VKSORT_RADIX_VALUE_ARGUMENTS : VKSORT_RADIX_PASS_ARGUMENTS;
    const std::uint32_t arguments = by_arguments ? found : kDirect;
    const bool ends = last || digit + 1 == setting.value_digits;
    const bool to_range = !from_range && (ends || setting.copies() == 1);
    words.index = digit;
    words.shift = by_value ? digit * kDigitBits : setting.first_bit + (digit - setting.value_digits) * kDigitBits;
    words.load_mask = digit == setting.value_digits ? conversion.mask : 0;
    words.load_flip = digit == setting.value_digits ? conversion.flip : 0;
    words.store_mask = last ? conversion.mask : 0;
    words.store_flip = last ? conversion.flip : 0;
    words.from = from_range ? 0 : words.to;
    words.to = to_range ? 0 : words.from == scratch.copy ? scratch.second_copy : scratch.copy;
    words.value_flip = by_value ? conversion.second_flip : 0;
    from_range = to_range;
    if (digit < begin) continue;
    if (shape().countsEach() && digit != 0) {
      add(Role::count_digit, words.from == 0 ? "radix_portable_count_range" : "radix_portable_count_copy", Wait::passes,
          tiles(), arguments, words);
    }
    if (shape().offsets == Offsets::by_summed_table) {
      add(Role::sum, "radix_portable_sum", Wait::passes, VKSORT_RADIX_SUM_GROUPS,
          by_arguments ? VKSORT_RADIX_SUM_ARGUMENTS : kDirect, words);
    }
    const bool sums_rows = digit == 0 && shape().offsets == Offsets::by_rows;
    const std::uint32_t summing = sums_rows ? setting.passes() * VKSORT_RADIX_DIGITS / VKSORT_RADIX_ROW_DIGITS : 0;
    const bool counts_others = digit == 0 && shape().offsets == Offsets::by_first_table;
    const char* const label = counts_others ? "radix_first_pass" : labelOf(shape(), words.from == 0, words.to == 0);
    // What counts values has just told how many there are; in coherent sorts a repair has waited for that.
    const bool is_told =
        digit == 0 && arguments == VKSORT_RADIX_VALUE_ARGUMENTS && !setting.configuration.mode.coherent;
    add(counts_others ? Role::first_pass : Role::pass, label, is_told ? Wait::passes_and_arguments : Wait::passes,
        summing + tiles(), arguments, words);
  }
}

}  // namespace

void addCounting(const Setting& setting, std::uint32_t n, std::uint32_t first_kernel, PassList& out) {
  const Adder adder{setting, n, first_kernel, out};
  const Mode& mode = setting.configuration.mode;
  const Shape& shape = adder.shape();
  const bool all_digits = shape.countsAll(), clears = shape.offsets == Offsets::by_look_back;
  RadixPush words = adder.words();
  if (!all_digits) words.shift = adder.firstShift();
  const bool by_arguments = setsUpArguments(mode, shape);
  if (by_arguments || clears) {
    const char* const label = shape.looksBack() ? "radix_set_up" : "radix_portable_set_up";
    adder.add(Role::set_up, label, Wait::nothing, 1, kDirect, words);
  }

  const Wait wait = by_arguments ? Wait::passes_and_arguments : clears ? Wait::passes : Wait::nothing;
  const bool may_take_turns = all_digits || (mode.coherent && !shape.looksBack());
  const std::uint32_t groups = may_take_turns ? adder.countingGroups() : adder.tiles();
  if (all_digits) {
    adder.add(Role::count, "radix_histogram", wait, groups, by_arguments ? VKSORT_RADIX_HISTOGRAM_ARGUMENTS : kDirect,
              words);
  } else {
    adder.add(Role::count, shape.looksBack() ? "radix_count_tiles" : "radix_portable_count_tiles", wait, groups,
              by_arguments ? VKSORT_RADIX_PASS_ARGUMENTS : kDirect, words);
  }
  if (!mode.coherent) return;
  if (setting.decidesFirst(shape)) return adder.addMoves(0, 1, false);
  if (setting.ordersRuns(shape)) return adder.addValues(Role::decision, kDirect);
  adder.add(Role::decision, shape.looksBack() ? "radix_decision" : "radix_portable_decision", Wait::passes, 1, kDirect,
            words);
}

void addMoving(const Setting& setting, std::uint32_t n, std::uint32_t first_kernel, PassList& out) {
  const Adder adder{setting, n, first_kernel, out};
  const Mode& mode = setting.configuration.mode;
  const Shape& shape = adder.shape();
  const bool by_arguments = mode.coherent || setsUpArguments(mode, shape);
  if (setting.ordersRuns(shape) && !mode.coherent) {
    adder.addValues(Role::count_values, by_arguments ? VKSORT_RADIX_HISTOGRAM_ARGUMENTS : kDirect);
  }
  adder.addMoves(setting.decidesFirst(shape) ? 1 : 0, setting.passes(), by_arguments);
  if (!setting.ordersRuns(shape)) return;
  const std::uint32_t piece = setting.runPiece();
  adder.add(Role::runs, "radix_runs", Wait::passes, n / piece + (n % piece != 0 ? 1 : 0),
            by_arguments ? VKSORT_RADIX_RUN_ARGUMENTS : kDirect, adder.words());
}

PassBytes bytesOf(const Setting& setting, std::uint32_t n, std::uint32_t first_kernel, const Pass& pass) {
  const Layout& layout = setting.configuration.layout;
  const std::uint64_t keys = std::uint64_t{n} * 4;
  const std::uint64_t elements = keys * wordsOf(layout.element);
  const Role role = roleOf(pass.kernel - first_kernel);
  const bool decides = role == Role::decision && !setting.ordersRuns(setting.shapeFor(n));
  if (role == Role::set_up || decides || role == Role::sum) return {};
  const bool looks_at_values = role == Role::decision || role == Role::count_values;
  if (looks_at_values || role == Role::count_digit || role == Role::runs) return {keys, 0};
  const Mode& mode = setting.configuration.mode;
  const bool makes_values = mode.writes_values && pushOf<RadixPush>(pass).index == 0;
  if (role != Role::count) return {makes_values ? keys : elements, elements};
  // Where it does not look for equal keys alone.
  const bool counts_values = setting.value_digits != 0 && !setting.ordersRuns(setting.shapeFor(n));
  const std::uint64_t values = counts_values ? elements - keys : 0;
  return mode.writes_keys ? PassBytes{values, keys} : PassBytes{keys + values, 0};
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
