// The verifier's node: it says what the host's twin says, in every frame, and reads after what was written.
#include "nodes/verify.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <random>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "gpu/structs.h"
#include "graph/execute.h"
#include "graph/graphs.h"
#include "nodes/sort.h"
#include "sorters.h"
#include "support/devices.h"

using namespace graph;
using test::kCount;
using test::kFrames;
using test::kUsage;

namespace {

void verifyFrames(const gpu::Device& device, const vksort::Verifier& verifier, std::span<const VkDescriptorSet> sets,
                  vksort::Payload payload) {
  const bool split = payload == vksort::Payload::u32;
  const uint32_t key_words = payload == vksort::Payload::interleaved ? 2 * kCount : kCount;
  const vksort::Ordering ordering{vksort::KeyType::f32, vksort::Order::descending, vksort::NanRule::total_order,
                                  payload, true};
  const gpu::Buffer keys(device, VkDeviceSize{key_words} * 4, kUsage, gpu::Memory::readback);
  const gpu::Buffer more(device, VkDeviceSize{kCount} * 4, kUsage, gpu::Memory::readback);
  const gpu::Buffer results(device, kFrames * sizeof(vksort::VerifyResult), kUsage, gpu::Memory::readback);

  Graph graph;
  const BufferHandle host_keys = graph.importBuffer("keys", {keys.size(), kUsage});
  const BufferHandle host_payload = graph.importBuffer("payload", {more.size(), kUsage});
  nodes::VerifyNode node;
  const auto upload = [&](BufferHandle from, const gpu::Buffer& buffer) {
    return test::copyPass(graph, "upload", from, graph.createBuffer("data", {buffer.size(), kUsage}));
  };
  node.keys = upload(host_keys, keys);
  if (split) node.payload = upload(host_payload, more);
  node.count = kCount;
  node.ordering = ordering;
  node.results = graph.importBuffer("results", {results.size(), kUsage}, kHostRead);
  node.sets = sets;
  const BufferHandle written = nodes::addVerify(graph, verifier, node);
  graph.exportBuffer(written, kHostRead);
  Plan plan = compile(graph, memoryNeeds(device));
  Executor executor(device, std::move(graph), std::move(plan), kFrames);
  executor.bind(host_keys, keys.handle());
  executor.bind(host_payload, more.handle());
  executor.bind(written, results.handle());

  std::mt19937 random(7);
  std::vector<vksort::VerifyResult> wanted;
  for (uint32_t frame = 0; frame < kFrames; ++frame) {  // other data in every frame
    std::ranges::generate(keys.as<uint32_t>(), [&] { return static_cast<uint32_t>(random() % 3000); });
    std::ranges::generate(more.as<uint32_t>(), [&] { return static_cast<uint32_t>(random()); });
    keys.flush();
    more.flush();
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd, frame); });
    wanted.push_back(vksort::verify(ordering, keys.as<uint32_t>().data(), more.as<uint32_t>().data(), kCount));
  }
  results.invalidate();
  for (uint32_t frame = 0; frame < kFrames; ++frame) {
    const vksort::VerifyResult& got = results.as<vksort::VerifyResult>()[frame];
    CHECK(got.inversions == wanted[frame].inversions);
    CHECK(got.inversions > kCount / 3);
    CHECK(got.elements == kCount);
    CHECK(got.checksum[0] == wanted[frame].checksum[0]);
    CHECK(got.checksum[1] == wanted[frame].checksum[1]);
  }
}

void verifyEverything(const gpu::Device& device, bool push) {
  vksort::Device given = nodes::deviceOf(device);
  if (!push) given.enabled_features = 0;
  vksort::Verifier verifier;
  REQUIRE(vksort::Verifier::create(given, verifier) == VK_SUCCESS);
  gpu::DescriptorPool pool;
  std::vector<VkDescriptorSet> sets;
  if (verifier.descriptorSetLayout() != VK_NULL_HANDLE) {
    pool = gpu::DescriptorPool(device, kFrames, kFrames * vksort::kVerifyDescriptorsPerSet);
    for (uint32_t i = 0; i < kFrames; ++i) sets.push_back(pool.allocate(verifier.descriptorSetLayout()));
  }
  for (const vksort::Payload payload : {vksort::Payload::none, vksort::Payload::u32, vksort::Payload::interleaved}) {
    CAPTURE(static_cast<int>(payload));
    verifyFrames(device, verifier, sets, payload);
  }
  test::expectNoValidationMessages();
}

}  // namespace

TEST_CASE("the_verify_node_says_in_every_frame_what_the_host_says") {
  for (const test::TestDevice& entry : test::devices()) {
    for (const bool push : {true, false}) verifyEverything(*entry.device, push);
  }
}

TEST_CASE("a_verification_waits_for_what_it_reads_and_nothing_waits_to_read_on") {
  Graph graph;
  const vksort::Verifier verifier;  // never recorded
  PassBuilder fill = test::addPass(graph, "fill", PassKind::transfer);
  const BufferHandle keys = fill.write(graph.createBuffer("keys", test::kWords), kTransferWrite);
  const BufferHandle payload = fill.write(graph.createBuffer("payload", test::kWords), kTransferWrite);
  const BufferHandle results = graph.importBuffer("results", test::kWords, kTransferRead);
  nodes::VerifyNode node;
  node.keys = keys;
  node.payload = payload;
  node.count = 64;
  node.results = results;
  const BufferHandle written = nodes::addVerify(graph, verifier, node);
  CHECK(written.version == results.version + 1);
  const std::vector<Use>& uses = graph.passes().back().uses;
  REQUIRE(uses.size() == 3);
  for (const Use& use : uses) {
    CHECK(use.access.stages == vksort::kBefore.stages);
    const bool result = use.resource == results.index;
    CHECK(use.mode == (result ? Mode::read_write : Mode::read));  // the other frames' results stay
    CHECK(use.access.access == (result ? vksort::kBefore.access : readBits(vksort::kBefore.access)));
  }
  PassBuilder draw = test::addPass(graph, "draw");
  draw.read(keys, kVertexRead);  // the verification only reads
  test::keep(graph, draw);

  SUBCASE("kept") {
    graph.exportBuffer(written, kHostRead);
    const Plan plan = test::compile(graph);
    REQUIRE(test::names(graph, plan) == "fill verify draw");
    const auto before = test::barrierOn(plan, 1, keys.index);
    REQUIRE(before);
    CHECK(before->src == kTransferWrite);
    CHECK((before->dst.access & VK_ACCESS_SHADER_READ_BIT) != 0);
  }
  SUBCASE("culled_when_nobody_needs_the_result") { CHECK(test::names(graph, test::compile(graph)) == "fill draw"); }
}

TEST_CASE("a_frame_without_a_set_or_room_for_its_result_is_an_error_when_it_is_recorded") {
  const gpu::Device& device = *test::devices().front().device;
  vksort::Device given = nodes::deviceOf(device);
  given.enabled_features = 0;
  vksort::Verifier verifier;
  REQUIRE(vksort::Verifier::create(given, verifier) == VK_SUCCESS);
  constexpr VkDescriptorSet kSet = VK_NULL_HANDLE;
  const auto errorOfSecond = [&](uint32_t results) {
    const gpu::Buffer buffer(device, results * sizeof(vksort::VerifyResult), kUsage);
    Graph graph;
    nodes::VerifyNode node;
    node.results = graph.importBuffer("results", {buffer.size(), kUsage}, kHostRead);
    node.keys = graph.importBuffer("keys", {buffer.size(), kUsage}, kHostRead);
    node.count = 4;
    node.sets = {&kSet, 1};
    graph.exportBuffer(nodes::addVerify(graph, verifier, node, "look"), kHostRead);
    Plan plan = compile(graph, memoryNeeds(device));
    Executor executor(device, graph, std::move(plan), 2);
    for (const BufferHandle handle : {node.keys, node.results}) executor.bind(handle, buffer.handle());
    return test::errorOf([&] { gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { executor.execute(cmd, 1); }); });
  };
  CHECK(errorOfSecond(1).starts_with("pass 'look': VerifyNode::results must have room"));
  CHECK(errorOfSecond(2).starts_with("pass 'look' records frame 1, but VerifyNode::sets has 1"));
  (void)test::takeValidationMessages();
}
