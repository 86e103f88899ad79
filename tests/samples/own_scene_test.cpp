// A scene is one file: this one has a scene of its own, and the viewer's parts move, sort, verify and draw it.
#include <doctest/doctest.h>

#include <random>

#include "bench/told_times.h"
#include "frame/frame_graph.h"
#include "frame/frame_queue.h"
#include "picture/readback.h"
#include "scene/program.h"
#include "scenes/drawing.h"
#include "sort/order_check.h"
#include "squares_frag.spv.h"
#include "squares_vert.spv.h"
#include "support/devices.h"

using namespace particles;
using test::kFormat;

namespace {

constexpr VkExtent2D kSquaresExtent{64, 48};

// Points of the host, drawn over each other at the same place: the last one is what is seen.
class Squares : public Scene {
 public:
  Squares(const gpu::Device& device, const SceneInfo& info)
      : count_(info.count),
        points_(device, VkDeviceSize{info.count} * sizeof(glm::vec4), VK_BUFFER_USAGE_TRANSFER_SRC_BIT,
                gpu::Memory::upload, "points"),
        squares_(Program::graphics(device, {"squares", 1, sizeof(float), info.frames}, squares_vert, squares_frag,
                                   VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP, info.color_format, false)) {
    std::mt19937 random(info.seed);
    const auto coordinate = [&] { return static_cast<float>(random() % 4096) / 2048.0F - 1.0F; };
    for (glm::vec4& point : points_.as<glm::vec4>()) point = {coordinate(), coordinate(), coordinate(), 0.0F};
    points_.flush();
  }

  graph::BufferHandle simulate(Declaration& frame, graph::BufferHandle positions) override {
    const graph::BufferHandle points =
        frame.import("points", points_, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, graph::kNoAccess);
    graph::PassBuilder pass = frame.graph.addPass("upload", graph::PassKind::transfer);
    pass.read(points, graph::kTransferRead);
    positions = pass.write(positions, graph::kTransferWrite);
    pass.execute([=, size = points_.size()](const graph::PassContext& context) {
      const VkBufferCopy all{0, 0, size};
      context.device().vk.vkCmdCopyBuffer(context.cmd(), context.buffer(points), context.buffer(positions), 1, &all);
    });
    return positions;
  }

  graph::ImageHandle draw(Declaration& frame, const Elements::Handles& elements, graph::ImageHandle color) override {
    graph::PassBuilder pass = frame.graph.addPass("draw", graph::PassKind::graphics);
    pass.read(elements.indices, graph::kVertexRead);
    color = pass.color(color, VkClearColorValue{});
    pass.execute([this, indices = elements.indices](const graph::PassContext& context) {
      squares_.use(context, {context.buffer(indices)}, 1.0F);
      context.device().vk.vkCmdDraw(context.cmd(), 4, count_, 0, 0);
    });
    return color;
  }

  void prepare(const View&, uint32_t) override {}  // nothing moves

 private:
  uint32_t count_;
  gpu::Buffer points_;
  Program squares_;
};

std::unique_ptr<Scene> makeSquares(const gpu::Device& device, const SceneInfo& info) {
  return std::make_unique<Squares>(device, info);
}

// Draws a few frames, each of which must be complete, and in order if they are sorted; returns the last one's picture
// and the elements it drew.
Readback drawSquares(gpu::Device& device, uint32_t count, bool fused, bool sorting) {
  constexpr uint64_t kTicks = 1'000'000;  // that each pass says it took
  const test::ToldTimes told(device, std::vector<uint64_t>(100, kTicks));
  const double pass_ms = static_cast<double>(device.properties().core.limits.timestampPeriod) * kTicks / 1e6;
  Stage stage(device,
              {makeSquares, {count, 3, kFormat, kFramesInFlight}, {fused ? Keys::fused : Keys::separate}, true});
  FrameGraph graph(device, stage, {kFormat, kSquaresExtent, sorting ? Sorting::on : Sorting::off, kFramesInFlight});
  FrameQueue queue(device);
  const Camera camera;
  Verdicts verdicts;
  const auto finish = [&](uint32_t slot) {
    if (!queue.wait(slot)) return;
    verdicts.add(stage.sort().verdict(slot), count, sorting);
    const bool timed = sorting && device.properties().timestamp_valid_bits != 0;
    REQUIRE(graph.sortMs(slot).has_value() == timed);
    if (timed) CHECK(*graph.sortMs(slot) == doctest::Approx(fused ? pass_ms : 2 * pass_ms));
  };
  constexpr uint32_t kFrames = 5;
  for (uint32_t i = 0; i < kFrames; ++i) {
    const uint32_t slot = i % kFramesInFlight;
    finish(slot);
    stage.prepare(slot, camera, kSquaresExtent, 1);
    graph.record(queue.begin(slot), slot);
    queue.submit(slot);
  }
  for (uint32_t i = 0; i < kFramesInFlight; ++i) finish((kFrames + i) % kFramesInFlight);
  CHECK(verdicts.frames() == kFrames);
  CHECK(verdicts.good());
  const Readback seen =
      readBack(device, stage.elements(), graph.image((kFrames - 1) % kFramesInFlight), kSquaresExtent);
  const OrderReport order = checkOrder(seen.positions, seen.indices, stage.sort().depthRow());
  CHECK(order.permutation());
  CHECK(order.good() == sorting);
  return seen;
}

// The element whose square is in the middle of the picture.
uint32_t seenInTheMiddle(const Picture& picture) {
  const std::size_t middle = (picture.height / 2 * picture.width + picture.width / 2) * std::size_t{4};
  return picture.rgba[middle] | picture.rgba[middle + 1] << 8U | picture.rgba[middle + 2] << 16U;
}

}  // namespace

TEST_CASE("a_scene_in_one_file_is_moved_sorted_verified_and_drawn") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    gpu::Device& device = *entry.device;
    if (!device.enabled().graphics || !device.enabled().dynamic_rendering) {
      MESSAGE("no graphics queue or no dynamic rendering: the scene is not drawn on this device");
      continue;
    }
    constexpr uint32_t kCount = 3001;
    const Readback fused = drawSquares(device, kCount, true, true);
    const Readback separate = drawSquares(device, kCount, false, true);
    CHECK(fused.indices == separate.indices);
    CHECK(seenInTheMiddle(fused.picture) == fused.indices.back());
    CHECK(fused.picture.rgba == separate.picture.rgba);
    // Not sorted, the element with the last index covers all others.
    const Readback unsorted = drawSquares(device, kCount, true, false);
    CHECK(seenInTheMiddle(unsorted.picture) == kCount - 1);
    CHECK(seenInTheMiddle(fused.picture) != kCount - 1);
    test::expectNoValidationMessages();
  }
}
