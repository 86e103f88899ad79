#include "view/frame.h"

#include <algorithm>
#include <utility>

#include "background_vert.spv.h"
#include "clip_frag.spv.h"
#include "compare_frag.spv.h"
#include "points/cloud.h"
#include "tone_frag.spv.h"
#include "view/overlay.h"

namespace particles {
namespace {

constexpr VkFormat kBright = VK_FORMAT_R16G16B16A16_SFLOAT;  // supported by every device
constexpr VkImageLayout kRead = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
constexpr VkImageUsageFlags kDrawnAndRead = VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_SAMPLED_BIT;

bool isBright(const SceneInfo& info) {
  return info.entry->traits.bright || (info.entry->traits.fixed && info.cloud && info.cloud->bright);
}

// Bright scenes are drawn to the image before tone mapping, or before its colours are clipped.
SceneInfo withLight(SceneInfo info) {
  if (isBright(info)) info.format = kBright;
  return info;
}

}  // namespace

SceneInstance::SceneInstance(Sorters& sorters, const SceneInfo& info)
    : elements_(sorters.device(), info.count),
      scene_(sorters.device(), withLight(info), elements_),
      sort_(sorters, info.count, info.entry->traits, info.algorithm) {
  if (!isBright(info)) return;
  std::span<const uint32_t> finish = clip_frag;  // because files contain display colours, not light
  if (info.entry->traits.bright) finish = tone_frag;
  tone_.emplace(sorters.device(), ProgramInfo{"tone", 0, 0, 1}, GraphicsInfo{background_vert, finish, info.format});
}

DepthSort::Declared SceneInstance::sort(Declaration& frame, bool sorts) {
  Elements::Handles elements = elements_.declare(frame);
  if (sorts && scene_.groups().size() > 0) elements.segments = sort_.addSegments(frame);
  scene_.move(frame, elements, sort_.needsIndices(sorts));
  return sort_.declare(frame, elements, sorts);
}

graph::ImageHandle SceneInstance::draw(Declaration& frame, const Elements::Handles& sorted, graph::ImageHandle color) {
  if (!tone_) return scene_.draw(frame, sorted, color);
  const VkExtent2D extent = frame.graph.resources()[color.index].image.extent;
  const graph::ImageHandle light =
      scene_.draw(frame, sorted, frame.graph.createImage("light", {kBright, extent, kDrawnAndRead}));
  graph::PassBuilder pass = frame.graph.addPass("tone", graph::PassKind::graphics);
  pass.read(light, graph::kFragmentRead, kRead);
  color = pass.color(color, VkClearColorValue{});
  pass.record([this, light](const graph::PassContext& context) {
    tone_->bind(context, {}, {context.view(light)});
    context.device().vk.vkCmdDraw(context.cmd(), 3, 1, 0, 0);
  });
  return color;
}

void SceneInstance::prepare(uint32_t frame, const Camera& camera, VkExtent2D extent, uint32_t steps) {
  const View view = camera.view({static_cast<float>(extent.width), static_cast<float>(extent.height)});
  scene_.prepare(view, steps);
  sort_.prepare(frame, view, scene_.groups());
}

FrameGraph::FrameGraph(const gpu::Device& device, const FrameInfo& info, SceneInstance* scene, SceneInstance* compared)
    : info_(info) {
  Declaration frame;
  graph::Graph& graph = frame.graph;
  graph::ImageInfo image{info.format, info.extent, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT};
  if (!info.present) image.usage |= VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  color_ = info.present ? graph.importImage("swapchain", image, VK_IMAGE_LAYOUT_UNDEFINED, graph::kAcquired)
                        : graph.createImage("picture", image);
  if (info.shown == Shown::picture) {
    DepthSort::Declared sorted = scene->sort(frame, info.sorts);
    color_ = scene->draw(frame, sorted.elements, color_);
    sort_ = std::move(sorted.timed);
  } else {
    compare(device, frame, *scene, *compared);
  }
  if (info.overlay != nullptr) color_ = info.overlay->declare(graph, color_);
  if (info.present)
    graph.exportImage(color_, graph::kPresent, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
  else
    graph.exportImage(color_, graph::kTransferRead, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
  executor_.emplace(device, graph, graph::compile(graph, graph::memoryNeeds(device)), kFramesInFlight);
  frame.bind(*executor_);
}

void FrameGraph::compare(const gpu::Device& device, Declaration& frame, SceneInstance& scene, SceneInstance& compared) {
  const bool split = info_.shown == Shown::split;
  const graph::ImageInfo image{info_.format, info_.extent, kDrawnAndRead};
  DepthSort::Declared shown = scene.sort(frame, sorts());
  const DepthSort::Declared beside = compared.sort(frame, !split);
  const auto draw = [&](SceneInstance& each, const DepthSort::Declared& sorted, const char* name) {
    return each.draw(frame, sorted.elements, frame.graph.createImage(name, image));
  };
  const graph::ImageHandle drawn_beside = draw(compared, beside, "beside"), drawn = draw(scene, shown, "shown");
  sort_ = std::move(shown.timed);
  const graph::ImageHandle exact = split ? drawn : drawn_beside, seen = split ? drawn_beside : drawn;
  comparison_ = Program(device, {"compare", 0, sizeof(ComparePush), 2}, {background_vert, compare_frag, info_.format});
  compare_.error = split ? 0 : 1;
  graph::PassBuilder pass = frame.graph.addPass("compare", graph::PassKind::graphics);
  pass.read(exact, graph::kFragmentRead, kRead);
  pass.read(seen, graph::kFragmentRead, kRead);
  color_ = pass.color(color_, VkClearColorValue{});
  pass.record([this, exact, seen](const graph::PassContext& context) {
    comparison_.use(context, {}, compare_, {context.view(exact), context.view(seen)});
    context.device().vk.vkCmdDraw(context.cmd(), 3, 1, 0, 0);
  });
}

std::optional<double> FrameGraph::sortMs(uint32_t frame) const {
  if (sort_.empty()) return std::nullopt;
  double sum = 0.0;
  for (const graph::PassHandle pass : sort_) {
    const std::optional<double> ms = executor_->passMs(pass, frame);
    if (!ms) return std::nullopt;
    sum += *ms;
  }
  return sum;
}

}  // namespace particles
