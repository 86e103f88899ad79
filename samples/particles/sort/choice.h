// How the elements are to be put in order: what the options and the controls ask for.
#pragma once
#include <cstdint>
#include <optional>
#include <string>

#include "scene/scene.h"
#include "vksort.h"

namespace particles {

// What a frame does about the order.
enum class Sorting : uint8_t {
  off,  // elements are drawn in the order in which they lie
  on,
  keep,  // drawn in the order of the frame before; not before a frame that sorts
};

enum class Use : uint8_t {
  automatic,  // in place, or in scratch memory of the graph, whatever vksort takes
  bitonic,    // in place
  radix,
  v0,  // the steps of the paper, on one word for depth and index
  v1,
  v2,
  v3,
  v4,
  v5,
};

enum class Keys : uint8_t {
  automatic,
  fused,     // the sort computes the depths
  separate,  // a pass before it does
  packed,  // such a pass, which puts a depth of fewer digits into one word with the index, so that no pairs are sorted
};

// Which of vksort's kernels may be used, see vksort::Creation::baseline and vksort::kFullSubgroups.
enum class Kernels : uint8_t { automatic, no_subgroups, baseline };

// What becomes of equal depths, see vksort::Ties.
enum class Ties : uint8_t { by_index, any };

struct SortChoice {
  Keys keys = Keys::automatic;
  Use use = Use::automatic;
  Kernels kernels = Kernels::automatic;
  Ties ties = Ties::by_index;
  vksort::KeyType key_type = vksort::KeyType::f32;  // not u64; integers are in the order of the depths

  friend bool operator==(const SortChoice&, const SortChoice&) = default;
};

constexpr bool isPaperStep(Use use) { return use >= Use::v0; }
const char* wordOf(Use use);
const char* wordOf(Keys keys);
const char* wordOf(Kernels kernels);
const char* wordOf(Ties ties);
const char* wordOf(vksort::KeyType type);
std::optional<Use> useOf(const std::string& word);
// "automatic, bitonic, ...", for messages.
std::string useWords();

// Why elements of such a scene cannot be sorted like that, with the names of the options in it; empty if they can.
// `scene` is its name.
std::string refusal(const SortChoice& choice, const SceneTraits& traits, const std::string& scene);

// What it comes to with subgroups of so many: vksort::Algorithm::automatic is in place where they are fewer than 32.
SortChoice choiceOn(uint32_t subgroup_size, const SortChoice& choice);

// Whether the sort of so many, all that there are, computes the depths; else a pass before it does.
bool fusesKeys(const SortChoice& choice, uint32_t count);

// Whether only visible elements are sorted. Their number is an indirect count, which steps of the paper do not take.
constexpr bool sortsSeenAlone(const SortChoice& choice, const SceneTraits& traits) {
  return traits.culled && !isPaperStep(choice.use) && choice.keys != Keys::packed;
}

}  // namespace particles
