#include "points/write_ply.h"

#include <array>
#include <cmath>
#include <random>

#include "files/whole_file.h"

namespace particles {
namespace {

constexpr std::size_t kHigher = 3 * restOf(kMostDegree);  // numbers of the degrees above
constexpr std::size_t kFirstHigher = 9;
constexpr std::size_t kNumbers = 17 + kHigher;
constexpr std::size_t kSplatsAtOnce = 4096;

std::string headerOf(std::size_t count) {
  std::string header = "ply\nformat binary_little_endian 1.0\nelement vertex " + std::to_string(count) + "\n";
  const auto property = [&](const std::string& name) { header += "property float " + name + "\n"; };
  for (const char* name : {"x", "y", "z", "nx", "ny", "nz", "f_dc_0", "f_dc_1", "f_dc_2"}) property(name);
  for (std::size_t i = 0; i < kHigher; ++i) property("f_rest_" + std::to_string(i));
  for (const char* name : {"opacity", "scale_0", "scale_1", "scale_2", "rot_0", "rot_1", "rot_2", "rot_3"})
    property(name);
  return header + "end_header\n";
}

std::array<float, kNumbers> numbersOf(const Gaussian& gaussian) {
  std::array<float, kNumbers> numbers{};
  const glm::quat half_turn(0.0F, 1.0F, 0.0F, 0.0F);  // around x: y up becomes -y up
  const glm::quat turn = half_turn * gaussian.turn;
  const float logit = std::log(gaussian.opacity / (1.0F - gaussian.opacity));
  float* at = numbers.data();
  for (const float number : {gaussian.at.x, -gaussian.at.y, -gaussian.at.z, 0.0F, 0.0F, 0.0F}) *at++ = number;
  for (int i = 0; i < 3; ++i) *at++ = (gaussian.color[i] - 0.5F) / kDegree0;
  at += kHigher;
  *at++ = logit;
  for (int i = 0; i < 3; ++i) *at++ = std::log(gaussian.deviation[i]);
  for (const float number : {turn.w, turn.x, turn.y, turn.z}) *at++ = number;
  return numbers;
}

void addHarmonics(std::array<float, kNumbers>& numbers, uint32_t degree, std::mt19937& random) {
  for (uint32_t color = 0; color < 3; ++color)
    for (uint32_t i = 0; i < restOf(degree); ++i)
      numbers[kFirstHigher + color * restOf(kMostDegree) + i] =
          0.4F * static_cast<float>(random() >> 8U) * (1.0F / 16777216.0F) - 0.2F;
}

}  // namespace

void writePly(const std::string& option, const std::string& path, std::span<const Gaussian> gaussians, uint32_t degree,
              uint32_t seed) {
  samples::WholeFile file(option, path);
  file.write(headerOf(gaussians.size()));
  std::mt19937 random(seed);
  std::vector<std::array<float, kNumbers>> rows;
  for (const Gaussian& gaussian : gaussians) {
    addHarmonics(rows.emplace_back(numbersOf(gaussian)), degree, random);
    if (rows.size() < kSplatsAtOnce && &gaussian != &gaussians.back()) continue;
    file.write({reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof rows[0]});
    rows.clear();
  }
  file.finish();
}

}  // namespace particles
