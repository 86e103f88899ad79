// Shipped SPIR-V uses valid memory semantics and array lengths, which software drivers do not depend on.
#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

namespace test {
namespace {

// Uses modules before spirv-opt, which unrolls loops with their barriers.
std::vector<std::string> builtModules() {
  std::vector<std::string> names;
  std::istringstream list(VKSORT_MODULE_NAMES);
  for (std::string name; std::getline(list, name, ',');) names.push_back(name);
  return names;
}

std::vector<uint32_t> wordsOf(const std::string& module) {
  std::ifstream file(VKSORT_MODULE_DIR "/" + module + ".raw.spv", std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  const std::string text = bytes.str();
  std::vector<uint32_t> words(text.size() / 4);
  std::copy_n(text.data(), words.size() * 4, reinterpret_cast<char*>(words.data()));
  return words;
}

template <typename Look>
void eachInstruction(const std::vector<uint32_t>& words, Look look) {
  REQUIRE(words.size() > 5);
  REQUIRE(words[0] == 0x07230203);
  std::size_t length = 0;
  for (std::size_t at = 5; at < words.size(); at += length) {
    length = words[at] >> 16;
    REQUIRE(length != 0);
    REQUIRE(at + length <= words.size());
    look(words[at] & 0xffff, std::vector<uint32_t>(words.begin() + static_cast<std::ptrdiff_t>(at),
                                                   words.begin() + static_cast<std::ptrdiff_t>(at + length)));
  }
}

// Since 2025, Vulkan requires that an instruction names memory if and only if it orders memory
// (VUID-StandaloneSpirv-MemorySemantics-10870 and 10871). Debian 12's spirv-val does not check this.
bool isAllowed(uint32_t semantics) {
  constexpr uint32_t kOrders = 0x1e, kMemory = 0xfc0;
  return ((semantics & kOrders) != 0) == ((semantics & kMemory) != 0);
}

}  // namespace

TEST_CASE("barriers_and_atomics_order_the_memory_that_they_name") {
  enum : uint32_t { constant = 43, control_barrier = 224, memory_barrier = 225, first_atomic = 227, last_atomic = 242 };
  constexpr uint32_t kStore = 228;
  uint32_t count = 0;
  for (const std::string& name : builtModules()) {
    INFO(name);
    std::map<uint32_t, uint32_t> constants;
    eachInstruction(wordsOf(name), [&](uint32_t opcode, const std::vector<uint32_t>& instruction) {
      if (opcode == constant) constants[instruction[2]] = instruction[3];
      std::size_t operand = 0;
      if (opcode == control_barrier) operand = 3;
      if (opcode == memory_barrier) operand = 2;
      if (opcode >= first_atomic && opcode <= last_atomic) operand = opcode == kStore ? 3 : 5;
      if (operand == 0) return;
      ++count;
      CHECK(isAllowed(constants.at(instruction[operand])));
    });
  }
  CHECK(count > 50);
  constexpr uint32_t kAcquireRelease = 8, kBuffer = 0x40;
  CHECK_FALSE(isAllowed(kBuffer));
  CHECK_FALSE(isAllowed(kAcquireRelease));
}

namespace {

struct Arrays {
  uint32_t count = 0, selected = 0;
};

Arrays arraysOf(const std::vector<uint32_t>& words) {
  enum : uint32_t { type_array = 28, type_pointer = 32, spec_constant_op = 52, select = 169 };
  constexpr uint32_t kWorkgroup = 4;
  std::map<uint32_t, bool> selected;
  std::map<uint32_t, uint32_t> lengths;
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

// Some drivers compute the wrong array length if specialization constants select it (ncnn reports this for an Adreno).
TEST_CASE("no_kernel_selects_the_length_of_an_array") {
  uint32_t count = 0;
  for (const std::string& name : builtModules()) {
    INFO(name);
    const Arrays arrays = arraysOf(wordsOf(name));
    CHECK(arrays.selected == 0);
    count += arrays.count;
  }
  CHECK(count > 10);
}

}  // namespace test
