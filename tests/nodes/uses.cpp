// What the node declares in every mode, against a reading of vksort.h, and what becomes of it in a plan.
#include <doctest/doctest.h>

#include <map>

#include "graph/graphs.h"
#include "index_keys.h"
#include "sorters.h"
#include "source_keys.h"
#include "support/devices.h"
#include "support/skip.h"
#include "vksort_indirect.h"
#include "vksort_segments.h"

using namespace graph;
using vksort::Payload;

namespace {

constexpr uint32_t kSegments = 31;
constexpr uint32_t kWordsOfBuffers = test::kWords.size / sizeof(uint32_t);

// All that a sort does to any buffer.
constexpr Access kRead{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT,
                       VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_UNIFORM_READ_BIT | VK_ACCESS_INDIRECT_COMMAND_READ_BIT};
constexpr Access kReadWrite{kRead.stages, kRead.access | VK_ACCESS_SHADER_WRITE_BIT};

// What the buffers hold that a sort may fill itself.
enum class Before { nothing, filled, imported };

enum class Counted { whole, indirect, segments };

struct SortMode {
  Counted counted = Counted::whole;
  bool index_only = false;
};

struct Expected {
  Mode mode;
  Access access;
};

// A graph with one sort of that Sorter.
struct Declared {
  Declared(const test::NodeSorter& sorter, const SortMode& mode, Before state, uint32_t count) {
    const vksort::SorterConfiguration made = getConfiguration(sorter.sorter);
    nodes::SortNode node;
    node.count = count;
    node.sets = sorter.sets;
    // Elements past the count stay, and those that an indirect count or segments leave out.
    const bool lasts = state != Before::nothing && (mode.counted != Counted::whole || count < kWordsOfBuffers);
    const auto filled = [&](bool by_sort) { return by_sort && !lasts ? Mode::write : Mode::read_write; };
    const auto held = [&](bool by_sort) { return by_sort || state != Before::nothing ? state : Before::filled; };
    const bool generates = made.generates_keys, index = made.payload == Payload::index;
    if (!mode.index_only) node.keys = add("keys", held(generates), {filled(generates), kReadWrite});
    if (made.payload == Payload::u32 || index) node.payload = add("payload", held(index), {filled(index), kReadWrite});
    if (mode.counted == Counted::indirect) {
      node.count_buffer = add("count", Before::filled, {Mode::read, kRead});
    }
    if (mode.counted == Counted::segments) {
      node.segments = add("segments", Before::imported, {Mode::read, kRead});
      node.segment_count = kSegments;
    }
    const VkDescriptorSet set = VK_NULL_HANDLE;  // only counted
    std::vector<BufferHandle> reads;
    if (generates)
      for (const Before each : {Before::filled, Before::imported})
        reads.push_back(add("positions", each, {Mode::read, kRead}));
    node.generator_reads = reads;
    if (made.generator_set) node.generator_sets = {&set, 1};
    before = static_cast<uint32_t>(graph.resources().size());
    sorted = nodes::addSort(graph, sorter.sorter, node);
    keys = node.keys;
    payload = node.payload;
  }

  BufferHandle add(const char* name, Before held, Expected use) {
    BufferHandle buffer =
        held == Before::imported ? graph.importBuffer(name, test::kWords) : graph.createBuffer(name, test::kWords);
    if (held == Before::filled) buffer = test::addPass(graph, "fill", PassKind::transfer).write(buffer, kTransferWrite);
    expected[buffer.index] = use;
    return buffer;
  }

  Graph graph;
  std::map<uint32_t, Expected> expected;  // but for the node's own
  uint32_t before = 0;                    // resources that were there
  BufferHandle keys, payload;
  nodes::Sorted sorted;
};

// A buffer of the node's own.
struct Own {
  const char* name;
  VkDeviceSize bytes;
  VkBufferUsageFlags usage;
};

std::vector<Own> ownOf(const test::NodeSorter& sorter, const SortMode& mode, uint32_t count) {
  std::vector<Own> own;
  const VkDeviceSize state =
      mode.counted == Counted::segments ? vksort::segmentStateBytes(kSegments) : vksort::kStateBytes;
  if (mode.counted != Counted::whole) {
    own.push_back({"sort state", state, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT});
  }
  if (mode.index_only) {
    const VkDeviceSize bytes = vksort::indexOnlyScratchBytes(sorter.sorter, count);
    own.push_back({"sort scratch", bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT});
  }
  return own;
}

void checkHandle(BufferHandle sorted, BufferHandle given) {
  CHECK(sorted == (given == BufferHandle{} ? given : BufferHandle{given.index, given.version + 1}));
}

void check(const test::NodeSorter& sorter, const SortMode& mode, Before state, uint32_t count) {
  const Declared declared(sorter, mode, state, count);
  const std::vector<Own> own = ownOf(sorter, mode, count);
  const Pass& pass = declared.graph.passes().back();
  CHECK(pass.kind == PassKind::compute);
  CHECK_FALSE(pass.side_effect);
  REQUIRE(declared.graph.resources().size() == declared.before + own.size());
  REQUIRE(pass.uses.size() == declared.expected.size() + own.size());
  for (const Use& use : pass.uses) {
    const Resource& resource = declared.graph.resources()[use.resource];
    CAPTURE(resource.name);
    CHECK(use.after == use.before + (use.mode == Mode::read ? 0 : 1));
    if (use.resource >= declared.before) {
      const Own& expected = own[use.resource - declared.before];
      CHECK(use.mode == Mode::write);
      CHECK(use.access == kReadWrite);
      CHECK_FALSE(resource.imported);
      CHECK(resource.name == expected.name);
      CHECK(resource.buffer.size == expected.bytes);
      CHECK(resource.buffer.usage == expected.usage);
      continue;
    }
    REQUIRE(declared.expected.contains(use.resource));
    const Expected& expected = declared.expected.at(use.resource);
    CHECK(use.mode == expected.mode);
    CHECK(use.access == expected.access);
    CHECK(use.before == resource.writers.size() - (use.mode == Mode::read ? 0 : 1));
  }
  checkHandle(declared.sorted.keys, declared.keys);
  checkHandle(declared.sorted.payload, declared.payload);
}

// The modes that a Sorter has.
std::vector<SortMode> modesOf(const test::Kind& kind) {
  std::vector<SortMode> modes = {{Counted::whole}, {Counted::indirect}, {Counted::segments}};
  if (kind.keys != nullptr && kind.payload == Payload::index) {
    modes.push_back({Counted::whole, true});
    modes.push_back({Counted::indirect, true});
  }
  return modes;
}

}  // namespace

TEST_CASE("a_node_declares_what_the_header_says_in_every_mode") {
  const gpu::Device& device = *test::devices().front().device;
  const gpu::Owned<VkDescriptorSetLayout> layout = gpu::storageLayout(device, 1);
  const vksort::KeyGenerator bare{index_keys}, reading{source_keys, layout.get()};
  int checked = 0;
  for (const Payload payload : {Payload::none, Payload::u32, Payload::interleaved, Payload::index})
    for (const vksort::KeyGenerator* keys : {static_cast<const vksort::KeyGenerator*>(nullptr), &bare, &reading}) {
      if (keys != nullptr && payload == Payload::interleaved) continue;
      const test::Kind kind{.payload = payload, .keys = keys};
      const test::NodeSorter sorter = test::makeSorterToPlan(device, kind);
      const bool paired = payload == Payload::interleaved;
      for (const SortMode& mode : modesOf(kind)) {
        CAPTURE(static_cast<int>(payload));
        CAPTURE(static_cast<int>(mode.counted));
        CAPTURE(mode.index_only);
        CAPTURE(keys == nullptr ? "no generator" : keys == &bare ? "a generator" : "a generator with a set");
        for (const Before state : {Before::nothing, Before::filled, Before::imported})
          for (const uint32_t words : {kWordsOfBuffers, kWordsOfBuffers - 2})
            check(sorter, mode, state, paired ? words / 2 : words);
        ++checked;
      }
    }
  CHECK(checked == 34);
}

namespace {

constexpr vksort::Features kFeatures = vksort::kFullSubgroups | vksort::kPushDescriptor;

// Keys that are filled, and sorted twice. The graph lets go of what the first sort took before the second begins.
struct TwoSorts {
  TwoSorts(const test::NodeSorter& sorter, bool in_place) {
    PassBuilder fill = test::addPass(graph, "fill", PassKind::transfer);
    const BufferInfo info{VkDeviceSize{test::kCount} * 4, test::kUsage};
    nodes::SortNode node;
    node.keys = fill.write(graph.createBuffer("keys", info), kTransferWrite);
    node.count = test::kCount;
    node.sets = sorter.sets;
    node.in_place = in_place;
    const nodes::Sorted once = nodes::addSort(graph, sorter.sorter, node, "once");
    CHECK(test::errorOf([&] { (void)nodes::addSort(graph, sorter.sorter, node, "again"); }) != "");  // stale keys
    node.keys = once.keys;
    const nodes::Sorted twice = nodes::addSort(graph, sorter.sorter, node, "twice");
    CHECK(graph.find(twice.pass, "the test") == 2);
    keys = twice.keys;
  }

  void draw() {
    PassBuilder pass = test::addPass(graph, "draw");
    pass.read(keys, kVertexRead);
    pass.sideEffect();
  }

  std::vector<VkDeviceSize> scratch() const {
    std::vector<VkDeviceSize> sizes;
    for (const Resource& each : graph.resources())
      if (each.name == "sort scratch") sizes.push_back(each.buffer.size);
    return sizes;
  }

  Graph graph;
  BufferHandle keys;
};

}  // namespace

TEST_CASE("a_sort_waits_and_is_waited_for_as_vksort_says_and_is_culled_where_nobody_needs_it") {
  TwoSorts sorts(test::makeSorterToPlan(test::anyDevice(), {}), false);
  CHECK(test::compile(sorts.graph).passes.empty());
  sorts.draw();
  const Plan plan = test::compile(sorts.graph);
  REQUIRE(test::names(sorts.graph, plan) == "fill once twice draw");
  const auto before = test::barrierOn(plan, 1, sorts.keys.index), after = test::barrierOn(plan, 3, sorts.keys.index);
  REQUIRE((before && after));
  CHECK(before->src == kTransferWrite);
  CHECK(before->dst == Access{vksort::kBefore.stages, vksort::kBefore.access});
  CHECK(after->src == Access{vksort::kAfter.stages, writeBits(vksort::kAfter.access)});
  CHECK(after->dst == kVertexRead);
}

TEST_CASE("a_node_takes_the_scratch_memory_that_its_sort_makes_use_of") {
  const auto sorterOf = [](vksort::Algorithm algorithm) {
    return test::makeSorterToPlan(test::anyDevice(), {.features = kFeatures, .algorithm = algorithm});
  };
  const test::NodeSorter radix = sorterOf(vksort::Algorithm::radix), automatic = sorterOf(vksort::Algorithm::automatic);
  const VkDeviceSize bytes = radix.sorter.scratchBytes(test::kCount);
  if (bytes == 0) return test::skip("the device has no radix sort");
  CHECK(TwoSorts(radix, true).scratch().empty());
  CHECK(TwoSorts(sorterOf(vksort::Algorithm::bitonic), false).scratch().empty());
  const VkDeviceSize paying = automatic.sorter.scratchBytes(test::kCount);  // on a GPU
  CHECK(TwoSorts(automatic, false).scratch() == std::vector<VkDeviceSize>(paying == 0 ? 0 : 2, paying));
  // The second takes over from the first.
  TwoSorts sorts(radix, false);
  CHECK(sorts.scratch() == std::vector<VkDeviceSize>{bytes, bytes});
  sorts.draw();
  std::vector<uint32_t> taken;
  for (const Pass& pass : sorts.graph.passes())
    for (const Use& use : pass.uses) {
      if (sorts.graph.resources()[use.resource].name != "sort scratch") continue;
      taken.push_back(use.resource);
      CHECK(use.mode == Mode::write);
      CHECK(use.access == kReadWrite);
    }
  REQUIRE(taken.size() == 2);
  const Plan plan = test::compile(sorts.graph);
  REQUIRE(plan.placements[taken[0]].overlaps(plan.placements[taken[1]]));
  const auto handover = test::barrierOn(plan, 2, taken[1]);
  REQUIRE(handover);
  CHECK(handover->aliasing);
  CHECK(handover->src == Access{kReadWrite.stages, VK_ACCESS_SHADER_WRITE_BIT});
  CHECK(handover->dst == kReadWrite);
}

namespace {

}  // namespace
