// Each pass is a labeled region of the command buffer, its barriers included; transients have their resources' names.
#include <doctest/doctest.h>

#include <cstring>
#include <map>
#include <memory>

#include "add_kernel.h"
#include "barrier_calls.h"
#include "support/devices.h"
#include "support/skip.h"

using namespace graph;
using test::kData;

namespace {

std::vector<std::string> log;  // labels begun, and what was recorded in them
PFN_vkGetInstanceProcAddr real_function = nullptr;

VKAPI_ATTR void VKAPI_CALL beginLabel(VkCommandBuffer, const VkDebugUtilsLabelEXT* label) {
  log.emplace_back(label->pLabelName);
}
VKAPI_ATTR void VKAPI_CALL endLabel(VkCommandBuffer) { log.emplace_back("end"); }

std::map<std::string, std::pair<VkObjectType, uint64_t>> named;  // the last object of each name

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
  gpu::DeviceInfo info;
  info.physical = test::devices().front().physical.handle;
  real_function = vkGetInstanceProcAddr;
  vkGetInstanceProcAddr = functionOf;
  auto device = std::make_unique<gpu::Device>(test::instance(), info);
  vkGetInstanceProcAddr = real_function;
  return device;
}

}  // namespace

TEST_CASE("every_pass_is_a_labeled_region_with_its_barriers") {
  if (!test::instance().debugUtils()) return test::skip("no VK_EXT_debug_utils");
  const std::unique_ptr<gpu::Device> watched = watchedDevice();
  gpu::Device& device = *watched;
  const gpu::Buffer readback = test::readbackBuffer(device);
  Graph graph;
  BufferHandle data = test::fillPass(graph, "fill", graph.createBuffer("data", kData), 1);
  PassBuilder look = graph.addPass("look", PassKind::transfer);
  look.read(data, kTransferRead);
  look.sideEffect();
  look.execute([](const PassContext&) { log.emplace_back("commands"); });
  const BufferHandle out = test::copyPass(graph, "copy", data, graph.importBuffer("out", kData, kTransferRead));
  graph.exportBuffer(out, kHostRead);
  Executor executor(device, graph, compile(graph, memoryNeeds(device)));
  executor.bind(out, readback.handle());
  log.clear();
  test::barriersOf(
      device, [&] { gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd); }); },
      [](const test::BarrierCall&) { log.emplace_back("barrier"); });
  CHECK(log == std::vector<std::string>{"fill", "end", "look", "barrier", "commands", "end", "copy", "barrier", "end",
                                        "barrier"});
  test::expectNoValidationMessages();

  // Even if the pass throws.
  Graph failing;
  PassBuilder fails = failing.addPass("fails", PassKind::transfer);
  fails.sideEffect();
  fails.execute([](const PassContext&) { throw Error("the pass"); });
  Executor executes(device, failing, compile(failing, memoryNeeds(device)));
  log.clear();
  gpu::submitAndWait(device,
                     [&](VkCommandBuffer cmd) { CHECK(test::errorOf([&] { executes.execute(cmd); }) == "the pass"); });
  CHECK(log == std::vector<std::string>{"fails", "end"});
  test::expectNoValidationMessages();
}

TEST_CASE("transients_have_the_names_of_their_resources") {
  if (!test::instance().debugUtils()) return test::skip("no VK_EXT_debug_utils");
  const std::unique_ptr<gpu::Device> device = watchedDevice();
  Graph graph;
  PassBuilder pass = graph.addPass("pass", PassKind::transfer);
  const BufferHandle words = pass.write(graph.createBuffer("words", kData), kTransferWrite);
  const ImageInfo picture_info{VK_FORMAT_R8G8B8A8_UNORM, test::kExtent, VK_IMAGE_USAGE_TRANSFER_DST_BIT};
  const ImageHandle picture =
      pass.write(graph.createImage("picture", picture_info), kTransferWrite, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
  pass.sideEffect();
  bool ran = false;
  pass.execute([&](const PassContext& context) {
    ran = true;
    CHECK(named["words"] == std::pair(VK_OBJECT_TYPE_BUFFER, (uint64_t)context.buffer(words)));
    CHECK(named["picture"] == std::pair(VK_OBJECT_TYPE_IMAGE, (uint64_t)context.image(picture)));
  });
  named.clear();
  Executor executor(*device, graph, compile(graph, memoryNeeds(*device)));
  gpu::submitAndWait(*device, [&](VkCommandBuffer cmd) { executor.execute(cmd); });
  CHECK(ran);
  test::expectNoValidationMessages();
}
