// Executing the same graph again allocates nothing. Counts operator new, which this file replaces for the whole
// program; drivers written in C are not counted, so the device is opened without the validation layer.
#include <doctest/doctest.h>

#include <atomic>
#include <cstdlib>
#include <new>

#include "add_kernel.h"
#include "gpu/select.h"

static std::atomic<std::size_t> allocations{0};

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size != 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  ++allocations;
  return std::malloc(size != 0 ? size : 1);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

using namespace graph;
using test::kData;

TEST_CASE("executing_again_allocates_nothing") {
  const gpu::Instance instance(gpu::InstanceInfo{});
  gpu::DeviceInfo info;
  info.physical = gpu::selectDevice(instance).handle;
  const gpu::Device device(instance, info);
  const gpu::Buffer target(device, kData.size, kData.usage);
  Graph graph;
  BufferHandle data = graph.importBuffer("data", kData);
  data = test::fillPass(graph, "a name too long for a small string", data, 1);
  const BufferHandle out = test::copyPass(graph, "copy", data, graph.createBuffer("out", kData));
  graph.exportBuffer(out, kTransferRead);
  Plan plan = compile(graph, memoryNeeds(device));
  Executor executor(device, std::move(graph), std::move(plan));
  executor.bind(data, target.handle());
  for (int i = 0; i < 3; ++i) {
    std::size_t during = 0;
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
      const std::size_t before = allocations;
      executor.execute(cmd);
      during = allocations - before;
    });
    const std::size_t before = allocations;
    (void)executor.times();
    during += allocations - before;
    if (i > 0) CHECK(during == 0);
  }
}
