// Checks that a staged Sorter sorts correctly while two threads run its jobs and another reads plans and reports. The
// driver rejects one kernel of every second Sorter. A Sorter without staging must produce the same results.
// usage: vksort-staged-tests [SORTERS [SEED]]
// The exit status is 0 if all sorts are correct, otherwise 1. ThreadSanitizer uses another one for races.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "gpu/buffer.h"
#include "gpu/commands.h"
#include "gpu/device.h"
#include "support/driver.h"
#include "vksort_plan.h"

// Drivers are not instrumented, so ThreadSanitizer cannot see their synchronization.
extern "C" const char* __tsan_default_options() {
  return "ignore_noninstrumented_modules=1:halt_on_error=1:report_thread_leaks=0";
}

namespace test {
namespace {

void require(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error(what);
}

vksort::Device hostOf(const gpu::Device& device) {
  vksort::Device host{};
  host.get_instance_proc_addr = vkGetInstanceProcAddr;
  host.instance = device.instance();
  host.physical_device = device.physical();
  host.device = device.handle();
  host.api_version = device.properties().api_version;
  if (device.enabled().push_descriptor) host.enabled_features |= VKSORT_PUSH_DESCRIPTOR;
  if (device.enabled().subgroup_size_control && device.enabled().full_subgroups)
    host.enabled_features |= VKSORT_FULL_SUBGROUPS;
  host.enabled_features &=
      vksort::querySupport(vkGetInstanceProcAddr, host.instance, host.physical_device, host.api_version).features;
  return host;
}

constexpr uint32_t kMaxCount = 3000;  // elements per sort
constexpr uint32_t kSlots = 8;        // sorts per Sorter
constexpr uint32_t kWords = 3 << 12;  // per slot, for keys and for payloads
constexpr VkDeviceSize kAlignment = 256;
constexpr uint32_t kBytes = 4 * kWords;  // a multiple of each alignment

std::atomic<int32_t> pipelines_before_refusal{-1};
std::atomic<PFN_vkCreateComputePipelines> create_pipelines{nullptr};

VKAPI_ATTR VkResult VKAPI_CALL createPipelines(VkDevice device, VkPipelineCache cache, uint32_t count,
                                               const VkComputePipelineCreateInfo* infos,
                                               const VkAllocationCallbacks* allocator, VkPipeline* out) {
  if (pipelines_before_refusal.fetch_sub(1, std::memory_order_relaxed) == 0)
    return *out = VK_NULL_HANDLE, VK_ERROR_UNKNOWN;
  return create_pipelines.load(std::memory_order_relaxed)(device, cache, count, infos, allocator, out);
}
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL deviceProcAddr(VkDevice device, const char* name) {
  const PFN_vkVoidFunction found = vkGetDeviceProcAddr(device, name);
  if (std::strcmp(name, "vkCreateComputePipelines") != 0) return found;
  create_pipelines = reinterpret_cast<PFN_vkCreateComputePipelines>(found);
  return reinterpret_cast<PFN_vkVoidFunction>(createPipelines);
}
VKAPI_ATTR PFN_vkVoidFunction VKAPI_CALL instanceProcAddr(VkInstance instance, const char* name) {
  if (std::strcmp(name, "vkGetDeviceProcAddr") == 0) return reinterpret_cast<PFN_vkVoidFunction>(deviceProcAddr);
  return vkGetInstanceProcAddr(instance, name);
}

class Random {
 public:
  explicit Random(uint32_t seed) : random_(seed) {}
  uint32_t below(uint32_t n) { return static_cast<uint32_t>(random_() % n); }
  template <typename Enum>
  Enum upTo(Enum last) {
    return static_cast<Enum>(below(static_cast<uint32_t>(last) + 1));
  }

 private:
  std::mt19937 random_;
};

struct Slot {
  vksort::SortInfo sort{};  // without ranges
  bool scratch;
};

class Sorts {
 public:
  // `in_place` is the maximum count without scratch memory.
  Sorts(const gpu::Device& device, const vksort::SorterInfo& info, uint32_t in_place, Random& random)
      : device_(device), info_(info), input_(2 * kSlots * kWords), slots_(kSlots) {
    const uint32_t bits = 1 + random.below(32);
    for (uint32_t& word : input_) word = random.below(2) << 31 | random.below(~0u) >> (32 - bits);
    for (Slot& slot : slots_) {
      slot.sort.count = 1 + random.below(info.max_count);
      slot.sort.key_type = info.key_bits == 64 ? vksort::KeyType::u64 : random.upTo(vksort::KeyType::f32);
      slot.sort.order = random.upTo(vksort::Order::descending);
      const bool takes_scratch = info.scratch == vksort::Scratch::optional && random.below(4) != 0;
      slot.scratch = info.scratch == vksort::Scratch::required || takes_scratch || slot.sort.count > in_place;
    }
  }

  // Returns the buffers after the sorts. Calls wait(slot) before each sort, and wait(kSlots) before the submission.
  template <typename Wait>
  std::vector<uint32_t> run(const vksort::Sorter& sorter, const Wait& wait) {
    std::ranges::copy(input_, buffer_.as<uint32_t>().begin());
    buffer_.flush();
    const VkDeviceSize scratch_bytes = (sorter.scratchBytes(info_.max_count) / kAlignment + 1) * kAlignment;
    const gpu::Buffer scratch(device_, kSlots * scratch_bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
    gpu::submitAndWait(device_, [&](VkCommandBuffer cmd) {
      for (uint32_t i = 0; i < kSlots; ++i) {
        wait(i);
        vksort::SortInfo sort = slots_[i].sort;
        sort.keys = {buffer_.handle(), 2 * i * kBytes, kBytes};
        if (isSplit()) sort.payload = {buffer_.handle(), (2 * i + 1) * kBytes, kBytes};
        if (slots_[i].scratch) sort.scratch = {scratch.handle(), i * scratch_bytes, scratch_bytes};
        const vksort::RecordStatus status = sorter.record(cmd, sort);
        require(status.ok(), vksort::describe(status).text);
      }
      gpu::fullBarrier(device_, cmd);
      wait(kSlots);
    });
    buffer_.invalidate();
    const auto words = buffer_.as<uint32_t>();
    std::vector<uint32_t> out(words.begin(), words.end());
    if (info_.ties == vksort::Ties::any && info_.payload != vksort::Payload::none) {
      for (uint32_t i = 0; i < kSlots; ++i) orderPayloads(out.data() + 2 * i * kWords, slots_[i].sort.count);
    }
    return out;
  }

 private:
  bool isSplit() const { return info_.payload == vksort::Payload::index || info_.payload == vksort::Payload::u32; }

  // Ties::any does not order the payloads of equal keys.
  void orderPayloads(uint32_t* keys, uint32_t n) const {
    const uint32_t key_words = info_.key_bits / 32, stride = key_words + (isSplit() ? 0 : 1);
    const auto payloadOf = [&](uint32_t i) -> uint32_t& {
      return isSplit() ? keys[kWords + i] : keys[i * stride + key_words];
    };
    for (uint32_t first = 0, end; first < n; first = end) {
      std::vector<uint32_t> payloads;
      for (end = first;
           end < n && std::equal(keys + end * stride, keys + end * stride + key_words, keys + first * stride); ++end)
        payloads.push_back(payloadOf(end));
      std::ranges::sort(payloads);
      for (uint32_t i = first; i < end; ++i) payloadOf(i) = payloads[i - first];
    }
  }

  const gpu::Device& device_;
  const vksort::SorterInfo& info_;
  std::vector<uint32_t> input_;
  std::vector<Slot> slots_;
  gpu::Buffer buffer_{device_, 2 * kSlots* kBytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, gpu::Memory::readback};
};

// Returns false if there is nothing to stage. Adds the kernels that jobs rejected to `rejections`.
bool runSorter(const gpu::Device& device, uint32_t seed, uint32_t& rejections) {
  Random random(seed);
  vksort::Creation creation{};
  creation.algorithm = random.upTo(vksort::Algorithm::radix_portable);
  creation.self_test.mode = vksort::SelfTestMode::never;
  vksort::SorterInfo info{};
  info.device = hostOf(device);
  info.device.get_instance_proc_addr = instanceProcAddr;
  if (random.below(4) == 0) info.device.enabled_features &= ~VKSORT_FULL_SUBGROUPS;
  info.key_bits = random.below(2) == 0 ? 32 : 64;
  info.payload = random.upTo(vksort::Payload::interleaved);
  info.ties = random.upTo(vksort::Ties::any);
  info.scratch = random.upTo(vksort::Scratch::required);
  info.max_count = 1 + random.below(kMaxCount);
  info.creation = &creation;
  vksort::Sorter whole, staged;
  if (vksort::Sorter::create(info, whole) != VK_SUCCESS) return false;
  creation.staged = true;
  require(vksort::Sorter::create(info, staged) == VK_SUCCESS, "the staged Sorter was not created");
  const uint32_t jobs = vksort::pipelineJobCount(staged);
  if (jobs == 0) return false;
  Sorts sorts(device, info, vksort::maxCounts(staged).in_place, random);
  const std::vector<uint32_t> expected = sorts.run(whole, [](uint32_t) {});
  const bool refuses = random.below(2) == 0;
  pipelines_before_refusal = refuses ? static_cast<int32_t>(random.below(jobs)) : -1;
  std::atomic<uint32_t> ended{0}, running{2}, failed{0};
  const auto runJobs = [&] {
    for (; vksort::pipelineJobCount(staged) != 0; ended.fetch_add(1, std::memory_order_relaxed)) {
      if (vksort::runPipelineJob(staged) != VK_SUCCESS) ++failed;
    }
    --running;
  };
  // The library uses no lock that could hide a race with a job.
  const vksort::PlanInfo plan_info{.count = info.max_count,
                                   .scratch = info.scratch != vksort::Scratch::never,
                                   .key_type = info.key_bits == 64 ? vksort::KeyType::u64 : vksort::KeyType::u32};
  const auto readState = [&] {
    while (running.load(std::memory_order_relaxed) != 0) {
      (void)vksort::plan(staged, plan_info);
      if (vksort::getReport(staged).level == nullptr) ++failed;
    }
  };
  std::jthread threads[] = {std::jthread(runJobs), std::jthread(runJobs), std::jthread(readState)};
  const std::vector<uint32_t> sorted = sorts.run(staged, [&](uint32_t slot) {
    while (running.load(std::memory_order_relaxed) != 0 && ended.load(std::memory_order_relaxed) < slot * jobs / kSlots)
      std::this_thread::yield();
  });
  pipelines_before_refusal = -1;
  const uint32_t rejected = vksort::getReport(staged).rejected_count - vksort::getReport(whole).rejected_count;
  require(rejected == (refuses ? 1 : 0), std::to_string(rejected) + " kernels are rejected");
  rejections += rejected;
  require(failed == 0 && vksort::pipelineJobCount(staged) == 0, "a job failed");
  require(sorted == expected, "a staged Sorter sorts otherwise");
  require(sorts.run(staged, [](uint32_t) {}) == expected, "a staged Sorter whose jobs have ended sorts otherwise");
  return true;
}

void run(uint32_t sorters, uint32_t seed) {
  const gpu::Instance instance({.name = "vksort-staged-tests"});
  for (const gpu::PhysicalDevice& physical : instance.devices()) {
    const gpu::Device device(instance, {.physical = physical.handle});
    require((hostOf(device).enabled_features & VKSORT_PUSH_DESCRIPTOR) != 0, "the device has no push descriptors");
    uint32_t rejections = 0;
    for (uint32_t made = 0; made < sorters; ++seed) {
      try {
        made += runSorter(device, seed, rejections) ? 1 : 0;
      } catch (const std::exception& error) {
        throw std::runtime_error("seed " + std::to_string(seed) + ": " + error.what());
      }
    }
    std::printf("%s: %u Sorters, %u rejections\n", physical.properties.deviceName, sorters, rejections);
    require(rejections > 0, "no job rejected a kernel");
  }
}

}  // namespace
}  // namespace test

int main(int argc, char** argv) {
  try {
    if (!test::setUpDriver(test::kMainWidth)) return 1;
    test::run(argc > 1 ? static_cast<uint32_t>(std::atoi(argv[1])) : 6,
              argc > 2 ? static_cast<uint32_t>(std::atoi(argv[2])) : 1);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "vksort-staged-tests: %s\n", error.what());
    return 1;
  }
}
