// Pipelines, descriptors and timestamps.
#include <doctest/doctest.h>

#include <cstring>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "gpu/pipeline.h"
#include "gpu/timestamps.h"
#include "support/devices.h"
#include "test_constants.spv.h"

TEST_CASE("constants_reach_the_shader") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    const gpu::Buffer words(device, 128, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT);
    const auto set_layout = gpu::storageLayout(device, 1);
    const VkDescriptorSetLayout sets[] = {set_layout.get()};
    const auto layout = gpu::pipelineLayout(device, sets, {4});
    const uint32_t constants[] = {32, 7, 500};  // workgroup size, first, second
    gpu::ComputePipelineInfo info;
    info.code = test_constants;
    info.layout = layout.get();
    info.constants = constants;
    info.name = "constants";
    const auto pipeline = gpu::computePipeline(device, info);
    gpu::DescriptorPool pool(device, 1, 1);
    const VkDescriptorSet set = pool.allocate(set_layout.get());
    const VkDescriptorBufferInfo buffers[] = {{words.handle(), 0, VK_WHOLE_SIZE}};
    gpu::writeStorageBuffers(device, set, buffers);
    const uint32_t added = 10000;
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
      device.vk.vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline.get());
      device.vk.vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, layout.get(), 0, 1, &set, 0, nullptr);
      device.vk.vkCmdPushConstants(cmd, layout.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0, 4, &added);
      device.vk.vkCmdDispatch(cmd, 1, 1, 1);
    });
    const std::vector<std::byte> bytes = gpu::download(device, words.handle(), 128);
    uint32_t last = 0;
    std::memcpy(&last, bytes.data() + 124, 4);
    CHECK(last == 7 * 1000 + 500 + 31 + 10000);
    test::expectNoValidationMessages();
  }
}

TEST_CASE("timestamps_measure_and_say_when_there_is_nothing_to_read") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    const gpu::Buffer buffer(device, 1 << 20, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    const gpu::Timestamps stamps(device, 2);
    CHECK(stamps.available() == (device.properties().timestamp_valid_bits != 0));
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
      stamps.reset(cmd);
      stamps.begin(cmd, 0);
      device.vk.vkCmdFillBuffer(cmd, buffer.handle(), 0, VK_WHOLE_SIZE, 1);
      stamps.end(cmd, 0);
    });
    CHECK_FALSE(stamps.read(1));
    if (stamps.available()) {
      REQUIRE(stamps.read(0));
      CHECK(stamps.read(0)->duration() > 0.0);
      CHECK(stamps.read(0)->duration() < 10e9);
    }
    CHECK_FALSE(gpu::Timestamps(device, 0).available());
    test::expectNoValidationMessages();
  }
}
