// Times of passes by a clock that the test turns: of every pass, frame and execution, across a wrap of the counter.
#include <doctest/doctest.h>

#include <map>

#include "add_kernel.h"
#include "support/devices.h"
#include "support/physical.h"

using namespace graph;
using test::kData;

namespace {

constexpr uint32_t kBits = 36;       // of the counter that are valid
constexpr double kPeriod = 2.5;      // nanoseconds per tick
constexpr uint64_t kBarrier = 1000;  // ticks of each barrier
constexpr uint32_t kClockedFrames = 2;

// Queries as the device has them, written at once when they are recorded.
struct Clock {
  uint64_t now = 0;
  std::map<VkQueryPool, std::vector<std::optional<uint64_t>>> pools;
  bool misused = false;  // a query that is written or read without being reset, or written not behind all before it
} state;

VKAPI_ATTR void VKAPI_CALL resetQueries(VkCommandBuffer, VkQueryPool pool, uint32_t first, uint32_t count) {
  std::vector<std::optional<uint64_t>>& queries = state.pools[pool];
  if (queries.size() < first + count) queries.resize(first + count, ~uint64_t{0});
  std::fill_n(queries.begin() + first, count, std::nullopt);
}

VKAPI_ATTR void VKAPI_CALL writeTime(VkCommandBuffer, VkPipelineStageFlagBits stage, VkQueryPool pool, uint32_t query) {
  std::vector<std::optional<uint64_t>>& queries = state.pools[pool];
  const bool all = stage == VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT || stage == VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
  if (query >= queries.size() || queries[query] || !all) {
    state.misused = true;
    return;
  }
  queries[query] = state.now;
}

VKAPI_ATTR VkResult VKAPI_CALL readQueries(VkDevice, VkQueryPool pool, uint32_t first, uint32_t count, size_t size,
                                           void* data, VkDeviceSize stride, VkQueryResultFlags flags) {
  if (stride != 8 || size < 8 * count || (flags & VK_QUERY_RESULT_64_BIT) == 0) return VK_ERROR_UNKNOWN;
  const std::vector<std::optional<uint64_t>>& queries = state.pools[pool];
  for (uint32_t i = 0; i < count; ++i) {
    state.misused = state.misused || first + i >= queries.size();
    if (first + i >= queries.size() || !queries[first + i]) return VK_NOT_READY;
    const uint64_t low = *queries[first + i] & ((uint64_t{1} << kBits) - 1);
    static_cast<uint64_t*>(data)[i] = low | uint64_t{i + 5} << kBits;  // whatever is not valid
  }
  return VK_SUCCESS;
}

VKAPI_ATTR void VKAPI_CALL slowBarrier(VkCommandBuffer, VkPipelineStageFlags, VkPipelineStageFlags, VkDependencyFlags,
                                       uint32_t, const VkMemoryBarrier*, uint32_t, const VkBufferMemoryBarrier*,
                                       uint32_t, const VkImageMemoryBarrier*) {
  state.now += kBarrier;
}

// A device whose time is Clock's.
struct ClockedDevice {
  ClockedDevice() : scope(edits()), device(test::instance(), info()) {
    state = {};
    device.vk.vkCmdResetQueryPool = resetQueries;
    device.vk.vkCmdWriteTimestamp = writeTime;
    device.vk.vkGetQueryPoolResults = readQueries;
    device.vk.vkCmdPipelineBarrier = slowBarrier;
  }
  static test::PhysicalEdits edits() {
    test::PhysicalEdits wanted;
    wanted.families = [](std::vector<VkQueueFamilyProperties>& families) {
      for (VkQueueFamilyProperties& family : families) family.timestampValidBits = kBits;
    };
    wanted.properties = [](VkPhysicalDeviceProperties& properties) {
      properties.limits.timestampPeriod = static_cast<float>(kPeriod);
    };
    return wanted;
  }
  static gpu::DeviceInfo info() {
    gpu::DeviceInfo wanted;
    wanted.physical = test::devices().front().physical.handle;
    return wanted;
  }
  test::PhysicalScope scope;
  gpu::Device device;
};

constexpr double kMs = kPeriod / 1e6;  // of a tick

}  // namespace

TEST_CASE("passes_take_the_time_between_their_barriers_and_their_end_in_every_frame") {
  ClockedDevice clocked;
  // The counter wraps in front of, inside, between and behind the passes of each execution, and not at all.
  for (uint64_t start = (uint64_t{1} << kBits) - 13'000; start < (uint64_t{1} << kBits) + 1000; start += 430) {
    CAPTURE(start);
    state = {};
    state.now = start;
    Graph graph;
    BufferHandle data = graph.importBuffer("data", kData);
    uint64_t step = 0;  // of the execution
    std::vector<PassHandle> passes;
    for (uint64_t i = 0; i < 4; ++i) {
      PassBuilder pass = graph.addPass("pass", PassKind::transfer);
      data = i == 0 ? pass.write(data, kTransferWrite) : pass.readWrite(data, kTransferWrite);
      pass.execute([&step, i](const PassContext&) { state.now += (i + 1) * 10 + step; });
      passes.push_back(pass.handle());
      PassBuilder unneeded = graph.addPass("unneeded", PassKind::transfer);  // culled, and has no place among the times
      unneeded.read(data, kTransferRead);
      unneeded.execute([](const PassContext&) {});
    }
    graph.exportBuffer(data, kNoAccess);
    Executor executor(clocked.device, graph, compile(graph, memoryNeeds(clocked.device)), kClockedFrames);
    const gpu::Buffer target(clocked.device, kData.size, kData.usage);
    executor.bind(data, target.handle());
    std::vector<uint64_t> steps(kClockedFrames);
    gpu::CommandPool pool(clocked.device);
    for (const uint32_t frame : {0U, 1U, 0U}) {  // frame 0 twice
      step += 100;
      steps[frame] = step;
      const VkCommandBuffer cmd = pool.allocate();
      gpu::begin(clocked.device, cmd);
      executor.execute(cmd, frame);
      REQUIRE(clocked.device.vk.vkEndCommandBuffer(cmd) == VK_SUCCESS);
      if (step == 100) CHECK_FALSE(executor.time(passes[0], 1));  // not executed
    }
    CHECK_FALSE(state.misused);
    for (uint32_t frame = 0; frame < kClockedFrames; ++frame) {
      double begin = 0.0;
      for (std::size_t i = 0; i < passes.size(); ++i) {
        const auto lasts = static_cast<double>((i + 1) * 10 + steps[frame]);
        const std::optional<PassTime> time = executor.time(passes[i], frame);
        REQUIRE(time);
        CHECK(time->begin_ms == doctest::Approx(begin * kMs));
        CHECK(time->duration_ms == doctest::Approx(lasts * kMs));
        CHECK(executor.times(frame)[i].begin_ms == time->begin_ms);
        CHECK(executor.times(frame)[i].duration_ms == time->duration_ms);
        begin += lasts + static_cast<double>(kBarrier);
      }
    }
  }
  test::expectNoValidationMessages();
}

TEST_CASE("slots_are_counted_from_another_and_need_both") {
  ClockedDevice clocked;
  const gpu::Timestamps stamps(clocked.device, 3);
  REQUIRE(stamps.available());
  stamps.reset(VK_NULL_HANDLE);
  state.now = (uint64_t{1} << kBits) - 20;
  stamps.begin(VK_NULL_HANDLE, 0);
  state.now += 30;
  stamps.end(VK_NULL_HANDLE, 0);
  state.now += 4;
  stamps.begin(VK_NULL_HANDLE, 2);
  CHECK_FALSE(stamps.read(2, 0));  // still running
  state.now += 2;
  stamps.end(VK_NULL_HANDLE, 2);
  REQUIRE(stamps.read(2, 0));
  CHECK(stamps.read(2, 0)->begin_ns == doctest::Approx(34 * kPeriod));
  CHECK(stamps.read(2, 0)->end_ns == doctest::Approx(36 * kPeriod));
  CHECK(stamps.read(0)->begin_ns == 0.0);
  CHECK(stamps.read(0)->duration() == doctest::Approx(30 * kPeriod));
  CHECK_FALSE(stamps.read(2, 1));
  CHECK_FALSE(stamps.read(1, 0));
  CHECK_FALSE(state.misused);
}
