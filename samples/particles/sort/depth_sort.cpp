#include "sort/depth_sort.h"

#include <bit>
#include <cmath>
#include <string_view>

#include "budget_comp.spv.h"
#include "gpu/commands.h"
#include "gpu/error.h"
#include "view/words.h"

namespace particles {
namespace {

constexpr VkBufferUsageFlags kTo = VK_BUFFER_USAGE_TRANSFER_DST_BIT;
constexpr VkBufferUsageFlags kArguments = kStorage | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;
constexpr uint32_t kWordsOfSegment = 2;

}  // namespace

DepthSort::DepthSort(Sorters& sorters, uint32_t count, const SceneTraits& traits, vksort::Algorithm algorithm)
    : traits_(traits), count_(count) {
  const gpu::Device& device = sorters.device();
  const bool index = !traits.culled && !grouped();
  const auto payload = index ? vksort::Payload::index : vksort::Payload::u32;
  sorter_ = sorters.sorter(algorithm, payload, grouped(), grouped() ? std::min(traits.group, count_) : count_);
  if (algorithm == vksort::Algorithm::radix && sorter_->scratchBytes(count_) == 0)
    throw gpu::Error("--vksort-algorithm radix: the radix sort does not support " + counted(count_, "elements") +
                     " on " + device.properties().core.deviceName);
  pool_ = gpu::DescriptorPool(device, 2 * kFramesInFlight, 2 * kFramesInFlight * VKSORT_DESCRIPTORS_PER_SET);
  const auto allocate = [&](VkDescriptorSetLayout layout, std::vector<VkDescriptorSet>& sets) {
    for (uint32_t i = 0; i < kFramesInFlight && layout != VK_NULL_HANDLE; ++i) sets.push_back(pool_.allocate(layout));
  };
  allocate(sorter_->descriptorSetLayout(), sets_);
  if (traits.culled) {
    toolkit_ = &sorters.toolkit();
    allocate(toolkit_->descriptorSetLayout(), tool_sets_);
    budget_program_ = Program(device, {"budget", 2, sizeof(BudgetPush)}, budget_comp);
    const DrawArguments none{traits.vertices, 0, 0, 0, 0};
    arguments_ = gpu::Buffer(device, sizeof none, kArguments | kTo, gpu::Memory::device, "draw arguments");
    gpu::upload(device, arguments_, std::as_bytes(std::span(&none, 1)));
    report_ = gpu::Buffer(device, kFramesInFlight * sizeof none, kStorage, gpu::Memory::readback, "seen");
    return;
  }
  if (!grouped()) return;
  next_ = drawn_ = GroupPlaces(count_, traits.group);
  const VkDeviceSize bytes = VkDeviceSize{next_.groups()} * kWordsOfSegment * sizeof(uint32_t);
  segments_ = gpu::Buffer(device, bytes, kStorage | kTo, gpu::Memory::device, "segments");
  for (uint32_t i = 0; i < kFramesInFlight; ++i)
    uploads_.emplace_back(device, bytes, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, gpu::Memory::upload, "next segments");
}

Elements::Handles DepthSort::declare(Declaration& frame, Elements::Handles elements, bool sorts) {
  if (traits_.culled) addCull(frame, elements);
  if (sorts) addSort(frame, elements);
  if (traits_.culled) addBudget(frame, elements.arguments, sorts);
  return elements;
}

void DepthSort::addSort(Declaration& frame, Elements::Handles& elements) {
  nodes::SortNode node;
  node.keys = elements.keys;
  node.payload = elements.indices;
  node.count = count_;
  node.key_type = vksort::KeyType::f32;
  node.order = vksort::Order::descending;
  node.descriptor_sets = sets_;
  if (traits_.culled) {
    node.count_buffer = elements.arguments;
    node.count_offset = offsetof(DrawArguments, seen);
  }
  if (grouped()) {
    node.segments = elements.segments;
    node.segment_count = next_.groups();
    node.max_segment = std::min(next_.size(), count_);
  }
  const nodes::SortOutput sorted = nodes::addSort(frame.graph, *sorter_, node);
  elements.keys = sorted.keys;
  elements.indices = sorted.payload;
}

void DepthSort::addCull(Declaration& frame, Elements::Handles& elements) {
  graph::BufferHandle writes[] = {
      frame.graph.createBuffer("kept keys", {VkDeviceSize{count_} * sizeof(uint32_t), kStorage}), elements.indices,
      frame.import("draw arguments", arguments_, kArguments)};
  auto& [keys, indices, arguments] = writes;
  nodes::ToolNode node;
  node.reads = {&elements.keys, 1};
  node.writes = writes;
  node.scratch_bytes = toolkit_->scratchBytes(count_);
  node.descriptor_sets = tool_sets_;
  node.record = [this, all = elements.keys, keys = keys, indices = indices,
                 arguments = arguments](const nodes::ToolContext& with) {
    vksort::CullInfo cull{};
    cull.source = with.range(all);
    cull.count = count_;
    cull.key_type = vksort::KeyType::f32;
    cull.lowest = std::bit_cast<uint32_t>(-INFINITY);  // keep everything except NaN
    cull.highest = std::bit_cast<uint32_t>(INFINITY);
    cull.indices = with.range(indices);
    cull.keys = with.range(keys);
    cull.kept = {.buffer = with.buffer(arguments), .offset = offsetof(DrawArguments, seen)};
    cull.scratch = with.scratch;
    cull.descriptor_set = with.descriptor_set;
    return toolkit_->recordCull(with.cmd(), cull);
  };
  const nodes::ToolOutput culled = nodes::addTool(frame.graph, node, "cull");
  elements.keys = culled.written[0];
  elements.indices = culled.written[1];
  elements.arguments = culled.written[2];
}

void DepthSort::addBudget(Declaration& frame, graph::BufferHandle& arguments, bool sorts) {
  graph::BufferHandle report = frame.import("seen", report_);
  graph::PassBuilder pass = frame.graph.addPass("budget", graph::PassKind::compute);
  arguments = pass.readWrite(arguments, graph::kComputeReadWrite);
  report = pass.readWrite(report, graph::kComputeReadWrite);  // keeps the values of other frames
  pass.record([this, arguments, report, sorts](const graph::PassContext& context) {
    const BudgetPush push{sorts ? budget_ : kNoBudget, context.frame()};
    budget_program_.use(context, {context.buffer(arguments), context.buffer(report)}, push);
    context.device().vk.vkCmdDispatch(context.cmd(), 1, 1, 1);
  });
  frame.graph.exportBuffer(report, graph::kHostRead);
}

graph::BufferHandle DepthSort::addSegments(Declaration& frame) {
  graph::BufferHandle segments = frame.import("segments", segments_, kStorage | kTo);
  graph::PassBuilder pass = frame.graph.addPass("place groups", graph::PassKind::transfer);
  segments = pass.write(segments, graph::kTransferWrite);
  pass.record([this, segments](const graph::PassContext& context) {
    drawn_ = next_;
    const VkBufferCopy all{0, 0, segments_.size()};
    context.device().vk.vkCmdCopyBuffer(context.cmd(), uploads_[context.frame()].handle(), context.buffer(segments), 1,
                                        &all);
  });
  return segments;
}

void DepthSort::prepare(uint32_t frame, const View& view, std::span<const glm::vec3> groups) {
  eye_ = cullViewOf(view);
  if (!grouped()) return;
  next_.arrange(groups, view.forward);
  const std::span<uint32_t> words = uploads_[frame].as<uint32_t>();
  for (uint32_t place = 0; place < next_.groups(); ++place) {
    const uint32_t group = next_.order()[place];
    words[kWordsOfSegment * group] = next_.begin(place);
    words[kWordsOfSegment * group + 1] = next_.countOf(group);
  }
  uploads_[frame].flush();
}

SortFacts DepthSort::facts() const {
  vksort::PlanInfo info{};
  info.count = count_;
  info.key_type = vksort::KeyType::f32;
  info.indirect = traits_.culled;
  if (grouped()) {
    info.segment_count = next_.groups();
    info.max_segment = std::min(next_.size(), count_);
  }
  info.scratch = !grouped() && sorter_->scratchBytes(count_) != 0;
  std::vector<vksort::PassPlan> passes(plan(*sorter_, info));
  if (passes.empty()) return {};
  (void)plan(*sorter_, info, passes.data(), static_cast<uint32_t>(passes.size()));
  SortFacts facts{"bitonic", static_cast<uint32_t>(passes.size())};
  for (const vksort::PassPlan& pass : passes)
    for (const char* name : {"radix", "rank"})
      if (std::string_view(pass.name).starts_with(name)) facts.used = name;
  return facts;
}

DrawArguments DepthSort::arguments(uint32_t frame) const {
  if (!traits_.culled) return {traits_.vertices, count_, 0, 0, count_};
  report_.invalidate();
  return report_.as<DrawArguments>()[frame];
}

OrderRule DepthSort::rule() const {
  OrderRule rule{eye_.forward, {}, drawn_};
  if (traits_.culled) rule.eye = eye_;
  if (!grouped()) rule.groups = {};
  return rule;
}

}  // namespace particles
