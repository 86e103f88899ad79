#include "sort/choice.h"

#include <algorithm>
#include <array>

namespace particles {
namespace {

constexpr std::array<const char*, 9> kWords = {"automatic", "bitonic", "radix", "v0", "v1", "v2", "v3", "v4", "v5"};

}  // namespace

const char* wordOf(Use use) { return kWords[static_cast<std::size_t>(use)]; }

const char* wordOf(Keys keys) {
  constexpr std::array kKeys = {"automatic", "fused", "separate", "packed"};
  return kKeys[static_cast<std::size_t>(keys)];
}

const char* wordOf(Kernels kernels) {
  constexpr std::array kKernels = {"automatic", "no-subgroups", "baseline"};
  return kKernels[static_cast<std::size_t>(kernels)];
}

const char* wordOf(Ties ties) { return ties == Ties::by_index ? "index" : "any"; }

const char* wordOf(vksort::KeyType type) {
  constexpr std::array kTypes = {"u32", "i32", "f32", "u64"};
  return kTypes[static_cast<std::size_t>(type)];
}

std::optional<Use> useOf(const std::string& word) {
  const auto found = std::ranges::find(kWords, word);
  if (found == kWords.end()) return std::nullopt;
  return static_cast<Use>(found - kWords.begin());
}

std::string useWords() {
  std::string words;
  for (const char* word : kWords) {
    if (!words.empty()) words += word == kWords.back() ? " or " : ", ";
    words += word;
  }
  return words;
}

std::string refusal(const SortChoice& choice, const SceneTraits& traits, const std::string& scene) {
  const std::string use = "--use " + std::string(wordOf(choice.use));
  if (isPaperStep(choice.use) && choice.keys == Keys::fused)
    return use + " does not go with --keys fused: it sorts keys that a pass writes";
  if (isPaperStep(choice.use) && (choice.kernels != Kernels::automatic || choice.ties != Ties::by_index))
    return use + " does not go with --kernels and --ties: it has kernels of its own";
  if (choice.key_type != vksort::KeyType::f32) {
    const std::string type = "--key-type " + std::string(wordOf(choice.key_type));
    if (isPaperStep(choice.use)) return type + " does not go with " + use + ": depth and index share a word there";
    if (choice.keys == Keys::packed)
      return type + " does not go with --keys packed: depth and index share a word there";
  }
  if (traits.group != 0) {
    if (choice.keys == Keys::packed)
      return "--keys packed does not go with --scene " + scene + ": it sorts no segments";
    if (isPaperStep(choice.use) || choice.use == Use::radix)
      return use + " does not go with --scene " + scene + ": it sorts no segments";
  }
  if (choice.keys == Keys::fused && (traits.group != 0 || traits.culled))
    return "--keys fused does not go with --scene " + scene + ": a pass of its own writes the keys";
  return {};
}

SortChoice choiceOn(uint32_t subgroup_size, const SortChoice& choice) {
  SortChoice result = choice;
  if (subgroup_size < 32 && choice.use == Use::automatic) result.use = Use::bitonic;
  return result;
}

bool fusesKeys(const SortChoice& choice, uint32_t count) {
  // From so many on a pass that writes the keys and a sort by radix take less time than a fused sort in place.
  constexpr uint32_t kSeparateFrom = 1U << 15U;
  if (choice.keys != Keys::automatic) return choice.keys == Keys::fused;
  return choice.use == Use::bitonic || (choice.use == Use::automatic && count < kSeparateFrom);
}

}  // namespace particles
