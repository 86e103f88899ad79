#include <algorithm>
#include <cmath>

#include "points/cloud.h"
#include "random.h"
#include "scene/scene.h"

namespace particles {
namespace {

constexpr float kTurn = 6.2831853F;
constexpr float kHill = 2.5F;       // radius in metres
constexpr float kUsual = 60000.0F;  // splats; if there are more, each one is smaller
constexpr int kBranches = 9;
constexpr glm::vec3 kLight{-0.45F, 0.75F, 0.48F};  // direction towards the light; approximately a unit vector

class Random {
 public:
  explicit Random(uint32_t state) : state_(state) {}
  float unit() { return random(state_); }
  float between(float low, float high) { return low + (high - low) * unit(); }
  glm::vec3 onSphere() { return direction(state_); }

 private:
  uint32_t state_;
};

glm::quat turnFrom(glm::vec3 from, glm::vec3 to) {
  const float cosine = glm::dot(from, to);
  if (cosine < -0.999F) return {0.0F, 1.0F, 0.0F, 0.0F};
  return glm::normalize(glm::quat(1.0F + cosine, glm::cross(from, to)));
}

// 0 for a surface that faces away from the light, 1 for a surface that faces it.
float lightOn(glm::vec3 normal) { return 0.5F + 0.5F * glm::dot(normal, kLight); }

float hillAt(float x, float z) {
  const float square = x * x + z * z;
  return 0.30F * std::exp(-square * 0.45F) + 0.03F * std::sin(2.1F * x + 0.4F) * std::cos(1.7F * z) - 0.10F +
         0.012F * std::sin(7.0F * x) * std::sin(6.0F * z + 1.0F);
}

glm::vec3 hillNormal(float x, float z) {
  constexpr float kStep = 0.01F;
  return glm::normalize(glm::vec3(hillAt(x - kStep, z) - hillAt(x + kStep, z), 2.0F * kStep,
                                  hillAt(x, z - kStep) - hillAt(x, z + kStep)));
}

struct Limb {
  glm::vec3 from{};
  glm::vec3 bend{};
  glm::vec3 to{};
  float thick = 0.0F;  // radius at its start, in metres
  float thin = 0.0F;

  glm::vec3 at(float t) const { return glm::mix(glm::mix(from, bend, t), glm::mix(bend, to, t), t); }
  glm::vec3 along(float t) const { return glm::normalize(glm::mix(bend - from, to - bend, t)); }
  float radius(float t) const { return glm::mix(thick, thin, std::sqrt(t)); }
};

class Tree {
 public:
  Tree(uint32_t count, uint32_t seed)
      : random_(hash(seed ^ 0x7ee5eedU)),
        size_(std::clamp(std::sqrt(kUsual / static_cast<float>(count)), 0.06F, 2.2F)) {
    trunk_ = {{0.0F, 0.12F, 0.0F}, {0.22F, 0.75F, 0.05F}, {-0.02F, 1.45F, -0.02F}, 0.17F, 0.085F};
    limbs_.push_back(trunk_);
    crowns_.push_back({{-0.02F, 2.05F, 0.0F}, 0.50F});
    for (int i = 0; i < kBranches; ++i) addBranch(i);
  }

  Gaussian next(float kind) {
    // The number of flowers and petals is limited, because they shrink more slowly than other splats.
    const float few = std::min(1.0F, size_);
    if (kind < 0.015F * few) return flower();
    if (kind < 0.025F * few) return fallen();
    if (kind < 0.19F) return ground();
    if (kind < 0.39F) return grass();
    if (kind < 0.47F) return bark();
    return blossom();
  }

 private:
  struct Crown {
    glm::vec3 middle{};
    float radius = 0.0F;
  };

  void addBranch(int number) {
    const float turn = kTurn * (static_cast<float>(number) * 0.382F + random_.between(-0.04F, 0.04F));
    const float begin = random_.between(0.55F, 0.98F);
    const glm::vec3 out{std::cos(turn), 0.0F, std::sin(turn)};
    const float reach = random_.between(0.65F, 1.15F);
    const glm::vec3 from = trunk_.at(begin);
    const glm::vec3 to = from + out * reach + glm::vec3(0.0F, random_.between(0.30F, 0.85F), 0.0F);
    limbs_.push_back(
        {from, from + out * (reach * 0.65F) + glm::vec3(0.0F, 0.08F, 0.0F), to, trunk_.radius(begin) * 0.62F, 0.018F});
    crowns_.push_back({to, random_.between(0.32F, 0.46F)});
    crowns_.push_back(
        {to + glm::vec3(random_.between(-0.28F, 0.28F), random_.between(0.10F, 0.30F), random_.between(-0.28F, 0.28F)),
         random_.between(0.20F, 0.32F)});
    crowns_.push_back({limbs_.back().at(0.72F) + glm::vec3(0.0F, 0.18F, 0.0F), random_.between(0.26F, 0.38F)});
  }

  glm::vec3 onHill(float most) {
    const float radius = most * std::sqrt(random_.unit());
    const float turn = kTurn * random_.unit();
    return {radius * std::cos(turn), 0.0F, radius * std::sin(turn)};
  }

  static float shadeAt(glm::vec3 p) {
    const float square = (p.x - 0.35F) * (p.x - 0.35F) + (p.z + 0.4F) * (p.z + 0.4F);
    return 1.0F - 0.45F * std::exp(-square * 0.9F);
  }

  Gaussian ground() {
    glm::vec3 p = onHill(kHill);
    p.y = hillAt(p.x, p.z);
    const float edge = glm::length(glm::vec2(p.x, p.z)) / kHill;
    const glm::vec3 normal = hillNormal(p.x, p.z);
    const float patch = 0.5F + 0.5F * std::sin(3.0F * p.x + 1.0F) * std::sin(2.6F * p.z);
    glm::vec3 color = glm::mix(glm::vec3(0.20F, 0.27F, 0.10F), glm::vec3(0.33F, 0.36F, 0.15F), patch);
    color *= (0.55F + 0.6F * lightOn(normal)) * shadeAt(p) * random_.between(0.88F, 1.1F);
    p.y -= 0.9F * std::max(0.0F, edge - 0.82F);
    const float wide = 0.034F * size_;
    return {p, {wide, 0.006F * size_, wide}, turnFrom({0.0F, 1.0F, 0.0F}, normal), color, 0.94F};
  }

  Gaussian grass() {
    glm::vec3 p = onHill(kHill * 0.97F);
    p.y = hillAt(p.x, p.z) - 0.9F * std::max(0.0F, glm::length(glm::vec2(p.x, p.z)) / kHill - 0.82F);
    const float height = random_.between(0.03F, 0.085F);
    const float part = random_.unit();  // position along the blade
    const glm::vec3 lean = glm::normalize(glm::vec3(random_.between(-0.5F, 0.5F), 1.0F, random_.between(-0.5F, 0.5F)));
    const glm::vec3 root(0.13F, 0.20F, 0.07F);
    const glm::vec3 tip = glm::mix(glm::vec3(0.46F, 0.58F, 0.20F), glm::vec3(0.68F, 0.66F, 0.30F), random_.unit());
    const glm::vec3 color = glm::mix(root, tip, part) * shadeAt(p) * random_.between(0.85F, 1.12F);
    const float thin = 0.0065F * std::sqrt(size_);
    return {p + lean * (height * part), {thin, height * 0.30F, thin}, turnFrom({0.0F, 1.0F, 0.0F}, lean), color, 0.88F};
  }

  Gaussian flower() {
    glm::vec3 p = onHill(kHill * 0.9F);
    p.y = hillAt(p.x, p.z) + random_.between(0.06F, 0.10F);
    const float which = random_.unit();
    const glm::vec3 color = which < 0.4F   ? glm::vec3(0.97F, 0.96F, 0.92F)
                            : which < 0.7F ? glm::vec3(0.98F, 0.80F, 0.32F)
                                           : glm::vec3(0.62F, 0.48F, 0.86F);
    const float wide = 0.014F * std::sqrt(size_);
    return {p, {wide, wide * 0.5F, wide}, turnFrom({0.0F, 1.0F, 0.0F}, random_.onSphere()), color * shadeAt(p), 0.95F};
  }

  Gaussian bark() {
    const float pick = random_.unit();
    const std::size_t limb =
        pick < 0.42F ? 0 : 1 + static_cast<std::size_t>((pick - 0.42F) / 0.58F * kBranches) % kBranches;
    const Limb& on = limbs_[limb];
    const float t = random_.unit();
    const glm::vec3 along = on.along(t);
    const glm::vec3 side = glm::normalize(glm::cross(along, glm::vec3(0.31F, 0.12F, 0.94F)));
    const float turn = kTurn * random_.unit();
    const glm::vec3 normal = side * std::cos(turn) + glm::cross(along, side) * std::sin(turn);
    const float flare = limb == 0 ? 1.0F + 0.9F * std::exp(-t * 9.0F) : 1.0F;
    const float ridge = 0.5F + 0.5F * std::sin(turn * 9.0F + 5.0F * std::sin(t * 14.0F));
    const glm::vec3 p = on.at(t) + normal * (on.radius(t) * flare * (0.94F + 0.08F * ridge));
    glm::vec3 color = glm::mix(glm::vec3(0.17F, 0.115F, 0.10F), glm::vec3(0.44F, 0.33F, 0.28F), ridge);
    color *= (0.40F + 0.85F * lightOn(normal)) * random_.between(0.9F, 1.1F);
    const float wide = std::min(0.020F * size_, on.radius(t) * 0.6F);
    return {p,
            {wide, wide * 1.9F, wide * 0.35F},
            glm::quat_cast(glm::mat3(glm::cross(along, normal), along, normal)),
            color,
            0.95F};
  }

  Gaussian fallen() {
    glm::vec3 p = onHill(1.7F);
    p.y = hillAt(p.x, p.z) + 0.035F;
    const float wide = 0.012F * std::sqrt(size_);
    return {
        p, {wide, wide * 0.25F, wide * 0.7F}, turnFrom({0.0F, 1.0F, 0.0F}, hillNormal(p.x, p.z)), petal(0.9F), 0.9F};
  }

  glm::vec3 petal(float light) {
    const glm::vec3 pale = glm::mix(glm::vec3(1.0F, 0.86F, 0.90F), glm::vec3(0.97F, 0.66F, 0.76F), random_.unit());
    const glm::vec3 dark(0.62F, 0.28F, 0.42F);
    return glm::mix(dark, pale, glm::clamp(light, 0.0F, 1.0F));
  }

  Gaussian blossom() {
    const Crown& crown = crowns_[static_cast<std::size_t>(random_.unit() * static_cast<float>(crowns_.size()))];
    const glm::vec3 out = random_.onSphere();
    // Most blossoms are near the surface, which has lumps.
    const float lump = 0.10F * std::sin(7.0F * out.x + 3.0F * crown.middle.x) * std::sin(6.0F * out.y) +
                       0.07F * std::sin(13.0F * out.z + 9.0F * out.x);
    const float depth = std::pow(random_.unit(), 0.30F);
    const glm::vec3 p = crown.middle + out * (crown.radius * depth * (1.0F + lump)) * glm::vec3(1.0F, 0.78F, 1.0F);
    const float inside = depth * depth;
    const float light = 0.02F + 0.42F * inside + 0.85F * (lightOn(out) - 0.32F) + 0.9F * lump + 0.16F * (p.y - 1.8F);
    const bool leaf = random_.unit() < 0.07F;
    glm::vec3 color =
        leaf ? glm::vec3(0.40F, 0.46F, 0.20F) * (0.5F + light) : petal(light * random_.between(0.88F, 1.12F));
    const float wide = 0.021F * size_;
    return {p,
            {wide, wide * 0.30F, wide * 0.75F},
            turnFrom({0.0F, 1.0F, 0.0F}, glm::normalize(out + 0.9F * random_.onSphere())),
            color,
            0.90F};
  }

  Random random_;
  float size_;
  Limb trunk_;
  std::vector<Limb> limbs_;
  std::vector<Crown> crowns_;
};

}  // namespace

std::vector<Gaussian> growTree(uint32_t count, uint32_t seed) {
  Tree tree(count, seed);
  std::vector<Gaussian> splats;
  splats.reserve(count);
  Random kinds(hash(seed ^ 0x51dec0deU));
  for (uint32_t i = 0; i < count; ++i) splats.push_back(tree.next(kinds.unit()));
  return splats;
}

}  // namespace particles
