// Sorts whose passes are recorded in parts: by recordPart(), without a barrier of the host between them.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <tuple>

#include "gpu/commands.h"
#include "support/check/counts.h"
#include "support/device/recording.h"
#include "support/oracle/inputs.h"

namespace test {
namespace {

using Parts = std::vector<vksort::PassRange>;

// `count` parts of as equal a number of passes as there are.
Parts partsOf(uint32_t total, uint32_t count) {
  Parts parts;
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t first = i * total / count;
    parts.push_back({first, (i + 1) * total / count - first, total});
  }
  return parts;
}

Parts splitAt(uint32_t total, uint32_t pass) { return {{0, pass, total}, {pass, total - pass, total}}; }

// A valid call, with as much scratch memory as a plan takes for granted.
Call partedCall(Rig& rig, const vksort::Sorter& sorter, const Config& config, uint32_t segments) {
  Call call = modeCall(rig, config, segments);
  if (config.scratch) call.sort.scratch.size = sorter.scratchBytes(call.sort.count);
  if (call.sort.scratch.size == 0) call.sort.scratch = {};
  return call;
}

Recorded recordParts(Rig& rig, const vksort::Sorter& sorter, const Config& config, Call call, const Parts& parts,
                     const Faults& faults = {}) {
  Recorded all{config, {}, {}};
  for (const vksort::PassRange& part : parts) {
    call.passes = &part;
    const Log log = recorded(rig, sorter, config, call, faults);
    all.log.commands.insert(all.log.commands.end(), log.commands.begin(), log.commands.end());
  }
  for (const vksort::PassPlan& pass : planned(planInfoOf(config, call), sorter)) all.kernels.emplace_back(pass.name);
  return all;
}

// All that a dispatch depends on, and the number of barriers before it.
struct Dispatched {
  VkPipeline pipeline{};
  std::vector<uint32_t> words{};
  std::vector<VkDeviceSize> ranges{};
  uint32_t barriers = 0;
  std::tuple<uint32_t, uint32_t, VkBuffer, VkDeviceSize> groups{};
  bool operator==(const Dispatched&) const = default;
};

std::vector<Dispatched> dispatchesIn(const Log& log) {
  std::vector<Dispatched> dispatches;
  Dispatched next;
  for (const Command& command : log.commands) {
    if (command.kind == Command::Kind::bind_pipeline) next.pipeline = command.pipeline;
    if (command.kind == Command::Kind::barrier) ++next.barriers;
    if (command.kind == Command::Kind::bind_ranges) {
      next.ranges.clear();
      for (const Bound& each : command.bound)
        next.ranges.insert(next.ranges.end(), {each.binding, each.range.offset, each.range.range});
    }
    if (command.kind == Command::Kind::push_constants) {
      next.words.resize(std::max(next.words.size(), command.first_word + command.words.size()));
      std::ranges::copy(command.words, next.words.begin() + command.first_word);
    }
    if (command.kind != Command::Kind::dispatch) continue;
    next.groups = {command.groups.width, command.groups.height, command.arguments, command.arguments_offset};
    dispatches.push_back(next);
    next.barriers = 0;
  }
  return dispatches;
}

// Elements that are sorted again and again on the device, in parts or not.
class PartedSort {
 public:
  PartedSort(Rig& rig, const Config& config, const vksort::Sorter& sorter)
      : rig_(rig), config_(config), sorter_(sorter), call_(partedCall(rig, sorter, config, kSegments)) {
    Random random(nextSeed());
    for (std::vector<uint32_t>* words : {&elements_, &payloads_}) {
      words->resize(kRecordedCount * 3);
      std::ranges::generate(*words, [&] { return random.next() >> 8; });
    }
    // The last one takes part in every merge stage.
    for (uint32_t i = 0; i < kSegments; ++i) {
      table_.push_back(i * 100);
      table_.push_back(i + 1 < kSegments ? i * 5 : kRecordedCount - i * 100);
    }
    if (!config.generator) return;
    sources_.add({{elements_.begin(), elements_.begin() + kRecordedCount}, {}}, kRecordedCount);
  }

  [[nodiscard]] uint32_t total() const { return vksort::plan(sorter_, planInfoOf(config_, call_)); }
  const std::vector<uint32_t>& before() const { return elements_; }

  // The words of keys and payloads afterwards. Parts are submitted one by one, or in one command buffer. None: the
  // whole sort.
  std::vector<uint32_t> sort(const Parts& parts, bool at_once) {
    fill();
    const gpu::Device& device = rig_.device();
    const auto sorts = static_cast<uint32_t>(std::max<std::size_t>(parts.size(), 1));
    gpu::CommandPool pool(device);
    gpu::DescriptorPool sets(device, sorts, sorts * vksort::kDescriptorsPerSet), generator_sets(device, 1, 1);
    Call call = call_;
    if (config_.generator) {
      const VkBuffer sources = rig_.arena(KeySources::kArena, 0).device.handle();
      call.sort.generator_set = rig_.generatorSet(generator_sets, sources_.range(sources, 0));
    }
    VkCommandBuffer cmd = begun(pool);
    for (uint32_t i = 0; i < sorts; ++i) {
      if (i != 0 && !at_once) submit(cmd), cmd = begun(pool);
      if (sorter_.descriptorSetLayout() != VK_NULL_HANDLE)
        call.sort.descriptor_set = sets.allocate(sorter_.descriptorSetLayout());
      call.passes = parts.empty() ? nullptr : &parts[i];
      REQUIRE(record(sorter_, cmd, config_, call).ok());
    }
    submit(cmd);
    device.waitIdle();
    std::vector<uint32_t> words = download(0, kRecordedCount * keyWords(config_));
    if (splitValues(config_)) std::ranges::copy(download(1, kRecordedCount), std::back_inserter(words));
    return words;
  }

 private:
  static constexpr uint32_t kSegments = 20;

  void upload(VkBuffer buffer, VkDeviceSize offset, std::span<const uint32_t> words) {
    for (const uint32_t arena : {0u, 1u, 2u, 3u}) {
      const gpu::Buffer& device = rig_.arena(arena, 0).device;
      if (device.handle() == buffer) gpu::upload(rig_.device(), device, std::as_bytes(words), offset);
    }
  }
  void fill() {
    const vksort::SortInfo& info = call_.sort;
    upload(info.keys.buffer, info.keys.offset, std::span(elements_).first(kRecordedCount * keyWords(config_)));
    if (splitValues(config_))
      upload(info.payload.buffer, info.payload.offset, std::span(payloads_).first(kRecordedCount));
    if (config_.mode == Mode::segments) upload(call_.segments.table, call_.segments.table_offset, table_);
    const uint32_t counted = kRecordedCount - 1234;
    if (config_.mode == Mode::indirect) upload(call_.count.buffer, call_.count.offset, {&counted, 1});
    if (!config_.generator) return;
    std::vector<uint32_t> words(sources_.words());
    sources_.fill(words);
    upload(rig_.arena(KeySources::kArena, sources_.words()).device.handle(), 0, words);
  }
  VkCommandBuffer begun(gpu::CommandPool& pool) const {
    const VkCommandBuffer cmd = pool.allocate();
    gpu::begin(rig_.device(), cmd);
    return cmd;
  }
  void submit(VkCommandBuffer cmd) const {
    const gpu::Device& device = rig_.device();
    REQUIRE(device.vk.vkEndCommandBuffer(cmd) == VK_SUCCESS);
    VkSubmitInfo info{};
    info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    info.commandBufferCount = 1;
    info.pCommandBuffers = &cmd;
    REQUIRE(device.vk.vkQueueSubmit(device.queue(), 1, &info, VK_NULL_HANDLE) == VK_SUCCESS);
  }
  std::vector<uint32_t> download(uint32_t arena, uint32_t count) const {
    const VkDeviceSize offset = arena == 0 ? call_.sort.keys.offset : call_.sort.payload.offset;
    const std::vector<std::byte> bytes =
        gpu::download(rig_.device(), rig_.arena(arena, 0).device.handle(), VkDeviceSize{count} * 4, offset);
    const auto* words = reinterpret_cast<const uint32_t*>(bytes.data());
    return {words, words + count};
  }

  Rig& rig_;
  const Config config_;
  const vksort::Sorter& sorter_;
  Call call_;
  std::vector<uint32_t> elements_, payloads_, table_;
  KeySources sources_;
};

// Pairs in place, of tiles that take little time beside the whole sort.
struct TimedParts {
  std::vector<std::byte> elements;  // afterwards
  double seconds = 0, longest = 0;  // of all parts, and of one
};

vksort::Sorter pairsSorter(Rig& rig, const Config& config) {
  vksort::Tuning tuning = vksort::getTuning(rig.sorter(config));
  tuning.double_tiles = 0;
  SorterSetup setup = rig.setupOf(config);
  setup.creation.tuning = &tuning;
  return rig.makeSorter(config, setup);
}

TimedParts sortPairs(Rig& rig, const vksort::Sorter& sorter, uint32_t n, const Parts& parts) {
  const gpu::Device& device = rig.device();
  const gpu::Buffer& pairs = rig.arena(0, 2 * n).device;
  Random random(n);
  std::vector<uint32_t> words(std::size_t{2} * n);
  std::ranges::generate(words, [&] { return random.next(); });
  gpu::upload(device, pairs, std::as_bytes(std::span(words)));
  const VkDeviceSize bytes = VkDeviceSize{n} * 8;
  TimedParts out;
  for (const vksort::PassRange& part : parts) {
    gpu::DescriptorPool sets(device, 1, vksort::kDescriptorsPerSet);
    vksort::SortInfo info;
    info.keys = {pairs.handle(), 0, bytes};
    info.count = n;
    if (const VkDescriptorSetLayout layout = sorter.descriptorSetLayout()) info.descriptor_set = sets.allocate(layout);
    const auto begin = std::chrono::steady_clock::now();
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) { REQUIRE(recordPart(sorter, cmd, info, part).ok()); });
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    out.seconds += seconds;
    out.longest = std::max(out.longest, seconds);
  }
  out.elements = gpu::download(device, pairs.handle(), bytes);
  return out;
}

// The whole sort, and 20 parts of it. The same elements must come out.
std::array<TimedParts, 2> expectTwentyParts(Rig& rig, uint32_t n) {
  const Config config{.payload = kInterleaved, .ties = kByValue};
  const vksort::Sorter sorter = pairsSorter(rig, config);
  const uint32_t total = vksort::plan(sorter, {.count = n});
  REQUIRE(total >= 20);
  // The first pass takes as long as two or three others.
  Parts parts = partsOf(total - 1, 19);
  for (vksort::PassRange& part : parts) part = {part.first + 1, part.count, total};
  parts.insert(parts.begin(), {0, 1, total});
  std::array<TimedParts, 2> out = {sortPairs(rig, sorter, n, partsOf(total, 1)), sortPairs(rig, sorter, n, parts)};
  CHECK((out[0].elements == out[1].elements));
  const auto* pairs = reinterpret_cast<const std::array<uint32_t, 2>*>(out[0].elements.data());
  CHECK(std::is_sorted(pairs, pairs + n));
  return out;
}

constexpr Config kPartedConfigs[] = {
    {.key_type = kF32, .order = kDown, .payload = kInterleaved, .ties = kByValue},
    {.payload = kIndex},
    {.mode = Mode::indirect, .payload = kU32, .ties = kByValue, .push_descriptor = false},
    {.payload = kU32, .scratch = true, .baseline = true},
    {.mode = Mode::indirect, .payload = kInterleaved, .scratch = true, .full_subgroups = false},
    {.payload = kU32, .scratch = true},
    {.bit_count = 24, .payload = kIndex, .scratch = true, .portable = true},
    {.mode = Mode::indirect, .payload = kU32, .scratch = true, .push_descriptor = false},
    {.payload = kIndex, .generator = true, .scratch = true},
    {.payload = kU32, .ties = kByValue, .scratch = true, .rank = true},
    {.key_type = kU64, .mode = Mode::segments, .payload = kIndex},
};

}  // namespace

TEST_CASE("parts_are_the_commands_of_the_whole_sort_wherever_it_is_divided" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : everyMode()) {
      INFO(describe(config));
      const vksort::Sorter sorter = fakeSorter(rig, config);
      const Call call = partedCall(rig, sorter, config, kManySegments);
      const Recorded whole = recordMode(rig, sorter, config, call);
      const std::vector<Dispatched> all = dispatchesIn(whole.log);
      const auto total = static_cast<uint32_t>(all.size());
      REQUIRE(total > 1);
      Faults faults;
      faults.only_logs = true;
      for (uint32_t pass = 0; pass <= total; ++pass) {
        CAPTURE(pass);
        const Recorded both = recordParts(rig, sorter, config, call, splitAt(total, pass), faults);
        CHECK(dispatchesIn(both.log) == all);
        CHECK(hazards(momentsOf(both, 0)) == 0);
      }
      const Recorded each = recordParts(rig, sorter, config, call, partsOf(total, total), faults);
      CHECK(dispatchesIn(each.log) == all);
      // The barrier of a part whose only pass waits.
      faults.drops_barrier = 0;
      CHECK(hazards(momentsOf(recordParts(rig, sorter, config, call, partsOf(total, total), faults), 0)) > 0);
    }
  });
}

TEST_CASE("a_part_writes_timestamps_of_its_own_passes" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config{.payload = kIndex, .full_subgroups = false};
    const vksort::Sorter sorter = fakeSorter(rig, config);
    Call call = partedCall(rig, sorter, config, 0);
    const uint32_t total = vksort::plan(sorter, planInfoOf(config, call));
    REQUIRE(total > 5);
    Faults faults;
    faults.only_logs = true;
    for (const vksort::PassRange& part : {vksort::PassRange{0, 3, total}, {2, 3, total}, {total - 3, 3, total}}) {
      INFO("passes from " << part.first << " on");
      const vksort::Timestamps timestamps{(VkQueryPool)uint64_t{1}, 0, 4};
      call.sort.timestamps = &timestamps;
      const Recorded made = recordParts(rig, sorter, config, call, {part}, faults);
      std::vector<uint32_t> before;
      uint32_t passes = 0;
      for (const Command& command : made.log.commands) {
        if (command.kind == Command::Kind::dispatch) ++passes;
        if (command.kind == Command::Kind::timestamp) before.push_back(passes);
      }
      CHECK(before == std::vector<uint32_t>{0, 1, 2, 3});
      call.sort.timestamps = nullptr;
    }
  });
}

TEST_CASE("sorts_in_two_parts_as_at_once_wherever_it_is_divided" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : kPartedConfigs) {
      INFO(describe(config));
      PartedSort sort(rig, config, rig.sorter(config));
      const uint32_t total = sort.total();
      REQUIRE(total > 1);
      const std::vector<uint32_t> whole = sort.sort({}, true);
      for (uint32_t pass = 0; pass <= total; ++pass) {
        CAPTURE(pass);
        CHECK(sort.sort(splitAt(total, pass), pass % 2 != 0) == whole);
      }
      CHECK(sort.sort(partsOf(total, total), false) == whole);
      // A pass that is lost between two parts.
      CHECK(sort.sort({{0, total - 1, total}}, true) != whole);
      CHECK(sort.sort({{0, total / 2, total}, {total / 2 + 1, total - total / 2 - 1, total}}, true) != whole);
    }
  });
}

TEST_CASE("sorts_pairs_in_place_in_20_parts" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) { expectTwentyParts(rig, 1 << 17); });
}

// A submission of a host takes a tenth of the time of the sort at most.
TEST_CASE("sorts_2_24_pairs_in_place_in_20_parts_of_a_tenth_of_the_time_each" * doctest::test_suite("full")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const auto [whole, parts] = expectTwentyParts(rig, 1 << 24);
    MESSAGE("at once " << whole.seconds << " s; 20 parts " << parts.seconds << " s, the longest " << parts.longest);
    CHECK(10 * parts.longest <= whole.seconds);
  });
}

}  // namespace test
