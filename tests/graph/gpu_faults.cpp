// Proof that validation would see a missing barrier: without it, silence in the other tests would mean nothing.
#include <doctest/doctest.h>

#include "add_kernel.h"
#include "support/devices.h"

using namespace graph;
using test::AddKernel;
using test::kData;

namespace {

// Declares a graph and returns the imported buffer at its end.
using Declare = BufferHandle (*)(Graph&, AddKernel&);

BufferHandle declareChain(Graph& graph, AddKernel& kernel) {
  const BufferHandle a = test::fillPass(graph, "fill", graph.createBuffer("a", kData), 5);
  const BufferHandle b = test::addPass(graph, "add", kernel, a, graph.createBuffer("b", kData), 2);
  const BufferHandle c = test::addPass(graph, "add_again", kernel, b, graph.createBuffer("c", kData), 2);
  const BufferHandle out = test::copyPass(graph, "copy", c, graph.importBuffer("out", kData));
  graph.exportBuffer(out, kHostRead);
  return out;
}

// The copy reads "data" before the last pass overwrites it.
BufferHandle declareOverwrite(Graph& graph, AddKernel&) {
  BufferHandle data = test::fillPass(graph, "fill", graph.createBuffer("data", kData), 5);
  const BufferHandle out = test::copyPass(graph, "copy", data, graph.importBuffer("out", kData));
  data = test::fillPass(graph, "refill", data, 6);
  graph.exportBuffer(data, kNoAccess);
  graph.exportBuffer(out, kHostRead);
  return out;
}

// "second" takes the memory that "first" leaves; nothing but the aliasing barrier orders the two.
BufferHandle declareSharedMemory(Graph& graph, AddKernel& kernel) {
  BufferHandle out = graph.importBuffer("out", kData);
  const BufferHandle first = test::fillPass(graph, "fill", graph.createBuffer("first", kData), 5);
  out = test::addPass(graph, "add", kernel, first, out, 2);
  const BufferHandle second = test::fillPass(graph, "fill_again", graph.createBuffer("second", kData), 6);
  PassBuilder keep = graph.addPass("keep", PassKind::transfer);
  keep.read(second, kTransferRead);
  keep.sideEffect();
  keep.execute([](const PassContext&) {});
  graph.exportBuffer(out, kHostRead);
  return out;
}

// Runs the graph without the barrier on `resource` before the pass at `position`; null takes nothing out.
std::size_t messagesWithout(const gpu::Device& device, Declare declare, std::size_t position, const char* resource) {
  AddKernel kernel(device);
  const gpu::Buffer readback = test::readbackBuffer(device);
  Graph graph;
  const BufferHandle out = declare(graph, kernel);
  Plan plan = compile(graph, memoryNeeds(device));
  const std::size_t removed =
      resource == nullptr ? 0 : std::erase_if(plan.passes.at(position).barriers, [&](const Barrier& barrier) {
        return graph.resources()[barrier.resource].name == resource;
      });
  REQUIRE(removed == (resource == nullptr ? 0 : 1));
  Executor executor(device, std::move(graph), std::move(plan));
  executor.bind(out, readback.handle());
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd); });
  return test::takeValidationMessages();
}

}  // namespace

TEST_CASE("validation_sees_each_barrier_that_is_taken_out_of_a_plan") {
  test::lookAtShaders();
  test::instance().messages().setPrinting(false);
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    for (const Declare whole : {declareChain, declareOverwrite, declareSharedMemory})
      CHECK(messagesWithout(*entry.device, whole, 0, nullptr) == 0);
    CHECK(messagesWithout(*entry.device, declareChain, 1, "a") > 0);              // fill -> dispatch
    CHECK(messagesWithout(*entry.device, declareChain, 2, "b") > 0);              // dispatch -> dispatch
    CHECK(messagesWithout(*entry.device, declareChain, 3, "c") > 0);              // dispatch -> copy
    CHECK(messagesWithout(*entry.device, declareOverwrite, 2, "data") > 0);       // copy -> fill: write after read
    CHECK(messagesWithout(*entry.device, declareSharedMemory, 2, "second") > 0);  // memory that changes hands
  }
  test::instance().messages().setPrinting(true);
}
