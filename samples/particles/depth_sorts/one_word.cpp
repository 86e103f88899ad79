#include "depth_sorts/one_word.h"

#include <algorithm>
#include <bit>

#include "nodes/sort.h"
#include "pack_comp.spv.h"
#include "packed.h"
#include "unpack_comp.spv.h"

namespace particles {
namespace {

// Metres; nearer and farther ones are taken for these.
constexpr float kNearest = 0.05F;
constexpr float kFarthest = 200.0F;

vksort::Packing packingOf(uint32_t count) {
  const uint32_t bits = std::max(vksort::kMinIndexBits, static_cast<uint32_t>(std::bit_width(count - 1)));
  vksort::Packing packing{};
  if (!vksort::makePacking(vksort::DepthSteps::relative, kNearest, kFarthest, bits, packing))
    throw gpu::Error("a depth and an index of " + std::to_string(bits) + " bits do not fit one word");
  return packing;
}

bench::Variant variantOf(const gpu::Device& device, Use use) {
  const bench::Variant variant = bench::variantOf(wordOf(use)).value();
  const std::string why = bench::PaperSort::refusal(device.properties(), device.enabled(), variant, kPackedOrdering);
  if (!why.empty()) throw gpu::Error("--use " + std::string(wordOf(use)) + ": " + why);
  return variant;
}

SorterKind packedKind(const SortChoice& choice) {
  SorterKind kind;
  kind.use = choice.use;
  kind.kernels = choice.kernels;
  kind.payload = vksort::Payload::none;
  return kind;
}

}  // namespace

PackedSort::PackedSort(const gpu::Device& device, const Elements& elements, const DepthSortInfo& info)
    : DepthSort(device, elements, info, kPackedOrdering),
      use_(info.choice.use),
      packing_(packingOf(elements.count())),
      words_(device, VkDeviceSize{std::bit_ceil(elements.count())} * sizeof(uint32_t), kStorage, gpu::Memory::device,
             "packed keys"),
      pack_(Program::compute(device, {"pack", 3, sizeof(PackPush), info.frames}, pack_comp)),
      unpack_(Program::compute(device, {"unpack", 2, sizeof(UnpackPush), info.frames}, unpack_comp)) {
  if (isPaperStep(use_)) {
    paper_sort_.emplace(device, variantOf(device, use_), kPackedOrdering);
    paper_sort_->prepare({&words_, 1}, std::bit_ceil(elements.count()));
  } else {
    sorter_.emplace(*info.sorters, packedKind(info.choice), elements.count(), info.frames);
    sorter_->requireUse(device, elements.count());
  }
}

DepthSort::Declared PackedSort::declare(Declaration& frame, const Elements::Handles& elements, Sorting sorting) {
  Declared declared{elements, {}};
  graph::BufferHandle words = addPack(frame, elements, sorting == Sorting::keep, declared);
  if (monitor() != nullptr) monitor()->declareBefore(frame, words, {}, count());
  if (sorting == Sorting::on) words = addSort(frame.graph, words, declared);
  if (sorting != Sorting::keep) declared.elements.indices = addUnpack(frame.graph, words, elements.indices, declared);
  if (monitor() != nullptr) monitor()->declareDrawn(frame, words, {}, count());
  if (sorting != Sorting::on) declared.timed.clear();
  return declared;
}

graph::BufferHandle PackedSort::addPack(Declaration& frame, const Elements::Handles& elements, bool reordered,
                                        Declared& declared) {
  graph::BufferHandle words = frame.import("packed keys", words_, kStorage, kFrameBefore);
  graph::PassBuilder pass = frame.graph.addPass("pack keys", graph::PassKind::compute);
  pass.read(elements.positions, graph::kComputeRead);
  if (reordered) pass.read(elements.indices, graph::kComputeRead);
  words = pass.write(words, graph::kComputeWrite);
  declared.timed.push_back(pass.handle());
  pass.execute([this, elements, words, reordered](const graph::PassContext& context) {
    const PackPush push{depthRow(), packing_, count(), std::bit_ceil(count()),
                        reordered ? PARTICLES_KEYS_REORDERED : 0U};
    const VkBuffer positions = context.buffer(elements.positions);
    // Not read where they are not asked for.
    const VkBuffer indices = reordered ? context.buffer(elements.indices) : positions;
    pack_.use(context, {positions, context.buffer(words), indices}, push);
    dispatchOver(context, push.capacity);
  });
  return words;
}

graph::BufferHandle PackedSort::addSort(graph::Graph& graph, graph::BufferHandle words, Declared& declared) {
  if (sorter_) {
    nodes::SortNode node;
    node.keys = words;
    node.count = count();
    node.sets = sorter_->sets();
    const nodes::Sorted sorted = nodes::addSort(graph, sorter_->get(), node);
    declared.timed.push_back(sorted.pass);
    return sorted.keys;
  }
  graph::PassBuilder pass = graph.addPass("sort", graph::PassKind::compute);
  words = pass.readWrite(words, graph::kComputeReadWrite);
  declared.timed.push_back(pass.handle());
  pass.execute([this](const graph::PassContext& context) { paper_sort_->record(context.cmd(), 0); });
  return words;
}

graph::BufferHandle PackedSort::addUnpack(graph::Graph& graph, graph::BufferHandle words, graph::BufferHandle indices,
                                          Declared& declared) {
  graph::PassBuilder pass = graph.addPass("unpack indices", graph::PassKind::compute);
  pass.read(words, graph::kComputeRead);
  indices = pass.write(indices, graph::kComputeWrite);
  declared.timed.push_back(pass.handle());
  pass.execute([this, words, indices](const graph::PassContext& context) {
    const UnpackPush push{count(), packing_.index_bits};
    unpack_.use(context, {context.buffer(words), context.buffer(indices)}, push);
    dispatchOver(context, push.count);
  });
  return indices;
}

SortFacts PackedSort::facts() const {
  if (sorter_) return factsOf(sorter_->get(), {.count = count()});
  return {wordOf(use_), paper_sort_->dispatchCount(), vksort::KeyType::u32, paper_sort_->bytesMoved()};
}

OrderRule PackedSort::rule(uint32_t frame) const {
  OrderRule rule = DepthSort::rule(frame);
  rule.packing = packing_;
  return rule;
}

}  // namespace particles
