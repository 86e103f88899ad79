#include <cstdio>

#include "background_vert.spv.h"
#include "gpu/commands.h"
#include "points/cloud.h"
#include "scene/elements.h"
#include "scenes/scenes.h"
#include "splats_background_frag.spv.h"
#include "splats_splat_frag.spv.h"
#include "splats_splat_vert.spv.h"

namespace particles {
namespace {

using splats::Splat;

constexpr VkBufferUsageFlags kFrom = VK_BUFFER_USAGE_TRANSFER_SRC_BIT;

std::shared_ptr<const Cloud> makeCloud(const SceneInfo& info) {
  if (info.points) return info.points;
  const auto cloud = std::make_shared<Cloud>();
  cloud->reserve(info.count);
  for (const Gaussian& gaussian : growTree(info.count, info.seed)) cloud->add(gaussian);
  return cloud;
}

// As many degrees as one binding of the device holds; fewer than there are is said.
uint32_t degreeOn(const gpu::Device& device, const Cloud& cloud) {
  if (cloud.discs) return 0;
  const VkDeviceSize most = device.properties().core.limits.maxStorageBufferRange;
  const uint32_t degree = fittingDegree(cloud.harmonics.degree, cloud.count(), most);
  if (degree < cloud.harmonics.degree)
    std::fprintf(stderr, "vksort-particles: the device takes spherical harmonics of degree %u of %u splats\n", degree,
                 cloud.count());
  return degree;
}

gpu::Buffer upload(const gpu::Device& device, std::span<const std::byte> bytes, VkBufferUsageFlags usage,
                   const char* name) {
  gpu::Buffer buffer(device, bytes.size(), usage | VK_BUFFER_USAGE_TRANSFER_DST_BIT, gpu::Memory::device, name);
  gpu::upload(device, buffer, bytes);
  return buffer;
}

gpu::Buffer uploadHarmonics(const gpu::Device& device, const Harmonics& harmonics, uint32_t degree) {
  if (degree == 0) return {};
  const Harmonics fewer = degree < harmonics.degree ? harmonics.upTo(degree) : Harmonics{};
  const std::vector<uint32_t>& words = degree < harmonics.degree ? fewer.words : harmonics.words;
  return upload(device, std::as_bytes(std::span(words)), kStorage, "spherical harmonics");
}

// Splats that stay where they are.
class Splats : public Scene {
 public:
  Splats(const gpu::Device& device, const SceneInfo& info, const Cloud& cloud)
      : count_(info.count),
        positions_(upload(device, std::as_bytes(std::span(cloud.positions)), kFrom, "points")),
        splats_(upload(device, std::as_bytes(std::span(cloud.splats)), kStorage, "splats")),
        degree_(degreeOn(device, cloud)),
        harmonics_(uploadHarmonics(device, cloud.harmonics, degree_)),
        background_(Program::graphics(device, {"background", 0, kPush, info.frames}, background_vert,
                                      splats_background_frag, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, info.color_format,
                                      false)),
        draw_(Program::graphics(device, {"splats", 4, kPush, info.frames}, splats_splat_vert, splats_splat_frag,
                                VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP, info.color_format, true)) {
    push_.discs = cloud.discs ? 1 : 0;
    push_.degree = degree_;
    push_.words = wordsOf(degree_);
    push_.file_up = static_cast<uint32_t>(cloud.file_up);
  }

  graph::BufferHandle simulate(Declaration& frame, graph::BufferHandle positions) override {
    const graph::BufferHandle from = frame.import("points", positions_, kFrom, graph::kNoAccess);
    graph::PassBuilder pass = frame.graph.addPass("place points", graph::PassKind::transfer);
    pass.read(from, graph::kTransferRead);
    positions = pass.readWrite(positions, graph::kTransferWrite);
    pass.execute([this, from, positions](const graph::PassContext& context) {
      if (placed_) return;  // and there they stay
      placed_ = true;
      const VkBufferCopy all{0, 0, positions_.size()};
      context.device().vk.vkCmdCopyBuffer(context.cmd(), context.buffer(from), context.buffer(positions), 1, &all);
    });
    return positions;
  }

  graph::ImageHandle draw(Declaration& frame, const Elements::Handles& elements, graph::ImageHandle color) override {
    graph::PassBuilder pass = frame.graph.addPass("draw", graph::PassKind::graphics);
    readElements(pass, elements);
    color = pass.color(color, VkClearColorValue{});
    pass.execute([this, elements](const graph::PassContext& context) {
      background_.use(context, {}, push_);
      context.device().vk.vkCmdDraw(context.cmd(), 3, 1, 0, 0);
      // Not read where there are none.
      const VkBuffer harmonics = degree_ != 0 ? harmonics_.handle() : splats_.handle();
      draw_.use(context,
                {context.buffer(elements.positions), splats_.handle(), context.buffer(elements.indices), harmonics},
                push_);
      drawElements(context, elements, 4, count_);
    });
    return color;
  }

  void prepare(const View& view, uint32_t) override {
    push_.right = view.right;
    push_.up = view.up;
    push_.forward = view.forward;
    push_.focal = view.focal;
    push_.pixels = view.pixels;
  }

 private:
  static constexpr uint32_t kPush = sizeof(splats::DrawPush);

  uint32_t count_;
  gpu::Buffer positions_;
  gpu::Buffer splats_;
  uint32_t degree_;
  gpu::Buffer harmonics_;  // of degree 0: none
  Program background_;
  Program draw_;
  splats::DrawPush push_{};
  bool placed_ = false;
};

}  // namespace

std::unique_ptr<Scene> makePoints(const gpu::Device& device, const SceneInfo& info) {
  constexpr float kSize = 1.6F;  // metres, of the tree
  Cloud cloud = *makeCloud(info);
  if (!cloud.discs) cloud.makeDiscs(kSize, cloud.count());
  return std::make_unique<Splats>(device, info, cloud);
}

std::unique_ptr<Scene> makeSplats(const gpu::Device& device, const SceneInfo& info) {
  return std::make_unique<Splats>(device, info, *makeCloud(info));
}

}  // namespace particles
