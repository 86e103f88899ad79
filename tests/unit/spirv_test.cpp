// Synchronization and shared memory in the shipped SPIR-V. Software drivers do not need them: they run the subgroups of
// a workgroup one after the other, on coherent memory.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace test {
namespace {

// The shipped modules as glslang made them: spirv-opt unrolls loops, and barriers with them.
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

// Calls `look` with the opcode and the words of each instruction.
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

constexpr const char* kHowToRecord =
    "VKSORT_TEST_RECORD=1 build/release/bin/vksort-unit-tests -tc='kernels_synchronize_*'";

std::string named(uint32_t value, const std::map<uint32_t, const char*>& names) {
  const auto found = names.find(value);
  return found == names.end() ? std::to_string(value) : found->second;
}

std::string scope(uint32_t value) {
  return named(value, {{0, "system"}, {1, "device"}, {2, "workgroup"}, {3, "subgroup"}, {4, "invocation"}});
}

std::string semantics(uint32_t value) {
  std::string text = named(value & 0x1e, {{0, "relaxed"}, {2, "acquire"}, {4, "release"}, {8, "acquire_release"}});
  for (const auto& [bit, name] :
       std::map<uint32_t, const char*>{{0x40, "buffer"}, {0x100, "shared"}, {0x400, "counter"}, {0x800, "image"}})
    if ((value & bit) != 0) text += std::string("+") + name;
  const uint32_t other = value & ~(0x1eu | 0x40 | 0x100 | 0x400 | 0x800);
  return other == 0 ? text : text + "+" + std::to_string(other);
}

using Counts = std::map<std::string, uint32_t>;

// The barriers and atomics of a function, and the functions that it calls, once for each call.
struct Function {
  Counts own;
  std::vector<uint32_t> calls;
};

void addTo(Counts& sum, const std::map<uint32_t, Function>& functions, uint32_t id) {
  const Function& function = functions.at(id);
  for (const auto& [what, count] : function.own) sum[what] += count;
  for (const uint32_t called : function.calls) addTo(sum, functions, called);
}

std::string atomic(uint32_t opcode) {
  return "atomic_" + named(opcode, {{227, "load"},
                                    {228, "store"},
                                    {229, "exchange"},
                                    {230, "compare_exchange"},
                                    {234, "add"},
                                    {236, "smin"},
                                    {237, "umin"},
                                    {238, "smax"},
                                    {239, "umax"},
                                    {240, "and"},
                                    {241, "or"},
                                    {242, "xor"}});
}

// Barriers and atomics of a module, by their places in the source, a function's for each call of it; coherent blocks.
Counts synchronizationOf(const std::vector<uint32_t>& words) {
  enum : uint32_t {
    entry_point = 15,
    constant = 43,
    function = 54,
    function_end = 56,
    function_call = 57,
    decorate = 71,
    decorate_member = 72,
    control_barrier = 224,
    memory_barrier = 225,
    first_atomic = 227,
    last_atomic = 242,
  };
  constexpr uint32_t kCoherent = 23, kStore = 228;
  std::map<uint32_t, uint32_t> constants;
  std::map<uint32_t, Function> functions;
  Counts sum;
  uint32_t entry = 0, current = 0;
  uint32_t coherent_variables = 0, coherent_members = 0;  // some compilers decorate both of a block, others one
  std::string made_visible;
  eachInstruction(words, [&](uint32_t opcode, const std::vector<uint32_t>& instruction) {
    const auto operand = [&](uint32_t i) { return constants.at(instruction[i]); };
    const auto has = [&](const std::string& what) { ++functions[current].own[what]; };
    if (opcode == entry_point) entry = instruction[2];
    if (opcode == constant) constants[instruction[2]] = instruction[3];
    if (opcode == decorate && instruction[2] == kCoherent) ++coherent_variables;
    if (opcode == decorate_member && instruction[3] == kCoherent) ++coherent_members;
    if (opcode == function) functions[current = instruction[2]];
    if (opcode == function_call) functions[current].calls.push_back(instruction[3]);
    // A memory barrier in front of a wait counts apart from one behind it.
    const bool waits = opcode == control_barrier;
    if (!made_visible.empty() && (waits || opcode == memory_barrier || opcode == function_end)) {
      has(made_visible + (waits ? " before a barrier" : ""));
      made_visible.clear();
    }
    if (waits) has("barrier " + scope(operand(1)) + " " + scope(operand(2)) + " " + semantics(operand(3)));
    if (opcode == memory_barrier) made_visible = "memory_barrier " + scope(operand(1)) + " " + semantics(operand(2));
    if (opcode < first_atomic || opcode > last_atomic) return;
    const uint32_t first = opcode == kStore ? 2 : 4;  // it has no result
    has(atomic(opcode) + " " + scope(operand(first)) + " " + semantics(operand(first + 1)));
  });
  addTo(sum, functions, entry);
  const uint32_t coherent = std::max(coherent_variables, coherent_members);
  if (coherent != 0) sum["coherent"] = coherent;
  return sum;
}

std::vector<std::string> linesOfModules() {
  std::vector<std::string> lines;
  for (const std::string& name : builtModules()) {
    INFO(name);
    const auto found = synchronizationOf(wordsOf(name));
    if (found.empty()) lines.push_back(name + " nothing");
    for (const auto& [what, count] : found) lines.push_back(name + " " + std::to_string(count) + " " + what);
  }
  return lines;
}

std::vector<std::string> recordedLines() {
  std::ifstream file(VKSORT_SYNCHRONIZATION);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);)
    if (!line.empty() && line[0] != '#') lines.push_back(line);
  return lines;
}

void record(const std::vector<std::string>& lines) {
  std::ofstream file(VKSORT_SYNCHRONIZATION);
  file << "# Barriers, atomics and coherent blocks of each module: how many, of which scope of execution and memory,\n"
          "# and the memory that they order. Written by spirv_test.cpp. Another glslang may count otherwise: read the\n"
          "# differences before you record this anew.\n";
  for (const std::string& line : lines) file << line << "\n";
}

// Vulkan's rules since 2025 (VUID-StandaloneSpirv-MemorySemantics-10870 and 10871), which Debian 12's spirv-val does
// not know: an instruction names memory if and only if it orders memory.
bool isAllowed(const std::string& line) {
  const bool orders = line.find("acquire") != line.npos || line.find("release") != line.npos;
  if (!orders && line.find("relaxed") == line.npos) return true;
  return orders == (line.find('+') != line.npos);
}

std::vector<std::string> without(const std::vector<std::string>& lines, const std::vector<std::string>& others) {
  const std::set<std::string> left_out(others.begin(), others.end());
  std::vector<std::string> rest;
  for (const std::string& line : lines)
    if (!left_out.contains(line)) rest.push_back(line);
  return rest;
}

}  // namespace

TEST_CASE("kernels_synchronize_as_was_recorded") {
  const std::vector<std::string> now = linesOfModules();
  if (std::getenv("VKSORT_TEST_RECORD") != nullptr) record(now);
  const std::vector<std::string> recorded = recordedLines();
  CHECK(!recorded.empty());
  for (const std::string& line : without(recorded, now)) FAIL_CHECK("no longer: " << line);
  for (const std::string& line : without(now, recorded)) FAIL_CHECK("new: " << line);
  if (now != recorded) MESSAGE("if this is intended: " << std::string(kHowToRecord));
}

TEST_CASE("kernels_order_the_memory_that_they_name_and_name_what_they_order") {
  for (const std::string& line : linesOfModules()) {
    INFO(line);
    CHECK(isAllowed(line));
  }
  CHECK_FALSE(isAllowed("m 1 atomic_load device relaxed+buffer"));
  CHECK_FALSE(isAllowed("m 1 memory_barrier device acquire_release"));
}

// Shows that the two cases above notice a missing barrier.
TEST_CASE("a_barrier_that_a_module_lacks_is_seen") {
  constexpr uint32_t kControlBarrier = 4u << 16 | 224, kNop = 1u << 16;
  std::vector<uint32_t> words = wordsOf("radix_count_word");
  const Counts before = synchronizationOf(words);
  const auto barrier = std::ranges::find(words, kControlBarrier);
  REQUIRE(barrier != words.end());
  std::fill_n(barrier, 4, kNop);
  CHECK(synchronizationOf(words) != before);
}

namespace {

// The arrays of a module in shared memory. `selected`: those whose length is selected by a condition.
struct Arrays {
  uint32_t count = 0, selected = 0;
};

Arrays arraysOf(const std::vector<uint32_t>& words) {
  enum : uint32_t { type_array = 28, type_pointer = 32, spec_constant_op = 52, select = 169 };
  constexpr uint32_t kWorkgroup = 4;
  std::map<uint32_t, bool> selected;     // constants: whether a selection is part of them
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

// Some drivers compute such lengths wrongly if specialization constants decide (ncnn reports it of an Adreno GPU).
TEST_CASE("kernels_select_no_length_of_an_array") {
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
