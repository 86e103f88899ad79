// Checks that every algorithm draws every scene in order.
#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

#include "drawing.h"
#include "gpu/commands.h"
#include "image.h"
#include "points/cloud.h"
#include "support/devices.h"
#include "support/physical.h"

using namespace particles;
using test::Drawing;
using test::kExtent;

TEST_CASE("every_scene_is_drawn_in_order_by_every_algorithm") {
  struct Case {
    const char* scene;
    uint32_t count;
    vksort::Algorithm algorithm;
    const char* used;
    double share;  // minimum share of pixels that differ without sorting, or 0
  };
  const Case cases[] = {
      {"smoke", 1500, vksort::Algorithm::bitonic, "bitonic", 0.02},
      {"glass", 700, vksort::Algorithm::bitonic, "bitonic", 0.015},
      {"fireworks", 2200, vksort::Algorithm::bitonic, "bitonic", 0.001},
      {"splats", 3000, vksort::Algorithm::bitonic, "bitonic", 0.05},
      {"points", 1500, vksort::Algorithm::bitonic, "bitonic", 0.02},
      {"smoke", 9000, vksort::Algorithm::radix, "radix", 0.0},
      {"splats", 9000, vksort::Algorithm::radix, "radix", 0.0},
  };
  test::onDrawingDevices([&](gpu::Device& device) {
    Sorters sorters(device);
    for (const Case& each : cases) {
      CAPTURE(std::string(each.scene));
      CAPTURE(std::string(each.used));
      const SceneInfo info = test::sceneOf(each.scene, each.count, each.algorithm);
      Drawing drawing(sorters, info);
      CHECK(drawing.sort().facts().used == each.used);
      const test::Drawn sorted = drawing.draw(true, 30);
      if (each.share == 0.0) continue;
      const test::Drawn unsorted = drawing.draw(false, 0);
      CHECK_FALSE(drawing.check(false).inversions == 0);
      CHECK(static_cast<double>(test::differing(sorted.picture, unsorted.picture)) >
            each.share * kExtent.width * kExtent.height);
      Drawing again(sorters, info);
      CHECK(again.draw(true, 30).picture == sorted.picture);
    }
    // Indices, payloads, segments and two radix sorts, because the first one for payloads was too small.
    CHECK(sorters.created() == 6);
  });
}

TEST_CASE("only_visible_elements_are_drawn") {
  // From outside, all elements are visible; from nearby and from within, only some; with the camera turned away, none.
  const CameraStart starts[] = {{0.5F, 0.1F, 9.0F, {0.0F, 1.3F, 0.0F}},
                                {0.5F, 0.1F, 1.6F, {0.0F, 1.3F, 0.0F}},
                                {2.0F, 0.0F, 0.5F, {0.3F, 0.1F, 0.2F}, -1.0F},
                                {3.1415927F, 0.0F, 1.0F, {0.0F, 1.0F, 60.0F}}};
  test::onDrawingDevices([&](gpu::Device& device) {
    std::vector<uint32_t> drawn;
    Sorters sorters(device);
    Drawing drawing(sorters, test::sceneOf("splats", 2500));
    for (const CameraStart& start : starts) {
      drawing.look(start);
      drawing.draw(true, 1);
      drawn.push_back(drawing.sort().drawn(0));
    }
    CHECK(drawn[0] == 2500);
    for (const std::size_t some : {1U, 2U}) CHECK((drawn[some] > 100 && drawn[some] < 2000));
    CHECK(drawn[3] == 0);
    // The cull needs more than one tile.
    Drawing many(sorters, test::sceneOf("splats", 140000));
    many.look(starts[2]);
    CHECK(std::ranges::is_sorted(many.draw(false, 1).indices));
  });
}

// The picture must equal the picture of a file that only contains these elements.
TEST_CASE("a_budget_draws_the_nearest_elements") {
  constexpr uint32_t kCount = 2000, kBudget = 700;
  test::onDrawingDevices([&](gpu::Device& device) {
    Sorters sorters(device);
    for (const char* scene : {"glass", "splats", "points"}) {
      CAPTURE(std::string(scene));
      Drawing drawing(sorters, test::sceneOf(scene, kCount));
      const test::Drawn all = drawing.draw(true, 1);
      const uint32_t seen = drawing.sort().seen(0);
      for (const uint32_t budget : {seen, seen + 1, kBudget, 1U}) {
        drawing.setBudget(budget);
        const test::Drawn drawn = drawing.draw(true, 0);
        CHECK(drawing.sort().drawn(0) == std::min(budget, seen));
        CHECK((drawn.picture == all.picture) == (budget >= seen));
      }
      drawing.draw(false, 0);
      CHECK(drawing.sort().drawn(0) == seen);
      drawing.setBudget(kNoBudget);
      CHECK(all.picture == drawing.draw(true, 0).picture);
    }
    Drawing tree(sorters, test::sceneOf("splats", kCount));
    tree.setBudget(kBudget);
    const test::Drawn drawn = tree.draw(true, 1);
    std::vector<uint32_t> nearest(drawn.indices.end() - kBudget, drawn.indices.end());
    std::ranges::sort(nearest);
    const std::vector<Gaussian> gaussians = growTree(kCount, 1);
    const auto cloud = std::make_shared<Cloud>();
    for (const uint32_t index : nearest) cloud->add(gaussians[index]);
    SceneInfo info = test::sceneOf("splats", kBudget);
    info.cloud = cloud;
    CHECK(Drawing(sorters, info).draw(true, 1).picture == drawn.picture);
  });
}

TEST_CASE("no_simulation_writes_past_its_last_element") {
  constexpr uint32_t kElements = 1001, kRoom = 1100;
  constexpr glm::vec4 kGuard(12345.0F);
  test::onDrawingDevices([&](gpu::Device& device) {
    for (const SceneEntry& entry : allScenes()) {
      CAPTURE(std::string(entry.name));
      const Elements elements(device, kRoom);
      const std::vector<glm::vec4> before(kRoom, kGuard);
      gpu::upload(device, elements.positions(), std::as_bytes(std::span(before)));
      Scene scene(device, {&entry, kElements, 1, test::kFormat}, elements);
      Declaration frame;
      Elements::Handles handles = elements.declare(frame);
      scene.move(frame, handles, true);
      for (const graph::BufferHandle each : {handles.positions, handles.indices})
        frame.graph.exportBuffer(each, graph::kTransferRead);
      graph::Executor executor(device, frame.graph, graph::compile(frame.graph, graph::memoryNeeds(device)));
      frame.bind(executor);
      scene.prepare(Camera(entry.camera).view({128.0F, 72.0F}), 1);
      gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.record(cmd); });
      const std::vector<glm::vec4> positions = readBack(device, elements).positions;
      const auto end = positions.begin() + kElements;
      CHECK(std::find(positions.begin(), end, kGuard) == end);
      CHECK(std::all_of(end, positions.end(), [&](const glm::vec4& at) { return at == kGuard; }));
    }
  });
}

TEST_CASE("scenes_respect_the_limits_of_small_devices") {
  static PFN_vkCmdDispatch dispatch;
  static PFN_vkCreateDescriptorSetLayout create;
  static uint32_t widest, most_rows;
  static std::ptrdiff_t most_buffers;
  constexpr uint32_t kWidest = 3;
  test::onDrawingDevices([&](gpu::Device& whole_device) {
    test::PhysicalEdits edits;
    edits.properties = [](VkPhysicalDeviceProperties& properties) {
      properties.limits.maxComputeWorkGroupCount[0] = kWidest;
    };
    const test::PhysicalScope scope(edits);
    gpu::DeviceInfo info;
    info.physical = whole_device.physical();
    gpu::Device device(test::instance(), info);
    CHECK(maxCountOn(device) >= 4U << 20U);
    dispatch = std::exchange(device.vk.vkCmdDispatch, [](VkCommandBuffer cmd, uint32_t x, uint32_t y, uint32_t z) {
      widest = std::max(widest, x);
      most_rows = std::max(most_rows, y);
      dispatch(cmd, x, y, z);
    });
    create = std::exchange(
        device.vk.vkCreateDescriptorSetLayout, [](VkDevice handle, const VkDescriptorSetLayoutCreateInfo* layout,
                                                  const VkAllocationCallbacks* allocator, VkDescriptorSetLayout* made) {
          most_buffers = std::max(most_buffers, std::ranges::count(std::span(layout->pBindings, layout->bindingCount),
                                                                   VK_DESCRIPTOR_TYPE_STORAGE_BUFFER,
                                                                   &VkDescriptorSetLayoutBinding::descriptorType));
          return create(handle, layout, allocator, made);
        });
    widest = most_rows = 0;
    Sorters folded(device), whole(whole_device);
    for (const SceneEntry& scene : allScenes()) {
      CAPTURE(std::string(scene.name));
      const SceneInfo folded_scene = test::sceneOf(scene.name, 1500);
      Drawing drawing(folded, folded_scene);
      const test::Drawn drawn = drawing.draw(true, 2);
      CHECK(drawn.picture == Drawing(whole, folded_scene).draw(true, 2).picture);
    }
    CHECK(widest <= kWidest);
    CHECK(most_rows >= 4);
    CHECK(most_buffers == 4);  // Vulkan guarantees only four
  });
}
