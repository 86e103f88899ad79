// Checks that executed graphs compute correct contents, and that frames in flight do not share exported memory. The
// executor must reject invalid input.
#include <doctest/doctest.h>

#include <set>

#include "add_kernel.h"
#include "gpu/image.h"
#include "gpu/structs.h"
#include "graphs.h"
#include "support/devices.h"
#include "watch.h"

using namespace graph;
using test::AddKernel;
using test::checkError;
using test::errorOf;
using test::kCopySource;
using test::kData;
using test::kExtent;

namespace {

constexpr ImageInfo kColorTarget{
    VK_FORMAT_R8G8B8A8_UNORM, kExtent,
    VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT};

bool canDraw(const gpu::Device& device) { return device.enabled().graphics && device.enabled().dynamic_rendering; }

// fill with 5 -> add 2 into a transient -> add 3 in place -> copy out
BufferHandle declareSum(Graph& graph, AddKernel& kernel) {
  const BufferHandle filled = test::fillPass(graph, "fill", graph.createBuffer("a", kData), 5);
  BufferHandle sum = test::addPass(graph, "add", kernel, filled, graph.createBuffer("b", kData), 2);
  sum = test::addInPlacePass(graph, "add", kernel, sum, 3);
  const BufferHandle out = test::copyPass(graph, "copy", sum, graph.importBuffer("out", kData));
  graph.exportBuffer(out, kHostRead);
  return out;
}
constexpr uint32_t kSum = 10;

}  // namespace

TEST_CASE("frames_in_flight_only_share_the_memory_of_compute_passes") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    constexpr uint32_t kFrames = 2;
    AddKernel kernel(device);
    Graph graph;
    const BufferHandle transient = test::fillPass(graph, "fill", graph.createBuffer("exported", kData), 42);
    graph.exportBuffer(transient, kTransferRead);
    const BufferHandle out = declareSum(graph, kernel);
    PassBuilder look = graph.addPass("look", PassKind::compute);
    const BufferHandle scratch = look.write(graph.createBuffer("scratch", kData), kComputeWrite);
    const BufferHandle drawn = look.write(graph.createBuffer("drawn", kData), test::kFragmentWrite);
    look.read(transient, kTransferRead);
    test::keep(graph, look);
    std::set<VkBuffer> exports, scratches, drawns;
    look.record([&](const PassContext& context) {
      exports.insert(context.buffer(transient));
      scratches.insert(context.buffer(scratch));
      drawns.insert(context.buffer(drawn));
    });
    Executor executor(device, graph, compile(graph, memoryNeeds(device)), kFrames);
    gpu::CommandPool pool(device);
    std::vector<gpu::Buffer> results;
    for (int round = 0; round < 2; ++round) {
      for (uint32_t frame = 0; frame < kFrames; ++frame) {
        results.push_back(test::readbackBuffer(device));
        const VkCommandBuffer cmd = pool.allocate();
        gpu::begin(device, cmd);
        executor.bind(out, results.back().handle());
        executor.record(cmd, frame);
        gpu::check(device.vk.vkEndCommandBuffer(cmd), "ending a frame");
        auto submit = gpu::vkStruct<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
        submit.commandBufferCount = 1;
        submit.pCommandBuffers = &cmd;
        gpu::check(device.vk.vkQueueSubmit(device.queue(), 1, &submit, VK_NULL_HANDLE), "submitting a frame");
      }
      device.waitIdle();
    }
    for (const gpu::Buffer& result : results) CHECK(test::allEqual(result, kSum));
    CHECK(scratches.size() == 1);
    CHECK(drawns.size() == kFrames);
    CHECK(exports.size() == kFrames);
    for (const VkBuffer buffer : exports) {
      const std::vector<std::byte> bytes = gpu::download(device, buffer, kData.size);
      CHECK((bytes.front() == std::byte{42} && bytes[kData.size - 4] == std::byte{42}));
    }
    test::expectNoValidationMessages();
  }
}

// Each chain overwrites the memory of the previous one. hazards_random_test.cpp checks all other combinations.
TEST_CASE("chains_in_shared_memory_compute_correct_words") {
  constexpr uint32_t kChains = 4, kFrames = 3;
  constexpr ImageInfo kWordsImage{VK_FORMAT_R32_UINT, kExtent,
                                  VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT};
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    AddKernel kernel(device);
    Graph graph;
    std::vector<gpu::Buffer> results;
    std::vector<BufferHandle> outputs;
    for (uint32_t chain = 0; chain < kChains; ++chain) {
      const ImageHandle image = test::clearPass(graph, graph.createImage("image", kWordsImage), 100 * chain);
      BufferHandle words = test::copyPass(graph, "copy", image, graph.createBuffer("words", kData));
      words = test::addPass(graph, "add", kernel, words, graph.createBuffer("sum", kData), 1);
      words = test::addInPlacePass(graph, "add", kernel, words, 2);
      results.push_back(test::readbackBuffer(device));
      outputs.push_back(test::copyPass(graph, "out", words, graph.importBuffer("result", kData, kTransferWrite)));
      graph.exportBuffer(outputs.back(), kHostRead);
    }
    Plan plan = compile(graph, memoryNeeds(device));
    std::size_t aliasing = 0;
    for (const PlannedPass& planned : plan.passes)
      aliasing += static_cast<std::size_t>(std::ranges::count(planned.barriers, true, &Barrier::aliasing));
    CHECK(aliasing >= 3 * kChains);
    Executor executor(device, graph, std::move(plan), kFrames);
    for (uint32_t chain = 0; chain < kChains; ++chain) executor.bind(outputs[chain], results[chain].handle());
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
      for (uint32_t frame = 0; frame < kFrames; ++frame) executor.record(cmd, frame);
    });
    for (uint32_t chain = 0; chain < kChains; ++chain) CHECK(test::allEqual(results[chain], 100 * chain + 3));
    test::expectNoValidationMessages();
  }
}

TEST_CASE("rendering_ends_if_a_pass_throws") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    gpu::Device& device = *entry.device;
    if (!canDraw(device)) continue;
    Graph graph;
    PassBuilder pass = graph.addPass("fails", PassKind::graphics);
    pass.record([](const PassContext&) {
      CHECK(test::isRendering());
      throw Error("the pass");
    });
    (void)pass.color(graph.createImage("target", kColorTarget), VkClearColorValue{});
    test::keep(graph, pass);
    Executor executor(device, graph, compile(graph, memoryNeeds(device)));
    gpu::CommandPool pool(device);
    const VkCommandBuffer cmd = pool.allocate();
    gpu::begin(device, cmd);
    test::watch(device, [&] { CHECK(errorOf([&] { executor.record(cmd); }) == "the pass"); });
    CHECK_FALSE(test::isRendering());
    CHECK(device.vk.vkEndCommandBuffer(cmd) == VK_SUCCESS);
    test::expectNoValidationMessages();
  }
}

TEST_CASE("executors_reject_unbound_resources_and_wrong_handles") {
  const gpu::Device& device = *test::devices().front().device;
  AddKernel kernel(device);
  Graph graph;
  const BufferHandle out = declareSum(graph, kernel);
  constexpr ImageInfo kTiny{VK_FORMAT_R8G8B8A8_UNORM, {4, 4}, VK_IMAGE_USAGE_TRANSFER_SRC_BIT};
  const ImageHandle picture = graph.importImage("picture", kTiny, VK_IMAGE_LAYOUT_GENERAL, kTransferWrite);
  graph.exportImage(picture, kTransferRead, kCopySource);
  (void)graph.importBuffer("idle", kData);
  Executor executor(device, graph, compile(graph, memoryNeeds(device)));
  constexpr BufferHandle kTransient{0, 1};
  checkError({"buffer 'out' is not bound"}, [&] { executor.record(VK_NULL_HANDLE); });
  const gpu::Buffer buffer = test::readbackBuffer(device);
  executor.bind(out, buffer.handle());
  checkError({"image 'picture' is not bound"}, [&] { executor.record(VK_NULL_HANDLE); });
  checkError({"frame 1"}, [&] { executor.record(VK_NULL_HANDLE, 1); });
  checkError({"not an imported buffer"}, [&] { executor.bind(kTransient, VK_NULL_HANDLE); });
  checkError({"not an imported buffer"}, [&] { executor.bind(BufferHandle{picture.index}, VK_NULL_HANDLE); });
  checkError({"not an imported image"}, [&] { executor.bind(ImageHandle{out.index}, VK_NULL_HANDLE, VK_NULL_HANDLE); });
  checkError({"not an exported image"}, [&] { (void)executor.image(ImageHandle{out.index}); });
}

TEST_CASE("passes_can_only_look_up_declared_resources") {
  const gpu::Device& device = *test::devices().front().device;
  const gpu::Buffer buffer = test::readbackBuffer(device);
  Graph graph;
  const BufferHandle other = graph.importBuffer("other", kData);
  const BufferHandle old = graph.importBuffer("data", kData);
  const BufferHandle mid = test::fillPass(graph, "fill", old, 1);
  PassBuilder pass = graph.addPass("spy", PassKind::transfer);
  const BufferHandle last =
      pass.readWrite(mid, {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT});
  const ImageHandle picture =
      pass.write(graph.createImage("picture", kColorTarget), kTransferWrite, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
  bool ran = false;
  pass.record([&](const PassContext& context) {
    ran = true;
    const ImageHandle wrong{last.index, last.version};
    checkError({"'spy'", "not a buffer"}, [&] { (void)context.buffer(BufferHandle{}); });
    checkError({"'spy'", "not a buffer"}, [&] { (void)context.buffer({picture.index, picture.version}); });
    checkError({"'spy'", "not an image"}, [&] { (void)context.image(wrong); });
    checkError({"'spy'", "not an image"}, [&] { (void)context.view(wrong); });
    checkError({"'spy'", "not an image"}, [&] { (void)context.extent(wrong); });
    checkError({"'spy'", "buffer 'other'"}, [&] { (void)context.buffer(other); });
    checkError({"'spy'", "version 0 of buffer 'data'"}, [&] { (void)context.buffer(old); });
    CHECK(context.buffer(mid) == buffer.handle());
    CHECK(context.buffer(last) == buffer.handle());
    CHECK(context.image(picture) != VK_NULL_HANDLE);
    CHECK(context.extent(picture).width == kExtent.width);
  });
  graph.exportBuffer(last, kHostRead);
  Executor executor(device, graph, compile(graph, memoryNeeds(device)));
  executor.bind(last, buffer.handle());
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.record(cmd); });
  CHECK(ran);
  test::expectNoValidationMessages();
}

// Validation reports objects that remain when the device is destroyed.
TEST_CASE("failing_vulkan_calls_are_reported_and_leave_no_objects") {
  {
    gpu::Device device(test::instance(), {test::devices().front().physical.handle});
    Graph graph;
    PassBuilder pass = test::addPass(graph, "pass", PassKind::transfer);
    // Because the buffer is exported, each frame needs its own.
    graph.exportBuffer(pass.write(graph.createBuffer("words", kData), kTransferWrite), kHostRead);
    const ImageHandle image =
        pass.write(graph.createImage("image", kColorTarget), kTransferWrite, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    graph.exportImage(image, kHostRead, VK_IMAGE_LAYOUT_UNDEFINED);
    const Plan plan = compile(graph, memoryNeeds(device));
    int tried = 0;
    // Lets each call fail in turn, so that both frames are tested.
    const auto failing = [&]<typename... Arguments>(VkResult (VKAPI_PTR * VolkDeviceTable::*call)(Arguments...)) {
      static int left;
      static VkResult(VKAPI_PTR * real)(Arguments...);
      CAPTURE(++tried);
      real = device.vk.*call;
      device.vk.*call = [](Arguments... arguments) {
        return left-- == 0 ? VK_ERROR_OUT_OF_DEVICE_MEMORY : real(arguments...);
      };
      int failed = 0;
      for (bool fails = true; fails; failed += fails ? 1 : 0) {
        left = failed;
        try {
          const Executor made(device, graph, plan, 2);
          fails = false;
        } catch (const gpu::Error&) {
        }
      }
      CHECK(left == 0);
      CHECK(failed >= 2);
      device.vk.*call = real;
    };
    failing(&VolkDeviceTable::vkAllocateMemory);
    failing(&VolkDeviceTable::vkCreateBuffer);
    failing(&VolkDeviceTable::vkBindBufferMemory);
    failing(&VolkDeviceTable::vkCreateImage);
    failing(&VolkDeviceTable::vkBindImageMemory);
    failing(&VolkDeviceTable::vkCreateImageView);
    if (device.properties().timestamp_valid_bits != 0) failing(&VolkDeviceTable::vkCreateQueryPool);
  }
  test::expectNoValidationMessages();
}
