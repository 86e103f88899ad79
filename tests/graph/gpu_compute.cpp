// Buffers: the data arrives, on every device, and validation has nothing to say.
#include <doctest/doctest.h>

#include "add_kernel.h"
#include "support/devices.h"

using namespace graph;
using test::AddKernel;
using test::kData;

TEST_CASE("fills_computes_and_reads_back") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    AddKernel kernel(device);
    const gpu::Buffer readback = test::readbackBuffer(device);
    Graph graph;
    const BufferHandle filled = test::fillPass(graph, "fill", graph.createBuffer("a", kData), 7);
    const BufferHandle sum = test::addPass(graph, "add", kernel, filled, graph.createBuffer("b", kData), 3);
    const BufferHandle out = test::copyPass(graph, "copy", sum, graph.importBuffer("readback", kData));
    graph.exportBuffer(out, kHostRead);
    Plan plan = compile(graph, memoryNeeds(device));
    Executor executor(device, std::move(graph), std::move(plan));
    executor.bind(out, readback.handle());
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd); });
    CHECK(test::allEqual(readback, 10));
    test::expectNoValidationMessages();
  }
}

TEST_CASE("changes_in_place_happen_one_after_the_other") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    AddKernel kernel(device);
    const gpu::Buffer readback = test::readbackBuffer(device);
    Graph graph;
    BufferHandle data = test::fillPass(graph, "fill", graph.importBuffer("readback", kData), 0);
    for (uint32_t i = 1; i <= 10; ++i) data = test::addInPlacePass(graph, "add", kernel, data, i);
    graph.exportBuffer(data, kHostRead);
    Plan plan = compile(graph, memoryNeeds(device));
    Executor executor(device, std::move(graph), std::move(plan));
    executor.bind(data, readback.handle());
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd); });
    CHECK(test::allEqual(readback, 55));
    test::expectNoValidationMessages();
  }
}

TEST_CASE("transients_that_share_memory_keep_their_data_while_it_is_needed") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    AddKernel kernel(device);
    const gpu::Buffer readback = test::readbackBuffer(device);
    Graph graph;
    BufferHandle last = test::fillPass(graph, "fill", graph.createBuffer("first", kData), 1);
    for (uint32_t i = 0; i < 8; ++i)
      last = test::addPass(graph, "add", kernel, last, graph.createBuffer("next", kData), 1U << i);
    const BufferHandle out = test::copyPass(graph, "copy", last, graph.importBuffer("readback", kData));
    graph.exportBuffer(out, kHostRead);
    Plan plan = compile(graph, memoryNeeds(device));
    REQUIRE(plan.blocks.size() == 1);
    CHECK(plan.blocks[0].size < 3 * plan.placements[last.index].size);  // two of the nine at a time
    Executor executor(device, std::move(graph), std::move(plan));
    executor.bind(out, readback.handle());
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd); });
    CHECK(test::allEqual(readback, 256));
    test::expectNoValidationMessages();
  }
}

TEST_CASE("an_exported_transient_can_be_looked_at_after_the_graph") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    Graph graph;
    const BufferHandle filled = test::fillPass(graph, "fill", graph.createBuffer("a", kData), 42);
    graph.exportBuffer(filled, kTransferRead);
    Plan plan = compile(graph, memoryNeeds(device));
    Executor executor(device, std::move(graph), std::move(plan));
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd); });
    const std::vector<std::byte> bytes = gpu::download(device, executor.buffer(filled), kData.size);
    CHECK(bytes.front() == std::byte{42});
    CHECK(bytes[kData.size - 4] == std::byte{42});
    test::expectNoValidationMessages();
  }
}
