#include "sort/order.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "nodes/verify.h"

namespace particles {
namespace {

// Compiled without fused operations, see CMakeLists.txt.
float depthOf(glm::vec4 p, glm::vec4 row) { return ((row.x * p.x + row.y * p.y) + row.z * p.z) + row.w; }

// As writeKeyIfSeen() of keys.glsl.
bool canBeSeen(glm::vec4 p, const CullView& eye) {
  const float z = depthOf(p, eye.forward);
  const float across = std::abs(depthOf(p, eye.right)) * eye.focal.x, width = z + p.w * eye.slack.x;
  const float over = std::abs(depthOf(p, eye.up)) * eye.focal.y, height = z + p.w * eye.slack.y;
  return z > static_cast<float>(PARTICLES_CULL_NEAR) && across <= width && over <= height;
}

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

OrderReport checkOrder(std::span<const glm::vec4> positions, std::span<const uint32_t> indices, const OrderRule& rule) {
  OrderReport report;
  report.count = indices.size();
  report.elements = positions.size();
  const auto isHidden = [&](glm::vec4 p) { return rule.eye && !canBeSeen(p, *rule.eye); };
  report.hidden = static_cast<std::size_t>(std::ranges::count_if(positions, isHidden));
  std::vector<bool> listed(positions.size(), false);
  const std::span<const uint32_t> groups = rule.groups.order();
  uint32_t begun = 0;  // groups
  float last = std::numeric_limits<float>::infinity();
  for (std::size_t place = 0; place < indices.size(); ++place) {
    if (begun < groups.size() && place == rule.groups.begin(begun)) {
      last = std::numeric_limits<float>::infinity();
      ++begun;
    }
    const uint32_t index = indices[place];
    if (index >= positions.size()) {
      ++report.outside;
      continue;
    }
    if (listed[index]) ++report.repeated;
    listed[index] = true;
    const bool elsewhere = begun != 0 && index / rule.groups.size() != groups[begun - 1];
    if (elsewhere || isHidden(positions[index])) ++report.strays;
    const float depth = depthOf(positions[index], rule.depth_row);
    if (!(depth <= last)) ++report.inversions;
    last = depth;
  }
  return report;
}

std::string describe(const OrderReport& report) {
  std::string line = "order: " + std::to_string(report.inversions) + " inversions in " + std::to_string(report.count);
  if (!report.permutation())
    line += ", not a permutation: " + std::to_string(report.repeated) + " indices repeated, " +
            std::to_string(report.outside) + " outside";
  if (report.strays != 0) line += ", " + std::to_string(report.strays) + " that should not be there";
  if (report.count + report.hidden != report.elements)
    line += ", for " + std::to_string(report.elements - report.hidden) + " elements";
  return line;
}

bool Verdict::complete(uint32_t count) const {
  return drawn.elements == count && before.elements == count && drawn.checksum[0] == before.checksum[0] &&
         drawn.checksum[1] == before.checksum[1];
}

void Verdicts::add(const std::optional<Verdict>& verdict, uint32_t count, bool sorted) {
  if (!verdict) return;
  const bool complete = verdict->complete(count);
  ++frames_;
  if (!verdict->ordered()) ++unordered_;
  if (!complete) ++incomplete_;
  if (!complete || (sorted && !verdict->ordered())) ++failed_;
  last_ = verdict;
}

std::string Verdicts::describe() const {
  return "verify: " + std::to_string(frames_) + " frames, " + std::to_string(unordered_) + " out of order, " +
         std::to_string(incomplete_) + " incomplete, " + std::to_string(last_ ? last_->drawn.inversions : 0) +
         " inversions in the last";
}

OrderMonitor::OrderMonitor(Sorters& sorters, const vksort::Ordering& ordering)
    : ordering_(ordering), verifier_(sorters.verifier()) {
  const gpu::Device& device = sorters.device();
  const VkDescriptorSetLayout layout = verifier_->descriptorSetLayout();
  if (layout != VK_NULL_HANDLE)
    pool_ = gpu::DescriptorPool(device, 2 * kFramesInFlight, 2 * kFramesInFlight * vksort::kVerifyDescriptorsPerSet);
  for (Look* look : {&before_, &drawn_}) {
    look->results = gpu::Buffer(device, kFramesInFlight * sizeof(vksort::VerifyResult), kResultsUsage,
                                gpu::Memory::readback, "verify results");
    for (uint32_t i = 0; i < kFramesInFlight && layout != VK_NULL_HANDLE; ++i)
      look->sets.push_back(pool_.allocate(layout));
  }
}

void OrderMonitor::declare(const Look& look, Declaration& frame, graph::BufferHandle keys, graph::BufferHandle indices,
                           uint32_t count, const char* name) const {
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

Verdict OrderMonitor::read(uint32_t frame) const {
  const auto result = [frame](const Look& look) {
    look.results.invalidate();
    return look.results.as<vksort::VerifyResult>()[frame];
  };
  return {result(before_), result(drawn_)};
}

}  // namespace particles
