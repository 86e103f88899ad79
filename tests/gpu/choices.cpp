// Types of memory, on devices that say other things of themselves.
#include <doctest/doctest.h>

#include "gpu/commands.h"
#include "gpu/select.h"
#include "support/devices.h"
#include "support/physical.h"

using test::PhysicalEdits;
using test::PhysicalScope;

namespace {

gpu::DeviceInfo anyDevice() { return {test::devices().front().physical.handle}; }

// Types of a device with memory of its own, a small window into it, and memory of the host, cached or not.
constexpr VkMemoryPropertyFlags kLocal = VK_MEMORY_PROPERTY_DEVICE_LOCAL_BIT;
constexpr VkMemoryPropertyFlags kVisible = VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT;
constexpr VkMemoryPropertyFlags kCoherent = VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
constexpr VkMemoryPropertyFlags kCached = VK_MEMORY_PROPERTY_HOST_CACHED_BIT;

PhysicalEdits withMemory(std::vector<VkMemoryPropertyFlags> types) {
  PhysicalEdits edits;
  edits.memory = [types](VkPhysicalDeviceMemoryProperties& memory) {
    memory.memoryTypeCount = static_cast<uint32_t>(types.size());
    for (std::size_t i = 0; i < types.size(); ++i) memory.memoryTypes[i] = {types[i], 0};
  };
  return edits;
}

}  // namespace

TEST_CASE("takes_the_best_memory_type_among_those_that_fit") {
  const std::vector<VkMemoryPropertyFlags> types = {0,
                                                    kVisible | kCached,
                                                    kVisible | kCoherent,
                                                    kLocal,
                                                    kVisible | kCoherent | kCached,
                                                    kLocal | kVisible | kCoherent};
  const PhysicalScope scope(withMemory(types));
  const gpu::Device device(test::instance(), anyDevice());
  const auto type = [&](uint32_t bits, gpu::Memory kind) { return gpu::memoryType(device, bits, kind); };
  CHECK(type(0b111111, gpu::Memory::device) == 3);
  CHECK(type(0b110111, gpu::Memory::device) == 5);
  CHECK(type(0b000110, gpu::Memory::device) == 1);  // any, where none is the device's own
  CHECK(type(0b000001, gpu::Memory::device) == 0);
  CHECK(type(0b111111, gpu::Memory::upload) == 2);
  CHECK(type(0b001011, gpu::Memory::upload) == 1);
  CHECK(type(0b110000, gpu::Memory::upload) == 4);
  CHECK(type(0b111111, gpu::Memory::readback) == 1);
  CHECK(type(0b110100, gpu::Memory::readback) == 4);
  CHECK(type(0b100101, gpu::Memory::readback) == 2);
  for (const gpu::Memory kind : {gpu::Memory::upload, gpu::Memory::readback})
    CHECK_THROWS_AS(type(0b001001, kind), gpu::Error);
  CHECK_THROWS_AS(type(0b1000000, gpu::Memory::device), gpu::Error);  // there is no such type
}

namespace {

int flushed = 0, invalidated = 0;
bool whole = true;

VKAPI_ATTR VkResult VKAPI_CALL countFlush(VkDevice, uint32_t count, const VkMappedMemoryRange* ranges) {
  flushed += static_cast<int>(count);
  whole = whole && ranges[0].offset == 0 && ranges[0].size == VK_WHOLE_SIZE;
  return VK_SUCCESS;
}
VKAPI_ATTR VkResult VKAPI_CALL countInvalidation(VkDevice, uint32_t count, const VkMappedMemoryRange* ranges) {
  invalidated += static_cast<int>(count);
  whole = whole && ranges[0].offset == 0 && ranges[0].size == VK_WHOLE_SIZE;
  return VK_SUCCESS;
}

}  // namespace

// The driver's memory is coherent; the device layer is told that it is not.
TEST_CASE("flushes_and_invalidates_memory_that_is_not_coherent") {
  for (const bool coherent : {true, false}) {
    CAPTURE(coherent);
    PhysicalEdits edits;
    edits.memory = [coherent](VkPhysicalDeviceMemoryProperties& memory) {
      for (VkMemoryType& type : memory.memoryTypes)
        if (!coherent) type.propertyFlags &= ~VkMemoryPropertyFlags{kCoherent};
    };
    const PhysicalScope scope(edits);
    gpu::Device device(test::instance(), anyDevice());
    device.vk.vkFlushMappedMemoryRanges = countFlush;
    device.vk.vkInvalidateMappedMemoryRanges = countInvalidation;
    for (const gpu::Memory kind : {gpu::Memory::upload, gpu::Memory::readback}) {
      const gpu::Buffer buffer(device, 100, VK_BUFFER_USAGE_TRANSFER_SRC_BIT, kind);
      flushed = invalidated = 0;
      buffer.flush();
      CHECK(flushed == (coherent ? 0 : 1));
      CHECK(invalidated == 0);
      buffer.invalidate();
      CHECK(invalidated == (coherent ? 0 : 1));
      CHECK(whole);
    }
    const gpu::Buffer far(device, 100, VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    flushed = invalidated = 0;
    gpu::upload(device, far, std::vector<std::byte>(100));
    (void)gpu::download(device, far.handle(), 100);
    CHECK(flushed == (coherent ? 0 : 1));
    CHECK(invalidated == (coherent ? 0 : 1));
  }
  test::expectNoValidationMessages();
}
