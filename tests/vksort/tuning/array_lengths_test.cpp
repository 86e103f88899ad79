// How long the kernels' arrays in shared memory are: some drivers get lengths wrong that a shader selects by
// specialization constants (ncnn reports it of an Adreno GPU).
#include <doctest/doctest.h>

#include <map>

#include "built_modules.h"

namespace test {
namespace {

// Of a module's arrays in shared memory: how many there are, and of how many the length is selected.
struct Arrays {
  uint32_t count = 0, selected = 0;
};

Arrays arraysOf(const std::vector<uint32_t>& words) {
  enum : uint32_t { type_array = 28, type_pointer = 32, spec_constant_op = 52, select = 169 };
  constexpr uint32_t kWorkgroup = 4;
  std::map<uint32_t, bool> selected;     // constants, by what they are made of
  std::map<uint32_t, uint32_t> lengths;  // of arrays
  Arrays arrays;
  eachInstruction(words, [&](uint32_t opcode, const std::vector<uint32_t>& instruction) {
    if (opcode == spec_constant_op) {
      bool& is_selected = selected[instruction[2]];
      is_selected = instruction[3] == select;
      for (std::size_t i = 4; i < instruction.size(); ++i) is_selected |= selected[instruction[i]];
    }
    if (opcode == type_array) lengths[instruction[1]] = instruction[3];
    if (opcode != type_pointer || instruction[2] != kWorkgroup || !lengths.contains(instruction[3])) return;
    ++arrays.count;
    arrays.selected += selected[lengths[instruction[3]]] ? 1 : 0;
  });
  return arrays;
}

}  // namespace

TEST_CASE("kernels_select_no_length_of_an_array") {
  uint32_t count = 0;
  for (const std::string& name : builtModules()) {
    INFO(name);
    const Arrays arrays = arraysOf(wordsOf(name));
    CHECK(arrays.selected == 0);
    count += arrays.count;
  }
  CHECK(count > 10);
  // An array by a constant, by a sum of that, by a selection, and by a sum of that; the last one elsewhere, too.
  // clang-format off
  const std::vector<uint32_t> kWords = {
      0x07230203, 0x10300, 0, 60, 0,          // header
      4u << 16 | 50, 1, 10, 7,                // specialization constant
      6u << 16 | 52, 1, 11, 128, 10, 10,      // sum
      7u << 16 | 52, 1, 12, 169, 9, 10, 11,   // selection
      6u << 16 | 52, 1, 13, 128, 10, 12,      // sum
      4u << 16 | 28, 20, 1, 10, 4u << 16 | 28, 21, 1, 11, 4u << 16 | 28, 22, 1, 12, 4u << 16 | 28, 23, 1, 13,
      4u << 16 | 32, 30, 4, 20, 4u << 16 | 32, 31, 4, 21, 4u << 16 | 32, 32, 4, 22, 4u << 16 | 32, 33, 4, 23,
      4u << 16 | 32, 34, 7, 23};
  // clang-format on
  CHECK(arraysOf(kWords).count == 4);
  CHECK(arraysOf(kWords).selected == 2);
}

}  // namespace test
