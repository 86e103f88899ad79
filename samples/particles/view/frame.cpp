#include "view/frame.h"

#include <algorithm>
#include <iterator>
#include <string_view>
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

// Short passes, and the part that each belongs to.
constexpr std::pair<std::string_view, const char*> kSmallPasses[] = {
    {"place groups", "move and keys"}, {"budget", "cull"}, {"tone", "draw"}};

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

Elements::Handles SceneInstance::sort(Declaration& frame, bool sorts) {
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
    color_ = scene->draw(frame, scene->sort(frame, info.sorts), color_);
    addParts(graph);
  } else {
    compare(device, frame, *scene, *compared);
  }
  if (info.overlay != nullptr) color_ = info.overlay->declare(graph, color_);
  addParts(graph);
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
  const auto draw = [&](SceneInstance& each, bool sorted, const char* name) {
    const Elements::Handles elements = each.sort(frame, sorted);
    return each.draw(frame, elements, frame.graph.createImage(name, image));
  };
  const graph::ImageHandle drawn = draw(scene, sorts(), "shown");
  addParts(frame.graph);
  const graph::ImageHandle drawn_beside = draw(compared, !split, "beside");
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
  addParts(frame.graph, "comparison");
}

void FrameGraph::addParts(const graph::Graph& graph, const char* name) {
  for (; passes_ < graph.passes().size(); ++passes_) {
    const std::string& own = graph.passes()[passes_].name;
    const auto* const small = std::ranges::find(kSmallPasses, own, &std::pair<std::string_view, const char*>::first);
    const std::string part = name != nullptr ? name : small != std::end(kSmallPasses) ? small->second : own;
    auto found = std::ranges::find(parts_, part, &decltype(parts_)::value_type::first);
    if (found == parts_.end()) found = parts_.insert(found, {part, {}});
    found->second.push_back({passes_});
  }
}

std::vector<FramePart> FrameGraph::parts(uint32_t frame) const {
  const std::optional<double> whole = executor_->frameMs(frame);
  if (!whole) return {};
  std::vector<FramePart> parts{{"frame", *whole}};
  double between = *whole;
  for (const auto& [name, passes] : parts_) {
    parts.push_back({name});
    for (const graph::PassHandle pass : passes) parts.back().ms += executor_->passMs(pass, frame).value_or(0.0);
    between -= parts.back().ms;
  }
  parts.push_back({"between passes", std::max(0.0, between)});
  return parts;
}

}  // namespace particles
