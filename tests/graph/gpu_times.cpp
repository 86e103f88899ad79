// GPU times of passes, found by handle; gpu_frames.cpp has those of all passes.
#include <doctest/doctest.h>

#include "add_kernel.h"
#include "graphs.h"
#include "support/devices.h"

using namespace graph;
using test::errorOf;
using test::kData;

namespace {

// Three fills of one buffer and a fourth that nobody needs; the first two have one name.
struct Fills {
  Fills() {
    out = add("fill", graph.importBuffer("out", kData), 0);
    out = add("fill", out, 1);
    out = add("last", out, 2);
    (void)add("waste", graph.createBuffer("unused", kData), 3);
    graph.exportBuffer(out, kHostRead);
  }
  // Each pass keeps what the ones before it wrote, so that none of them is culled.
  BufferHandle add(const char* name, BufferHandle target, uint32_t index) {
    PassBuilder pass = graph.addPass(name, PassKind::transfer);
    target = index == 0 || index == 3 ? pass.write(target, kTransferWrite) : pass.readWrite(target, kTransferWrite);
    pass.execute([=](const PassContext& context) {
      context.device().vk.vkCmdFillBuffer(context.cmd(), context.buffer(target), 4 * index, 4, index);
    });
    passes[index] = pass.handle();
    return target;
  }

  Graph graph;
  BufferHandle out;
  PassHandle passes[4];
};

Executor executorOf(const gpu::Device& device, const Fills& fills) {
  return {device, fills.graph, compile(fills.graph, memoryNeeds(device))};
}

}  // namespace

TEST_CASE("a_handle_finds_the_time_of_its_pass_among_others_of_its_name") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    const gpu::Buffer readback = test::readbackBuffer(device);
    const Fills fills;
    Executor executor = executorOf(device, fills);
    executor.bind(fills.out, readback.handle());
    CHECK_FALSE(executor.time(fills.passes[0]));  // nothing ran yet
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd); });
    const std::span<const PassTime> times = executor.times();
    REQUIRE(times.size() == 3);
    for (std::size_t i = 0; i < times.size(); ++i) {
      const std::optional<PassTime> time = executor.time(fills.passes[i]);
      REQUIRE(time.has_value() == (device.properties().timestamp_valid_bits != 0));
      if (!time) continue;
      CHECK(time->name == times[i].name);
      CHECK(time->begin_ms == times[i].begin_ms);
      CHECK(time->duration_ms == times[i].duration_ms);
    }
    test::expectNoValidationMessages();
  }
}

TEST_CASE("a_handle_of_another_graph_finds_no_time_and_hears_of_the_passes_there_are") {
  const gpu::Device& device = *test::devices().front().device;
  const Fills fills;
  const Fills alike;  // with the same passes at the same places
  const Executor executor = executorOf(device, fills);
  const char* const message =
      "time() was given a handle of no pass of this graph; it has 'fill', 'fill', 'last', 'waste'";
  CHECK(errorOf([&] { (void)executor.time(alike.passes[1]); }) == message);
  CHECK(errorOf([&] { (void)executor.time(PassHandle{}); }) == message);
  CHECK(errorOf([&] { (void)executor.time(PassHandle{fills.graph.id(), 4}); }) == message);
  CHECK(errorOf([&] { (void)executor.time(fills.passes[1], 1); }) == "frame 1 was asked for, but the executor has 1");
}

TEST_CASE("a_culled_pass_has_no_time_and_is_named") {
  const gpu::Device& device = *test::devices().front().device;
  const Fills fills;
  const Executor executor = executorOf(device, fills);
  CHECK(errorOf([&] { (void)executor.time(fills.passes[3]); }) ==
        "pass 'waste' has no time: nobody needs what it writes, so it was culled");
}
