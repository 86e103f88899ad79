// Groups of elements, each drawn as a whole: where each lies in the order drawn. Plain numbers.
#pragma once
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <vector>

namespace particles {

// Group g has the elements from g * size on; the last one may have fewer.
class GroupPlaces {
 public:
  GroupPlaces() = default;
  // `size` above 0.
  GroupPlaces(uint32_t count, uint32_t size) : count_(count), size_(size) {}

  uint32_t groups() const { return (count_ + size_ - 1) / size_; }
  uint32_t size() const { return size_; }
  uint32_t countOf(uint32_t group) const { return group + 1 < groups() ? size_ : count_ - group * size_; }

  // Draws the farthest first by dot(row, (at, 1)), those as far away in their own order. A place for each group.
  void arrange(std::span<const glm::vec3> at, const glm::vec4& depth_row);
  // The groups in the order drawn; empty before arrange().
  std::span<const uint32_t> order() const { return order_; }
  // Where the smaller group is drawn: its place among groups().
  uint32_t lastPlace() const { return last_place_; }
  // The first of all places for elements that the group drawn as number `place` takes.
  uint32_t begin(uint32_t place) const;

 private:
  uint32_t count_ = 0;
  uint32_t size_ = 1;
  std::vector<uint32_t> order_;
  uint32_t last_place_ = 0;
};

}  // namespace particles
