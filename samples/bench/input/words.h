// The words of a configuration as they stand on the command line and in what is written.
#pragma once

#include <map>
#include <string>

#include "input/input.h"
#include "vksort_expert.h"

namespace bench {

template <typename T>
using Words = std::map<std::string, T>;

const Words<vksort::KeyType>& keyTypeWords();
const Words<vksort::Order>& orderWords();
const Words<vksort::Ties>& tiesWords();
const Words<vksort::Scratch>& scratchWords();
const Words<vksort::Algorithm>& algorithmWords();
const Words<Distribution>& distributionWords();

// The word of `value`, "?" if there is none.
template <typename T>
std::string wordIn(const Words<T>& words, T value) {
  for (const auto& [word, candidate] : words) {
    if (candidate == value) return word;
  }
  return "?";
}

std::string wordOf(vksort::KeyType type);
std::string wordOf(vksort::Order order);
std::string wordOf(vksort::Ties ties);
std::string wordOf(vksort::Scratch scratch);
std::string wordOf(vksort::Algorithm algorithm);
std::string wordOf(Distribution distribution);

// What --payload and --layout say.
std::string payloadWord(vksort::Payload payload);
std::string layoutWord(vksort::Payload payload);

// The fields `keys,payload,layout,ties` of a CSV.
std::string elementFields(const Input& input);

}  // namespace bench
