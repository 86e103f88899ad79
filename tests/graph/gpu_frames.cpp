// Frames in flight, rebinding, timestamps, and what the executor refuses.
#include <doctest/doctest.h>

#include "add_kernel.h"
#include "graphs.h"
#include "support/devices.h"
#include "support/physical.h"

using namespace graph;
using test::AddKernel;
using test::errorOf;
using test::kData;

namespace {

// fill with 5 -> add 2 into a transient -> copy out.
BufferHandle declareSum(Graph& graph, AddKernel& kernel) {
  const BufferHandle filled = test::fillPass(graph, "fill", graph.createBuffer("a", kData), 5);
  const BufferHandle sum = test::addPass(graph, "add", kernel, filled, graph.createBuffer("b", kData), 2);
  const BufferHandle out = test::copyPass(graph, "copy", sum, graph.importBuffer("out", kData));
  graph.exportBuffer(out, kHostRead);
  return out;
}

}  // namespace

TEST_CASE("two_frames_in_flight_share_nothing_and_take_new_bindings") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    constexpr uint32_t kFrames = 2;
    constexpr uint32_t kExecutions = 6;
    AddKernel kernel(device);
    Graph graph;
    const BufferHandle out = declareSum(graph, kernel);
    Plan plan = compile(graph, memoryNeeds(device));
    Executor executor(device, std::move(graph), std::move(plan), kFrames);

    gpu::CommandPool pool(device);
    std::vector<VkCommandBuffer> cmds;
    std::vector<gpu::Owned<VkFence>> fences;
    for (uint32_t i = 0; i < kFrames; ++i) {
      cmds.push_back(pool.allocate());
      fences.push_back(gpu::createFence(device, true));
    }
    std::vector<gpu::Buffer> results;
    for (uint32_t i = 0; i < kExecutions; ++i) {
      results.push_back(test::readbackBuffer(device));
      const uint32_t frame = i % kFrames;
      const VkFence fence = fences[frame].get();
      gpu::check(device.vk.vkWaitForFences(device.handle(), 1, &fence, VK_TRUE, ~0ULL), "waiting for a frame");
      gpu::check(device.vk.vkResetFences(device.handle(), 1, &fence), "resetting a fence");
      gpu::begin(device, cmds[frame]);
      executor.bind(out, results.back().handle());
      executor.execute(cmds[frame], frame);
      gpu::check(device.vk.vkEndCommandBuffer(cmds[frame]), "ending a frame");
      VkSubmitInfo submit{};
      submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
      submit.commandBufferCount = 1;
      submit.pCommandBuffers = &cmds[frame];
      gpu::check(device.vk.vkQueueSubmit(device.queue(), 1, &submit, fence), "submitting a frame");
    }
    device.waitIdle();
    for (const gpu::Buffer& result : results) CHECK(test::allEqual(result, 7));
    test::expectNoValidationMessages();
  }
}

TEST_CASE("every_pass_has_a_time_and_the_times_follow_each_other") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    AddKernel kernel(device);
    const gpu::Buffer readback = test::readbackBuffer(device);
    Graph graph;
    const BufferHandle out = declareSum(graph, kernel);
    Plan plan = compile(graph, memoryNeeds(device));
    Executor executor(device, std::move(graph), std::move(plan));
    executor.bind(out, readback.handle());
    for (const PassTime& time : executor.times()) CHECK(time.duration_ms == 0.0);  // nothing ran yet
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd); });
    const std::span<const PassTime> times = executor.times();
    REQUIRE(times.size() == 3);
    CHECK(times[0].name == "fill");
    CHECK(times[1].name == "add");
    CHECK(times[2].name == "copy");
    if (device.properties().timestamp_valid_bits == 0) continue;
    double end = 0.0;
    double total = 0.0;
    for (const PassTime& time : times) {
      CHECK(time.begin_ms >= end - 1e-6);
      end = time.begin_ms + time.duration_ms;
      total += time.duration_ms;
    }
    CHECK(total > 0.0);
    CHECK(total < 10'000.0);
    test::expectNoValidationMessages();
  }
}

TEST_CASE("an_import_that_is_not_bound_is_named") {
  const gpu::Device& device = *test::devices().front().device;
  AddKernel kernel(device);
  Graph graph;
  declareSum(graph, kernel);
  Plan plan = compile(graph, memoryNeeds(device));
  Executor executor(device, std::move(graph), std::move(plan));
  CHECK(errorOf([&] { executor.execute(VK_NULL_HANDLE); }) ==
        "imported buffer 'out' is not bound; call bind() before execute()");
  CHECK(errorOf([&] { executor.execute(VK_NULL_HANDLE, 1); }) == "frame 1 was asked for, but the executor has 1");
  CHECK(errorOf([&] { executor.bind(BufferHandle{0, 1}, VK_NULL_HANDLE); }) != "");
  CHECK(errorOf([&] {
          (void)executor.buffer(BufferHandle{0, 1});
        }) == "buffer 'a' is transient; export it to look at it after the graph");
}

TEST_CASE("an_export_that_no_pass_uses_must_be_bound_too") {
  const gpu::Device& device = *test::devices().front().device;
  Graph graph;
  const ImageHandle picture =
      graph.importImage("picture", {VK_FORMAT_R8G8B8A8_UNORM, {4, 4}, VK_IMAGE_USAGE_TRANSFER_SRC_BIT},
                        VK_IMAGE_LAYOUT_GENERAL, kTransferWrite);
  graph.exportImage(picture, kTransferRead, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
  (void)graph.importBuffer("idle", kData);  // which nobody misses
  Executor executor(device, graph, compile(graph, memoryNeeds(device)));
  CHECK(errorOf([&] { executor.execute(VK_NULL_HANDLE); }) ==
        "imported image 'picture' is not bound; call bind() before execute()");
}

TEST_CASE("a_handle_of_the_other_kind_is_refused") {
  const gpu::Device& device = *test::devices().front().device;
  Graph graph;
  const BufferHandle data = graph.importBuffer("data", kData);
  const ImageHandle picture =
      graph.importImage("picture", {VK_FORMAT_R8G8B8A8_UNORM, {4, 4}, VK_IMAGE_USAGE_TRANSFER_SRC_BIT},
                        VK_IMAGE_LAYOUT_GENERAL, kTransferWrite);
  Executor executor(device, graph, compile(graph, memoryNeeds(device)));
  CHECK(errorOf([&] { executor.bind(data, VK_NULL_HANDLE); }) == "");
  CHECK(errorOf([&] { executor.bind(picture, VK_NULL_HANDLE, VK_NULL_HANDLE); }) == "");
  CHECK(errorOf([&] { executor.bind(BufferHandle{picture.index}, VK_NULL_HANDLE); }) ==
        "bind() was given a handle of no imported buffer of this graph");
  CHECK(errorOf([&] { executor.bind(ImageHandle{data.index}, VK_NULL_HANDLE, VK_NULL_HANDLE); }) ==
        "bind() was given a handle of no imported image of this graph");
  const std::string none = "the executor was given a handle of no resource of this graph";
  CHECK(errorOf([&] { (void)executor.buffer(BufferHandle{picture.index}); }) == none);
  CHECK(errorOf([&] { (void)executor.image(ImageHandle{data.index}); }) == none);
}

TEST_CASE("a_pass_can_look_up_only_what_it_declared") {
  const gpu::Device& device = *test::devices().front().device;
  const gpu::Buffer buffer = test::readbackBuffer(device);
  Graph graph;
  const BufferHandle other = graph.importBuffer("other", kData);
  const BufferHandle old = graph.importBuffer("data", kData);
  const BufferHandle mid = test::fillPass(graph, "fill", old, 1);
  PassBuilder pass = graph.addPass("spy", PassKind::transfer);
  const BufferHandle last =
      pass.readWrite(mid, {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT});
  constexpr VkImageUsageFlags kTarget = VK_IMAGE_USAGE_TRANSFER_DST_BIT | VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
  const ImageHandle picture = pass.write(graph.createImage("picture", {VK_FORMAT_R8G8B8A8_UNORM, {4, 4}, kTarget}),
                                         kTransferWrite, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
  std::string undeclared;
  std::string stale;
  std::vector<std::string> no_buffer, no_image;
  bool found = false;
  pass.execute([&](const PassContext& context) {
    for (const BufferHandle wrong : {BufferHandle{}, BufferHandle{picture.index, picture.version}})
      no_buffer.push_back(errorOf([&] { (void)context.buffer(wrong); }));
    for (const ImageHandle wrong : {ImageHandle{}, ImageHandle{last.index, last.version}}) {
      no_image.push_back(errorOf([&] { (void)context.image(wrong); }));
      no_image.push_back(errorOf([&] { (void)context.view(wrong); }));
      no_image.push_back(errorOf([&] { (void)context.extent(wrong); }));
    }
    undeclared = errorOf([&] { (void)context.buffer(other); });
    stale = errorOf([&] { (void)context.buffer(old); });
    found = context.buffer(mid) == buffer.handle() && context.buffer(last) == buffer.handle() &&
            context.image(picture) != VK_NULL_HANDLE && context.extent(picture).width == 4;
  });
  graph.exportBuffer(last, kHostRead);
  Plan plan = compile(graph, memoryNeeds(device));
  Executor executor(device, std::move(graph), std::move(plan));
  executor.bind(last, buffer.handle());
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd); });
  CHECK(undeclared ==
        "pass 'spy' looks up buffer 'other' without having declared it; declare read, write or readWrite");
  CHECK(stale == "pass 'spy' looks up version 0 of buffer 'data', but it declared version 1 and wrote version 2");
  CHECK(no_buffer == std::vector<std::string>(2, "pass 'spy' looks up a handle of no buffer of this graph"));
  CHECK(no_image == std::vector<std::string>(6, "pass 'spy' looks up a handle of no image of this graph"));
  CHECK(found);
  test::expectNoValidationMessages();
}

TEST_CASE("an_executor_needs_a_frame_and_a_device_that_does_what_its_passes_do") {
  Graph graph;
  PassBuilder draw = test::addPass(graph, "draw", PassKind::graphics);
  graph.exportImage(draw.color(graph.createImage("picture", test::kPicture), VkClearColorValue{}), kTransferRead,
                    VK_IMAGE_LAYOUT_GENERAL);
  const Plan plan = test::compile(graph);
  const gpu::Device& real = *test::devices().front().device;
  CHECK(errorOf([&] { const Executor none(real, graph, plan, 0); }) == "an executor needs at least one frame");
  for (const bool graphics : {false, true}) {  // without dynamic rendering, or without anything to draw with
    CAPTURE(graphics);
    test::PhysicalEdits edits;
    edits.fake_device = true;
    if (graphics) {
      edits.properties = [](VkPhysicalDeviceProperties& properties) { properties.apiVersion = VK_API_VERSION_1_2; };
      edits.extensions = [](std::vector<VkExtensionProperties>& extensions) { extensions.clear(); };
    } else {
      edits.families = [](std::vector<VkQueueFamilyProperties>& families) {
        families = {{VK_QUEUE_COMPUTE_BIT, 1, 64, {1, 1, 1}}};
      };
    }
    const test::PhysicalScope scope(edits);
    gpu::DeviceInfo info;
    info.physical = test::devices().front().physical.handle;
    const gpu::Device device(test::instance(), info);
    CHECK(device.enabled().graphics == graphics);
    CHECK(device.enabled().dynamic_rendering == (!graphics && real.enabled().dynamic_rendering));
    CHECK(errorOf([&] { const Executor executor(device, graph, plan); }) ==
          std::string("graphics pass 'draw' cannot run on ") + real.properties().core.deviceName +
              ": it has no graphics queue or no dynamic rendering");
  }
}
