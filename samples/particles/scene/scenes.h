// Every scene: its shaders are in a folder of its name, and it has a row in scenes.cpp.
#pragma once
#include <string>
#include <vector>

#include "points/cloud.h"
#include "scene/scene.h"

namespace particles {

// In the order in which they are shown; the first one is the default.
std::span<const SceneEntry> allScenes();
// Null for another word.
const SceneEntry* findScene(const std::string& name);
// "smoke, galaxy or ...", for messages.
std::string sceneNames();

// `count` of them, at least 1, always the same for one seed; more are smaller ones. Metres, y up, the ground near 0.
std::vector<Gaussian> growTree(uint32_t count, uint32_t seed);

}  // namespace particles
