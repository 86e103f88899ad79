#include "viewer/graphs.h"

#include <utility>

#include "background_vert.spv.h"
#include "compare_frag.spv.h"
#include "steps/view.h"

namespace particles {

CompareGraph::CompareGraph(const gpu::Device& device, const CompareInfo& info)
    : info_(info),
      program_(Program::graphics(device, {"compare", 2, sizeof(ComparePush), info.frames}, background_vert,
                                 compare_frag, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, info.format, false)) {
  push_.width = info.extent.width;
  graph::Graph graph;
  const auto import = [&](const char* name) {
    return graph.importImage(name, {info.format, info.extent, VK_IMAGE_USAGE_TRANSFER_SRC_BIT},
                             VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
  };
  declared_.exact = import("exact picture");
  declared_.shown = import("shown picture");
  const graph::BufferHandle exact = copy(graph, "exact", declared_.exact);
  const graph::BufferHandle shown = copy(graph, "shown", declared_.shown);
  graph::ImageInfo image{info.format, info.extent, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT};
  if (!info.present) image.usage |= VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  declared_.color = info.present ? graph.importImage("swapchain", image, VK_IMAGE_LAYOUT_UNDEFINED, graph::kAcquired)
                                 : graph.createImage("picture", image);
  draw(graph, exact, shown);
  if (info.overlay != nullptr) declared_.color = info.overlay->declare(graph, declared_.color);
  if (info.present)
    graph.exportImage(declared_.color, graph::kPresent, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
  else
    graph.exportImage(declared_.color, graph::kTransferRead, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
  graph::Plan plan = graph::compile(graph, graph::memoryNeeds(device));
  executor_.emplace(device, std::move(graph), std::move(plan), info.frames);
}

graph::BufferHandle CompareGraph::copy(graph::Graph& graph, const char* name, graph::ImageHandle image) {
  const VkExtent2D extent = info_.extent;
  graph::BufferHandle pixels = graph.createBuffer(
      std::string(name) + " pixels", {VkDeviceSize{extent.width} * extent.height * 4,
                                      VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT});
  graph::PassBuilder pass = graph.addPass(std::string("copy ") + name, graph::PassKind::transfer);
  pass.read(image, graph::kTransferRead, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
  pixels = pass.write(pixels, graph::kTransferWrite);
  pass.execute([image, pixels, extent](const graph::PassContext& context) {
    VkBufferImageCopy region{};
    region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    region.imageExtent = {extent.width, extent.height, 1};
    context.device().vk.vkCmdCopyImageToBuffer(
        context.cmd(), context.image(image), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, context.buffer(pixels), 1, &region);
  });
  return pixels;
}

void CompareGraph::draw(graph::Graph& graph, graph::BufferHandle exact, graph::BufferHandle shown) {
  graph::PassBuilder pass = graph.addPass("compare", graph::PassKind::graphics);
  pass.read(exact, graph::kFragmentRead);
  pass.read(shown, graph::kFragmentRead);
  declared_.color = pass.color(declared_.color, VkClearColorValue{});
  pass.execute([this, exact, shown](const graph::PassContext& context) {
    program_.use(context, {context.buffer(exact), context.buffer(shown)}, push_);
    context.device().vk.vkCmdDraw(context.cmd(), 3, 1, 0, 0);
  });
}

void CompareGraph::compare(VkImage exact, VkImage shown) {
  executor_->bind(declared_.exact, exact, VK_NULL_HANDLE);
  executor_->bind(declared_.shown, shown, VK_NULL_HANDLE);
}

void CompareGraph::show(bool error, float divider) {
  push_.flags = error ? PARTICLES_COMPARE_ERROR : 0U;
  if (info_.format == VK_FORMAT_B8G8R8A8_UNORM) push_.flags |= PARTICLES_COMPARE_BLUE_FIRST;
  push_.divider = divider;
}

VkClearColorValue clearValue(uint32_t packed) {
  VkClearColorValue value{};
  for (uint32_t i = 0; i < 4; ++i) value.float32[i] = static_cast<float>(packed >> (8 * i) & 255U) / 255.0F;
  return value;
}

OverlayGraph::Declared OverlayGraph::declare(Overlay& overlay, const OverlayGraphInfo& info) {
  Declared declared;
  graph::Graph& graph = declared.graph;
  graph::ImageInfo image{info.format, info.extent, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT};
  if (!info.present) image.usage |= VK_IMAGE_USAGE_TRANSFER_SRC_BIT;
  const graph::ImageHandle empty =
      info.present ? graph.importImage("swapchain", image, VK_IMAGE_LAYOUT_UNDEFINED, graph::kAcquired)
                   : graph.createImage("picture", image);
  declared.color = overlay.declare(graph, empty, info.background);
  if (info.present)
    graph.exportImage(declared.color, graph::kPresent, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
  else
    graph.exportImage(declared.color, graph::kTransferRead, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
  return declared;
}

OverlayGraph::OverlayGraph(const gpu::Device& device, Overlay& overlay, const OverlayGraphInfo& info)
    : OverlayGraph(device, info, declare(overlay, info)) {}

OverlayGraph::OverlayGraph(const gpu::Device& device, const OverlayGraphInfo& info, Declared declared)
    : color_(declared.color),
      executor_(device, declared.graph, graph::compile(declared.graph, graph::memoryNeeds(device)), info.frames) {}

Graphs::Graphs(const gpu::Device& device, Stages* stages, const Wanted& wanted, const GraphsInfo& info)
    : shown_(wanted.shown), extent_(info.extent), sorting_(Sorting::off) {
  if (shown_ == Shown::steps) {
    plain_.emplace(
        device, *info.overlay,
        OverlayGraphInfo{info.format, info.extent, info.frames, info.present, clearValue(steps::kBackground)});
    return;
  }
  // Pictures that are compared are drawn beside the screen.
  const bool direct = !compares(shown_);
  const auto frame = [&](Sorting sorting) {
    return FrameInfo{
        info.format, info.extent, sorting, info.frames, direct && info.present, direct ? info.overlay : nullptr};
  };
  // A split screen has what is not sorted on its other side.
  sorting_ = wanted.sorting || shown_ == Shown::split ? Sorting::on : Sorting::off;
  main_.emplace(device, *stages->shown, frame(sorting_));
  if (direct) return;
  other_.emplace(device, *stages->other, frame(shown_ == Shown::split ? Sorting::off : Sorting::on));
  compare_.emplace(device, CompareInfo{info.format, info.extent, info.frames, info.present, info.overlay});
  divide(wanted.divider);
}

void Graphs::divide(float share) {
  if (compare_) compare_->show(shown_ == Shown::error, share * static_cast<float>(extent_.width));
}

void Graphs::target(VkImage image, VkImageView view) {
  if (plain_) return plain_->target(image, view);
  if (compare_) return compare_->target(image, view);
  main_->target(image, view);
}

void Graphs::record(VkCommandBuffer cmd, uint32_t frame) {
  if (plain_) return plain_->record(cmd, frame);
  main_->record(cmd, frame);
  if (!compare_) return;
  other_->record(cmd, frame);
  const bool error = shown_ == Shown::error;
  compare_->compare((error ? *other_ : *main_).image(frame), (error ? *main_ : *other_).image(frame));
  compare_->record(cmd, frame);
}

VkImage Graphs::image(uint32_t frame) const {
  if (plain_) return plain_->image(frame);
  return compare_ ? compare_->image(frame) : main_->image(frame);
}

std::optional<double> Graphs::sortMs(uint32_t frame) const { return main_ ? main_->sortMs(frame) : std::nullopt; }

}  // namespace particles
