#include "frame/frame.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "depth_sorts/depth_sorts.h"
#include "gpu/structs.h"
#include "gui/overlay.h"

namespace particles {
namespace {

// What the scene draws to.
SceneInfo sceneInfo(const StageInfo& info) {
  SceneInfo scene = info.scene;
  if (info.traits.bright) scene.color_format = Tone::kLight;
  return scene;
}

std::unique_ptr<DepthSort> makeDepthSort(const gpu::Device& device, const Elements& elements,
                                         const DepthSortInfo& info) {
  if (info.traits.group != 0) return std::make_unique<GroupSort>(device, elements, info);
  if (info.traits.culled) return std::make_unique<SeenSort>(device, elements, info);
  return std::make_unique<WholeSort>(device, elements, info);
}

}  // namespace

Stage::Stage(const gpu::Device& device, const StageInfo& info)
    : sorters_(info.sorters ? info.sorters : std::make_shared<Sorters>(device)),
      elements_(device, info.scene.count),
      scene_(info.make_scene(device, sceneInfo(info))),
      sort_(makeDepthSort(device, elements_, {sorters_.get(), info.scene.frames, info.use, info.traits, info.verify})) {
  if (info.traits.bright) tone_.emplace(device, info.scene.color_format, info.scene.frames);
}

Stage::Declared Stage::declare(Declaration& frame, graph::ImageHandle color, Sorting sorting) {
  Elements::Handles elements = elements_.declare(frame);
  elements.positions = scene_->simulate(frame, elements.positions);
  DepthSort::Declared sorted = sort_->declare(frame, elements, sorting);
  if (!tone_) return {scene_->draw(frame, sorted.elements, color), std::move(sorted.timed)};
  const graph::ImageHandle light = scene_->draw(frame, sorted.elements, tone_->createLight(frame.graph, color));
  return {tone_->declare(frame.graph, light, color), std::move(sorted.timed)};
}

void Stage::prepare(uint32_t frame, const Camera& camera, VkExtent2D extent, uint32_t steps) {
  const View view = camera.view({static_cast<float>(extent.width), static_cast<float>(extent.height)});
  scene_->prepare(view, steps);
  sort_->prepare(frame, view, scene_->groups());
}

struct FrameGraph::Parts {
  Declaration frame;
  Stage::Declared stage;
};

FrameGraph::Parts FrameGraph::declare(Stage& stage, const FrameInfo& info) {
  Parts parts;
  graph::Graph& graph = parts.frame.graph;
  graph::ImageInfo image{info.format, info.extent, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT};
  if (!info.present) image.usage |= VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  const graph::ImageHandle empty =
      info.present ? graph.importImage("swapchain", image, VK_IMAGE_LAYOUT_UNDEFINED, graph::kAcquired)
                   : graph.createImage("picture", image);
  parts.stage = stage.declare(parts.frame, empty, info.sorting);
  graph::ImageHandle& color = parts.stage.color;
  if (info.overlay != nullptr) color = info.overlay->declare(graph, color);
  if (info.present)
    graph.exportImage(color, graph::kPresent, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
  else
    graph.exportImage(color, graph::kTransferRead, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
  return parts;
}

FrameGraph::FrameGraph(const gpu::Device& device, Stage& stage, const FrameInfo& info)
    : FrameGraph(device, info, declare(stage, info)) {}

FrameGraph::FrameGraph(const gpu::Device& device, const FrameInfo& info, Parts parts)
    : info_(info),
      declared_(std::move(parts.stage)),
      executor_(device, parts.frame.graph, graph::compile(parts.frame.graph, graph::memoryNeeds(device)), info.frames) {
  parts.frame.bind(executor_);
}

void FrameGraph::target(VkImage image, VkImageView view) { executor_.bind(declared_.color, image, view); }

std::optional<double> FrameGraph::frameMs(uint32_t frame) {
  double end = 0.0;
  for (const graph::PassTime& time : executor_.times(frame)) end = std::max(end, time.begin_ms + time.duration_ms);
  return end > 0.0 ? std::optional<double>(end) : std::nullopt;
}

std::optional<double> FrameGraph::sortMs(uint32_t frame) const {
  if (declared_.sort.empty()) return std::nullopt;
  double sum = 0.0;
  for (const graph::PassHandle pass : declared_.sort) {
    const std::optional<graph::PassTime> time = executor_.time(pass, frame);
    if (!time) return std::nullopt;
    sum += time->duration_ms;
  }
  return sum;
}

FrameQueue::FrameQueue(const gpu::Device& device) : device_(&device), pool_(device), slots_(kFramesInFlight) {
  for (Slot& slot : slots_) {
    slot.cmd = pool_.allocate();
    slot.fence = gpu::createFence(device);
  }
}

// An exception may leave work in flight that still uses the slots.
FrameQueue::~FrameQueue() { device_->vk.vkDeviceWaitIdle(device_->handle()); }

bool FrameQueue::wait(uint32_t frame, const std::function<void(uint32_t seconds)>& slow) {
  Slot& slot = slots_[frame];
  if (!slot.submitted) return false;
  const VkFence fence = slot.fence.get();
  constexpr uint64_t kSecond = 1'000'000'000;  // nanoseconds
  VkResult result = VK_TIMEOUT;
  for (uint32_t waited = 0, next = 2; result == VK_TIMEOUT; next *= 2) {
    const uint64_t patience = slow ? (next - waited) * kSecond : std::numeric_limits<uint64_t>::max();
    result = device_->vk.vkWaitForFences(device_->handle(), 1, &fence, VK_TRUE, patience);
    waited = next;
    if (result == VK_TIMEOUT && slow) slow(waited);
  }
  gpu::check(result, "waiting for a frame");
  gpu::check(device_->vk.vkResetFences(device_->handle(), 1, &fence), "resetting a fence");
  slot.submitted = false;
  return true;
}

VkCommandBuffer FrameQueue::begin(uint32_t frame) {
  gpu::begin(*device_, slots_[frame].cmd);
  return slots_[frame].cmd;
}

void FrameQueue::submit(uint32_t frame, VkSemaphore acquired, VkSemaphore finished) {
  Slot& slot = slots_[frame];
  gpu::check(device_->vk.vkEndCommandBuffer(slot.cmd), "ending a frame");
  const VkPipelineStageFlags stage = VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT;
  auto submit = gpu::vkStruct<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  submit.waitSemaphoreCount = acquired != VK_NULL_HANDLE ? 1 : 0;
  submit.pWaitSemaphores = &acquired;
  submit.pWaitDstStageMask = &stage;
  submit.commandBufferCount = 1;
  submit.pCommandBuffers = &slot.cmd;
  submit.signalSemaphoreCount = finished != VK_NULL_HANDLE ? 1 : 0;
  submit.pSignalSemaphores = &finished;
  gpu::check(device_->vk.vkQueueSubmit(device_->queue(), 1, &submit, slot.fence.get()), "submitting a frame");
  slot.submitted = true;
}

}  // namespace particles
