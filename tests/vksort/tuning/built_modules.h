// The shipped modules as glslang made them: spirv-opt unrolls loops, and barriers with them.
#pragma once

#include <doctest/doctest.h>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace test {

inline std::vector<std::string> builtModules() {
  std::vector<std::string> names;
  std::istringstream list(VKSORT_MODULE_NAMES);
  for (std::string name; std::getline(list, name, ',');) names.push_back(name);
  return names;
}

inline std::vector<uint32_t> wordsOf(const std::string& module) {
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

}  // namespace test
