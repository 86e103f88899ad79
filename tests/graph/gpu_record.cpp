// What reaches vkCmdPipelineBarrier is what the plan says.
#include <doctest/doctest.h>

#include "add_kernel.h"
#include "barrier_calls.h"
#include "graphs.h"
#include "support/devices.h"

using namespace graph;
using test::AddKernel;
using test::BarrierCall;
using test::kData;

namespace {

// Executes once with every barrier call written down.
std::vector<BarrierCall> recorded(gpu::Device& device, Executor& executor) {
  return test::barriersOf(device,
                          [&] { gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd); }); });
}

}  // namespace

TEST_CASE("each_pass_records_one_call_with_the_barriers_of_the_plan") {
  gpu::Device& device = *test::devices().front().device;
  constexpr ImageInfo kImage{
      VK_FORMAT_R8G8B8A8_UNORM, {8, 8}, VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT};
  const gpu::Buffer readback = test::readbackBuffer(device);
  Graph graph;
  PassBuilder clear = graph.addPass("clear", PassKind::transfer);
  const ImageHandle image =
      clear.write(graph.createImage("image", kImage), kTransferWrite, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
  const BufferHandle words = clear.write(graph.createBuffer("words", kData), kTransferWrite);
  clear.execute([=](const PassContext& context) {
    const VkClearColorValue color{};
    const VkImageSubresourceRange range{VK_IMAGE_ASPECT_COLOR_BIT, 0, 1, 0, 1};
    context.device().vk.vkCmdClearColorImage(context.cmd(), context.image(image), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL,
                                             &color, 1, &range);
    context.device().vk.vkCmdFillBuffer(context.cmd(), context.buffer(words), 0, VK_WHOLE_SIZE, 1);
  });
  PassBuilder copy = graph.addPass("copy", PassKind::transfer);
  copy.read(words, kTransferRead);
  copy.read(image, kTransferRead, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
  const BufferHandle out = copy.write(graph.importBuffer("out", kData), kTransferWrite);
  copy.execute([](const PassContext&) {});
  graph.exportBuffer(out, kHostRead);
  Plan plan = compile(graph, memoryNeeds(device));
  Executor executor(device, std::move(graph), std::move(plan));
  executor.bind(out, readback.handle());

  const std::vector<BarrierCall> made = recorded(device, executor);
  REQUIRE(made.size() == 3);  // two passes and the export
  REQUIRE(made[0].images.size() == 1);
  CHECK(made[0].buffers.empty());
  CHECK(made[0].src_stages == VK_PIPELINE_STAGE_TOP_OF_PIPE_BIT);
  CHECK(made[0].images[0].oldLayout == VK_IMAGE_LAYOUT_UNDEFINED);
  REQUIRE(made[1].images.size() == 1);
  REQUIRE(made[1].buffers.size() == 1);
  CHECK(made[1].global.empty());
  CHECK(made[1].src_stages == VK_PIPELINE_STAGE_TRANSFER_BIT);
  CHECK(made[1].dst_stages == VK_PIPELINE_STAGE_TRANSFER_BIT);
  CHECK(made[1].images[0].oldLayout == VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
  CHECK(made[1].images[0].newLayout == VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
  CHECK(made[1].images[0].srcAccessMask == VK_ACCESS_TRANSFER_WRITE_BIT);
  CHECK(made[1].images[0].dstAccessMask == VK_ACCESS_TRANSFER_READ_BIT);
  CHECK(made[1].buffers[0].srcAccessMask == VK_ACCESS_TRANSFER_WRITE_BIT);
  CHECK(made[1].buffers[0].dstAccessMask == VK_ACCESS_TRANSFER_READ_BIT);
  REQUIRE(made[2].buffers.size() == 1);
  CHECK(made[2].dst_stages == VK_PIPELINE_STAGE_HOST_BIT);
  CHECK(made[2].buffers[0].buffer == readback.handle());
  CHECK(made[2].buffers[0].dstAccessMask == VK_ACCESS_HOST_READ_BIT);
  test::expectNoValidationMessages();
}

TEST_CASE("memory_that_changes_hands_gets_a_global_barrier") {
  gpu::Device& device = *test::devices().front().device;
  AddKernel kernel(device);
  const gpu::Buffer readback = test::readbackBuffer(device);
  Graph graph;
  const BufferHandle a = test::fillPass(graph, "fill", graph.createBuffer("a", kData), 5);
  const BufferHandle b = test::addPass(graph, "add", kernel, a, graph.createBuffer("b", kData), 2);
  const BufferHandle c = test::copyPass(graph, "copy", b, graph.createBuffer("c", kData));
  const BufferHandle out = test::copyPass(graph, "copy_out", c, graph.importBuffer("out", kData));
  graph.exportBuffer(out, kHostRead);
  Plan plan = compile(graph, memoryNeeds(device));
  Executor executor(device, std::move(graph), std::move(plan));
  executor.bind(out, readback.handle());

  const std::vector<BarrierCall> made = recorded(device, executor);
  REQUIRE(made.size() == 4);  // the first pass waits for nothing
  REQUIRE(made[1].global.size() == 1);
  CHECK(made[1].src_stages == (VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT));
  CHECK(made[1].global[0].srcAccessMask == VK_ACCESS_TRANSFER_WRITE_BIT);  // the fill of a
  CHECK(made[1].global[0].dstAccessMask == VK_ACCESS_TRANSFER_WRITE_BIT);
  CHECK(test::allEqual(readback, 7));
  test::expectNoValidationMessages();
}
