// What both walks are made by. Private to this folder.
#pragma once
#include <utility>

#include "steps/walk.h"

namespace particles::steps {

// A walk of no steps.
inline Walk start(Algorithm algorithm, std::span<const uint32_t> keys) {
  Walk walk{algorithm, {}, {{}}};
  for (const uint32_t key : keys) walk.lists[0].push_back({key, static_cast<uint32_t>(walk.lists[0].size())});
  return walk;
}

// Takes a step, by its places.
inline void take(Walk& walk, Step step) {
  const std::vector<Element>& before = walk.lists.back();
  std::vector<Element> after(before.size());
  for (std::size_t i = 0; i < before.size(); ++i) after[step.places[i]] = before[i];
  walk.lists.push_back(std::move(after));
  walk.steps.push_back(std::move(step));
}

}  // namespace particles::steps
