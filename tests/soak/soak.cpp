#include "soak.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <numeric>
#include <string_view>

#include "cases/gpu.h"
#include "gpu/commands.h"
#include "gpu/instance.h"
#include "gpu/structs.h"
#include "soak_load.h"
#include "vksort.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

namespace test {
namespace {

using vksort::Payload;
using vksort::Ties;

constexpr std::uint32_t kSlots = 3;
constexpr std::uint32_t kLive = 3, kPool = 8;  // existing Sorters, and configurations to choose from
constexpr std::uint32_t kMaxFirst = 64;        // SortInfo::first
constexpr std::uint32_t kSoftwareCount = 1u << 14, kGpuCount = 1u << 20;
constexpr std::uint32_t kMaxStride = 3;  // words per element
// Allocators and drivers keep some memory, so the test only limits its growth.
constexpr std::uint64_t kMaxResidentGrowth = 32u << 20, kMaxDeviceGrowth = 16u << 20;

constexpr vksort::Access kCopyRead = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT};
constexpr vksort::Access kCopyWrite = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};
constexpr vksort::Access kHostRead = {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT};

std::uint64_t residentBytes() {
#ifdef __GLIBC__
  malloc_trim(0);  // otherwise the allocator keeps free memory
#endif
  constexpr std::uint64_t kPage = 4096;  // real page sizes are multiples, which does not matter for growth
  std::ifstream file("/proc/self/statm");
  std::uint64_t size = 0, resident = 0;
  return file >> size >> resident ? resident * kPage : 0;
}

// A software driver reports the memory of the whole system, and uses memory of the process.
bool hasBudget(VkPhysicalDevice physical) {
  VkPhysicalDeviceProperties properties{};
  vkGetPhysicalDeviceProperties(physical, &properties);
  if (properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU) return false;
  std::uint32_t count = 0;
  vkEnumerateDeviceExtensionProperties(physical, nullptr, &count, nullptr);
  std::vector<VkExtensionProperties> all(count);
  vkEnumerateDeviceExtensionProperties(physical, nullptr, &count, all.data());
  return std::ranges::any_of(all, [](const VkExtensionProperties& each) {
    return std::string_view(each.extensionName) == VK_EXT_MEMORY_BUDGET_EXTENSION_NAME;
  });
}

UsedMemory usedMemory(VkPhysicalDevice physical) {
  UsedMemory used{residentBytes(), 0};
  if (!hasBudget(physical)) return used;
  auto budget = gpu::vkStruct<VkPhysicalDeviceMemoryBudgetPropertiesEXT>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_BUDGET_PROPERTIES_EXT);
  auto memory = gpu::vkStruct<VkPhysicalDeviceMemoryProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MEMORY_PROPERTIES_2);
  memory.pNext = &budget;
  vkGetPhysicalDeviceMemoryProperties2(physical, &memory);
  for (std::uint32_t i = 0; i < memory.memoryProperties.memoryHeapCount; ++i) used.device += budget.heapUsage[i];
  return used;
}

void wait(const gpu::Device& device, VkCommandBuffer cmd, vksort::Access from, vksort::Access to) {
  auto barrier = gpu::vkStruct<VkMemoryBarrier>(VK_STRUCTURE_TYPE_MEMORY_BARRIER);
  barrier.srcAccessMask = from.access;
  barrier.dstAccessMask = to.access;
  device.vk.vkCmdPipelineBarrier(cmd, from.stages, to.stages, 0, 1, &barrier, 0, nullptr, 0, nullptr);
}

struct Live {
  cases::Configuration configuration;
  vksort::Sorter sorter;
  gpu::DescriptorPool pool;
  VkDescriptorSet sets[kSlots] = {};
};

struct Checked {
  std::string what;
  vksort::Ordering ordering{};
  std::uint32_t from, count, stride;
  bool split;  // payloads use a separate buffer
};

struct Slot {
  VkQueue queue;
  gpu::CommandPool load_commands, sort_commands;
  VkCommandBuffer load, sort;
  gpu::Owned<VkFence> loaded, sorted;
  gpu::Buffer source{};  // random words, followed by 0, 1, 2, ..
  gpu::Buffer keys{}, payload{}, scratch{}, state{}, count{}, result{}, found{};
  VkDescriptorSet verifier_set = VK_NULL_HANDLE;
  std::optional<Checked> checked{};
};

class Soak {
 public:
  Soak(const SoakOptions& options, const gpu::Device& device, bool software);
  ~Soak() { device_.waitIdle(); }
  Soak(const Soak&) = delete;
  Soak& operator=(const Soak&) = delete;

  void frame(std::uint64_t number, SoakResult& result);
  void finish(SoakResult& result);
  // Destroys all Sorters first, because they need different amounts of memory.
  UsedMemory measure(SoakResult& result);
  bool draws() const { return load_.draws(); }

 private:
  vksort::Range rangeOf(const gpu::Buffer& buffer) const { return {buffer.handle(), 0, buffer.size()}; }
  Slot makeSlot(std::uint32_t index);
  void makeLive(std::uint64_t place, SoakResult& result);
  void await(Slot& slot, SoakResult& result);
  void look(const Slot& slot, const Checked& checked, SoakResult& result) const;
  void recordSort(Slot& slot, std::uint32_t index, std::uint64_t number, SoakResult& result);
  vksort::RecordStatus recordKind(const Live& live, Slot& slot, vksort::SortInfo& info, std::uint32_t found) const;
  void recordCheck(Slot& slot, const vksort::SortInfo& info, const Checked& checked);
  void submit(VkQueue queue, VkCommandBuffer cmd, VkFence fence) const;

  const SoakOptions options_;
  const gpu::Device& device_;
  cases::Gpu gpu_;
  const std::uint32_t capacity_;
  const std::uint32_t words_;
  SoakLoad load_;
  gpu::DescriptorPool verifier_pool_;
  std::vector<cases::Configuration> pool_;
  std::vector<Live> live_;
  std::vector<Slot> slots_;
};

Soak::Soak(const SoakOptions& options, const gpu::Device& device, bool software)
    : options_(options),
      device_(device),
      gpu_(device),
      capacity_(software ? kSoftwareCount : kGpuCount),
      words_((capacity_ + kMaxFirst) * (kMaxStride + 1)),
      load_(device, kSlots, software) {
  cases::Random random({options.seed});
  for (cases::Configuration each : cases::drawPool(random, 8 * kPool)) {
    each.max_count = std::min(each.max_count - 1, capacity_ - 1) + 1;  // 0 means any
    each.discard_keys = false;  // the verifier checks sorted keys
    if (pool_.size() < kPool && cases::isAllowed(each)) pool_.push_back(each);
  }
  const VkDescriptorSetLayout layout = gpu_.verifier(true).descriptorSetLayout();
  if (layout != VK_NULL_HANDLE) verifier_pool_ = {device, kSlots, kSlots * VKSORT_VERIFY_DESCRIPTORS_PER_SET};
  for (std::uint32_t i = 0; i < kSlots; ++i) {
    slots_.push_back(makeSlot(i));
    if (layout != VK_NULL_HANDLE) slots_[i].verifier_set = verifier_pool_.allocate(layout);
  }
}

// The last slot sorts on the compute queue, in parallel with all others.
Slot Soak::makeSlot(std::uint32_t index) {
  const bool is_last = index == kSlots - 1;
  const VkBufferUsageFlags kElements =
      VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
  const VkDeviceSize elements = capacity_ + kMaxFirst;
  Slot slot{is_last ? device_.computeQueue() : device_.queue(),
            gpu::CommandPool(device_),
            gpu::CommandPool(device_, is_last ? device_.computeQueueFamily() : device_.queueFamily()),
            VK_NULL_HANDLE,
            VK_NULL_HANDLE,
            gpu::createFence(device_, true),
            gpu::createFence(device_, true)};
  slot.load = slot.load_commands.allocate();
  slot.sort = slot.sort_commands.allocate();
  slot.source = {device_, (words_ + elements) * 4, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, gpu::Memory::upload};
  cases::Random random({options_.seed, index});
  const std::span<std::uint32_t> words = slot.source.as<std::uint32_t>();
  for (std::uint32_t& word : words.first(words_)) word = random.word();
  std::iota(words.begin() + words_, words.end(), 0u);
  slot.source.flush();
  slot.keys = {device_, elements * kMaxStride * 4, kElements};
  slot.payload = {device_, elements * 4, kElements};
  slot.state = {device_, VKSORT_WORK_BYTES, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT};
  slot.count = {device_, 16, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, gpu::Memory::upload};
  slot.result = {device_, sizeof(vksort::VerifyResult), kElements};
  slot.found = {device_, sizeof(vksort::VerifyResult) + elements * (kMaxStride + 1) * 4,
                VK_BUFFER_USAGE_TRANSFER_DST_BIT, gpu::Memory::readback};
  return slot;
}

void Soak::makeLive(std::uint64_t place, SoakResult& result) {
  Live live;
  live.configuration = pool_[static_cast<std::size_t>(place % pool_.size())];
  live.sorter = gpu_.create(live.configuration, {});
  ++result.created;
  if (const VkDescriptorSetLayout layout = live.sorter.descriptorSetLayout(); layout != VK_NULL_HANDLE) {
    live.pool = {device_, kSlots, kSlots * VKSORT_DESCRIPTORS_PER_SET};
    for (VkDescriptorSet& set : live.sets) set = live.pool.allocate(layout);
  }
  const std::uint32_t most = std::min(capacity_, live.configuration.maxCount());
  const VkDeviceSize bytes = live.sorter.scratchBytes(most);
  for (Slot& slot : slots_)
    if (slot.scratch.size() < bytes) slot.scratch = {device_, bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
  live_.push_back(std::move(live));
}

void Soak::await(Slot& slot, SoakResult& result) {
  const VkFence fences[] = {slot.loaded.get(), slot.sorted.get()};
  gpu::check(device_.vk.vkWaitForFences(device_.handle(), 2, fences, VK_TRUE, ~0ull), "waiting for a frame");
  if (slot.checked) look(slot, *slot.checked, result);
  slot.checked.reset();
}

void Soak::look(const Slot& slot, const Checked& checked, SoakResult& result) const {
  slot.found.invalidate();
  const std::span<const std::uint32_t> found = slot.found.as<std::uint32_t>();
  const std::uint32_t* const source = slot.source.as<std::uint32_t>().data();
  vksort::VerifyResult on_device{};
  std::memcpy(&on_device, found.data(), sizeof on_device);
  const std::uint32_t* const keys = found.data() + sizeof on_device / 4;
  const std::uint32_t* const payload = checked.split ? keys + checked.count * checked.stride : nullptr;
  const vksort::VerifyResult before = vksort::verifyRange(checked.ordering, source + checked.from,
                                                          checked.split ? source + words_ : nullptr, checked.count);
  const vksort::VerifyResult on_host = vksort::verifyRange(checked.ordering, keys, payload, checked.count);
  ++result.verified;
  const auto say = [&](const char* who, const vksort::VerifyResult& says) {
    const bool same = std::memcmp(says.checksum, before.checksum, sizeof before.checksum) == 0;
    if (says.inversions == 0 && says.elements == checked.count && same) return;
    result.faults.push_back(checked.what + ": the " + who + " found " + std::to_string(says.inversions) +
                            " inversions" + (same ? "" : " and changed elements"));
  };
  say("device", on_device);
  say("CPU", on_host);
}

vksort::RecordStatus Soak::recordKind(const Live& live, Slot& slot, vksort::SortInfo& info, std::uint32_t found) const {
  const bool is_indirect = info.count != found;
  slot.count.as<std::uint32_t>()[0] = found;
  slot.count.flush();
  if (is_indirect) return live.sorter.record(slot.sort, info, {{slot.count.handle(), 0}, rangeOf(slot.state)});
  return live.sorter.record(slot.sort, info);
}

// Verifies on the device, and copies the elements to CPU memory.
void Soak::recordCheck(Slot& slot, const vksort::SortInfo& info, const Checked& checked) {
  const vksort::VerifyInfo verify{checked.ordering,     info.keys,        info.payload, info.first, checked.count,
                                  rangeOf(slot.result), slot.verifier_set};
  wait(device_, slot.sort, vksort::kAfter, vksort::kBefore);
  const vksort::RecordStatus status = gpu_.verifier(true).record(slot.sort, verify);
  if (!status.ok()) throw gpu::Error(std::string("a verification: ") + vksort::describe(status).text, VK_ERROR_UNKNOWN);
  wait(device_, slot.sort, vksort::kAfter, kCopyRead);
  const VkDeviceSize key_bytes = VkDeviceSize{checked.count} * checked.stride * 4;
  const VkBufferCopy copies[] = {
      {0, 0, sizeof(vksort::VerifyResult)},
      {VkDeviceSize{info.first} * checked.stride * 4, sizeof(vksort::VerifyResult), key_bytes},
      {VkDeviceSize{info.first} * 4, sizeof(vksort::VerifyResult) + key_bytes, VkDeviceSize{checked.count} * 4}};
  const VkBuffer from[] = {slot.result.handle(), slot.keys.handle(), slot.payload.handle()};
  for (std::uint32_t i = 0; i < (checked.split ? 3u : 2u); ++i)
    if (copies[i].size != 0) device_.vk.vkCmdCopyBuffer(slot.sort, from[i], slot.found.handle(), 1, &copies[i]);
  wait(device_, slot.sort, kCopyWrite, kHostRead);
}

void Soak::recordSort(Slot& slot, std::uint32_t index, std::uint64_t number, SoakResult& result) {
  cases::Random random({options_.seed, number});
  const Live& live = live_[random.below(live_.size())];
  const cases::Configuration& configuration = live.configuration;
  const std::uint32_t stride = configuration.stride(), limit = std::min(capacity_, configuration.maxCount());
  const std::uint32_t most = random.between(0, std::min(limit, 1u << random.below(21)));
  const std::uint32_t count = random.chance(1, 3) ? random.between(0, most) : most;
  vksort::SortInfo info{};
  info.first = random.below(kMaxFirst);
  info.count = most;
  info.key_type = configuration.isWide() ? vksort::KeyType::u64 : random.any(vksort::KeyType::f32);
  info.order = random.any(vksort::Order::descending);
  info.nan_rule = random.any(vksort::NanRule::last);
  info.keys = {slot.keys.handle(), 0, VkDeviceSize{info.first + most} * stride * 4};
  const bool split = configuration.splitPayload();
  if (split) info.payload = {slot.payload.handle(), 0, VkDeviceSize{info.first + most} * 4};
  const VkDeviceSize scratch = live.sorter.scratchBytes(most);
  const bool is_needed = configuration.keepsCallersPayload() || configuration.scratch == vksort::Scratch::required;
  if (scratch != 0 && (is_needed || random.chance(3, 4))) info.scratch = {slot.scratch.handle(), 0, scratch};
  info.descriptor_set = live.sets[index];
  if (info.keys.size == 0) info.keys.size = 4;

  const std::uint32_t from = random.below(words_ - most * stride);
  const VkBufferCopy keys{VkDeviceSize{from} * 4, VkDeviceSize{info.first} * stride * 4,
                          VkDeviceSize{most} * stride * 4};
  const VkBufferCopy payload{VkDeviceSize{words_} * 4, VkDeviceSize{info.first} * 4, VkDeviceSize{most} * 4};
  if (most != 0) device_.vk.vkCmdCopyBuffer(slot.sort, slot.source.handle(), slot.keys.handle(), 1, &keys);
  if (most != 0 && split)
    device_.vk.vkCmdCopyBuffer(slot.sort, slot.source.handle(), slot.payload.handle(), 1, &payload);
  wait(device_, slot.sort, kCopyWrite, vksort::kBefore);
  const std::string what = "frame " + std::to_string(number) + ": " + std::to_string(count) + " elements of " +
                           describe(configuration) + ", seed " + std::to_string(options_.seed);
  const vksort::RecordStatus status = recordKind(live, slot, info, count);
  if (!status.ok()) throw gpu::Error(what + ": " + vksort::describe(status).text, VK_ERROR_UNKNOWN);
  result.elements += count;
  if (number % options_.verifies_every != 0) return;
  // All payloads ascend if the source ascends and ties are stable.
  const bool ascend = configuration.hasPayload() &&
                      (configuration.ties == Ties::by_value || (configuration.ties == Ties::stable && split));
  slot.checked = {what, {info.key_type, info.order, info.nan_rule, configuration.payload, ascend}, from, count, stride,
                  split};
  recordCheck(slot, info, *slot.checked);
}

void Soak::submit(VkQueue queue, VkCommandBuffer cmd, VkFence fence) const {
  gpu::check(device_.vk.vkEndCommandBuffer(cmd), "recording a frame");
  auto info = gpu::vkStruct<VkSubmitInfo>(VK_STRUCTURE_TYPE_SUBMIT_INFO);
  info.commandBufferCount = 1;
  info.pCommandBuffers = &cmd;
  gpu::check(device_.vk.vkQueueSubmit(queue, 1, &info, fence), "submitting a frame");
}

void Soak::frame(std::uint64_t number, SoakResult& result) {
  if (live_.empty()) {
    for (std::uint64_t i = 0; i < kLive; ++i) makeLive(number / options_.replaces_every + i, result);
  } else if (number % options_.replaces_every == 0) {
    finish(result);
    live_.erase(live_.begin());
    makeLive(number / options_.replaces_every + kLive - 1, result);
  }
  const auto index = static_cast<std::uint32_t>(number % kSlots);
  Slot& slot = slots_[index];
  await(slot, result);
  const VkFence fences[] = {slot.loaded.get(), slot.sorted.get()};
  gpu::check(device_.vk.vkResetFences(device_.handle(), 2, fences), "resetting the fences of a frame");
  slot.load_commands.reset();
  gpu::begin(device_, slot.load);
  load_.record(slot.load, index);
  submit(device_.queue(), slot.load, slot.loaded.get());
  slot.sort_commands.reset();
  gpu::begin(device_, slot.sort);
  recordSort(slot, index, number, result);
  submit(slot.queue, slot.sort, slot.sorted.get());
}

void Soak::finish(SoakResult& result) {
  for (Slot& slot : slots_) await(slot, result);
}

UsedMemory Soak::measure(SoakResult& result) {
  finish(result);
  live_.clear();
  return usedMemory(device_.physical());
}

bool hasValidation() {
  try {
    const gpu::Instance instance({"vksort-soak", true, {}});
    return true;
  } catch (const gpu::Error&) {
    return false;
  }
}

void expectNoGrowth(const char* what, std::uint64_t start, std::uint64_t end, std::uint64_t limit, SoakResult& result) {
  if (end <= start + limit) return;
  result.faults.push_back(std::string(what) + " grew by " + std::to_string((end - start) >> 20) +
                          " MiB (limit: " + std::to_string(limit >> 20) + " MiB)");
}

void runFrames(Soak& soak, const SoakOptions& options, SoakResult& result) {
  const auto begin = std::chrono::steady_clock::now();
  const auto seconds = [begin] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  };
  result.warm_frames = std::uint64_t{kPool} * options.replaces_every;
  bool is_warm = false;
  while (result.frames < options.frames && (options.minutes == 0 || seconds() < options.minutes * 60)) {
    if (result.frames == result.warm_frames) {
      result.start = soak.measure(result);
      is_warm = true;
    }
    soak.frame(result.frames++, result);
    if (!result.faults.empty()) break;
  }
  result.end = soak.measure(result);
  result.seconds = seconds();
  if (!result.faults.empty() || options.validates) return;
  if (!is_warm) return;
  expectNoGrowth("the memory of the process", result.start.resident, result.end.resident, kMaxResidentGrowth, result);
  expectNoGrowth("the memory of the device", result.start.device, result.end.device, kMaxDeviceGrowth, result);
}

std::string mib(std::uint64_t start, std::uint64_t end) {
  if (start == 0 && end == 0) return "unknown";
  char text[64];
  std::snprintf(text, sizeof text, "%.1f MiB, then %.1f MiB", static_cast<double>(start) / (1 << 20),
                static_cast<double>(end) / (1 << 20));
  return text;
}

void print(const SoakResult& result, bool validates) {
  std::printf("soak on %s%s: %llu frames in %.0f s, three in flight, %s%s\n", result.device.c_str(),
              validates ? " with validation" : "", static_cast<unsigned long long>(result.frames), result.seconds,
              result.draws ? "in parallel with drawing and copies" : "in parallel with fills",
              result.has_compute_queue ? ", every third one on a compute queue" : "");
  std::printf("  sorted %llu elements using %llu Sorters, and verified %llu frames\n",
              static_cast<unsigned long long>(result.elements), static_cast<unsigned long long>(result.created),
              static_cast<unsigned long long>(result.verified));
  if (validates) {
    std::printf("  validation messages: %zu\n", result.messages);
  } else if (result.frames <= result.warm_frames) {
    std::printf("  memory: unknown, because it is only measured after %llu frames\n",
                static_cast<unsigned long long>(result.warm_frames));
  } else {
    std::printf("  memory after %llu frames and at the end: process %s; device %s\n",
                static_cast<unsigned long long>(result.warm_frames),
                mib(result.start.resident, result.end.resident).c_str(),
                mib(result.start.device, result.end.device).c_str());
  }
  for (const std::string& fault : result.faults) std::printf("FAILED: %s\n", fault.c_str());
  std::fflush(stdout);
}

}  // namespace

SoakResult soak(const SoakOptions& options) {
  SoakResult result;
  const gpu::Instance instance({"vksort-soak", options.validates, {}});
  const gpu::PhysicalDevice physical = gpu::selectDevice(instance, options.device);
  gpu::DeviceInfo info;
  info.physical = physical.handle;
  info.want_compute_queue = true;
  const gpu::Device device(instance, info);
  result.device = physical.properties.deviceName;
  result.has_compute_queue = device.computeQueue() != device.queue();
  const bool software = physical.properties.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  SoakOptions chosen = options;
  if (chosen.replaces_every == 0) chosen.replaces_every = software ? 50 : 500;
  {
    Soak soak(chosen, device, software);
    result.draws = soak.draws();
    runFrames(soak, chosen, result);
  }
  result.messages = instance.messages().count();
  if (result.messages != 0)
    result.faults.push_back(std::to_string(result.messages) +
                            " validation messages: " + instance.messages().texts().front());
  return result;
}

int runSoak(SoakOptions options) {
  bool passes = true;
  options.validates = hasValidation();
  if (options.validates) {
    SoakOptions validated = options;
    validated.frames /= 10;
    validated.minutes /= 10;
    const SoakResult result = soak(validated);
    print(result, true);
    passes = result.faults.empty();
  } else {
    std::printf("the validation layer is not installed\n");
  }
  options.validates = false;
  const SoakResult result = soak(options);
  print(result, false);
  return passes && result.faults.empty() ? 0 : 1;
}

}  // namespace test
