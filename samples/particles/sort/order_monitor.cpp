#include "sort/order_monitor.h"

#include "nodes/verify.h"

namespace particles {
namespace {

// What the frame before did with the results.
constexpr graph::Access kResultsBefore{vksort::kAfter.stages, vksort::kAfter.access};

constexpr VkBufferUsageFlags kResultsUsage = kStorage | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

// Results that say nothing was seen: a verification that does not run must not leave those of an earlier frame.
graph::BufferHandle addForget(graph::Graph& graph, graph::BufferHandle results) {
  graph::PassBuilder pass = graph.addPass("forget results", graph::PassKind::transfer);
  results = pass.readWrite(results, graph::kTransferWrite);  // the other frames' stay
  pass.execute([results](const graph::PassContext& context) {
    constexpr VkDeviceSize kBytes = sizeof(vksort::VerifyResult);
    context.device().vk.vkCmdFillBuffer(context.cmd(), context.buffer(results), context.frame() * kBytes, kBytes, 0);
  });
  return results;
}

}  // namespace

OrderMonitor::OrderMonitor(Sorters& sorters, std::uint32_t frames, const vksort::Ordering& ordering)
    : ordering_(ordering), verifier_(sorters.verifier()) {
  const gpu::Device& device = sorters.device();
  const VkDescriptorSetLayout layout = verifier_->descriptorSetLayout();
  if (layout != VK_NULL_HANDLE)
    pool_ = gpu::DescriptorPool(device, 2 * frames, 2 * frames * vksort::kVerifyDescriptorsPerSet);
  for (Look* look : {&before_, &drawn_}) {
    look->results = gpu::Buffer(device, frames * sizeof(vksort::VerifyResult), kResultsUsage, gpu::Memory::readback,
                                "verify results");
    for (std::uint32_t i = 0; i < frames && layout != VK_NULL_HANDLE; ++i) look->sets.push_back(pool_.allocate(layout));
  }
}

void OrderMonitor::declareBefore(Declaration& frame, graph::BufferHandle keys, graph::BufferHandle indices,
                                 std::uint32_t count) {
  declare(before_, frame, keys, indices, count, "verify before");
}

void OrderMonitor::declareDrawn(Declaration& frame, graph::BufferHandle keys, graph::BufferHandle indices,
                                std::uint32_t count) {
  declare(drawn_, frame, keys, indices, count, "verify");
}

void OrderMonitor::declare(const Look& look, Declaration& frame, graph::BufferHandle keys, graph::BufferHandle indices,
                           std::uint32_t count, const char* name) const {
  nodes::VerifyNode node;
  node.keys = keys;
  node.payload = indices;
  node.count = count;
  node.ordering = ordering_;
  node.results =
      addForget(frame.graph, frame.import(std::string(name) + " results", look.results, kResultsUsage, kResultsBefore));
  node.sets = look.sets;
  frame.graph.exportBuffer(nodes::addVerify(frame.graph, *verifier_, node, name), graph::kHostRead);
}

Verdict OrderMonitor::read(std::uint32_t frame) const {
  const auto result = [frame](const Look& look) {
    look.results.invalidate();
    return look.results.as<vksort::VerifyResult>()[frame];
  };
  return {result(before_), result(drawn_)};
}

}  // namespace particles
