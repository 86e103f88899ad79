#include "drawing.h"

#include <doctest/doctest.h>
#include "gpu/structs.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "support/devices.h"

using namespace particles;

namespace test {

void onDrawingDevices(const std::function<void(gpu::Device&)>& test) {
  for (const TestDevice& entry : devices()) {
    CAPTURE(entry.name);
    gpu::Device& device = *entry.device;
    if (device.enabled().graphics && device.enabled().dynamic_rendering)
      test(device);
    else
      MESSAGE("no graphics queue or no dynamic rendering: nothing is drawn on this device");
    expectNoValidationMessages();
  }
}

StageInfo stageOf(const char* scene, uint32_t count, Use use) {
  return {findScene(scene), {count, 1, kFormat, {}}, use};
}

Drawing::Drawing(Sorters& sorters, const StageInfo& info)
    : device_(sorters.device()), stage_(sorters, info), queue_(device_, kFramesInFlight), camera_(info.entry->camera) {}

Drawn Drawing::draw(bool sorts, uint32_t steps) {
  std::optional<FrameGraph>& graph = graphs_[sorts ? 1 : 0];
  if (!graph) graph.emplace(device_, FrameInfo{kFormat, kExtent, sorts}, &stage_);
  stage_.prepare(0, camera_, kExtent, steps);
  queue_.submit(0, [&](VkCommandBuffer cmd) { graph->record(cmd, 0); });
  CHECK(queue_.wait(0));
  CHECK(check(sorts).permutation());
  if (sorts) CHECK(check(sorts).good());
  Readback seen = readBack(device_, stage_.elements());
  seen.indices.resize(stage_.sort().seen(0));
  return {seen.positions, seen.indices, readPicture(device_, graph->image(0), kExtent)};
}

View Drawing::view() const { return camera_.view({kExtent.width, kExtent.height}); }

Frames::Frames(const gpu::Device& device, const StageInfo& info)
    : sorters(device),
      stage(sorters, info),
      overlay(device, kFormat, 1.0F),
      graph(device, {.format = kFormat, .extent = kExtent, .overlay = &overlay}, &stage),
      pool(device),
      commands{pool.allocate(), pool.allocate()} {}

void Frames::record(uint32_t slot) {
  const gpu::Device& device = sorters.device();
  gpu::begin(device, commands[slot]);
  graph.record(commands[slot], slot);
  CHECK(device.vk.vkEndCommandBuffer(commands[slot]) == VK_SUCCESS);
}

void Frames::submit(uint32_t slot) {
  const gpu::Device& device = sorters.device();
  auto submission = gpu::vkStruct<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  submission.commandBufferCount = 1;
  submission.pCommandBuffers = &commands[slot];
  CHECK(device.vk.vkQueueSubmit(device.queue(), 1, &submission, VK_NULL_HANDLE) == VK_SUCCESS);
}

void Frames::prepare(uint32_t slot) {
  Camera camera;
  camera.orbit(static_cast<float>(slot) * 2.0F, 0.3F);
  stage.prepare(slot, camera, kExtent, 0);
  overlay.begin(kExtent);
  ImGui::GetBackgroundDrawList()->AddText({8.0F, 8.0F}, IM_COL32_WHITE, slot == 0 ? "first" : "another frame");
  overlay.end();
}

Picture Frames::picture(uint32_t slot) const { return readPicture(sorters.device(), graph.image(slot), kExtent); }

// dot(row, (p, 1)), rounded after each operation: compiled without fused ones, see CMakeLists.txt.
static float depthOf(const glm::vec4& row, const glm::vec4& p) {
  float depth = row.x * p.x;
  depth += row.y * p.y;
  depth += row.z * p.z;
  return depth + row.w;
}

static void sortByDepth(std::span<uint32_t> indices, std::span<const glm::vec4> positions, const View& view) {
  std::ranges::stable_sort(indices, [&](uint32_t a, uint32_t b) {
    return depthOf(view.forward, positions[a]) > depthOf(view.forward, positions[b]);
  });
}

// Whether something of the ball around p, of the radius p.w, may be in the picture and is not too near.
static bool canBeSeen(const View& view, const glm::vec4& p) {
  const float z = depthOf(view.forward, p);
  if (!(z > 0.2F)) return false;
  // How far outside each of the four planes of the frustum the middle may be: the radius, times the plane's length.
  const auto within = [&](const glm::vec4& row, float focal) {
    const float outside = std::abs(depthOf(row, p)) * std::abs(focal);
    const float reach = p.w * std::sqrt(1.0F + focal * focal);
    return outside <= z + reach;
  };
  return within(view.right, view.focal.x) && within(view.up, view.focal.y);
}

std::vector<uint32_t> orderOfSeen(std::span<const glm::vec4> positions, const View& view) {
  std::vector<uint32_t> order;
  for (uint32_t i = 0; i < positions.size(); ++i)
    if (canBeSeen(view, positions[i])) order.push_back(i);
  sortByDepth(order, positions, view);
  return order;
}

std::vector<uint32_t> orderOfGroups(std::span<const glm::vec4> positions, const View& view, uint32_t size,
                                    std::span<const uint32_t> groups) {
  std::vector<uint32_t> order;
  for (const uint32_t group : groups) {
    const std::size_t begin = order.size();
    for (uint32_t i = group * size; i < std::min<std::size_t>((group + 1) * size, positions.size()); ++i)
      order.push_back(i);
    sortByDepth(std::span(order).subspan(begin), positions, view);
  }
  return order;
}

}  // namespace test
