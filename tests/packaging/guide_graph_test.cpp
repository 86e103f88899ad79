// Checks that the code of guides/other_graphs.md, in engines of three kinds, leaves no hazard, and that each of its
// barriers is needed.
#include <functional>
#include <map>

#include "frames.h"
#include "vksort_toolkit.h"

namespace test {
namespace {

constexpr Config kPairs{.mode = Mode::indirect, .payload = kU32, .scratch = true};

// Only barriers of the second frame are tested. `Host` needs begin() and frame().
template <typename Host>
void expectTwoFramesNeedEachBarrier() {
  onEveryDeviceUnvalidated([](Rig& rig) {
    uint32_t kinds = 0;
    for (const Config& config : everyMode()) {
      if (config.mode != Mode::indirect || !splitValues(config)) continue;
      INFO(describe(config));
      Frames frames(rig, config);
      Host host;
      host.begin(rig, frames);
      host.frame(frames);
      frames.counts = true;
      host.frame(frames);
      frames.expectEachIsNeeded();
      ++kinds;
    }
    CHECK(kinds >= 5);
  });
}

template <typename Host>
uint32_t hazardsOf(Rig& rig, Host host) {
  Frames frames(rig, kPairs);
  host.begin(rig, frames);
  for (int i = 0; i < 2; ++i) host.frame(frames);
  return frames.hazardsWithout(Frames::kAll);
}

}  // namespace

// A barrier may wait for the stages in which an earlier barrier waited, as resource states do.
TEST_CASE("hazard_check_detects_a_gap_in_a_barrier_chain" * doctest::test_suite("one width")) {
  constexpr VkPipelineStageFlags kCompute = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
  constexpr VkPipelineStageFlags kVertex = VK_PIPELINE_STAGE_VERTEX_SHADER_BIT;
  constexpr vksort::Access kRead = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT};
  constexpr vksort::Access kWritten = {kCompute, VK_ACCESS_SHADER_WRITE_BIT};
  const auto buffer = (VkBuffer)uint64_t{7};
  const std::vector<Moment> chain = {{{useOf(buffer, kWritten)}},
                                     {{}, kWritten, {kVertex, VK_ACCESS_SHADER_READ_BIT}},
                                     {{}, {kVertex, 0}, kRead, (uint64_t)buffer},
                                     {{useOf(buffer, kRead)}}};
  CHECK(hazards(chain) == 0);
  const auto changed = [&](std::size_t at, void (*change)(Moment & moment)) {
    std::vector<Moment> weak = chain;
    change(weak[at]);
    return hazards(weak);
  };
  CHECK(changed(1, [](Moment& moment) { moment.from.access = 0; }) == 1);
  CHECK(changed(1, [](Moment& moment) { moment.to.stages = VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT; }) == 1);
  CHECK(changed(2, [](Moment& moment) { moment.to.access = 0; }) == 1);
  CHECK(changed(2, [](Moment& moment) { moment.only = 8; }) == 1);
}

namespace other_graphs {

void vkCmdPipelineBarrier2(VkCommandBuffer, const VkDependencyInfo* info) {
  for (uint32_t i = 0; i < info->memoryBarrierCount; ++i)
    noteBarrier(sourceOf(info->pMemoryBarriers[i]), targetOf(info->pMemoryBarriers[i]));
  for (uint32_t i = 0; i < info->bufferMemoryBarrierCount; ++i) {
    const VkBufferMemoryBarrier2& barrier = info->pBufferMemoryBarriers[i];
    noteBarrier(sourceOf(barrier), targetOf(barrier), barrier.buffer);
  }
}

#include "guides/other_graphs.h"
#include "hosts/fakes.h"

struct HostByHand {
  void begin(Rig&, Frames&) {}
  void frame(Frames& frames) {
    const bool counts = std::exchange(frames.counts, false);
    barrier(kCommands, both(kDrawn, vksort::kAfter), both(kCleared, kCulling));
    frames.clear();
    barrier(kCommands, kCleared, kCulling);
    frames.cull();
    frames.counts = counts;
    REQUIRE(sortByHand(kCommands, frames.sorter, frames.call.sort, frames.indirect()).ok());
    frames.draw();
  }
};

TEST_CASE("the_guides_manual_barriers_are_sufficient_and_necessary" * doctest::test_suite("one width")) {
  expectTwoFramesNeedEachBarrier<HostByHand>();
}

struct Forgetful : PassGraph {
  Forgetful(PassGraph& graph, std::size_t usage) : to(graph), forgotten(usage) {}
  void addPass(std::vector<Usage> usages, std::function<bool(VkCommandBuffer)> record) override {
    if (forgotten < usages.size()) usages[forgotten].access = {};
    to.addPass(std::move(usages), std::move(record));
  }
  PassGraph& to;
  std::size_t forgotten;
};

struct HostOfPasses {
  std::size_t forgotten = ~std::size_t{0};
  vksort::Toolkit toolkit{};
  FakePassGraph graph{};
  gpu::Buffer source{};  // no driver writes it
  vksort::CullInfo cull{};

  static Faults fakes() {
    Faults faults;
    faults.fake_objects = true;
    return faults;
  }
  // Its handles do not belong to a driver.
  ~HostOfPasses() {
    const MockVulkan mock(fakes());
    toolkit = {};
  }
  void begin(Rig& rig, Frames& frames) {
    const MockVulkan mock(fakes());
    vksort::ToolkitInfo info{};
    info.device = rig.setupOf({}).info.device;
    REQUIRE(vksort::Toolkit::create(info, toolkit) == VK_SUCCESS);
    const VkDeviceSize bytes = VkDeviceSize{frames.call.sort.count} * 4;
    source = {rig.device(), bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
    cull = {.source = {source.handle(), 0, bytes},
            .count = frames.call.sort.count,
            .indices = frames.call.sort.payload,
            .keys = frames.call.sort.keys,
            .kept = {.buffer = frames.call.count.buffer},
            .scratch = {rig.arena(4, 0).device.handle(), 0, toolkit.scratchBytes(frames.call.sort.count)}};
    if (toolkit.descriptorSetLayout() != VK_NULL_HANDLE) cull.descriptor_set = kAnySet;
  }
  void frame(Frames& frames) {
    constexpr vksort::Access kVertexReads = {VK_PIPELINE_STAGE_VERTEX_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
    constexpr vksort::Access kDrawReads = {VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT, VK_ACCESS_INDIRECT_COMMAND_READ_BIT};
    addCull(graph, toolkit, cull);
    REQUIRE(graph.execute(kCommands));
    frames.take(true);
    Forgetful forgetful(graph, forgotten);
    addSort(forgetful, frames.sorter, frames.call.sort, frames.indirect());
    graph.addPass({{frames.call.sort.payload.buffer, kVertexReads}, {frames.call.count.buffer, kDrawReads}},
                  [&](VkCommandBuffer) {
                    for (const Command& each : currentScope()->log.commands)
                      if (each.kind == Command::Kind::dispatch && each.arguments != VK_NULL_HANDLE)
                        CHECK((graph.flags[each.arguments] & VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT) != 0);
                    frames.draw();
                    return true;
                  });
    REQUIRE(graph.execute(kCommands));
  }
};

TEST_CASE("the_guides_pass_usages_are_sufficient_and_necessary" * doctest::test_suite("one width")) {
  expectTwoFramesNeedEachBarrier<HostOfPasses>();
}

TEST_CASE("hazard_check_detects_each_undeclared_usage" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const uint32_t with_all = hazardsOf(rig, HostOfPasses{});
    for (const std::size_t usage : {0u, 1u, 2u, 3u, 4u}) {
      CAPTURE(usage);
      CHECK(hazardsOf(rig, HostOfPasses{.forgotten = usage}) > with_all);
    }
  });
}

struct WithoutUavBarriers : FakeStateHost {
  void uavBarrier(VkBuffer) override {}
};

template <typename Engine>
struct HostOfStates {
  Engine engine{};
  void begin(Rig&, Frames&) {}
  void frame(Frames& frames) {
    const bool counts = std::exchange(frames.counts, false);
    const vksort::SortInfo& sort = frames.call.sort;
    engine.transition(frames.call.count.buffer, kCopyDest);
    engine.flushBarriers(kCommands);
    frames.clear();
    for (const VkBuffer buffer : {sort.keys.buffer, sort.payload.buffer, frames.call.count.buffer})
      writeUnordered(engine, buffer);
    engine.flushBarriers(kCommands);
    frames.cull();
    frames.counts = counts;
    REQUIRE(sortWithStates(engine, kCommands, frames.sorter, sort, frames.indirect()).ok());
    frames.draw();
  }
};

TEST_CASE("the_guides_resource_states_are_sufficient_and_necessary" * doctest::test_suite("one width")) {
  expectTwoFramesNeedEachBarrier<HostOfStates<FakeStateHost>>();
}

TEST_CASE("hazard_check_detects_missing_uav_barriers" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    CHECK(hazardsOf(rig, HostOfStates<WithoutUavBarriers>{}) > hazardsOf(rig, HostOfStates<FakeStateHost>{}));
  });
}

}  // namespace other_graphs

}  // namespace test
