// Runs each tool on small inputs, and compares all words with results from the CPU.
#include "create/self_test/device.h"

#include <algorithm>
#include <new>

#include "toolkit/state.h"

namespace vksort {
namespace {

struct ToolTest {
  static constexpr std::uint32_t kCompared = 1u << 17;  // words, followed by scratch memory
  static constexpr std::uint32_t kWords = kCompared + (1u << 16);
  static constexpr std::uint32_t kUnit = 64;              // words; the largest minStorageBufferOffsetAlignment
  static constexpr std::uint32_t kLead = 4;               // words before each range, to test its alignment
  static constexpr std::uint32_t kCount = 5000;           // several tiles
  static constexpr std::uint32_t kMost = kCount + 5;      // the GPU must read kCount
  static constexpr std::uint32_t kLong = kMaxRow + 4000;  // several workgroups select
  static constexpr std::uint32_t kMaxSets = 3;
  static constexpr std::uint32_t kBits = 28;  // so that sorted keys use two words

  vksortToolkit toolkit;
  const SelfTestDevice& device;
  std::uint32_t* const expected;
  std::uint32_t end = 0, scratch_end = kCompared;
  VkResult result = VK_SUCCESS;

  static constexpr std::uint32_t noiseOf(std::uint32_t i) { return (i + 1) * 2654435769u; }
  static constexpr std::uint32_t floatAt(std::uint32_t order) {
    return order >> 31 != 0 ? order ^ 0x80000000u : ~order;
  }
  // A run has up to 64 elements.
  static constexpr std::uint32_t sortedKey(std::uint32_t i) { return i * i >> 12; }
  // Four elements share each place.
  static constexpr std::uint32_t placeOf(std::uint32_t i, std::uint32_t n) { return i * 7919 % n / 4; }

  void put(std::uint32_t at, std::uint32_t word) const { device.mapped[at] = expected[at] = word; }
  [[nodiscard]] Range range(VkDeviceSize first, VkDeviceSize words) const {
    return {device.buffer, first * 4, words * 4};
  }
  std::uint32_t place(std::uint32_t words) {
    const std::uint32_t first = end + kLead;
    end = (first + words) / kUnit * kUnit + kUnit;
    return first;
  }
  Range scratch(VkDeviceSize bytes) {
    const std::uint32_t first = scratch_end + kLead;
    scratch_end = (first + static_cast<std::uint32_t>(bytes / 4)) / kUnit * kUnit + kUnit;
    return bytes != 0 ? range(first, bytes / 4) : Range{};
  }
  CountSource count(std::uint32_t n) {
    const std::uint32_t at = place(1);
    put(at, n);
    return {device.buffer, VkDeviceSize{at} * 4};
  }
  CountTarget target(std::uint32_t n) {
    const std::uint32_t at = place(2);
    expected[at] = n;
    expected[at + 1] = (n + 63) / 64;
    return {device.buffer, VkDeviceSize{at} * 4, 64, VkDeviceSize{at + 1} * 4};
  }
  void require(VkResult of_call) {
    if (result == VK_SUCCESS) result = of_call;
  }
  VkDescriptorSet newSet() {
    VkDescriptorSet set = VK_NULL_HANDLE;
    require(device.newSet(toolkit->pipelines.setLayout(), set));
    return set;
  }
  template <typename Info>
  void record(RecordStatus (*call)(vksortToolkit, VkCommandBuffer, const Info*), const Info& info) {
    if (result == VK_SUCCESS && !call(toolkit, device.command_buffer, &info).ok()) result = VK_ERROR_UNKNOWN;
  }

  SortedRange sorted() {
    const std::uint32_t at = place(2 * kMost);
    for (std::uint32_t i = 0; i < kCount; ++i) {
      const std::uint32_t noise = noiseOf(i), key = sortedKey(i);
      put(at + 2 * i, noise >> 4 | key << kBits);
      put(at + 2 * i + 1, noise << 16 | key >> (32 - kBits));
    }
    return {range(at, 2 * kMost), 0, kMost, count(kCount), 2, {kBits, 16}};
  }

  void runs() {
    const std::uint32_t starts = place(kMost + 1);
    std::uint32_t n = 0;
    for (std::uint32_t i = 0; i < kCount; ++i)
      if (i == 0 || sortedKey(i) != sortedKey(i - 1)) expected[starts + n++] = i;
    expected[starts + n] = kCount;
    const VkDeviceSize bytes = vksortToolkitScratchBytes(toolkit, kMost);
    record<RunInfo>(vksortRecordRuns, {sorted(), range(starts, kMost + 1), target(n), scratch(bytes), newSet()});
  }

  // The table does not contain later cells.
  void cells(std::uint32_t cell_count) {
    const std::uint32_t table = place(2 * cell_count);
    std::fill_n(expected + table, 2 * cell_count, 0);
    for (std::uint32_t i = 0; i < kCount && sortedKey(i) < cell_count; ++i) {
      std::uint32_t* const cell = expected + table + 2 * sortedKey(i);
      if (cell[1] == 0) cell[0] = i;
      cell[1] = i + 1;
    }
    record<CellInfo>(vksortRecordCells, {sorted(), range(table, 2 * cell_count), cell_count, newSet()});
  }

  void cull() {
    constexpr std::uint32_t kSpread = ~0u / kCount * 4, kLowest = 100, kHighest = 900;
    const std::uint32_t source = place(2 * kMost), indices = place(kMost), keys = place(kMost);
    std::uint32_t n = 0;
    for (std::uint32_t i = 0; i < kCount; ++i) {
      const std::uint32_t at = placeOf(i, kCount), key = floatAt(at * kSpread);
      put(source + 2 * i, key);
      if (at < kLowest || at > kHighest) continue;
      expected[keys + n] = key;
      expected[indices + n++] = i;
    }
    const VkDeviceSize bytes = vksortToolkitScratchBytes(toolkit, kMost);
    record<CullInfo>(vksortRecordCull, {range(source, 2 * kMost), 0, kMost, count(kCount), 2, KeyType::f32,
                                        floatAt(kLowest * kSpread), floatAt(kHighest * kSpread), range(indices, kMost),
                                        range(keys, kMost), target(n), scratch(bytes), newSet()});
  }

  void gather(std::uint32_t words, bool in_place) {
    const std::uint32_t all = kMost * words, source = place(all), indices = place(kMost);
    const std::uint32_t target = in_place ? source : place(all);
    for (std::uint32_t i = 0; i < kCount; ++i) {
      const std::uint32_t index = i % 100 == 0 ? ~0u : noiseOf(i) % kMost, from = std::min(index, kMost - 1);
      put(indices + i, index);
      std::copy_n(device.mapped + source + from * words, words, expected + target + i * words);
    }
    record<GatherInfo>(vksortRecordGather,
                       {range(source, all), in_place ? Range{} : range(target, all), range(indices, kMost), 0, kMost,
                        count(kCount), words, scratch(in_place ? all * 4 : 0), newSet()});
  }

  // f32 keys, or two-word u64 keys.
  void select(std::uint32_t rows, std::uint32_t n, std::uint32_t k, bool wide) {
    const std::uint32_t words = wide ? 2 : 1, most = k + 5, source = place(rows * n * words);
    const std::uint32_t indices = place(rows * most), keys = place(rows * most * words);
    const std::uint64_t spread = (wide ? ~std::uint64_t{0} : ~0u) / n * 4;
    for (std::uint32_t row = 0; row < rows; ++row) {
      std::uint32_t at = source + row * n * words, kept = row * most, room = k % 4;
      for (std::uint32_t i = 0; i < n; ++i, at += words) {
        const std::uint32_t place = placeOf(i + row, n);
        const std::uint64_t order = spread * place;
        const auto low = static_cast<std::uint32_t>(order), high = static_cast<std::uint32_t>(order >> 32);
        put(at, wide ? low : floatAt(low));
        if (wide) put(at + 1, high);
        const bool shares = place == k / 4;
        if (place > k / 4 || (shares && room == 0)) continue;
        if (shares) --room;
        std::copy_n(expected + at, words, expected + keys + kept * words);
        expected[indices + kept++] = i;
      }
    }
    SelectInfo info{};
    info.source = range(source, rows * n * words);
    info.count = n;
    info.element_words = words;
    info.key_type = wide ? KeyType::u64 : KeyType::f32;
    info.k = most;
    info.k_source = count(k);
    info.row_count = rows;
    info.indices = range(indices, rows * most);
    info.keys = range(keys, rows * most * words);
    info.selected = target(k);
    info.scratch = scratch(vksortSelectScratchBytes(toolkit, &info));
    info.descriptor_set = newSet();
    record(vksortRecordSelect, info);
  }

  void callTool(Tools tool) {
    if (tool == VKSORT_RUN_TOOL) runs();
    if (tool == VKSORT_CELL_TOOL) cells(3000), cells(sortedKey(kCount) + 1);
    if (tool == VKSORT_CULL_TOOL) cull();
    if (tool == VKSORT_GATHER_TOOL) gather(4, false), gather(4, true), gather(3, true);
    if (tool != VKSORT_SELECT_TOOL) return;
    select(9, 500, 101, false);
    select(1, 4000, 999, true);
    select(1, kLong, 7001, true);
  }
};

// `fault` is a static string.
Failure testTool(Tools tool, const char* fault, ToolkitState& state, SelfTestDevice& device, std::uint32_t* expected) {
  ToolTest test{&state, device, expected};
  for (std::uint32_t word = 0; word < ToolTest::kWords; ++word) test.put(word, ToolTest::noiseOf(word));
  test.require(device.begin());
  test.callTool(tool);
  test.require(device.flush());
  if (test.result != VK_SUCCESS) return {test.result, kNotRecorded};
  recordBarrier(state.pipelines.vk, device.command_buffer, kAfter,
                {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT});
  const VkResult result = device.submitAndWait();
  if (result != VK_SUCCESS) return {result, kNotFinished};
  const bool is_right = std::equal(expected, expected + ToolTest::kCompared, device.mapped);
  return is_right ? Failure{} : Failure{VK_ERROR_FEATURE_NOT_PRESENT, fault};
}

#define VKSORT_TESTED(tool) \
  { tool, "create(): " #tool " failed its self-test on this device; remove it from ToolkitInfo::tools" }
constexpr struct {
  Tools tool;
  const char* fault;
} kTested[] = {VKSORT_TESTED(VKSORT_RUN_TOOL), VKSORT_TESTED(VKSORT_CELL_TOOL), VKSORT_TESTED(VKSORT_CULL_TOOL),
               VKSORT_TESTED(VKSORT_GATHER_TOOL), VKSORT_TESTED(VKSORT_SELECT_TOOL)};
#undef VKSORT_TESTED

}  // namespace

Failure testTools(const Device& host, const SelfTest& info, ToolkitState& state) {
  SelfTestFunctions functions;
  if (!load(host.get_instance_proc_addr, host.instance, host.device, functions)) {
    return {VK_ERROR_INITIALIZATION_FAILED, kNotLoaded};
  }
  auto* const expected = new (std::nothrow) std::uint32_t[ToolTest::kWords];
  if (!expected) return {VK_ERROR_OUT_OF_HOST_MEMORY, "out of host memory"};
  SelfTestDevice device{host, info, functions};
  Failure failure = {
      device.create(VkDeviceSize{ToolTest::kWords} * 4, state.pipelines.push_descriptor ? 0 : ToolTest::kMaxSets),
      kNotRecorded};
  for (const auto& [tool, fault] : kTested)
    if (failure.ok() && (state.tools & tool) != 0) failure = testTool(tool, fault, state, device, expected);
  delete[] expected;
  state.pipelines.is_in_flight = device.in_flight;
  if (!device.in_flight) device.destroy();
  return failure;
}

}  // namespace vksort
