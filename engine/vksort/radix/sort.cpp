#include "radix/sort.h"

#include "sort/radix/interface.h"

namespace vksort::radix {

bool sorts(const Setting& setting, std::uint32_t n) {
  return setting.shape_count != 0 && n >= setting.fewest && n <= setting.most &&
         scratchOf(setting, n).end <= setting.max_scratch_words;
}

void passes(const Setting& setting, std::uint32_t n, std::uint32_t first_kernel, PassList& out) {
  out.count = 0;
  const Configuration& configuration = setting.configuration;
  const Conversion& conversion = configuration.conversion;
  const bool counted = configuration.mode.device_count;
  const std::uint32_t index = setting.indexFor(n);
  const Shape& shape = setting.shapes[index];
  const Scratch scratch = scratchOf(setting, n);
  const std::uint32_t tiles = shape.tilesOf(n);

  RadixPush words{};
  words.to_values = n;
  words.table = scratch.table;
  words.tiles = tiles;
  words.passes = setting.digits;
  const auto add = [&](Role role, const char* label, std::uint32_t groups, std::uint32_t arguments) {
    Pass& pass = out.add();
    pass = {};
    pass.label = label;
    pass.kernel = static_cast<std::uint8_t>(first_kernel + kernelOf(role, index));
    pass.wait = out.count == 1 ? Wait::nothing : out.count == 2 && counted ? Wait::passes_and_arguments : Wait::passes;
    pass.groups = groups;
    pass.arguments = counted && out.count > 1 ? arguments : kDirect;
    setWords(pass, words);
  };

  words.shift = setting.first_bit;
  words.load_mask = conversion.mask;
  words.load_flip = conversion.flip;
  if (shape.ahead) {
    add(Role::set_up, "radix_set_up", 1, kDirect);
    const std::uint32_t groups = tiles < VKSORT_RADIX_HISTOGRAM_GROUPS ? tiles : VKSORT_RADIX_HISTOGRAM_GROUPS;
    add(Role::histogram, "radix_histogram", groups, VKSORT_RADIX_HISTOGRAM_ARGUMENTS);
  } else {
    add(Role::count_tiles, "radix_count_tiles", tiles, kDirect);
  }
  // From the range to a copy and back, or, if their number is odd, on to the second copy and back.
  bool from_range = true;
  for (std::uint32_t digit = 0; digit < setting.digits; ++digit) {
    const bool last = digit + 1 == setting.digits;
    const bool to_range = !from_range && (last || setting.copies() == 1);
    words.index = digit;
    words.shift = setting.first_bit + digit * kDigitBits;
    words.load_mask = digit == 0 ? conversion.mask : 0;
    words.load_flip = digit == 0 ? conversion.flip : 0;
    words.store_mask = last ? conversion.mask : 0;
    words.store_flip = last ? conversion.flip : 0;
    words.from = from_range ? 0 : words.to;
    words.to = to_range ? 0 : words.from == scratch.copy ? scratch.second_copy : scratch.copy;
    const bool by_table = digit == 0 && !shape.ahead;
    const char* const label = by_table     ? "radix_first_pass"
                              : from_range ? "radix_forth"
                              : to_range   ? "radix_back"
                                           : "radix_across";
    add(by_table ? Role::first_pass : Role::pass, label, tiles, VKSORT_RADIX_PASS_ARGUMENTS);
    from_range = to_range;
  }
}

PassBytes bytesOf(const Setting& setting, std::uint32_t n, std::uint32_t kernel) {
  const Layout& layout = setting.configuration.layout;
  const std::uint64_t keys = std::uint64_t{n} * 4;
  const std::uint64_t elements = keys * wordsOf(layout.element);
  const Role role = roleOf(kernel);
  if (role == Role::set_up) return {};
  return role == Role::histogram || role == Role::count_tiles ? PassBytes{keys, 0} : PassBytes{elements, elements};
}

void addProofs(const Setting& setting, ProofList& out) {
  constexpr std::uint32_t kLargestTried = 1u << 19;
  std::uint32_t fewest = setting.fewest;  // elements of a sort by the shape
  for (std::uint32_t i = 0; i < setting.shape_count; ++i) {
    const Shape& shape = setting.shapes[i];
    // Some tiles, the last one of which is not full.
    const std::uint32_t wanted = 3 * shape.tile() + shape.tile() / 4 + 3;
    const std::uint32_t enough = wanted > fewest ? wanted : fewest;
    const std::uint32_t n = enough < setting.most ? enough : setting.most;
    const char* const name = nameOf(kernelOf(Role::pass, i));
    if (n <= kLargestTried && n <= shape.most && sorts(setting, n)) {
      out.add({name, n, true});
    } else if (!out.unproven) {
      out.unproven = name;
    }
    fewest = shape.most + 1;
  }
}

}  // namespace vksort::radix
