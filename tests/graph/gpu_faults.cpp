// Validation sees a missing or weaker barrier: without that, its silence in the other cases would mean nothing. Each
// graph is silent as it is.
#include <doctest/doctest.h>

#include "add_kernel.h"
#include "graphs.h"
#include "support/devices.h"

using namespace graph;
using test::AddKernel;
using test::kCopyTarget;
using test::kData;
using test::kExtent;

namespace {

constexpr ImageInfo kCopiedPicture{VK_FORMAT_R32_UINT, kExtent,
                                   VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT};

using Weaken = std::function<void(Plan&)>;
using Record = std::function<void(VkCommandBuffer, Executor&)>;

void once(VkCommandBuffer cmd, Executor& executor) { executor.execute(cmd); }

// Runs the graph with a changed plan; every import is a buffer of its own.
std::size_t messages(const gpu::Device& device, const Graph& graph, const Weaken& weaken, const Record& record = once,
                     uint32_t frames = 1) {
  Plan plan = compile(graph, memoryNeeds(device));
  if (weaken) weaken(plan);
  Executor executor(device, graph, std::move(plan), frames);
  std::vector<gpu::Buffer> buffers;
  for (uint32_t i = 0; i < graph.resources().size(); ++i) {
    if (!graph.resources()[i].imported) continue;
    buffers.push_back(test::readbackBuffer(device));
    executor.bind(BufferHandle{i, 0}, buffers.back().handle());
  }
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { record(cmd, executor); });
  return test::takeValidationMessages();
}

// The only barrier on `resource` before the pass at `position`.
Barrier& barrierAt(Plan& plan, std::size_t position, uint32_t resource) {
  std::vector<Barrier>& list = plan.passes.at(position).barriers;
  const auto found = std::ranges::find(list, resource, &Barrier::resource);
  REQUIRE(found != list.end());
  return *found;
}

Weaken without(std::size_t position, uint32_t resource) {
  return [=](Plan& plan) {
    const auto removed = std::erase_if(plan.passes.at(position).barriers,
                                       [&](const Barrier& barrier) { return barrier.resource == resource; });
    REQUIRE(removed == 1);
  };
}

// Calls `act` with each device, while messages are provoked.
template <typename Act>
void provoke(Act act) {
  test::instance().messages().setPrinting(false);
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    act(*entry.device);
  }
  test::instance().messages().setPrinting(true);
}

}  // namespace

TEST_CASE("validation_sees_each_barrier_that_is_taken_out_of_a_plan") {
  test::lookAtShaders();
  provoke([](const gpu::Device& device) {
    AddKernel kernel(device);
    Graph graph;
    const BufferHandle a = test::fillPass(graph, "fill", graph.createBuffer("a", kData), 5);
    const BufferHandle b = test::addPass(graph, "add", kernel, a, graph.createBuffer("b", kData), 2);
    const BufferHandle c = test::addPass(graph, "add", kernel, b, graph.createBuffer("c", kData), 2);
    const BufferHandle out = test::copyPass(graph, "copy", c, graph.importBuffer("out", kData));
    graph.exportBuffer(test::fillPass(graph, "refill", c, 6), kNoAccess);
    graph.exportBuffer(out, kHostRead);
    CHECK(messages(device, graph, nullptr) == 0);
    CHECK(messages(device, graph, without(1, a.index)) > 0);  // fill -> dispatch
    CHECK(messages(device, graph, without(2, b.index)) > 0);  // dispatch -> dispatch
    CHECK(messages(device, graph, without(3, c.index)) > 0);  // dispatch -> copy
    CHECK(messages(device, graph, without(4, c.index)) > 0);  // copy -> fill: write after read
  });
}

TEST_CASE("validation_sees_images_that_take_over_memory_too_early_or_in_a_wrong_layout") {
  provoke([](const gpu::Device& device) {
    Graph graph;
    const ImageHandle first = test::clearPass(graph, graph.createImage("first", kCopiedPicture), 1);
    graph.exportBuffer(test::copyPass(graph, "copy", first, graph.importBuffer("one", kData)), kHostRead);
    const ImageHandle second = test::clearPass(graph, graph.createImage("second", kCopiedPicture), 2);
    graph.exportBuffer(test::copyPass(graph, "copy", second, graph.importBuffer("two", kData)), kHostRead);
    const auto with = [&](const Weaken& weaken) { return messages(device, graph, weaken); };
    CHECK(with(nullptr) == 0);
    CHECK(with([&](Plan& plan) {
            Barrier& taken_over = barrierAt(plan, 2, second.index);
            REQUIRE(taken_over.aliasing);
            taken_over.src = kNoAccess;
            taken_over.aliasing = false;
          }) > 0);
    CHECK(with([&](Plan& plan) { barrierAt(plan, 1, first.index).new_layout = kCopyTarget; }) > 0);
    CHECK(with([&](Plan& plan) { barrierAt(plan, 1, first.index).src = kNoAccess; }) > 0);
    CHECK(with([&](Plan& plan) { barrierAt(plan, 2, second.index).dst = {}; }) > 0);
  });
}

TEST_CASE("validation_sees_an_export_that_the_outside_writes_or_reads_too_early") {
  provoke([](const gpu::Device& device) {
    const gpu::Buffer pixels = test::readbackBuffer(device);
    // One at a time: together they would wait for each other's passes.
    enum Case { writes_after_read, writes_after_write, reads_image };
    for (const Case which : {writes_after_read, writes_after_write, reads_image}) {
      CAPTURE(static_cast<int>(which));
      Graph graph;
      const BufferHandle buffer = test::fillPass(graph, "fill", graph.createBuffer("buffer", kData), 5);
      ImageHandle picture = graph.createImage("picture", kCopiedPicture);
      if (which == writes_after_read)
        graph.exportBuffer(test::copyPass(graph, "copy", buffer, graph.importBuffer("out", kData)), kNoAccess);
      if (which == reads_image)
        graph.exportImage(picture = test::clearPass(graph, picture, 1), kTransferRead, test::kCopySource);
      else
        graph.exportBuffer(buffer, kTransferWrite);
      const Record use = [&](VkCommandBuffer cmd, Executor& executor) {
        executor.execute(cmd);
        const VkBufferImageCopy region{
            0, 0, 0, {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}, {}, {kExtent.width, kExtent.height, 1}};
        if (which == reads_image)
          device.vk.vkCmdCopyImageToBuffer(cmd, executor.image(picture), test::kCopySource, pixels.handle(), 1,
                                           &region);
        else
          device.vk.vkCmdFillBuffer(cmd, executor.buffer(buffer), 0, VK_WHOLE_SIZE, 1);
      };
      CHECK(messages(device, graph, nullptr, use) == 0);
      const auto weak = [](Plan& plan) {
        REQUIRE(plan.final_barriers.size() == 1);
        plan.final_barriers[0].src = plan.final_barriers[0].dst = kNoAccess;
      };
      CHECK(messages(device, graph, weak, use) > 0);
    }
  });
}

// A buffer that the frame changes in place, and one that it reads last and writes first.
TEST_CASE("validation_sees_a_frame_that_overtakes_the_frame_before") {
  test::lookAtShaders();
  constexpr Access kCopied{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT};
  provoke([=](const gpu::Device& device) {
    AddKernel kernel(device);
    const auto with = [&](Access changed, Access drawn) {
      Graph graph;
      const BufferHandle sum = graph.importBuffer("sum", kData, changed);
      const BufferHandle order = test::fillPass(graph, "fill", graph.importBuffer("order", kData, drawn), 2);
      const BufferHandle used = test::copyPass(graph, "draw", order, graph.createBuffer("used", kData));
      graph.exportBuffer(test::addInPlacePass(graph, "add", kernel, sum, 1), kNoAccess);
      graph.exportBuffer(used, kNoAccess);
      const Record thrice = [](VkCommandBuffer cmd, Executor& executor) {
        for (uint32_t frame = 0; frame < 3; ++frame) executor.execute(cmd, frame);
      };
      return messages(device, graph, nullptr, thrice, 3);
    };
    CHECK(with(kComputeReadWrite, kCopied) == 0);
    CHECK(with(kComputeReadWrite, kTransferRead) == 0);  // the copy is behind the fill
    CHECK(with(kNoAccess, kCopied) > 0);
    CHECK(with(kComputeReadWrite, kNoAccess) > 0);
  });
}
