// Splats and points in host memory, as the GPU wants them.
#pragma once
#include <glm/glm.hpp>
#include <glm/gtc/quaternion.hpp>
#include <string>
#include <vector>

#include "points/harmonics.h"
#include "splats/interface.h"

namespace particles {

inline constexpr float kDegree0 = 0.28209479177387814F;  // the spherical harmonic of degree 0

// A Gaussian as files and generators have it.
struct Gaussian {
  glm::vec3 at{};         // metres
  glm::vec3 deviation{};  // standard deviations along its own axes, metres
  glm::quat turn{1.0F, 0.0F, 0.0F, 0.0F};
  glm::vec3 color{};     // 0 to 1; beyond is clipped
  float opacity = 1.0F;  // 0 to 1
};

// Which way is up in a file.
enum class Up { y, minus_y, z };  // as PARTICLES_SPLATS_UP_*

struct Cloud {
  std::vector<glm::vec4> positions;  // from `origin`; w: the radius within which it is drawn
  std::vector<splats::Splat> splats;
  bool discs = false;   // points without an extent of their own
  Harmonics harmonics;  // of all splats, or of degree 0
  Up file_up = Up::y;   // of the axes that they are in
  glm::dvec3 origin{};  // in the units of the file
  std::string summary;  // of what was read and what was not, in one line

  void reserve(std::size_t count);
  void add(const Gaussian& gaussian);
  uint32_t count() const { return static_cast<uint32_t>(positions.size()); }

  // Makes points of splats: discs, of a size by at how many places they are, that are `radius` metres across together.
  void makeDiscs(float radius, uint32_t places);

  // Turns `up` to where the viewer has it, and moves and scales so that what most points are in, each with its own
  // size, is around `middle` and about `radius` metres in size; gives discs a size by how dense they are. Must have
  // points.
  void fit(Up up, glm::vec3 middle, float radius);

 private:
  float sizeAround(glm::vec3 from) const;
  void transform(const glm::mat3& turn, glm::vec3 from, float scale, glm::vec3 to);
};

}  // namespace particles
