// Buffers, images, copies to and from the host.
#include <doctest/doctest.h>

#include <algorithm>
#include <utility>

#include "gpu/commands.h"
#include "gpu/image.h"
#include "support/devices.h"
#include "support/driver.h"

namespace {

constexpr VkBufferUsageFlags kBothWays = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

}  // namespace

TEST_CASE("what_was_uploaded_is_downloaded_at_any_offset") {
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    const gpu::Buffer buffer(device, 256, kBothWays);
    std::vector<std::byte> data(100);
    for (std::size_t i = 0; i < data.size(); ++i) data[i] = static_cast<std::byte>(i + 1);
    for (const VkDeviceSize offset : {0, 4, 13, 156}) {
      gpu::upload(device, buffer, data, offset);
      CHECK(gpu::download(device, buffer.handle(), data.size(), offset) == data);
    }
    CHECK_THROWS_AS(gpu::upload(device, buffer, data, 157), gpu::Error);
    CHECK_THROWS_AS(gpu::upload(device, buffer, data, ~0ULL), gpu::Error);
    CHECK(gpu::download(device, buffer.handle(), 0).empty());
    test::expectNoValidationMessages();
  }
}

TEST_CASE("host_memory_is_mapped_and_device_memory_is_not") {
  const gpu::Device& device = *test::devices()[0].device;
  CHECK(gpu::Buffer(device, 64, kBothWays).bytes().empty());
  CHECK(gpu::Buffer(device, 64, kBothWays, gpu::Memory::upload).bytes().size() == 64);
  CHECK(gpu::Buffer(device, 64, kBothWays, gpu::Memory::readback).as<uint32_t>().size() == 16);
}

TEST_CASE("empty_resources_are_refused") {
  const gpu::Device& device = *test::devices()[0].device;
  CHECK_THROWS_WITH_AS(gpu::Buffer(device, 0, kBothWays), "a buffer of 0 bytes was asked for", gpu::Error);
  for (const VkExtent2D empty : {VkExtent2D{0, 4}, VkExtent2D{4, 0}}) {
    CAPTURE(empty.width);
    CHECK_THROWS_WITH_AS(gpu::Image(device, VK_FORMAT_R8G8B8A8_UNORM, empty, VK_IMAGE_USAGE_SAMPLED_BIT),
                         "an image without pixels was asked for", gpu::Error);
  }
}

TEST_CASE("moved_objects_are_destroyed_once") {
  const gpu::Device& device = *test::devices()[0].device;
  gpu::Buffer a(device, 64, kBothWays);
  const VkBuffer handle = a.handle();
  gpu::Buffer b(std::move(a));
  CHECK(b.handle() == handle);
  gpu::Buffer c(device, 32, kBothWays);
  c = std::move(b);
  CHECK(c.handle() == handle);
  gpu::Buffer& same = c;  // which compilers warn of, if they see it
  c = std::move(same);
  CHECK(c.handle() == handle);
  test::expectNoValidationMessages();
}

TEST_CASE("a_memory_type_that_is_not_offered_is_refused") {
  const gpu::Device& device = *test::devices()[0].device;
  CHECK_THROWS_AS(gpu::memoryType(device, 0, gpu::Memory::device), gpu::Error);
  CHECK_THROWS_AS(gpu::memoryType(device, 0, gpu::Memory::readback), gpu::Error);
}

// What reads memory that it never wrote would find zeros otherwise, and often be right.
TEST_CASE("memory_of_the_software_driver_does_not_begin_as_zeros") {
  for (const test::TestDevice& entry : test::devices()) {
    if (!test::isSoftware(entry.name)) continue;
    const gpu::Buffer buffer(*entry.device, 1 << 20, kBothWays, gpu::Memory::readback);
    CHECK(std::ranges::count(buffer.bytes(), std::byte{0}) < 1 << 18);
  }
  CHECK(!test::devices().empty());
}
