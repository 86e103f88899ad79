// Proof that validation would see a fault between a graph and what comes before and after it, on images that share
// memory, and from one frame to the next. Each graph is silent as it is, and each weaker barrier is seen.
#include <doctest/doctest.h>

#include "add_kernel.h"
#include "gpu/image.h"
#include "graphs.h"
#include "support/devices.h"

using namespace graph;
using test::kCopySource;
using test::kCopyTarget;
using test::kCount;
using test::kData;
using test::kExtent;

namespace {

constexpr ImageInfo kCopiedPicture{VK_FORMAT_R32_UINT, kExtent,
                                   VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT};

ImageHandle clearPass(Graph& graph, ImageHandle image) {
  PassBuilder pass = graph.addPass("clear", PassKind::transfer);
  image = pass.write(image, kTransferWrite, kCopyTarget);
  pass.execute([=](const PassContext& context) {
    const VkClearColorValue color{};
    context.device().vk.vkCmdClearColorImage(context.cmd(), context.image(image), kCopyTarget, &color, 1,
                                             &gpu::kWholeImage);
  });
  return image;
}

void copyImage(const gpu::Device& device, VkCommandBuffer cmd, VkImage from, VkBuffer to) {
  VkBufferImageCopy region{};
  region.imageSubresource = {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
  region.imageExtent = {kExtent.width, kExtent.height, 1};
  device.vk.vkCmdCopyImageToBuffer(cmd, from, kCopySource, to, 1, &region);
}

// Copies the image out, and exports the copy.
void copyOut(Graph& graph, ImageHandle image, BufferHandle target) {
  PassBuilder pass = graph.addPass("copy", PassKind::transfer);
  pass.read(image, kTransferRead, kCopySource);
  target = pass.write(target, kTransferWrite);
  pass.execute([=](const PassContext& context) {
    copyImage(context.device(), context.cmd(), context.image(image), context.buffer(target));
  });
  graph.exportBuffer(target, kHostRead);
}

using Weaken = std::function<void(Plan&)>;
using Record = std::function<void(VkCommandBuffer, Executor&)>;

// Runs the graph with a changed plan; every import is a buffer of its own.
std::size_t messages(const gpu::Device& device, const Graph& graph, const Weaken& weaken, const Record& record,
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

void once(VkCommandBuffer cmd, Executor& executor) { executor.execute(cmd); }

// The only barrier on `resource` before the pass at `position`.
Barrier& barrierOn(Plan& plan, std::size_t position, uint32_t resource) {
  std::vector<Barrier>& list = plan.passes.at(position).barriers;
  const auto found = std::ranges::find(list, resource, &Barrier::resource);
  REQUIRE(found != list.end());
  return *found;
}

// Silent while a case provokes messages.
struct Quiet {
  Quiet() { test::instance().messages().setPrinting(false); }
  ~Quiet() { test::instance().messages().setPrinting(true); }
};

}  // namespace

TEST_CASE("validation_sees_images_that_take_over_memory_too_early_or_in_a_wrong_layout") {
  const Quiet quiet;
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    Graph graph;
    const ImageHandle first = clearPass(graph, graph.createImage("first", kCopiedPicture));
    copyOut(graph, first, graph.importBuffer("one", kData));
    const ImageHandle second = clearPass(graph, graph.createImage("second", kCopiedPicture));
    copyOut(graph, second, graph.importBuffer("two", kData));
    const auto with = [&](const Weaken& weaken) { return messages(*entry.device, graph, weaken, once); };
    CHECK(with(nullptr) == 0);
    CHECK(with([&](Plan& plan) {
            Barrier& taken_over = barrierOn(plan, 2, second.index);
            REQUIRE(taken_over.aliasing);
            taken_over.src = kNoAccess;
            taken_over.aliasing = false;
          }) > 0);
    CHECK(with([&](Plan& plan) { barrierOn(plan, 1, first.index).new_layout = kCopyTarget; }) > 0);
    CHECK(with([&](Plan& plan) { barrierOn(plan, 1, first.index).src = kNoAccess; }) > 0);
    CHECK(with([&](Plan& plan) { barrierOn(plan, 2, second.index).dst = {}; }) > 0);
  }
}

TEST_CASE("validation_sees_an_export_that_the_outside_writes_or_reads_too_early") {
  const Quiet quiet;
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    const gpu::Buffer pixels = test::readbackBuffer(device);
    // One at a time: together they would wait for each other's passes.
    enum Case { writes_after_read, writes_after_write, reads_image };
    for (const Case which : {writes_after_read, writes_after_write, reads_image}) {
      CAPTURE(static_cast<int>(which));
      Graph graph;
      BufferHandle buffer = test::fillPass(graph, "fill", graph.createBuffer("buffer", kData), 5);
      ImageHandle picture = graph.createImage("picture", kCopiedPicture);
      if (which == writes_after_read) {
        const BufferHandle out = test::copyPass(graph, "copy", buffer, graph.importBuffer("out", kData));
        graph.exportBuffer(out, kNoAccess);
      }
      if (which == reads_image)
        graph.exportImage(picture = clearPass(graph, picture), kTransferRead, kCopySource);
      else
        graph.exportBuffer(buffer, kTransferWrite);
      const Record use = [&](VkCommandBuffer cmd, Executor& executor) {
        executor.execute(cmd);
        if (which == reads_image)
          copyImage(device, cmd, executor.image(picture), pixels.handle());
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
  }
}

// A buffer that the frame changes in place, and one that it reads last and writes first.
TEST_CASE("validation_sees_a_frame_that_overtakes_the_frame_before") {
  test::lookAtShaders();
  const Quiet quiet;
  constexpr Access kCopied{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT};
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    test::AddKernel kernel(*entry.device);
    const auto with = [&](Access changed, Access drawn) {
      Graph graph;
      BufferHandle sum = graph.importBuffer("sum", kData, changed);
      BufferHandle order = graph.importBuffer("order", kData, drawn);
      sum = test::addInPlacePass(graph, "add", kernel, sum, 1);
      order = test::fillPass(graph, "fill", order, 2);
      const BufferHandle used = test::copyPass(graph, "draw", order, graph.createBuffer("used", kData));
      graph.exportBuffer(sum, kNoAccess);
      graph.exportBuffer(used, kNoAccess);
      return messages(
          *entry.device, graph, nullptr,
          [](VkCommandBuffer cmd, Executor& executor) {
            for (uint32_t frame = 0; frame < 3; ++frame) executor.execute(cmd, frame);
          },
          3);
    };
    CHECK(with(kComputeReadWrite, kCopied) == 0);
    CHECK(with(kComputeReadWrite, kTransferRead) == 0);  // the copy is behind the fill
    CHECK(with(kNoAccess, kCopied) > 0);
    CHECK(with(kComputeReadWrite, kNoAccess) > 0);
  }
}
