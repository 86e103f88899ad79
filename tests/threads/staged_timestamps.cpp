// Recordings of staged Sorters with timestamps, while pipeline jobs end on another thread. Each
// one sorts, and writes each query of Timestamps::count and no other.
//   vksort-thread-tests [RECORDINGS]: on each device, at least; else 400
// Exit status: 0 if all did, otherwise 1. ThreadSanitizer has its own exit status for races.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <numeric>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "gpu/buffer.h"
#include "gpu/commands.h"
#include "host.h"
#include "support/driver.h"

// Drivers are not instrumented: ThreadSanitizer does not see how they synchronize.
extern "C" const char* __tsan_default_options() {
  return "ignore_noninstrumented_modules=1:halt_on_error=1:report_thread_leaks=0";
}

namespace test {
namespace {

constexpr uint32_t kCount = 2000;  // elements of a sort
constexpr uint32_t kSlots = 64;    // recordings of a Sorter, at most
constexpr uint32_t kQueries = 64;  // of a slot
constexpr VkDeviceSize kBytes = VkDeviceSize{kCount} * 4;

vksort::Sorter makeStaged(const gpu::Device& device) {
  vksort::Creation creation;
  creation.staged = true;
  creation.algorithm = vksort::Algorithm::rank;  // few passes, also on software devices; the baseline has many
  creation.self_test.mode = vksort::SelfTestMode::never;
  vksort::SorterInfo info;
  info.device = hostOf(device);
  info.max_count = kCount;
  info.creation = &creation;
  vksort::Sorter sorter;
  const char* reason = "";
  require(vksort::Sorter::create(info, sorter, &reason) == VK_SUCCESS, reason);
  require(vksort::pipelineJobCount(sorter) > 0, "nothing is staged");
  return sorter;
}

struct Totals {
  uint32_t recordings = 0;
  uint32_t outdated = 0;  // the number of passes changed between plan() and record()
};

// The recordings of one Sorter after the other, each slot in ranges and queries of its own.
class Recordings {
 public:
  explicit Recordings(const gpu::Device& device) : device_(device) {
    VkQueryPoolCreateInfo info{};
    info.sType = VK_STRUCTURE_TYPE_QUERY_POOL_CREATE_INFO;
    info.queryType = VK_QUERY_TYPE_TIMESTAMP;
    info.queryCount = kSlots * kQueries;
    require(device.vk.vkCreateQueryPool(device.handle(), &info, nullptr, &pool_) == VK_SUCCESS, "no query pool");
  }
  ~Recordings() { device_.vk.vkDestroyQueryPool(device_.handle(), pool_, nullptr); }
  Recordings(const Recordings&) = delete;
  Recordings& operator=(const Recordings&) = delete;

  void run(Totals& totals) {
    const vksort::Sorter sorter = makeStaged(device_);
    const VkDeviceSize scratch_bytes = sorter.scratchBytes(kCount);
    require(scratch_bytes > 0, "the Sorter takes no scratch memory");
    scratch_ = gpu::Buffer(device_, kSlots * scratch_bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    std::ranges::generate(keys_, [this] { return drawBelow(1000); });
    std::ranges::copy(keys_, key_buffer_.as<uint32_t>().begin());
    key_buffer_.flush();
    rooms_.clear();
    gpu::submitAndWait(device_, [&](VkCommandBuffer cmd) {
      device_.vk.vkCmdResetQueryPool(cmd, pool_, 0, kSlots * kQueries);
      record(cmd, sorter, scratch_bytes, totals);
      const VkMemoryBarrier barrier = {VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, vksort::kAfter.access,
                                       VK_ACCESS_HOST_READ_BIT};
      device_.vk.vkCmdPipelineBarrier(cmd, vksort::kAfter.stages, VK_PIPELINE_STAGE_HOST_BIT, 0, 1, &barrier, 0,
                                      nullptr, 0, nullptr);
    });
    key_buffer_.invalidate();
    index_buffer_.invalidate();
    for (uint32_t slot = 0; slot < rooms_.size(); ++slot) {
      expectSorted(slot);
      expectQueries(slot);
    }
  }

 private:
  void record(VkCommandBuffer cmd, const vksort::Sorter& sorter, VkDeviceSize scratch_bytes, Totals& totals) {
    const uint32_t jobs = vksort::pipelineJobCount(sorter);
    std::atomic<uint32_t> ended{0}, failed{0};
    std::jthread thread([&] {
      for (uint32_t job = 0; job < jobs; ++job) {
        if (vksort::runPipelineJob(sorter) != VK_SUCCESS) ++failed;
        ended.fetch_add(1, std::memory_order_relaxed);  // it orders nothing between the threads
      }
    });
    for (uint32_t behind = 0; rooms_.size() < kSlots && behind < 4;) {
      const uint32_t done = ended.load(std::memory_order_relaxed);
      const uint32_t passes = vksort::plan(sorter, kPlan);
      // Every fourth one is recorded when one more job has ended since plan().
      const auto slot = static_cast<uint32_t>(rooms_.size());
      while (slot % 4 == 0 && done < jobs && ended.load(std::memory_order_relaxed) == done) std::this_thread::yield();
      recordSlot(cmd, sorter, scratch_bytes, roomFor(passes), slot);
      totals.outdated += vksort::plan(sorter, kPlan) != passes ? 1 : 0;
      behind += done == jobs ? 1 : 0;
    }
    thread.join();
    require(failed == 0, "a job failed");
    totals.recordings += static_cast<uint32_t>(rooms_.size());
  }

  uint32_t drawBelow(uint32_t n) { return static_cast<uint32_t>(random_() % n); }

  // Queries for so many passes: enough, too few, or too many.
  uint32_t roomFor(uint32_t passes) {
    const uint32_t kind = drawBelow(3);
    const uint32_t room = kind == 0 ? passes + 1 : kind == 1 ? 1 + drawBelow(passes) : passes + 2 + drawBelow(20);
    return std::min(room, kQueries);
  }

  void recordSlot(VkCommandBuffer cmd, const vksort::Sorter& sorter, VkDeviceSize scratch_bytes, uint32_t room,
                  uint32_t slot) {
    require(sorter.descriptorSetLayout() == VK_NULL_HANDLE, "the device has no push descriptors");
    const vksort::Timestamps timestamps = {pool_, slot * kQueries, room};
    vksort::SortInfo info;
    info.keys = {key_buffer_.handle(), slot * kBytes, kBytes};
    info.payload = {index_buffer_.handle(), slot * kBytes, kBytes};
    info.scratch = {scratch_.handle(), slot * scratch_bytes, scratch_bytes};
    info.count = isEmpty(slot) ? 0 : kCount;
    info.timestamps = &timestamps;
    const vksort::RecordStatus status = sorter.record(cmd, info);
    require(status.ok(), vksort::describe(status));
    rooms_.push_back(room);
  }

  static bool isEmpty(uint32_t slot) { return slot % 16 == 5; }

  void expectSorted(uint32_t slot) const {
    const auto before = std::span(keys_).subspan(slot * kCount, kCount);
    const auto after = key_buffer_.as<uint32_t>().subspan(slot * kCount, kCount);
    const auto indices = index_buffer_.as<uint32_t>().subspan(slot * kCount, kCount);
    std::vector<uint32_t> order(kCount);
    std::iota(order.begin(), order.end(), 0u);
    if (isEmpty(slot)) return require(std::ranges::equal(before, after), "an empty recording wrote keys");
    std::ranges::stable_sort(order, {}, [&](uint32_t i) { return before[i]; });
    for (uint32_t i = 0; i < kCount; ++i)
      require(after[i] == before[order[i]] && indices[i] == order[i], "element " + std::to_string(i) + " is wrong");
  }

  void expectQueries(uint32_t slot) const {
    struct Query {
      uint64_t ticks, is_written;
    } queries[kQueries] = {};
    const VkResult result =
        device_.vk.vkGetQueryPoolResults(device_.handle(), pool_, slot * kQueries, kQueries, sizeof queries, queries,
                                         sizeof(Query), VK_QUERY_RESULT_64_BIT | VK_QUERY_RESULT_WITH_AVAILABILITY_BIT);
    require(result == VK_SUCCESS || result == VK_NOT_READY, "the queries cannot be read");
    const uint32_t room = rooms_[slot];
    for (uint32_t i = 0; i < kQueries; ++i) {
      const bool is_written = queries[i].is_written != 0;
      const std::string named = "query " + std::to_string(i) + " of " + std::to_string(room);
      require(is_written == (i < room), named + (is_written ? " is written" : " is not written"));
      const bool follows = i == 0 || i >= room || queries[i].ticks >= queries[i - 1].ticks;
      require(follows, named + " is before the one before it");
    }
  }

  static constexpr vksort::PlanInfo kPlan{.count = kCount, .scratch = true};
  static constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

  const gpu::Device& device_;
  VkQueryPool pool_ = VK_NULL_HANDLE;
  std::mt19937 random_{53};
  std::vector<uint32_t> keys_ = std::vector<uint32_t>(kSlots * kCount);
  gpu::Buffer key_buffer_{device_, kSlots* kBytes, kUsage, gpu::Memory::readback};
  gpu::Buffer index_buffer_{device_, kSlots* kBytes, kUsage, gpu::Memory::readback};
  gpu::Buffer scratch_;
  std::vector<uint32_t> rooms_;  // Timestamps::count of each slot
};

int run(uint32_t recordings_wanted) {
  const gpu::Instance instance({.name = "vksort-thread-tests"});
  for (const gpu::PhysicalDevice& physical : instance.devices()) {
    const gpu::Device device(instance, {.physical = physical.handle});
    Recordings recordings(device);
    Totals totals;
    uint32_t sorters = 0;
    for (; totals.recordings < recordings_wanted; ++sorters) recordings.run(totals);
    std::printf("%s: %u recordings of %u Sorters, %u with more or fewer passes than planned\n",
                physical.properties.deviceName, totals.recordings, sorters, totals.outdated);
    require(totals.outdated > 0, "no job ended between plan() and record()");
  }
  return 0;
}

}  // namespace
}  // namespace test

int main(int argc, char** argv) {
  try {
    if (!test::setUpDriver(argc, argv)) return 1;
    const bool has_count = argc > 1 && argv[1][0] != '-';
    return test::run(has_count ? static_cast<uint32_t>(std::atoi(argv[1])) : 400);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "vksort-thread-tests: %s\n", error.what());
    return 1;
  }
}
