// What the node declares in every mode, against a reading of vksort.h, and what becomes of it in a plan.
#include <doctest/doctest.h>

#include <map>

#include "graph/graphs.h"
#include "index_hook.h"
#include "nodes/device.h"
#include "sorters.h"
#include "source_hook.h"
#include "support/devices.h"
#include "support/physical.h"
#include "support/skip.h"

using namespace graph;
using test::Wish;
using vksort::Count;
using vksort::Values;

namespace {

constexpr uint32_t kLists = 31;
constexpr uint32_t kWordsOfBuffers = test::kWords.size / sizeof(uint32_t);

// Shader reads and writes of compute.
constexpr VkPipelineStageFlags kCompute = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
constexpr Access kElements{kCompute, VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
constexpr Access kOnlyRead{kCompute, VK_ACCESS_SHADER_READ_BIT};
constexpr Access kHookRead{kCompute, VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_UNIFORM_READ_BIT};
constexpr Access kState{kCompute | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT,
                        VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_INDIRECT_COMMAND_READ_BIT};

// What the buffers hold that a sort may make up itself.
enum class Before { nothing, filled, imported };

struct Expected {
  Mode mode;
  Access access;
};

// A graph with one sort of that Sorter.
struct Declared {
  Declared(const vksort::SorterConfiguration& made, const test::NodeSorter& sorter, Before state, uint32_t count) {
    nodes::SortNode node;
    node.count = count;
    node.sets = sorter.sets;
    // Elements past the count stay, and those that the device leaves out.
    const bool lasts = state != Before::nothing && (made.count != Count::host || count < kWordsOfBuffers);
    const auto madeUp = [&](bool up) { return up && !lasts ? Mode::write : Mode::read_write; };
    const auto held = [&](bool up) { return up || state != Before::nothing ? state : Before::filled; };
    node.keys = add("keys", held(made.hooked), {madeUp(made.hooked), kElements});
    if (made.values == Values::split || made.values == Values::iota) {
      const bool iota = made.values == Values::iota;
      node.values = add("values", held(iota), {madeUp(iota), kElements});
    }
    if (made.count == Count::device) node.device_count = add("count", Before::filled, {Mode::read, kOnlyRead});
    if (made.count == Count::lists) {
      node.lists = add("lists", Before::imported, {Mode::read, kOnlyRead});
      node.list_count = kLists;
    }
    const VkDescriptorSet set = VK_NULL_HANDLE;  // only counted
    std::vector<BufferHandle> reads;
    if (made.hooked)
      for (const Before each : {Before::filled, Before::imported})
        reads.push_back(add("positions", each, {Mode::read, kHookRead}));
    node.hook_reads = reads;
    if (made.hook_set) node.hook_sets = {&set, 1};
    before = static_cast<uint32_t>(graph.resources().size());
    sorted = nodes::addSort(graph, sorter.sorter, node);
    keys = node.keys;
    values = node.values;
  }

  BufferHandle add(const char* name, Before held, Expected use) {
    BufferHandle buffer =
        held == Before::imported ? graph.importBuffer(name, test::kWords) : graph.createBuffer(name, test::kWords);
    if (held == Before::filled) buffer = test::addPass(graph, "fill", PassKind::transfer).write(buffer, kTransferWrite);
    expected[buffer.index] = use;
    return buffer;
  }

  Graph graph;
  std::map<uint32_t, Expected> expected;  // but for the state
  uint32_t before = 0;                    // resources that were there
  BufferHandle keys, values;
  nodes::Sorted sorted;
};

void check(const vksort::SorterConfiguration& made, const test::NodeSorter& sorter, Before state, uint32_t count) {
  const Declared declared(made, sorter, state, count);
  const Pass& pass = declared.graph.passes().back();
  CHECK(pass.kind == PassKind::compute);
  CHECK_FALSE(pass.side_effect);
  const bool stateful = made.count != Count::host || made.coherent;
  REQUIRE(declared.graph.resources().size() == declared.before + (stateful ? 1 : 0));
  REQUIRE(pass.uses.size() == declared.expected.size() + (stateful ? 1 : 0));
  for (const Use& use : pass.uses) {
    const Resource& resource = declared.graph.resources()[use.resource];
    CAPTURE(resource.name);
    CHECK(use.after == use.before + (use.mode == Mode::read ? 0 : 1));
    if (use.resource == declared.before) {  // the state
      CHECK(use.mode == Mode::write);
      CHECK(use.access == kState);
      CHECK_FALSE(resource.imported);
      CHECK(resource.buffer.size ==
            (made.count == Count::lists ? vksort::listStateBytes(kLists) : vksort::kStateBytes));
      CHECK(resource.buffer.usage == (VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT));
      continue;
    }
    REQUIRE(declared.expected.contains(use.resource));
    const Expected& expected = declared.expected.at(use.resource);
    CHECK(use.mode == expected.mode);
    CHECK(use.access == expected.access);
    CHECK(use.before == resource.writers.size() - (use.mode == Mode::read ? 0 : 1));
  }
  CHECK(declared.sorted.keys == BufferHandle{declared.keys.index, declared.keys.version + 1});
  if (declared.values == BufferHandle{}) {
    CHECK(declared.sorted.values == BufferHandle{});
  } else {
    CHECK(declared.sorted.values == BufferHandle{declared.values.index, declared.values.version + 1});
  }
}

}  // namespace

TEST_CASE("a_node_declares_what_the_header_says_in_every_mode") {
  const gpu::Device& device = *test::devices().front().device;
  const gpu::Owned<VkDescriptorSetLayout> layout = gpu::storageLayout(device, 1);
  const vksort::Hook bare{index_hook}, reading{source_hook, layout.get()};
  int modes = 0;
  for (const Values values : {Values::none, Values::split, Values::interleaved, Values::iota})
    for (const Count count : {Count::host, Count::device, Count::lists})
      for (const bool coherent : {false, true})
        for (const vksort::Hook* hook : {static_cast<const vksort::Hook*>(nullptr), &bare, &reading}) {
          if (coherent && (values == Values::iota || count == Count::lists || hook != nullptr)) continue;
          if (hook != nullptr && values == Values::interleaved) continue;
          CAPTURE(static_cast<int>(values));
          CAPTURE(static_cast<int>(count));
          CAPTURE(coherent);
          CAPTURE(hook == nullptr ? "no hook" : hook == &bare ? "a hook" : "a hook with a set");
          const test::NodeSorter sorter = test::makeSorterToPlan(device, {values, count, coherent, hook});
          const bool paired = values == Values::interleaved;
          for (const Before state : {Before::nothing, Before::filled, Before::imported})
            for (const uint32_t words : {kWordsOfBuffers, kWordsOfBuffers - 2})
              check(sorter.sorter.configuration(), sorter, state, paired ? words / 2 : words);
          ++modes;
        }
  CHECK(modes == 36);
}

// They may run at the same time, as far as a graph knows.
TEST_CASE("two_sorts_have_states_apart_or_one_waits_for_the_other") {
  const gpu::Device& device = *test::devices().front().device;
  const test::NodeSorter sorter = test::makeSorterToPlan(device, {.count = Count::device});
  Graph graph;
  PassBuilder fill = test::addPass(graph, "fill", PassKind::transfer);
  const BufferHandle count = fill.write(graph.createBuffer("count", test::kWords), kTransferWrite);
  nodes::SortNode node;
  node.count = 64;
  node.sets = sorter.sets;
  node.device_count = count;
  std::vector<uint32_t> states;
  for (const char* name : {"first", "second"}) {
    node.keys = graph.importBuffer(name, test::kWords);
    graph.exportBuffer(nodes::addSort(graph, sorter.sorter, node, name).keys, kVertexRead);
    states.push_back(static_cast<uint32_t>(graph.resources().size()) - 1);
  }
  REQUIRE(states[0] != states[1]);
  const Plan plan = test::compile(graph);
  REQUIRE(test::names(graph, plan) == "fill first second");
  REQUIRE(plan.placements[states[0]].overlaps(plan.placements[states[1]]));
  const auto handover = test::barrierOn(plan, 2, states[1]);
  REQUIRE(handover);
  CHECK(handover->aliasing);
  CHECK(handover->src == Access{kState.stages, VK_ACCESS_SHADER_WRITE_BIT});
  CHECK(handover->dst == kState);
}

namespace {

constexpr vksort::Features kFeatures = vksort::kFullSubgroups | vksort::kPushDescriptor;

// Keys that are filled, and sorted twice. The graph lets go of what the first sort took before the second begins.
struct TwoSorts {
  TwoSorts(const test::NodeSorter& sorter, bool in_place) {
    PassBuilder fill = test::addPass(graph, "fill", PassKind::transfer);
    const BufferInfo info{VkDeviceSize{test::kCount} * 4, test::kUsage};
    nodes::SortNode node{fill.write(graph.createBuffer("keys", info), kTransferWrite), {}, test::kCount, sorter.sets};
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
      CHECK(use.access == kElements);
    }
  REQUIRE(taken.size() == 2);
  const Plan plan = test::compile(sorts.graph);
  REQUIRE(plan.placements[taken[0]].overlaps(plan.placements[taken[1]]));
  const auto handover = test::barrierOn(plan, 2, taken[1]);
  REQUIRE(handover);
  CHECK(handover->aliasing);
  CHECK(handover->src == Access{kElements.stages, VK_ACCESS_SHADER_WRITE_BIT});
  CHECK(handover->dst == kElements);
}

// Without an extension; by a Vulkan that has full subgroups only as an extension; and as the driver is.
TEST_CASE("vksort_is_told_of_the_features_that_a_device_has_enabled_and_no_others") {
  for (const std::string hidden : {"", "VK_KHR_push_descriptor", "VK_EXT_subgroup_size_control"}) {
    CAPTURE(hidden);
    test::PhysicalEdits edits;
    edits.fake_device = true;
    edits.extensions = [=](std::vector<VkExtensionProperties>& extensions) {
      std::erase_if(extensions, [=](const auto& each) { return each.extensionName == hidden; });
    };
    if (hidden.ends_with("control"))
      edits.properties = [](VkPhysicalDeviceProperties& properties) { properties.apiVersion = VK_API_VERSION_1_2; };
    const test::PhysicalScope scope(edits);
    gpu::DeviceInfo wanted;
    wanted.physical = test::devices().front().physical.handle;
    const gpu::Device device(test::instance(), wanted);
    const vksort::SorterInfo info = nodes::sorterInfo(device);
    const vksort::VerifierInfo verifier = nodes::verifierInfo(device);
    const vksort::Features enabled = info.enabled_features;
    CHECK(((enabled & vksort::kPushDescriptor) != 0) == device.enabled().push_descriptor);
    if ((enabled & vksort::kFullSubgroups) != 0)
      CHECK((device.enabled().full_subgroups && device.enabled().subgroup_size_control));
    const vksort::Support support =
        vksort::querySupport(info.get_instance_proc_addr, info.instance, info.physical_device);
    CHECK((enabled & ~support.features) == 0);
    CHECK((info.instance == test::instance().handle() && verifier.instance == info.instance));
    CHECK((info.physical_device == wanted.physical && verifier.physical_device == info.physical_device));
    CHECK((info.device == device.handle() && verifier.device == info.device));
    CHECK(verifier.enabled_features == enabled);
  }
  const gpu::Device& device = test::anyDevice();
  CHECK(nodes::sorterInfo(device).enabled_features ==
        vksort::querySupport(vkGetInstanceProcAddr, device.instance(), device.physical()).features);
}
