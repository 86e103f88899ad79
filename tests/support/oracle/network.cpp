#include "support/oracle/network.h"

#include <algorithm>

#include "support/oracle/inputs.h"

namespace test {
namespace {

using vksort::Kernel;

class Run {
 public:
  Run(const vksort::KernelSizes& tuning, Lines& lines) : tuning_(tuning), lines_(lines) {}

  void pass(const Step& pass) {
    for (uint32_t group = 0; group < pass.groups; ++group) {
      switch (pass.kernel) {
        case Kernel::global_short:
        case Kernel::global_long_1:
        case Kernel::global_long_2:
        case Kernel::global_long_3:
        case Kernel::global_long_4:
        case Kernel::global_long_5:
          global(pass, group);
          break;
        case Kernel::small_sort:
        case Kernel::medium_sort:
        case Kernel::large_sort:
        case Kernel::tile_sort:
        case Kernel::double_sort:
          sort(tuning_.elementsLog2(pass.kernel), group);
          break;
        default:
          merge(tuning_.elementsLog2(pass.kernel), group);
      }
    }
  }
  bool keptOrder() const { return kept_order_; }

 private:
  void compare(uint64_t i, uint64_t j) {
    if (j >= lines_.n) return;
    if (i >= j) {
      kept_order_ = false;
      return;
    }
    uint64_t* low = lines_.line(static_cast<uint32_t>(i));
    uint64_t* high = lines_.line(static_cast<uint32_t>(j));
    for (std::size_t w = 0; w < lines_.words; ++w) {
      const uint64_t least = low[w] & high[w];
      high[w] |= low[w];
      low[w] = least;
    }
  }

  // Any correct sort of the block would do, for example odd-even merge exchange.
  void sort(uint32_t log2, uint64_t group) {
    const uint64_t begin = group << log2;
    for (uint32_t k = 1; k <= log2; ++k) {
      for (uint64_t i = begin; i < begin + (uint64_t{1} << log2); ++i) {
        const uint64_t j = i ^ ((uint64_t{1} << k) - 1);
        if (i < j) compare(i, j);
      }
      strides(begin, log2, k - 1);
    }
  }

  void merge(uint32_t log2, uint64_t group) { strides(group << log2, log2, log2); }

  void strides(uint64_t begin, uint32_t log2, uint32_t from) {
    for (uint32_t b = from; b-- > 0;)
      for (uint64_t i = begin; i < begin + (uint64_t{1} << log2); ++i)
        if ((i >> b & 1) == 0) compare(i, i | uint64_t{1} << b);
  }

  void global(const Step& pass, uint64_t group) {
    const uint32_t strides = tuning_.strides(pass.kernel);
    const uint32_t columns = tuning_.elementsLog2(pass.kernel) - strides;
    const uint32_t middle_bits = pass.window - columns;
    const uint64_t base = group >> middle_bits << (pass.window + strides);
    const uint64_t middle = group & ((uint64_t{1} << middle_bits) - 1);
    const uint64_t block_mask = (uint64_t{1} << (pass.window + strides)) - 1;
    const uint64_t half_rows = uint64_t{1} << (strides - 1);

    std::vector<uint64_t> elements;
    for (uint64_t row = 0; row < half_rows; ++row) {
      for (uint64_t column = 0; column < uint64_t{1} << columns; ++column) {
        const uint64_t low = base | row << pass.window | middle << columns | column;
        const uint64_t high = pass.mirror ? low ^ block_mask : low | half_rows << pass.window;
        compare(low, high);
        elements.push_back(low);
        elements.push_back(high);
      }
    }
    for (uint32_t b = pass.window + strides - 1; b-- > pass.window;)
      for (const uint64_t i : elements)
        if ((i >> b & 1) == 0) compare(i, i | uint64_t{1} << b);
  }

  const vksort::KernelSizes& tuning_;
  Lines& lines_;
  bool kept_order_ = true;
};

}  // namespace

Lines::Lines(uint32_t n_elements, std::size_t words_per_line)
    : n(n_elements), words(words_per_line), bits(n_elements * words_per_line) {}

bool Lines::sorted() const {
  for (uint32_t i = 1; i < n; ++i)
    for (std::size_t w = 0; w < words; ++w)
      if ((bits[(i - 1) * words + w] & ~bits[i * words + w]) != 0) return false;
  return true;
}

Lines allInputs(uint32_t n) {
  const std::size_t inputs = std::size_t{1} << n;
  Lines lines(n, (inputs + 63) / 64);
  for (std::size_t input = 0; input < inputs; ++input)
    for (uint32_t i = 0; i < n; ++i) lines.line(i)[input / 64] |= uint64_t{input >> i & 1} << input % 64;
  return lines;
}

Lines randomInputs(uint32_t n, uint64_t seed) {
  Random random{seed};
  Lines lines(n, 1);
  for (uint64_t& word : lines.bits) word = random.bits();
  return lines;
}

bool runPasses(const vksort::KernelSizes& tuning, const Schedule& schedule, Lines& lines) {
  Run run(tuning, lines);
  for (uint32_t i = 0; i < schedule.count; ++i) run.pass(schedule.passes[i]);
  return run.keptOrder();
}

}  // namespace test
