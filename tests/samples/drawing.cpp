#include "drawing.h"

#include <doctest/doctest.h>
#include "gpu/structs.h"

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

SceneInfo sceneOf(const char* scene, uint32_t count, vksort::Algorithm algorithm) {
  return {findScene(scene), count, 1, kFormat, {}, algorithm};
}

Drawing::Drawing(Sorters& sorters, const SceneInfo& info)
    : device_(sorters.device()), scene_(sorters, info), queue_(device_, kFramesInFlight), camera_(info.entry->camera) {}

Drawn Drawing::draw(bool sorts, uint32_t steps) {
  std::optional<FrameGraph>& graph = graphs_[sorts ? 1 : 0];
  if (!graph) graph.emplace(device_, FrameInfo{kFormat, kExtent, sorts}, &scene_);
  scene_.prepare(0, camera_, kExtent, steps);
  queue_.submit(0, [&](VkCommandBuffer cmd) { graph->record(cmd, 0); });
  CHECK(queue_.wait(0));
  CHECK(check(sorts).permutation());
  if (sorts) CHECK(check(sorts).good());
  Readback seen = readBack(device_, scene_.elements());
  seen.indices.resize(scene_.sort().seen(0));
  return {seen.positions, seen.indices, readPicture(device_, graph->image(0), kExtent)};
}

View Drawing::view() const { return camera_.view({kExtent.width, kExtent.height}); }

Frames::Frames(const gpu::Device& device, const SceneInfo& info)
    : sorters(device),
      scene(sorters, info),
      overlay(device, kFormat, 1.0F),
      graph(device, {.format = kFormat, .extent = kExtent, .overlay = &overlay}, &scene),
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
  scene.prepare(slot, camera, kExtent, 0);
  overlay.begin(kExtent);
  ImGui::GetBackgroundDrawList()->AddText({8.0F, 8.0F}, IM_COL32_WHITE, slot == 0 ? "first" : "another frame");
  overlay.end();
}

Picture Frames::picture(uint32_t slot) const { return readPicture(sorters.device(), graph.image(slot), kExtent); }

}  // namespace test
