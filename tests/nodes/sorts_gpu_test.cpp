// Checks that a sort node works in every mode and only touches declared buffers. Passes before and after it write
// everything, so that validation detects other accesses.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "gpu/commands.h"
#include "graph/executor.h"
#include "graph/graphs.h"
#include "sorters.h"
#include "support/devices.h"
#include "support/vulkan_mock/mock.h"
#include "vksort.h"

using namespace graph;
using test::copyPass;
using test::hostBuffer;
using test::kUsage;
using vksort::Payload;

namespace {

constexpr uint32_t kCapacity = 10'000;
constexpr uint32_t kFound = 9'000;
constexpr uint32_t kRuns = 2;

// Elements that are sorted together. One of the two segments is shortened to kLargest.
struct Part {
  uint32_t first, count;
};
constexpr uint32_t kLargest = 4'500;  // exceeds a workgroup
constexpr Part kWholeSegment{5'000, kLargest}, kCutSegment{0, kLargest + 50};

void fill(Graph& graph, const char* name, BufferHandle buffer) {
  PassBuilder pass = graph.addPass(name, PassKind::transfer);
  const BufferHandle filled = pass.write(buffer, kTransferWrite);
  test::keep(graph, pass);
  pass.record([filled](const PassContext& context) {
    context.device().vk.vkCmdFillBuffer(context.cmd(), context.buffer(filled), 0, VK_WHOLE_SIZE, 77);
  });
}

enum class Counting { direct, indirect, segments };

struct Recorded {
  std::string name;
  cases::Configuration kind;
  Counting counting = Counting::direct;
};

class Touching {
 public:
  Touching(const gpu::Device& device, const Recorded& recorded)
      : device_(device),
        recorded_(recorded),
        kind_(recorded.kind),
        sorter_(test::makeSorter(device, recorded.kind, kRuns)),
        keys_(test::randomKeys(kCapacity, 3)) {
    declare();
  }

  void run() {
    Plan plan = compile(graph_, memoryNeeds(device_));
    if (stateful() && !hasScratch()) checkMemoryOf(plan);  // the graph places larger scratch memory first
    Executor executor(device_, graph_, std::move(plan), kRuns);
    for (const auto& [handle, buffer] : bound_) executor.bind(handle, buffer);
    std::set<VkBuffer> touched, arguments;
    {
      test::MockVulkan mock;
      gpu::submitAndWait(device_, [&](VkCommandBuffer cmd) {
        for (uint32_t frame = 0; frame < kRuns; ++frame) executor.record(cmd, frame);
      });
      for (const VkDescriptorBufferInfo& range : mock.log.ranges) touched.insert(range.buffer);
      for (const test::Command& command : mock.log.commands)
        if (command.arguments != VK_NULL_HANDLE) arguments.insert(command.arguments);
    }
    // All other bound buffers belong to the test. Frames share state and scratch memory.
    std::set<VkBuffer> strange;
    for (const VkBuffer buffer : touched)
      if (!declared_.contains(buffer)) strange.insert(buffer);
    CHECK(touched.size() - strange.size() == declared_.size());
    CHECK(strange.size() == (stateful() ? 1U : 0U) + (hasScratch() ? 1U : 0U));
    CHECK(std::ranges::includes(strange, arguments));
    checkResult();
    test::expectNoValidationMessages();
  }

 private:
  bool segmented() const { return recorded_.counting == Counting::segments; }
  bool stateful() const { return recorded_.counting != Counting::direct; }
  bool hasScratch() const {
    return (segmented() ? sorter_.sorter.scratchBytes(kLargest, 2) : sorter_.sorter.scratchBytes(kCapacity)) != 0;
  }
  bool wide() const { return kind_.isWide(); }
  bool pairs() const { return kind_.payload == Payload::interleaved; }
  bool split() const { return kind_.splitPayload(); }
  uint32_t elementWords() const { return kind_.stride(); }

  // Imports a buffer that the sort accesses. Each frame uploads its contents.
  BufferHandle take(const char* name, const std::vector<uint32_t>& words, bool filled = true) {
    const BufferInfo info{words.size() * 4, kUsage};
    const gpu::Buffer& host = hosts_.emplace_back(hostBuffer(device_, words));
    const gpu::Buffer& taken = buffers_.emplace_back(device_, info.size, kUsage);
    // Covers all uses by the previous frame.
    constexpr Access kFrameBefore{vksort::kAfter.stages | VK_PIPELINE_STAGE_TRANSFER_BIT,
                                  VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT};
    BufferHandle handle = graph_.importBuffer(name, info, kFrameBefore);
    const BufferHandle outside = graph_.importBuffer("host", info);
    bound_.emplace_back(handle, taken.handle());
    bound_.emplace_back(outside, host.handle());
    if (filled) handle = copyPass(graph_, "upload", outside, handle);
    return handle;
  }

  // Same for a buffer that the sort binds itself.
  BufferHandle takeBound(const char* name, const std::vector<uint32_t>& words, bool filled = true) {
    const BufferHandle taken = take(name, words, filled);
    declared_.insert(buffers_.back().handle());
    return taken;
  }

  void declare() {
    nodes::SortNode node;
    node.count = kCapacity;
    node.key_type = wide() ? vksort::KeyType::u64 : vksort::KeyType::u32;
    node.descriptor_sets = sorter_.sets;
    std::vector<uint32_t> words, indices(kCapacity);
    std::iota(indices.begin(), indices.end(), 0U);
    for (uint32_t i = 0; i < kCapacity; ++i) {
      words.push_back(keys_[i]);
      if (wide()) words.push_back(0);
      if (pairs()) words.push_back(i);
    }
    node.keys = takeBound("keys", words);
    if (split()) node.payload = takeBound("payload", indices, kind_.payload == Payload::u32);
    takeCount(node);
    const BufferInfo like_state{VKSORT_SEGMENT_WORK_BYTES(2), kUsage};
    if (stateful()) fill(graph_, "junk", graph_.createBuffer("junk", like_state));
    const nodes::SortOutput sorted = nodes::addSort(graph_, sorter_.sorter, node);
    if (stateful()) {
      const auto found = std::ranges::find(graph_.resources(), "sort state", &Resource::name);
      state_ = static_cast<uint32_t>(found - graph_.resources().begin());
      junk_ = graph_.createBuffer("junk", like_state);
      fill(graph_, "junk", junk_);
    }
    for (const BufferHandle read : {node.count_buffer, node.segments})
      if (read != BufferHandle{}) fill(graph_, "spoil", read);
    if (!kind_.discardsKeys()) sorted_keys_ = download(sorted.keys, words.size());
    if (split()) sorted_payload_ = download(sorted.payload, kCapacity);
  }

  void takeCount(nodes::SortNode& node) {
    if (recorded_.counting == Counting::indirect) {
      node.count_buffer = takeBound("count", {1, 2, kFound});
      node.count_offset = 8;
    }
    if (!segmented()) return;
    node.segments =
        takeBound("segments", {kWholeSegment.first, kWholeSegment.count, kCutSegment.first, kCutSegment.count});
    node.segment_count = 2;
    node.max_segment = kLargest;
  }

  std::size_t download(BufferHandle from, std::size_t words) {
    const BufferInfo info{words * 4, kUsage};
    const gpu::Buffer& host = results_.emplace_back(hostBuffer(device_, std::vector<uint32_t>(words, 0)));
    const BufferHandle outside = graph_.importBuffer("result", info, kTransferWrite);
    bound_.emplace_back(outside, host.handle());
    graph_.exportBuffer(copyPass(graph_, "download", from, outside), kHostRead);
    graph_.exportBuffer(from, kNoAccess);
    return results_.size() - 1;
  }

  // The state must reuse memory of one pass, and another pass must reuse its memory.
  void checkMemoryOf(const Plan& plan) {
    REQUIRE(plan.placements[state_].overlaps(plan.placements[junk_.index]));
    for (const PlannedPass& planned : plan.passes)
      for (const Barrier& barrier : planned.barriers)
        if (barrier.resource == state_) CHECK(barrier.aliasing);
  }

  std::vector<Part> sortedParts() const {
    if (segmented()) return {kWholeSegment, {kCutSegment.first, kLargest}};
    return {{0, recorded_.counting == Counting::direct ? kCapacity : kFound}};
  }

  void checkResult() {
    std::vector<uint32_t> order(kCapacity);
    std::iota(order.begin(), order.end(), 0U);
    for (const gpu::Buffer& result : results_) result.invalidate();
    const auto wordsOf = [&](std::size_t result) { return results_[result].as<const uint32_t>(); };
    const auto expect = [](const std::string& what, uint32_t i, uint32_t found, uint32_t expected) {
      if (found != expected) FAIL(what << " " << i << " is " << found << ", not " << expected);
    };
    for (const auto& [first, count] : sortedParts()) {
      std::stable_sort(order.begin() + first, order.begin() + first + count,
                       [&](uint32_t a, uint32_t b) { return keys_[a] < keys_[b]; });
      const uint32_t from = kind_.payload == Payload::index ? first : 0;
      for (uint32_t i = first; i < first + count; ++i) {
        if (pairs()) expect("payload", i, wordsOf(sorted_keys_)[elementWords() * (i + 1) - 1], order[i]);
        if (split()) expect("payload", i, wordsOf(sorted_payload_)[i], order[i] - from);
      }
    }
    // Elements outside the sorted parts must keep their keys.
    for (uint32_t i = 0; i < kCapacity && !kind_.discardsKeys(); ++i)
      expect("key", i, wordsOf(sorted_keys_)[elementWords() * i], keys_[order[i]]);
  }

  const gpu::Device& device_;
  Recorded recorded_;
  cases::Configuration kind_;
  test::NodeSorter sorter_;
  std::vector<uint32_t> keys_;
  Graph graph_;
  std::vector<gpu::Buffer> hosts_, buffers_, results_;
  std::size_t sorted_keys_ = 0, sorted_payload_ = 0;
  std::vector<std::pair<BufferHandle, VkBuffer>> bound_;
  std::set<VkBuffer> declared_;
  uint32_t state_ = kNone;
  BufferHandle junk_;
};

}  // namespace

TEST_CASE("sorts_only_touch_declared_buffers_in_every_mode") {
  cases::Configuration wide = test::kPlainSort, pairs = wide, push = wide, u32 = wide, index = wide, radix = wide;
  wide.key_bits = 64;
  wide.payload = index.payload = Payload::index;
  pairs.payload = Payload::interleaved;
  push.payload = u32.payload = Payload::u32;
  push.push_descriptor = radix.full_subgroups = true;
  radix.algorithm = vksort::Algorithm::radix;
  cases::Configuration stable = radix;
  stable.payload = Payload::u32;
  stable.ties = vksort::Ties::stable;
  cases::Configuration discarding = stable;
  discarding.discard_keys = true;
  const Recorded all[] = {
      {"keys", test::kPlainSort},
      {"u64 keys and indices", wide},
      {"interleaved elements", pairs},
      {"push descriptors", push},
      {"indirect count", u32, Counting::indirect},
      {"segments", index, Counting::segments},
      {"scratch memory", radix},
      {"scratch memory and indirect count", stable, Counting::indirect},
      {"scratch memory and segments", stable, Counting::segments},
      {"discarded keys", discarding, Counting::indirect},
  };
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    for (const Recorded& each : all) {
      CAPTURE(each.name);
      if (each.kind.push_descriptor && !entry.device->enabled().push_descriptor) continue;
      Touching(*entry.device, each).run();
    }
  }
}
