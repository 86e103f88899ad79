// How the elements are put in order: what the options and the controls ask for.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "scene/scene.h"

namespace particles {

enum class Sorting : uint8_t {
  off,  // elements are drawn in the order in which they lie
  on,
};

enum class Use : uint8_t {
  automatic,  // in place, or in scratch memory of the graph, whatever vksort takes
  bitonic,    // in place
  radix,
};

inline constexpr const char* kUseWords = "automatic, bitonic or radix";
const char* wordOf(Use use);
std::optional<Use> useOf(const std::string& word);

// Segments are sorted in place.
constexpr bool isRefused(Use use, const SceneTraits& traits) { return use == Use::radix && traits.group != 0; }

// What it comes to with subgroups of so many: vksort::Algorithm::automatic is in place where they are fewer than 32.
Use useOn(uint32_t subgroup_size, Use use);

// Whether the sort of so many, all that there are, computes the depths; else a pass before it does.
bool fusesKeys(Use use, uint32_t count);

}  // namespace particles
