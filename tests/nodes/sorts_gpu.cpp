// The node sorts in every mode, on every device, and touches what it declared: the buffers that it binds, and, as
// validation sees it, when it reads and writes them. Passes before it write everything, those behind it overwrite it.
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "gpu/commands.h"
#include "graph/execute.h"
#include "sorters.h"
#include "source_hook.h"
#include "support/device/hooks.h"
#include "support/devices.h"

using namespace graph;
using test::copyPass;
using test::hostBuffer;
using test::kUsage;
using test::Wish;
using vksort::Count;
using vksort::Values;

namespace {

constexpr uint32_t kCapacity = 1500;
constexpr uint32_t kFound = 1300;  // by the device
constexpr uint32_t kRuns = 2;      // in one command buffer

// Elements that are sorted among themselves: with lists, all of one and the first kLargest of the other.
struct Part {
  uint32_t first, count;
};
constexpr uint32_t kLargest = 600;
constexpr Part kWholeList{700, kLargest}, kCutList{0, kLargest + 50};

void fill(Graph& graph, const char* name, BufferHandle buffer) {
  PassBuilder pass = graph.addPass(name, PassKind::transfer);
  const BufferHandle filled = pass.write(buffer, kTransferWrite);
  pass.sideEffect();
  pass.execute([filled](const PassContext& context) {
    context.device().vk.vkCmdFillBuffer(context.cmd(), context.buffer(filled), 0, VK_WHOLE_SIZE, 77);
  });
}

// One mode, with all that it takes.
class Touching {
 public:
  Touching(const gpu::Device& device, const Wish& wish, bool in_place)
      : device_(device),
        wish_(wish),
        in_place_(in_place),
        layout_(gpu::storageLayout(device, 1)),
        pool_(device, 1, 1),
        hook_{source_hook, layout_.get()},
        keys_(test::randomKeys(kCapacity, 3)) {
    wish_.hook = wish.hook != nullptr ? &hook_ : nullptr;
    sorter_ = test::makeSorter(device, wish_, kRuns);
    declare();
  }

  void run() {
    Plan plan = compile(graph_, memoryNeeds(device_));
    if (stateful()) checkMemoryOf(plan);
    Executor executor(device_, graph_, std::move(plan), kRuns);
    for (const auto& [handle, buffer] : bound_) executor.bind(handle, buffer);
    std::set<VkBuffer> touched, arguments;
    {
      test::HookScope hooks;
      gpu::submitAndWait(device_, [&](VkCommandBuffer cmd) {
        for (uint32_t frame = 0; frame < kRuns; ++frame) executor.execute(cmd, frame);
      });
      for (const VkDescriptorBufferInfo& range : hooks.log.ranges) touched.insert(range.buffer);
      for (const test::Command& command : hooks.log.commands)
        if (command.arguments != VK_NULL_HANDLE) arguments.insert(command.arguments);
    }
    // Keys and values, the count or the lists are bound to buffers of the test. Each frame has a state or scratch
    // memory of its own.
    std::set<VkBuffer> strange;
    for (const VkBuffer buffer : touched)
      if (!declared_.contains(buffer)) strange.insert(buffer);
    CHECK(touched.size() - strange.size() == declared_.size());
    CHECK(strange.size() == (stateful() || hasScratch() ? kRuns : 0));
    CHECK(std::ranges::includes(strange, arguments));
    checkResult();
    test::expectNoValidationMessages();
  }

 private:
  bool stateful() const { return wish_.count != Count::host || wish_.coherent; }
  bool hasScratch() const { return !in_place_ && sorter_.sorter.scratchBytes(kCapacity) != 0; }
  bool wide() const { return wish_.key_type == vksort::KeyType::u64; }

  // An import that the sort is declared to touch, filled from the host in every frame.
  BufferHandle take(const char* name, const std::vector<uint32_t>& words, bool filled = true) {
    const BufferInfo info{words.size() * 4, kUsage};
    const gpu::Buffer& host = hosts_.emplace_back(hostBuffer(device_, words));
    const gpu::Buffer& taken = buffers_.emplace_back(device_, info.size, kUsage);
    // Whatever a frame does: it is copied to and from, and sorted.
    constexpr Access kFrameBefore{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_TRANSFER_BIT,
                                  VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT};
    BufferHandle handle = graph_.importBuffer(name, info, kFrameBefore);
    const BufferHandle outside = graph_.importBuffer("host", info);
    bound_.emplace_back(handle, taken.handle());
    bound_.emplace_back(outside, host.handle());
    if (filled) handle = copyPass(graph_, "upload", outside, handle);
    return handle;
  }

  void declare() {
    nodes::SortNode node;
    node.count = kCapacity;
    node.sets = sorter_.sets;
    const bool hooked = wish_.hook != nullptr, pairs = wish_.values == Values::interleaved;
    const bool split = wish_.values == Values::split || wish_.values == Values::iota;
    std::vector<uint32_t> words = keys_, indices(kCapacity);
    std::iota(indices.begin(), indices.end(), 0U);
    if (pairs || wide()) {
      words.clear();
      for (uint32_t i = 0; i < kCapacity; ++i) words.insert(words.end(), {keys_[i], pairs ? i : 0});
    }
    node.in_place = in_place_;
    node.keys = take("keys", words, !hooked);
    declared_.insert(buffers_.back().handle());
    if (split) {
      node.values = take("values", indices, wish_.values != Values::iota);
      declared_.insert(buffers_.back().handle());
    }
    // Behind two words that stand for neither.
    if (wish_.count == Count::device) {
      node.device_count = take("count", {1, 2, kFound});
      node.device_count_offset = 8;
    } else if (wish_.count == Count::lists) {
      node.lists = take("lists", {1, 100, kWholeList.first, kWholeList.count, kCutList.first, kCutList.count});
      node.lists_offset = 8;
      node.list_count = 2;
      node.largest = kLargest;
    }
    if (wish_.count != Count::host) declared_.insert(buffers_.back().handle());
    BufferHandle source;
    VkDescriptorSet hook_set = VK_NULL_HANDLE;
    if (hooked) {
      std::vector<uint32_t> complements{kCapacity, 0};
      for (const uint32_t key : keys_) complements.push_back(~key);
      complements.push_back(0);
      source = take("source", complements);
      hook_set = pool_.allocate(layout_.get());
      const VkDescriptorBufferInfo whole{buffers_.back().handle(), 0, VK_WHOLE_SIZE};
      gpu::writeStorageBuffers(device_, hook_set, {&whole, 1});
      hook_sets_.assign(kRuns, hook_set);
      node.hook_reads = {&source, 1};
      node.hook_sets = hook_sets_;
    }
    const BufferInfo like_state{vksort::listStateBytes(2), kUsage};
    if (stateful()) fill(graph_, "junk", graph_.createBuffer("junk", like_state));
    const nodes::Sorted sorted = nodes::addSort(graph_, sorter_.sorter, node);
    if (stateful()) {
      state_ = static_cast<uint32_t>(graph_.resources().size()) - 1;
      junk_ = graph_.createBuffer("junk", like_state);
      fill(graph_, "junk", junk_);
    }
    if (node.device_count != BufferHandle{}) fill(graph_, "spoil", node.device_count);
    if (node.lists != BufferHandle{}) fill(graph_, "spoil", node.lists);
    if (hooked) fill(graph_, "spoil", source);
    download(sorted.keys, words.size());
    if (split) download(sorted.values, kCapacity);
  }

  void download(BufferHandle from, std::size_t words) {
    const BufferInfo info{words * 4, kUsage};
    const gpu::Buffer& host = results_.emplace_back(hostBuffer(device_, std::vector<uint32_t>(words, 0)));
    const BufferHandle outside = graph_.importBuffer("result", info, kTransferWrite);
    bound_.emplace_back(outside, host.handle());
    graph_.exportBuffer(copyPass(graph_, "download", from, outside), kHostRead);
    graph_.exportBuffer(from, kNoAccess);
  }

  // The state takes over memory that a pass has written, and leaves it to another one.
  void checkMemoryOf(const Plan& plan) {
    REQUIRE(plan.placements[state_].overlaps(plan.placements[junk_.index]));
    for (const PlannedPass& planned : plan.passes)
      for (const Barrier& barrier : planned.barriers)
        if (barrier.resource == state_) CHECK(barrier.aliasing);
  }

  std::vector<Part> sortedParts() const {
    if (wish_.count == Count::lists) return {kWholeList, {kCutList.first, kLargest}};
    return {{0, wish_.count == Count::host ? kCapacity : kFound}};
  }

  void checkResult() {
    std::vector<uint32_t> order(kCapacity);
    std::iota(order.begin(), order.end(), 0U);
    for (const gpu::Buffer& result : results_) result.invalidate();
    const std::span<const uint32_t> elements = results_[0].as<const uint32_t>();
    const bool pairs = wish_.values == Values::interleaved, iota = wish_.values == Values::iota;
    uint32_t wrong = 0, end = wish_.hook != nullptr ? 0 : kCapacity;
    for (const auto& [first, count] : sortedParts()) {
      end = std::max(end, first + count);
      std::stable_sort(order.begin() + first, order.begin() + first + count,
                       [&](uint32_t a, uint32_t b) { return keys_[a] < keys_[b]; });
      for (uint32_t i = first; i < first + count; ++i) {
        if (pairs && elements[2 * i + 1] != order[i]) ++wrong;
        if (results_.size() > 1 && results_[1].as<const uint32_t>()[i] != order[i] - (iota ? first : 0)) ++wrong;
      }
    }
    // Keys in no part are as they were, unless a hook made them.
    for (uint32_t i = 0; i < end; ++i) wrong += elements[pairs || wide() ? 2 * i : i] != keys_[order[i]];
    CHECK(wrong == 0);
  }

  const gpu::Device& device_;
  Wish wish_;
  bool in_place_;
  gpu::Owned<VkDescriptorSetLayout> layout_;
  gpu::DescriptorPool pool_;
  vksort::Hook hook_;
  std::vector<VkDescriptorSet> hook_sets_;
  std::vector<uint32_t> keys_;
  test::NodeSorter sorter_;
  Graph graph_;
  std::vector<gpu::Buffer> hosts_, buffers_, results_;
  std::vector<std::pair<BufferHandle, VkBuffer>> bound_;
  std::set<VkBuffer> declared_;  // but for the states and what the hook's own set holds
  uint32_t state_ = kNone;
  BufferHandle junk_;
};

}  // namespace

TEST_CASE("a_sort_touches_what_its_node_declared_in_every_mode") {
  const vksort::Hook some{};
  const Wish radix{.features = vksort::kFullSubgroups, .algorithm = vksort::Algorithm::radix};
  const Wish wide{.values = Values::iota,
                  .features = vksort::kFullSubgroups,
                  .algorithm = vksort::Algorithm::radix,
                  .key_type = vksort::KeyType::u64};
  struct Mode {
    Wish wish;
    bool in_place = false;
  };
  const Mode modes[] = {{{}},
                        {{.values = Values::split}},
                        {{.values = Values::split, .features = vksort::kPushDescriptor}},
                        {{.values = Values::iota}},
                        {{.values = Values::iota, .key_type = vksort::KeyType::u64}},
                        {{.values = Values::interleaved}},
                        {{.values = Values::split, .count = Count::device}},
                        {{.values = Values::iota, .count = Count::lists}},
                        {{.values = Values::split, .coherent = true}},
                        {{.count = Count::device, .coherent = true}},
                        {{.values = Values::split, .hook = &some}},
                        {{.values = Values::iota, .count = Count::device, .hook = &some}},
                        {radix},
                        {radix, true},
                        {wide}};
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    for (const Mode& mode : modes) {
      CAPTURE(&mode - modes);
      if (mode.wish.features == vksort::kPushDescriptor && !entry.device->enabled().push_descriptor) continue;
      Touching(*entry.device, mode.wish, mode.in_place).run();
    }
  }
}
