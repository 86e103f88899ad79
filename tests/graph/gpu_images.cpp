// Images: layouts, attachments, shared memory; compared pixel by pixel.
#include <doctest/doctest.h>

#include "gpu/commands.h"
#include "gpu/image.h"
#include "gpu/pipeline.h"
#include "graph/execute.h"
#include "graphs.h"
#include "rendering_watch.h"
#include "support/devices.h"
#include "test_triangle_frag.spv.h"
#include "test_triangle_vert.spv.h"

using namespace graph;

namespace {

constexpr VkExtent2D kTargetExtent{32, 16};
constexpr uint32_t kPixels = kTargetExtent.width * kTargetExtent.height;
constexpr ImageInfo kColorTarget{
    VK_FORMAT_R8G8B8A8_UNORM, kTargetExtent,
    VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT};
constexpr BufferInfo kBytes{kPixels * 4, VK_BUFFER_USAGE_TRANSFER_DST_BIT};
constexpr uint32_t kRed = 0xFF0000FF;
constexpr uint32_t kGreen = 0xFF00FF00;
constexpr uint32_t kBlue = 0xFFFF0000;
constexpr VkClearColorValue kClearRed{{1, 0, 0, 1}};
constexpr VkClearColorValue kClearBlue{{0, 0, 1, 1}};

bool canDraw(const gpu::Device& device) {
  const bool can = device.enabled().graphics && device.enabled().dynamic_rendering;
  if (!can) MESSAGE("no graphics queue or no dynamic rendering: images are not drawn on this device");
  return can;
}

gpu::Buffer pixelBuffer(const gpu::Device& device) {
  return {device, kBytes.size, kBytes.usage, gpu::Memory::readback, "pixels"};
}

ImageHandle renderClear(Graph& graph, ImageHandle image, VkClearColorValue color) {
  PassBuilder pass = graph.addPass("clear", PassKind::graphics);
  pass.execute([](const PassContext&) {});
  return pass.color(image, color);
}

// Draws green over the left half of what is there.
ImageHandle drawPass(Graph& graph, ImageHandle image, VkPipeline pipeline) {
  PassBuilder pass = graph.addPass("draw", PassKind::graphics);
  pass.execute([=](const PassContext& context) {
    context.device().vk.vkCmdBindPipeline(context.cmd(), VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline);
    context.device().vk.vkCmdDraw(context.cmd(), 6, 1, 0, 0);
  });
  return pass.color(image);
}

BufferHandle copyPass(Graph& graph, ImageHandle image, BufferHandle target) {
  PassBuilder pass = graph.addPass("copy", PassKind::transfer);
  pass.read(image, kTransferRead, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
  target = pass.write(target, kTransferWrite);
  pass.execute([=](const PassContext& context) {
    VkBufferImageCopy region{};
    region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
    region.imageExtent = {kTargetExtent.width, kTargetExtent.height, 1};
    context.device().vk.vkCmdCopyImageToBuffer(
        context.cmd(), context.image(image), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, context.buffer(target), 1, &region);
  });
  graph.exportBuffer(target, kHostRead);
  return target;
}

uint32_t wrongPixels(const gpu::Buffer& pixels, uint32_t left, uint32_t right) {
  pixels.invalidate();
  uint32_t wrong = 0;
  for (uint32_t i = 0; i < kPixels; ++i)
    wrong += pixels.as<uint32_t>()[i] != (i % kTargetExtent.width < kTargetExtent.width / 2 ? left : right);
  return wrong;
}

struct DrawPipeline {
  explicit DrawPipeline(const gpu::Device& device) : layout(gpu::pipelineLayout(device, {})) {
    gpu::GraphicsPipelineInfo info;
    info.vertex = test_triangle_vert;
    info.fragment = test_triangle_frag;
    info.layout = layout.get();
    info.color_format = kColorTarget.format;
    info.name = "triangle";
    pipeline = gpu::graphicsPipeline(device, info);
  }
  gpu::Owned<VkPipelineLayout> layout;
  gpu::Owned<VkPipeline> pipeline;
};

}  // namespace

TEST_CASE("clears_draws_and_reads_back_an_image") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    if (!canDraw(device)) continue;
    const DrawPipeline triangle(device);
    const gpu::Buffer pixels = pixelBuffer(device);
    Graph graph;
    ImageHandle image = renderClear(graph, graph.createImage("image", kColorTarget), kClearRed);
    image = drawPass(graph, image, triangle.pipeline.get());
    const BufferHandle out = copyPass(graph, image, graph.importBuffer("pixels", kBytes));
    Plan plan = compile(graph, memoryNeeds(device));
    Executor executor(device, std::move(graph), std::move(plan));
    executor.bind(out, pixels.handle());
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd); });
    CHECK(wrongPixels(pixels, kGreen, kRed) == 0);
    test::expectNoValidationMessages();
  }
}

TEST_CASE("images_that_share_memory_keep_their_pixels_while_they_are_needed") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    if (!canDraw(device)) continue;
    const gpu::Buffer first = pixelBuffer(device);
    const gpu::Buffer second = pixelBuffer(device);
    Graph graph;
    const ImageHandle red = renderClear(graph, graph.createImage("red", kColorTarget), kClearRed);
    const BufferHandle out_red = copyPass(graph, red, graph.importBuffer("first", kBytes));
    const ImageHandle blue = renderClear(graph, graph.createImage("blue", kColorTarget), kClearBlue);
    const BufferHandle out_blue = copyPass(graph, blue, graph.importBuffer("second", kBytes));
    Plan plan = compile(graph, memoryNeeds(device));
    CHECK(plan.placements[red.index].overlaps(plan.placements[blue.index]));
    Executor executor(device, std::move(graph), std::move(plan));
    executor.bind(out_red, first.handle());
    executor.bind(out_blue, second.handle());
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd); });
    CHECK(wrongPixels(first, kRed, kRed) == 0);
    CHECK(wrongPixels(second, kBlue, kBlue) == 0);
    test::expectNoValidationMessages();
  }
}

TEST_CASE("an_imported_image_comes_in_one_layout_and_leaves_in_another") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    if (!canDraw(device)) continue;
    const DrawPipeline triangle(device);
    const gpu::Image target(device, kColorTarget.format, kTargetExtent, kColorTarget.usage, "target");
    const gpu::Buffer pixels = pixelBuffer(device);

    Graph draw;  // leaves the image ready to be copied from
    ImageHandle image = draw.importImage("target", kColorTarget, VK_IMAGE_LAYOUT_UNDEFINED);
    image = renderClear(draw, image, kClearBlue);
    image = drawPass(draw, image, triangle.pipeline.get());
    draw.exportImage(image, kTransferRead, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    Plan draw_plan = compile(draw, memoryNeeds(device));
    Executor drawing(device, std::move(draw), std::move(draw_plan));
    drawing.bind(image, target.handle(), target.view());

    Graph copy;  // finds it like that
    const ImageHandle source =
        copy.importImage("target", kColorTarget, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, kTransferRead);
    const BufferHandle out = copyPass(copy, source, copy.importBuffer("pixels", kBytes));
    Plan copy_plan = compile(copy, memoryNeeds(device));
    CHECK(copy_plan.passes.at(0).barriers.empty());
    Executor copying(device, std::move(copy), std::move(copy_plan));
    copying.bind(source, target.handle(), target.view());
    copying.bind(out, pixels.handle());

    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
      drawing.execute(cmd);
      copying.execute(cmd);
    });
    CHECK(wrongPixels(pixels, kGreen, kBlue) == 0);
    test::expectNoValidationMessages();
  }
}

// The host can end its command buffer.
TEST_CASE("rendering_is_ended_where_a_pass_throws") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    gpu::Device& device = *entry.device;
    if (!canDraw(device)) continue;
    Graph graph;
    PassBuilder pass = graph.addPass("fails", PassKind::graphics);
    pass.execute([](const PassContext&) {
      CHECK(test::drawn().open);
      throw Error("the pass");
    });
    (void)pass.color(graph.createImage("target", kColorTarget), kClearRed);
    pass.sideEffect();
    Executor executor(device, graph, compile(graph, memoryNeeds(device)));
    gpu::CommandPool pool(device);
    const VkCommandBuffer cmd = pool.allocate();
    gpu::begin(device, cmd);
    test::watchRendering(device, [&] { CHECK(test::errorOf([&] { executor.execute(cmd); }) == "the pass"); });
    CHECK_FALSE(test::drawn().open);
    CHECK(device.vk.vkEndCommandBuffer(cmd) == VK_SUCCESS);
    test::expectNoValidationMessages();
  }
}
