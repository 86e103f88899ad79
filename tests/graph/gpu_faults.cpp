// Proof that validation would see a missing barrier: without it, silence in the other tests would mean nothing.
#include <doctest/doctest.h>

#include "add_kernel.h"
#include "support/devices.h"

using namespace graph;
using test::AddKernel;
using test::kData;

namespace {

// Three transients of which the last takes the memory of the first, then a copy out.
BufferHandle declareChain(Graph& graph, AddKernel& kernel) {
  const BufferHandle a = test::fillPass(graph, "fill", graph.createBuffer("a", kData), 5);
  const BufferHandle b = test::addPass(graph, "add", kernel, a, graph.createBuffer("b", kData), 2);
  const BufferHandle c = test::addPass(graph, "add_again", kernel, b, graph.createBuffer("c", kData), 2);
  const BufferHandle out = test::copyPass(graph, "copy", c, graph.importBuffer("out", kData));
  graph.exportBuffer(out, kHostRead);
  return out;
}

// Runs the chain without the barrier on `resource` before the pass at `position`.
std::size_t messagesWithout(const gpu::Device& device, std::size_t position, const char* resource) {
  AddKernel kernel(device);
  const gpu::Buffer readback = test::readbackBuffer(device);
  Graph graph;
  const BufferHandle out = declareChain(graph, kernel);
  Plan plan = compile(graph, memoryNeeds(device));
  const std::size_t removed = std::erase_if(plan.passes.at(position).barriers, [&](const Barrier& barrier) {
    return graph.resources()[barrier.resource].name == resource;
  });
  REQUIRE(removed == 1);
  Executor executor(device, std::move(graph), std::move(plan));
  executor.bind(out, readback.handle());
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd); });
  return test::takeValidationMessages();
}

}  // namespace

TEST_CASE("validation_sees_each_barrier_that_is_taken_out_of_a_plan") {
  test::instance().messages().setPrinting(false);
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    CHECK(messagesWithout(*entry.device, 1, "a") > 0);  // fill -> dispatch
    CHECK(messagesWithout(*entry.device, 2, "b") > 0);  // dispatch -> dispatch
    CHECK(messagesWithout(*entry.device, 3, "c") > 0);  // dispatch -> copy
  }
  test::instance().messages().setPrinting(true);
}
