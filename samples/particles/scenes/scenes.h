// Every scene: each has its shaders, a line here, and a row in scenes.cpp.
#pragma once
#include <string>
#include <vector>

#include "points/cloud.h"
#include "scene/scene.h"

namespace particles {

MakeScene makeSmoke;      // two turning strands of smoke and the sparks between them
MakeScene makeGalaxy;     // stars, glowing gas and dark dust in spiral arms
MakeScene makeGlass;      // a globe of glass that has burst
MakeScene makeFireworks;  // hundreds of bursts, each a group
MakeScene makeSplats;     // 3D Gaussian splats, or points as discs: a tree in blossom, or a file
MakeScene makePoints;     // the same as discs

inline constexpr uint32_t kFireworksGroup = 512;  // sparks of a burst
inline constexpr uint32_t kGlassVertices = 48;    // of a shard: 8 sides, those that look away before the others

// A scene that --scene names.
struct SceneEntry {
  const char* name;
  const char* what;     // in a few words
  const char* element;  // what its elements are called
  MakeScene* make;
  uint32_t count;      // elements, if nobody says how many, on a software driver
  uint32_t gpu_count;  // and on a GPU
  CameraStart camera{};
  SceneTraits traits{};
};

// In the order in which they are shown; the first one is the default.
std::span<const SceneEntry> allScenes();
// Null for another word.
const SceneEntry* findScene(const std::string& name);
// "smoke, galaxy or ...", for messages.
std::string sceneNames();

// `count` of them, at least 1, always the same for one seed; more are smaller ones. Metres, y up, the ground near 0.
std::vector<Gaussian> growTree(uint32_t count, uint32_t seed);

}  // namespace particles
