// Runs the code of guides/two_queues.md on a graphics and a compute queue, or on one queue if the device has one
// family. With an argument n, it leaves out the n-th barrier. On one queue, it then also leaves out the semaphores
// between frames, because they would hide the missing barrier.
#include <volk.h>
#include <vulkan/vulkan.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <random>
#include <string_view>
#include <vector>

#include "gpu/commands.h"
#include "gpu/device.h"
#include "gpu/structs.h"
#include "nodes/sort.h"
#include "vksort_plan.h"

namespace host {

constexpr int kNone = -1, kSkipped = 77;
int barriers = 0, left_out = kNone;
bool concurrent = false, unordered = false;
const gpu::Device* opened = nullptr;
std::map<uint64_t, VkSemaphore> signaled;  // keyed by timeline value
std::vector<gpu::Owned<VkSemaphore>> semaphores;

// Releases without an acquisition, and acquisitions without a release. Validation does not detect a missing
// acquisition.
std::vector<VkBufferMemoryBarrier2> released;

void match(const VkBufferMemoryBarrier2& half) {
  const auto is_other = [&half](const VkBufferMemoryBarrier2& each) {
    return each.buffer == half.buffer && each.offset == half.offset && each.size == half.size &&
           each.srcQueueFamilyIndex == half.srcQueueFamilyIndex && each.dstQueueFamilyIndex == half.dstQueueFamilyIndex;
  };
  const auto release = std::ranges::find_if(released, is_other);
  if (release == released.end()) return released.push_back(half);
  released.erase(release);
}

void vkCmdPipelineBarrier2(VkCommandBuffer cmd, const VkDependencyInfo* info) {
  const VkBufferMemoryBarrier2* half = info->pBufferMemoryBarriers;
  const bool transfers = half != nullptr && half->srcQueueFamilyIndex != half->dstQueueFamilyIndex;
  if ((concurrent && transfers) || barriers++ == left_out) return;
  if (transfers) match(*half);
  ::vkCmdPipelineBarrier2(cmd, info);
}

// Validation 1.3.239 treats timeline semaphores as binary and reports false races. Therefore, each value is paired
// with a binary semaphore, and submissions wait for both.
VkResult vkQueueSubmit2(VkQueue queue, uint32_t count, const VkSubmitInfo2* info, VkFence fence) {
  VkSubmitInfo2 more = *info;
  VkSemaphoreSubmitInfo waits[2], signals[] = {*info->pSignalSemaphoreInfos, *info->pSignalSemaphoreInfos};
  semaphores.push_back(gpu::createSemaphore(*opened));
  signaled[signals[0].value] = signals[1].semaphore = semaphores.back().get();
  more.signalSemaphoreInfoCount = 2;
  more.pSignalSemaphoreInfos = signals;
  if (more.waitSemaphoreInfoCount == 1) {
    waits[0] = waits[1] = *info->pWaitSemaphoreInfos;
    waits[1].semaphore = signaled.at(waits[0].value);
    more.waitSemaphoreInfoCount = unordered ? 0 : 2;
    more.pWaitSemaphoreInfos = waits;
  }
  return ::vkQueueSubmit2(queue, count, &more, fence);
}

#include "guides/synchronization.h"
#include "guides/two_queues.h"

VKAPI_ATTR VkResult VKAPI_CALL createConcurrent(VkDevice of, const VkBufferCreateInfo* info,
                                                const VkAllocationCallbacks* allocator, VkBuffer* buffer) {
  const uint32_t families[] = {opened->queueFamily(), opened->computeQueueFamily()};
  const VkBufferCreateInfo shared = concurrentBuffer(info->size, info->usage, families);
  return vkCreateBuffer(of, &shared, allocator, buffer);
}

bool hasTwoFamilies(const gpu::Device& device) { return device.queueFamily() != device.computeQueueFamily(); }

gpu::Owned<VkSemaphore> createTimeline(const gpu::Device& device) {
  auto type = gpu::vkStruct<VkSemaphoreTypeCreateInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_TYPE_CREATE_INFO);
  type.semaphoreType = VK_SEMAPHORE_TYPE_TIMELINE;
  const VkSemaphoreCreateInfo info{VK_STRUCTURE_TYPE_SEMAPHORE_CREATE_INFO, &type, 0};
  VkSemaphore semaphore = VK_NULL_HANDLE;
  gpu::check(device.vk.vkCreateSemaphore(device.handle(), &info, nullptr, &semaphore), "vkCreateSemaphore");
  return {device.handle(), semaphore, device.vk.vkDestroySemaphore};
}

constexpr uint32_t kCount = 20'000, kInFlight = 2;
constexpr VkDeviceSize kBytes = VkDeviceSize{kCount} * 4;
constexpr VkBufferUsageFlags kUsage =
    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;
constexpr vksort::Access kCopied = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};
constexpr vksort::Access kReadBack = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT};
constexpr vksort::Access kHostReads = {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT};

struct Slot {
  explicit Slot(const gpu::Device& device)
      : graphics(device),
        compute(device, device.computeQueueFamily()),
        source(device, kBytes, kUsage, gpu::Memory::upload),
        keys(device, kBytes, kUsage),
        payload(device, kBytes, kUsage),
        result(device, kBytes, kUsage, gpu::Memory::readback),
        frame{graphics.allocate(), compute.allocate(), graphics.allocate(), {}} {
    frame.info.keys = {keys.handle(), 0, kBytes};
    frame.info.payload = {payload.handle(), 0, kBytes};
    frame.info.count = kCount;
  }
  gpu::CommandPool graphics, compute;
  gpu::Buffer source, keys, payload, result;
  Frame frame;
};

class Host {
 public:
  Host(const gpu::Device& device, bool plants)
      : device_(device),
        timeline_(createTimeline(device)),
        queues_{device.queue(), device.computeQueue(), device.queueFamily(), device.computeQueueFamily(),
                timeline_.get()},
        semaphores_(!plants || hasTwoFamilies(device)) {
    volkLoadDevice(device.handle());
    vksort::Creation creation{};
    creation.algorithm = vksort::Algorithm::rank;
    vksort::SorterInfo info{};
    info.device = nodes::deviceOf(device);
    info.max_count = kCount;
    info.creation = &creation;
    gpu::check(vksort::Sorter::create(info, sorter_), "vksort::Sorter::create");
    const VkDeviceSize bytes = sorter_.scratchBytes(kCount);
    scratch_ = gpu::Buffer(device, bytes, kUsage);
    for (uint32_t i = 0; i < kInFlight; ++i) {
      slots_.emplace_back(device);
      slots_.back().frame.info.scratch = {scratch_.handle(), 0, bytes};
    }
  }

  int run() {
    bool right = true;
    // Old layers do not detect that the CPU waits for a timeline. Semaphores hide this from them.
    const uint64_t frames = semaphores_ ? 5 : kInFlight;
    for (uint64_t number = 0; number < frames + kInFlight; ++number) {
      Slot& slot = slots_[number % kInFlight];
      if (number >= kInFlight) {
        waitFor(3 * (number - kInFlight) + 3);
        right &= isRight(slot);
      }
      if (number < frames) runFrame(slot, number);
    }
    const int in_frames = barriers;
    gpu::check(vkQueueWaitIdle(queues_.graphics), "vkQueueWaitIdle");
    runSecondary(3 * frames);
    std::printf("%s, %d and %d barriers: %s\n", hasTwoFamilies(device_) ? "two families" : "one family", in_frames,
                barriers - in_frames,
                !released.empty() ? "NOT TRANSFERRED"
                : right           ? "sorted"
                                  : "WRONG ORDER");
    return right && released.empty() ? 0 : 1;
  }

 private:
  void waitFor(uint64_t value) const {
    auto info = gpu::vkStruct<VkSemaphoreWaitInfo>(VK_STRUCTURE_TYPE_SEMAPHORE_WAIT_INFO);
    info.semaphoreCount = 1;
    info.pSemaphores = &queues_.timeline;
    info.pValues = &value;
    gpu::check(vkWaitSemaphores(device_.handle(), &info, 60'000'000'000), "vkWaitSemaphores");
  }

  static bool isRight(const Slot& slot) {
    slot.result.invalidate();
    std::vector<uint32_t> expected(kCount);
    for (uint32_t i = 0; i < kCount; ++i) expected[i] = i;
    std::ranges::stable_sort(expected, {}, [&](uint32_t i) { return slot.source.as<uint32_t>()[i]; });
    return std::ranges::equal(expected, slot.result.as<uint32_t>());
  }

  static void copy(VkCommandBuffer cmd, const gpu::Buffer& from, const gpu::Buffer& to) {
    const VkBufferCopy whole = {0, 0, kBytes};
    vkCmdCopyBuffer(cmd, from.handle(), to.handle(), 1, &whole);
  }

  void runFrame(Slot& slot, uint64_t number) const {
    std::mt19937 random(static_cast<uint32_t>(number));
    for (uint32_t& key : slot.source.as<uint32_t>()) key = static_cast<uint32_t>(random()) % 1000;
    slot.source.flush();
    slot.graphics.reset();
    slot.compute.reset();
    const Frame& frame = slot.frame;
    const VkCommandBuffer all[] = {frame.write, frame.sort, frame.draw};
    for (const VkCommandBuffer cmd : all) gpu::begin(device_, cmd);
    copy(frame.write, slot.source, slot.keys);
    if (!recordSort(queues_, frame, sorter_, kCopied, kReadBack).ok()) throw gpu::Error("recordSort");
    copy(frame.draw, slot.payload, slot.result);
    barrier(frame.draw, kCopied, kHostReads);
    for (const VkCommandBuffer cmd : all) gpu::check(vkEndCommandBuffer(cmd), "vkEndCommandBuffer");
    if (semaphores_) return gpu::check(submitFrame(queues_, frame, number, kReadBack), "submitFrame");
    for (uint64_t i = 0; i < 3; ++i)
      gpu::check(submit(queues_.graphics, all[i], queues_.timeline, 0, 0, 3 * number + i + 1), "submit");
  }

  void runSecondary(uint64_t value) {
    gpu::CommandPool& pool = slots_[0].compute;
    const VkCommandBuffer secondary = pool.allocate(VK_COMMAND_BUFFER_LEVEL_SECONDARY), cmd = pool.allocate();
    gpu::check(beginSecondary(secondary), "beginSecondary");
    barrier2(secondary, vksort::kAfter, vksort::kBefore);
    if (!sorter_.record(secondary, slots_[0].frame.info).ok()) throw gpu::Error("record");
    gpu::check(vkEndCommandBuffer(secondary), "vkEndCommandBuffer");
    gpu::begin(device_, cmd);
    for (int i = 0; i < 2; ++i) vkCmdExecuteCommands(cmd, 1, &secondary);
    gpu::check(vkEndCommandBuffer(cmd), "vkEndCommandBuffer");
    const VkPipelineStageFlags2 stages = vksort::kBefore.stages;
    gpu::check(submit(queues_.compute, cmd, queues_.timeline, value, stages, value + 1), "submit");
    waitFor(value + 1);
  }

  const gpu::Device& device_;
  gpu::Owned<VkSemaphore> timeline_;
  Queues queues_;
  bool semaphores_;
  vksort::Sorter sorter_;
  gpu::Buffer scratch_;
  std::vector<Slot> slots_;
};

}  // namespace host

int main(int argc, char** argv) {
  const std::string_view argument = argc > 1 ? argv[1] : "";
  host::concurrent = argument == "concurrent";
  host::unordered = argument == "unordered";
  const bool plants = argc > 1 && !host::concurrent && !host::unordered;
  if (plants) host::left_out = std::atoi(argv[1]);
  const gpu::Instance instance({"two queues", false, {}});
  gpu::DeviceInfo info;
  info.physical = instance.devices().at(0).handle;
  info.want_compute_queue = true;
  VkPhysicalDeviceProperties properties{};
  vkGetPhysicalDeviceProperties(info.physical, &properties);
  if (std::min(properties.apiVersion, instance.apiVersion()) < VK_API_VERSION_1_3) return host::kSkipped;
  auto timelines = gpu::vkStruct<VkPhysicalDeviceTimelineSemaphoreFeatures>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_TIMELINE_SEMAPHORE_FEATURES);
  timelines.timelineSemaphore = VK_TRUE;
  auto barriers = gpu::vkStruct<VkPhysicalDeviceSynchronization2Features>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SYNCHRONIZATION_2_FEATURES);
  barriers.synchronization2 = VK_TRUE;
  barriers.pNext = &timelines;
  info.features = &barriers;
  gpu::Device device(instance, info);
  host::opened = &device;
  if (host::concurrent) device.vk.vkCreateBuffer = host::createConcurrent;
  if (!device.enabled().push_descriptor) return host::kSkipped;
  const int result = host::Host(device, plants).run();
  host::semaphores.clear();
  return result;
}
