// Work on two queue families. The layer of support/layer_queues gives the software driver the second one. The cases
// show what the layer does, and what validation notices on two queues: tests/README.md has a table.
#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "gpu/commands.h"
#include "gpu/image.h"
#include "gpu/structs.h"
#include "gpu/timestamps.h"
#include "support/child.h"
#include "support/devices.h"
#include "support/physical.h"

namespace {

using gpu::check;
using gpu::vkStruct;

constexpr VkDeviceSize kBytes = 64;
constexpr VkExtent2D kExtent = {4, 4};  // of an image of kBytes
constexpr uint32_t kFirst = 0x07070707, kSecond = 0x09090909;
constexpr VkPipelineStageFlags kTransfer = VK_PIPELINE_STAGE_TRANSFER_BIT;
constexpr VkPipelineStageFlags kAll = VK_PIPELINE_STAGE_ALL_COMMANDS_BIT;
constexpr VkBufferUsageFlags kCopied = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

std::unique_ptr<gpu::Device> openDevice() {
  gpu::DeviceInfo info;
  info.physical = test::instance().devices().at(0).handle;
  info.want_compute_queue = true;
  auto device = std::make_unique<gpu::Device>(test::instance(), info);
  REQUIRE(device->queueCount() == 2);
  REQUIRE(device->enabled().synchronization2);
  return device;
}

// What the work leaves out.
struct Faults {
  bool release = false, acquire = false, semaphore = false;
};

// Number 0 is the queue with graphics, number 1 the other one. `version` of synchronization: 1 or 2.
class TwoQueues {
 public:
  explicit TwoQueues(int version) : version_(version) {}
  ~TwoQueues() { device().waitIdle(); }
  TwoQueues(const TwoQueues&) = delete;
  TwoQueues& operator=(const TwoQueues&) = delete;

  const gpu::Device& device() const { return *device_; }
  const VolkDeviceTable& vk() const { return device_->vk; }

  // The first queue fills the buffer and the image, the second copies both and fills the buffer anew, the first copies
  // it. Returns a word of each copy: kFirst, kFirst, kSecond.
  std::vector<uint32_t> work(Faults faults) {
    const uint64_t filled = submit(0, 0, [&](VkCommandBuffer cmd) {
      vk().vkCmdFillBuffer(cmd, data_.handle(), 0, kBytes, kFirst);
      clearImage(cmd);
      if (!faults.release) transfer(cmd, 0, 1, VK_ACCESS_TRANSFER_WRITE_BIT, 0);
    });
    const uint64_t filled_anew = submit(1, faults.semaphore ? 0 : filled, [&](VkCommandBuffer cmd) {
      if (!faults.acquire) transfer(cmd, 0, 1, 0, VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT);
      copyTo(copies_[0], cmd);
      const VkBufferImageCopy region = {0, 0, 0, {VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1}, {}, {4, 4, 1}};
      vk().vkCmdCopyImageToBuffer(cmd, image_.handle(), VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL, copies_[1].handle(), 1,
                                  &region);
      vk().vkCmdPipelineBarrier(cmd, kTransfer, kTransfer, 0, 0, nullptr, 0, nullptr, 0, nullptr);
      vk().vkCmdFillBuffer(cmd, data_.handle(), 0, kBytes, kSecond);
      if (!faults.release) transfer(cmd, 1, 0, VK_ACCESS_TRANSFER_WRITE_BIT, 0);
      gpu::fullBarrier(device(), cmd);  // for the host
    });
    const auto last = [&](VkCommandBuffer cmd) {
      if (!faults.acquire) transfer(cmd, 1, 0, 0, VK_ACCESS_TRANSFER_READ_BIT);
      copyTo(copies_[2], cmd);
      gpu::fullBarrier(device(), cmd);
    };
    submit(0, faults.semaphore ? 0 : filled_anew, last, false);
    device().waitIdle();
    std::vector<uint32_t> words;
    for (const gpu::Buffer& copy : copies_) {
      copy.invalidate();
      words.push_back(copy.as<uint32_t>().back());
    }
    return words;
  }

  // Fills one half of the buffer. Waits for a value of the other queue's timeline, unless it is 0. Returns the value
  // that it signals.
  uint64_t fill(uint32_t queue, uint64_t waited, VkDeviceSize offset, bool signals) {
    const auto record = [&](VkCommandBuffer cmd) { vk().vkCmdFillBuffer(cmd, data_.handle(), offset, kBytes, kFirst); };
    return submit(queue, waited, record, signals);
  }

 private:
  uint32_t family(uint32_t queue) const { return queue == 0 ? device().queueFamily() : device().computeQueueFamily(); }

  void copyTo(const gpu::Buffer& copy, VkCommandBuffer cmd) {
    const VkBufferCopy region = {0, 0, kBytes};
    vk().vkCmdCopyBuffer(cmd, data_.handle(), copy.handle(), 1, &region);
  }

  VkImageMemoryBarrier2 imageBarrier(VkImageLayout before, VkImageLayout after) const {
    auto barrier = vkStruct<VkImageMemoryBarrier2>(VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER_2);
    barrier.srcStageMask = barrier.dstStageMask = kTransfer;
    barrier.oldLayout = before;
    barrier.newLayout = after;
    barrier.srcQueueFamilyIndex = barrier.dstQueueFamilyIndex = VK_QUEUE_FAMILY_IGNORED;
    barrier.image = image_.handle();
    barrier.subresourceRange = gpu::kWholeImage;
    return barrier;
  }

  void clearImage(VkCommandBuffer cmd) {
    auto barrier = imageBarrier(VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL);
    barrier.dstAccessMask = VK_ACCESS_TRANSFER_WRITE_BIT;
    auto info = vkStruct<VkDependencyInfo>(VK_STRUCTURE_TYPE_DEPENDENCY_INFO);
    info.imageMemoryBarrierCount = 1;
    info.pImageMemoryBarriers = &barrier;
    vk().vkCmdPipelineBarrier2(cmd, &info);
    const VkClearColorValue sevens = {.uint32 = {7, 7, 7, 7}};
    vk().vkCmdClearColorImage(cmd, image_.handle(), VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, &sevens, 1,
                              &gpu::kWholeImage);
  }

  // Release or acquire of the buffer; and of the image, with another layout, on its way to the second queue.
  void transfer(VkCommandBuffer cmd, uint32_t from, uint32_t to, VkAccessFlags source, VkAccessFlags target) {
    auto image = imageBarrier(VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL, VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL);
    auto buffer = vkStruct<VkBufferMemoryBarrier2>(VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER_2);
    buffer.srcStageMask = buffer.dstStageMask = kTransfer;
    buffer.buffer = data_.handle();
    buffer.size = VK_WHOLE_SIZE;
    image.srcAccessMask = buffer.srcAccessMask = source;
    image.dstAccessMask = buffer.dstAccessMask = target;
    image.srcQueueFamilyIndex = buffer.srcQueueFamilyIndex = family(from);
    image.dstQueueFamilyIndex = buffer.dstQueueFamilyIndex = family(to);
    auto info = vkStruct<VkDependencyInfo>(VK_STRUCTURE_TYPE_DEPENDENCY_INFO);
    info.bufferMemoryBarrierCount = 1;
    info.pBufferMemoryBarriers = &buffer;
    info.imageMemoryBarrierCount = to;
    info.pImageMemoryBarriers = &image;
    if (version_ == 2) return vk().vkCmdPipelineBarrier2(cmd, &info);
    const VkBufferMemoryBarrier buffer1 = {VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER,
                                           nullptr,
                                           source,
                                           target,
                                           family(from),
                                           family(to),
                                           buffer.buffer,
                                           0,
                                           VK_WHOLE_SIZE};
    const VkImageMemoryBarrier image1 = {VK_STRUCTURE_TYPE_IMAGE_MEMORY_BARRIER,
                                         nullptr,
                                         source,
                                         target,
                                         image.oldLayout,
                                         image.newLayout,
                                         family(from),
                                         family(to),
                                         image.image,
                                         gpu::kWholeImage};
    vk().vkCmdPipelineBarrier(cmd, kTransfer, kTransfer, 0, 0, nullptr, 1, &buffer1, to, &image1);
  }

  template <typename Record>
  uint64_t submit(uint32_t queue, uint64_t waited, Record record, bool signals = true) {
    const VkCommandBuffer cmd = pools_[queue].allocate();
    gpu::begin(device(), cmd);
    record(cmd);
    check(vk().vkEndCommandBuffer(cmd), "ending a command buffer");
    const VkQueue target = queue == 0 ? device().queue() : device().computeQueue();
    const VkSemaphore wait = timelines_[1 - queue].get(), signal = timelines_[queue].get();
    const uint32_t waits = waited != 0 ? 1 : 0;
    const uint64_t value = values_[queue] + 1;
    const uint32_t signal_count = signals ? 1 : 0;
    values_[queue] += signal_count;
    if (version_ == 2) {
      const VkSemaphoreSubmitInfo waited2 = {VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO, nullptr, wait, waited, kAll, 0};
      const VkSemaphoreSubmitInfo signal2 = {VK_STRUCTURE_TYPE_SEMAPHORE_SUBMIT_INFO, nullptr, signal, value, kAll, 0};
      const VkCommandBufferSubmitInfo cmd2 = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_SUBMIT_INFO, nullptr, cmd, 0};
      const VkSubmitInfo2 info = {
          VK_STRUCTURE_TYPE_SUBMIT_INFO_2, nullptr, 0, waits, &waited2, 1, &cmd2, signal_count, &signal2};
      check(vk().vkQueueSubmit2(target, 1, &info, VK_NULL_HANDLE), "submitting");
      return value;
    }
    const VkTimelineSemaphoreSubmitInfo values = {
        VK_STRUCTURE_TYPE_TIMELINE_SEMAPHORE_SUBMIT_INFO, nullptr, waits, &waited, signal_count, &value};
    const VkSubmitInfo info = {
        VK_STRUCTURE_TYPE_SUBMIT_INFO, &values, waits, &wait, &kAll, 1, &cmd, signal_count, &signal};
    check(vk().vkQueueSubmit(target, 1, &info, VK_NULL_HANDLE), "submitting");
    return value;
  }

  int version_;
  std::unique_ptr<gpu::Device> device_ = openDevice();
  gpu::CommandPool pools_[2] = {{device(), family(0)}, {device(), family(1)}};
  gpu::Buffer data_{device(), 2 * kBytes, kCopied};
  gpu::Image image_{device(), VK_FORMAT_R8G8B8A8_UINT, kExtent, kCopied};  // the bits are the same for images
  gpu::Buffer copies_[3] = {{device(), kBytes, kCopied, gpu::Memory::readback},
                            {device(), kBytes, kCopied, gpu::Memory::readback},
                            {device(), kBytes, kCopied, gpu::Memory::readback}};
  gpu::Owned<VkSemaphore> timelines_[2] = {gpu::createTimeline(device()), gpu::createTimeline(device())};
  uint64_t values_[2] = {};
};

// The messages of some work, as one text.
template <typename Work>
std::string messagesOf(Work work) {
  gpu::MessageLog& log = test::instance().messages();
  log.setPrinting(false);
  work();
  log.setPrinting(true);
  std::string all;
  for (const std::string& text : log.texts()) all += text + "\n";
  (void)test::takeValidationMessages();
  return all;
}

PFN_vkCreateBuffer create_buffer = nullptr;
std::vector<uint32_t> families_of_buffers;  // how many share each

VKAPI_ATTR VkResult VKAPI_CALL noteFamilies(VkDevice device, const VkBufferCreateInfo* info,
                                            const VkAllocationCallbacks* allocator, VkBuffer* buffer) {
  const bool is_shared = info->sharingMode == VK_SHARING_MODE_CONCURRENT;
  families_of_buffers.push_back(is_shared ? info->queueFamilyIndexCount : 0);
  return create_buffer(device, info, allocator, buffer);
}

bool contains(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_SUITE_BEGIN("two_queues");

TEST_CASE("work_moves_between_two_queue_families_and_back_without_a_message") {
  for (const int version : {1, 2}) {
    TwoQueues queues(version);
    for (int frame = 0; frame < 3; ++frame) CHECK(queues.work({}) == std::vector<uint32_t>{kFirst, kFirst, kSecond});
  }
  test::expectNoValidationMessages();
}

TEST_CASE("validation_notices_a_release_an_acquire_or_a_semaphore_that_is_missing") {
  for (const int version : {1, 2}) {
    CAPTURE(version);
    const auto without = [&](Faults faults) { return messagesOf([&] { (void)TwoQueues(version).work(faults); }); };
    CHECK(contains(without({.release = true}), "no matching release"));
    CHECK(contains(without({.acquire = true}), "layout"));  // the image alone, the first time
    CHECK(contains(without({.release = true, .acquire = true}), "layout"));
    CHECK(contains(without({.semaphore = true}), "RACING"));
  }
}

TEST_CASE("validation_notices_a_wait_that_covers_other_work_alone") {
  for (const int version : {1, 2}) {
    CAPTURE(version);
    for (const VkDeviceSize offset : {VkDeviceSize{0}, kBytes}) {
      const std::string messages = messagesOf([&] {
        TwoQueues queues(version);
        const uint64_t first = queues.fill(0, 0, 0, true);
        (void)queues.fill(0, 0, kBytes, false);
        (void)queues.fill(1, first, offset, false);
      });
      CHECK(contains(messages, "RACING") == (offset != 0));
    }
  }
}

// Below the layer, validation sees one family: neither the other one nor a layout that changes twice.
TEST_CASE("the_driver_gets_valid_calls_without_the_second_family") {
  const std::string path = std::getenv("VK_LAYER_PATH"), names = std::getenv("VK_INSTANCE_LAYERS");
  const auto reversed = [](const std::string& list) {
    const std::size_t at = list.rfind(':');
    return list.substr(at + 1) + ":" + list.substr(0, at);
  };
  const test::ChildResult below = test::run(
      {"env", "VK_LAYER_PATH=" + reversed(path), "VK_INSTANCE_LAYERS=" + reversed(names),
       std::filesystem::read_symlink("/proc/self/exe").string(), "--test-case=work_moves_*,upload_buffers_*"});
  CHECK_MESSAGE(below.exit_code == 0, below.output);
}

TEST_CASE("upload_buffers_are_shared_by_both_families_and_the_second_queue_has_a_name_and_labels") {
  const std::unique_ptr<gpu::Device> owner = openDevice();
  gpu::Device& device = *owner;
  families_of_buffers.clear();
  create_buffer = std::exchange(device.vk.vkCreateBuffer, noteFamilies);
  const gpu::Buffer shared(device, kBytes, kCopied, gpu::Memory::upload), exclusive(device, kBytes, kCopied);
  CHECK(families_of_buffers == std::vector<uint32_t>{2, 0});
  device.setName(VK_OBJECT_TYPE_QUEUE, device.computeQueue(), "second");
  auto label = vkStruct<VkDebugUtilsLabelEXT>(VK_STRUCTURE_TYPE_DEBUG_UTILS_LABEL_EXT);
  label.pLabelName = "region";
  const auto find = [](const char* name) { return vkGetInstanceProcAddr(test::instance().handle(), name); };
  reinterpret_cast<PFN_vkQueueBeginDebugUtilsLabelEXT>(find("vkQueueBeginDebugUtilsLabelEXT"))(device.computeQueue(),
                                                                                               &label);
  reinterpret_cast<PFN_vkQueueEndDebugUtilsLabelEXT>(find("vkQueueEndDebugUtilsLabelEXT"))(device.computeQueue());
  CHECK(device.vk.vkQueueWaitIdle(device.computeQueue()) == VK_SUCCESS);
  test::expectNoValidationMessages();
}

TEST_CASE("timestamps_need_those_queues_alone_that_write_them") {
  for (const uint32_t without : {0U, 1U}) {
    CAPTURE(without);
    test::PhysicalEdits edits;
    edits.families = [without](VkQueueFamilyProperties& family, uint32_t index) {
      if (index == without) family.timestampValidBits = 0;
    };
    const test::PhysicalScope scope(edits);
    const std::unique_ptr<gpu::Device> device = openDevice();
    CHECK(device->queueFamily() == 0);
    CHECK(gpu::Timestamps(*device, 1).available() == (without == 1));
    CHECK_FALSE(gpu::Timestamps(*device, 1, true).available());
  }
  CHECK(gpu::Timestamps(*openDevice(), 1, true).available());
  test::expectNoValidationMessages();
}

TEST_SUITE_END();
