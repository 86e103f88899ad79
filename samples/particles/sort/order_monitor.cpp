#include "sort/order_monitor.h"

#include "nodes/verify.h"
#include "sort/depth_sorter.h"

namespace particles {
namespace {

// What the frame before did with the results.
constexpr graph::Access kFrameBefore{vksort::kVerifyResult.stages, vksort::kVerifyResult.access};

}  // namespace

OrderMonitor::OrderMonitor(const gpu::Device& device, std::uint32_t frames) : verifier_(makeVerifier(device)) {
  const VkDescriptorSetLayout layout = verifier_.descriptorSetLayout();
  if (layout != VK_NULL_HANDLE)
    pool_ = gpu::DescriptorPool(device, 2 * frames, 2 * frames * vksort::kVerifyDescriptorsPerSet);
  for (Look* look : {&before_, &drawn_}) {
    look->results = gpu::Buffer(device, frames * sizeof(vksort::VerifyResult), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                                gpu::Memory::readback, "verify results");
    for (std::uint32_t i = 0; i < frames && layout != VK_NULL_HANDLE; ++i) look->sets.push_back(pool_.allocate(layout));
  }
}

void OrderMonitor::declareBefore(graph::Graph& graph, graph::BufferHandle keys, graph::BufferHandle indices,
                                 std::uint32_t count) {
  declare(before_, graph, keys, indices, count, "verify before");
}

void OrderMonitor::declareDrawn(graph::Graph& graph, graph::BufferHandle keys, graph::BufferHandle indices,
                                std::uint32_t count) {
  declare(drawn_, graph, keys, indices, count, "verify");
}

void OrderMonitor::declare(Look& look, graph::Graph& graph, graph::BufferHandle keys, graph::BufferHandle indices,
                           std::uint32_t count, const char* name) const {
  nodes::VerifyNode node;
  node.keys = keys;
  node.values = indices;
  node.count = count;
  node.ordering = depthOrdering();
  node.results = graph.importBuffer(std::string(name) + " results",
                                    {look.results.size(), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT}, kFrameBefore);
  node.sets = look.sets;
  look.handle = nodes::addVerify(graph, verifier_, node, name);
  graph.exportBuffer(look.handle, graph::kHostRead);
}

void OrderMonitor::bind(graph::Executor& executor) const {
  for (const Look* look : {&before_, &drawn_}) executor.bind(look->handle, look->results.handle());
}

Verdict OrderMonitor::read(std::uint32_t frame) const {
  const auto result = [frame](const Look& look) {
    look.results.invalidate();
    return look.results.as<vksort::VerifyResult>()[frame];
  };
  return {result(before_), result(drawn_)};
}

}  // namespace particles
