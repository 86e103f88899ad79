// Every scene: what the GPU draws in the order that it found is what it draws in the order that the host finds.
#include <doctest/doctest.h>

#include "scenes/drawing.h"
#include "scenes/oracle.h"

using namespace particles;
using test::differing;
using test::Drawing;
using test::DrawingInfo;
using test::kExtent;

namespace {

// The fewest kernels to create.
constexpr SortChoice kQuick{Keys::automatic, Use::bitonic, false};

constexpr std::size_t kPixels = std::size_t{kExtent.width} * kExtent.height;

// The order that the host finds for what the frame drew.
std::vector<uint32_t> hostOrder(const SceneEntry& scene, const Drawing& drawing, const Readback& seen) {
  if (scene.traits.culled) {
    const test::Order order = test::orderOfSeen(seen.positions, drawing.view());
    CHECK(drawing.drawn() == order.seen);
    return order.indices;
  }
  if (scene.traits.group != 0)
    return test::orderOfGroups(seen.positions, drawing.view(), scene.traits.group,
                               drawing.sort().rule(0).groups.order());
  return test::orderOfAll(seen.positions, drawing.view());
}

// `share` of the pixels must differ without a sort.
void checkScene(const char* name, uint32_t count, double share) {
  const SceneEntry& scene = *findScene(name);
  test::onDrawingDevices([&](gpu::Device& device) {
    Drawing drawing(device, scene, {.count = count, .choice = kQuick});
    const Readback sorted = drawing.draw(Sorting::on, 30);
    CHECK(drawing.check(sorted).good());
    const std::vector<uint32_t> expected = hostOrder(scene, drawing, sorted);
    CHECK(sorted.indices == expected);
    const Readback by_host = drawing.draw(Sorting::keep, 0, expected);
    CHECK(by_host.picture.rgba == sorted.picture.rgba);

    const Readback unsorted = drawing.draw(Sorting::off, 0);
    CHECK_FALSE(drawing.check(unsorted).inversions == 0);
    const std::size_t differs = differing(sorted.picture, unsorted.picture);
    CAPTURE(differs);
    CHECK(static_cast<double>(differs) > share * kPixels);

    // The same seed, the same bits.
    Drawing again(device, scene, {.count = count, .choice = kQuick});
    CHECK(again.draw(Sorting::on, 30).picture.rgba == sorted.picture.rgba);
  });
}

}  // namespace

TEST_CASE("smoke_is_drawn_as_the_host_would_have_it") { checkScene("smoke", 1500, 0.02); }
TEST_CASE("the_galaxy_is_drawn_as_the_host_would_have_it") { checkScene("galaxy", 3000, 0.005); }
TEST_CASE("glass_is_drawn_as_the_host_would_have_it") { checkScene("glass", 700, 0.015); }
TEST_CASE("fireworks_are_drawn_as_the_host_would_have_them") { checkScene("fireworks", 2200, 0.001); }
TEST_CASE("splats_are_drawn_as_the_host_would_have_them") { checkScene("splats", 3000, 0.05); }
TEST_CASE("points_are_drawn_as_the_host_would_have_them") { checkScene("points", 1500, 0.02); }

TEST_CASE("every_scene_has_a_name_of_its_own_and_a_picture") {
  CHECK(allScenes().size() == 6);
  for (const SceneEntry& scene : allScenes()) {
    CHECK(findScene(scene.name) == &scene);
    CHECK(sceneNames().find(scene.name) != std::string::npos);
    CHECK(scene.count <= scene.gpu_count);
    CHECK(scene.gpu_count <= kMaxCount);
  }
  CHECK(findScene("") == nullptr);
}
