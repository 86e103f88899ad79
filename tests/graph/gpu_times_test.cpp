// Checks that times and labels belong to the correct pass, and that resources have names.
#include <doctest/doctest.h>

#include <cstring>
#include <map>
#include <memory>
#include <utility>

#include "add_kernel.h"
#include "graphs.h"
#include "support/devices.h"
#include "support/skip.h"
#include "watch.h"

using namespace graph;
using test::kData;

namespace {

// An unused pass, and three fills of one buffer.
struct Fills {
  Fills() {
    (void)add(graph.createBuffer("unused", kData), 0);
    for (uint32_t i = 1; i < 4; ++i) out = add(out, i);
    graph.exportBuffer(out, kHostRead);
  }
  // Each pass keeps the words of earlier passes, so that no pass is culled.
  BufferHandle add(BufferHandle target, uint32_t index) {
    PassBuilder pass = graph.addPass("fill", PassKind::transfer);
    target = index < 2 ? pass.write(target, kTransferWrite) : pass.readWrite(target, kTransferWrite);
    pass.record([=](const PassContext& context) {
      context.device().vk.vkCmdFillBuffer(context.cmd(), context.buffer(target), 4 * index, 4, index);
    });
    passes[index] = pass.handle();
    return target;
  }

  Graph graph;
  BufferHandle out = graph.importBuffer("out", kData);
  PassHandle passes[4];
};

std::vector<uint32_t> queries;
PFN_vkGetQueryPoolResults real_results = nullptr;

VKAPI_ATTR VkResult VKAPI_CALL noteQueries(VkDevice device, VkQueryPool pool, uint32_t first, uint32_t count,
                                           std::size_t size, void* data, VkDeviceSize stride,
                                           VkQueryResultFlags flags) {
  queries.push_back(first);
  return real_results(device, pool, first, count, size, data, stride, flags);
}

}  // namespace

TEST_CASE("pass_handles_select_the_time_of_their_pass") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    gpu::Device& device = *entry.device;
    const gpu::Buffer readback = test::readbackBuffer(device);
    const Fills fills;
    Executor executor(device, fills.graph, compile(fills.graph, memoryNeeds(device)));
    executor.bind(fills.out, readback.handle());
    queries.clear();
    real_results = std::exchange(device.vk.vkGetQueryPoolResults, noteQueries);
    CHECK_FALSE(executor.passMs(fills.passes[1]));
    CHECK_FALSE(executor.frameMs());
    CHECK(queries.empty());  // queries that were never reset must not be read
    device.vk.vkGetQueryPoolResults = real_results;
    CHECK_THROWS_AS((void)executor.passMs(fills.passes[0]), Error);
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.record(cmd); });
    const std::optional<double> frame = executor.frameMs();
    REQUIRE(frame.has_value() == (device.properties().timestamp_valid_bits != 0));
    if (!frame) continue;
    device.vk.vkGetQueryPoolResults = noteQueries;
    double sum = 0.0;
    for (int i = 1; i < 4; ++i) sum += executor.passMs(fills.passes[i]).value();
    device.vk.vkGetQueryPoolResults = real_results;
    CHECK(queries == std::vector<uint32_t>{0, 2, 4});
    CHECK(sum > 0.0);
    CHECK(sum <= *frame + 1e-6);
    CHECK(*frame < 10'000.0);
    test::expectNoValidationMessages();
  }
}

namespace {

std::vector<std::string> labels;
PFN_vkGetInstanceProcAddr real_function = nullptr;

VKAPI_ATTR void VKAPI_CALL beginLabel(VkCommandBuffer, const VkDebugUtilsLabelEXT* label) {
  labels.emplace_back(label->pLabelName);
}
VKAPI_ATTR void VKAPI_CALL endLabel(VkCommandBuffer) { labels.emplace_back("end"); }

std::map<std::string, std::pair<VkObjectType, uint64_t>> named;

VKAPI_ATTR VkResult VKAPI_CALL noteName(VkDevice, const VkDebugUtilsObjectNameInfoEXT* info) {
  named[info->pObjectName] = {info->objectType, info->objectHandle};
  return VK_SUCCESS;
}

VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL functionOf(VkInstance instance, const char* name) {
  if (std::strcmp(name, "vkCmdBeginDebugUtilsLabelEXT") == 0) return reinterpret_cast<PFN_vkVoidFunction>(beginLabel);
  if (std::strcmp(name, "vkCmdEndDebugUtilsLabelEXT") == 0) return reinterpret_cast<PFN_vkVoidFunction>(endLabel);
  if (std::strcmp(name, "vkSetDebugUtilsObjectNameEXT") == 0) return reinterpret_cast<PFN_vkVoidFunction>(noteName);
  return real_function(instance, name);
}

std::unique_ptr<gpu::Device> watchedDevice() {
  const gpu::DeviceInfo info{test::devices().front().physical.handle};
  real_function = vkGetInstanceProcAddr;
  vkGetInstanceProcAddr = functionOf;
  auto device = std::make_unique<gpu::Device>(test::instance(), info);
  vkGetInstanceProcAddr = real_function;
  return device;
}

}  // namespace

TEST_CASE("passes_are_labeled_and_transients_are_named") {
  if (!test::instance().debugUtils()) return test::skip("no VK_EXT_debug_utils");
  const std::unique_ptr<gpu::Device> watched = watchedDevice();
  gpu::Device& device = *watched;
  const gpu::Buffer readback = test::readbackBuffer(device);
  Graph graph;
  const BufferHandle data = test::fillPass(graph, "fill", graph.createBuffer("data", kData), 1);
  PassBuilder look = graph.addPass("look", PassKind::transfer);
  look.read(data, kTransferRead);
  const ImageInfo picture_info{VK_FORMAT_R8G8B8A8_UNORM, test::kExtent, VK_IMAGE_USAGE_TRANSFER_DST_BIT};
  const ImageHandle picture = look.write(graph.createImage("picture", picture_info), kTransferWrite, test::kCopyTarget);
  test::keep(graph, look);
  look.record([=](const PassContext& context) {
    labels.emplace_back("commands");
    CHECK(named["data"] == std::pair(VK_OBJECT_TYPE_BUFFER, (uint64_t)context.buffer(data)));
    CHECK(named["picture"] == std::pair(VK_OBJECT_TYPE_IMAGE, (uint64_t)context.image(picture)));
  });
  const BufferHandle out = test::copyPass(graph, "copy", data, graph.importBuffer("out", kData, kTransferRead));
  graph.exportBuffer(out, kHostRead);
  Executor executor(device, graph, compile(graph, memoryNeeds(device)));
  executor.bind(out, readback.handle());
  labels.clear();
  test::watch(
      device, [&] { gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.record(cmd); }); },
      [] { labels.emplace_back("barrier"); });
  CHECK(labels == std::vector<std::string>{"fill", "barrier", "end", "look", "barrier", "commands", "end", "copy",
                                           "barrier", "end", "barrier"});

  Graph failing;  // must still end the label
  PassBuilder fails = failing.addPass("fails", PassKind::transfer);
  test::keep(failing, fails);
  fails.record([](const PassContext&) { throw Error("the pass"); });
  Executor executes(device, failing, compile(failing, memoryNeeds(device)));
  labels.clear();
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { CHECK_THROWS_AS(executes.record(cmd), Error); });
  CHECK(labels == std::vector<std::string>{"fails", "end"});
  test::expectNoValidationMessages();
}
