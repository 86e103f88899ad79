// What is made of the options on a device of any kind: how much is shown, how large, and in what order.
#include "viewer/stages.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "support/devices.h"
#include "support/physical.h"
#include "verifies.h"

using namespace particles;

namespace {

constexpr uint32_t kEnough = 100000;

}  // namespace

TEST_CASE("a_window_begins_with_the_order_that_was_asked_for") {
  const gpu::Device& device = *test::devices().front().device;
  Options options;
  CHECK(wantedBy(options, device).order == Order::every_frame);
  options.sort.coherent = true;
  CHECK(wantedBy(options, device).order == Order::coherent);
  CHECK(choiceOf(wantedBy(options, device)).coherent);
  options.sort.coherent = false;
  options.sort_every = 1000;
  CHECK(wantedBy(options, device).order == Order::some_frames);
  CHECK(settled(wantedBy(options, device), {}, kEnough).every == 1000);
  options.sorting = false;
  CHECK(wantedBy(options, device).order == Order::off);
}

TEST_CASE("a_window_allows_as_many_elements_as_half_of_the_devices_memory_holds") {
  constexpr VkMemoryHeapFlags kLocal = VK_MEMORY_HEAP_DEVICE_LOCAL_BIT;
  using Heaps = std::vector<VkMemoryHeap>;
  for (const auto& [heaps, most] : {std::pair{Heaps{{1 << 20, kLocal}, {1 << 28, 0}}, 2048U},
                                    {Heaps{{1 << 10, kLocal}, {1 << 22, kLocal}, {1 << 28, 0}}, 8192U},
                                    {Heaps{{1 << 8, kLocal}}, 1U},
                                    {Heaps{{VkDeviceSize{1} << 40, kLocal}}, kMaxCount}}) {
    CAPTURE(most);
    test::PhysicalEdits edits;
    edits.memory = [&wanted = heaps](VkPhysicalDeviceMemoryProperties& memory) {
      memory.memoryHeapCount = static_cast<uint32_t>(wanted.size());
      std::ranges::copy(wanted, memory.memoryHeaps);
    };
    const test::PhysicalScope scope(edits);
    gpu::DeviceInfo info;
    info.physical = test::devices().front().physical.handle;
    CHECK(mostCount(gpu::Device(test::instance(), info)) == most);
  }
}

TEST_CASE("all_of_a_file_is_shown_and_other_scenes_have_a_count_of_their_own") {
  const gpu::Device& device = *test::devices().front().device;
  Options options;
  options.scene = findScene("points");
  options.cloud = [] {
    Cloud cloud;
    cloud.add({});
    cloud.add({});
    return std::make_shared<const Cloud>(cloud);
  }();
  const Wanted file = wantedBy(options, device);
  CHECK(file.count == 2);
  Wanted asked = file;
  asked.count = 5000;
  CHECK(countBehind(options, asked, file, device) == 2);
  // Elsewhere it is what the scene has, or what was chosen there.
  Wanted smoke = file;
  smoke.scene = 0;
  smoke.count = countBehind(options, smoke, file, device);
  CHECK(smoke.count == defaultCount(allScenes()[0], device));
  asked = smoke;
  asked.count = 77;
  CHECK(countBehind(options, asked, smoke, device) == 77);
  Wanted other = asked;
  other.scene = 1;
  CHECK(countBehind(options, other, asked, device) == 77);
  other = smoke;
  other.scene = 1;
  CHECK(countBehind(options, other, smoke, device) == defaultCount(allScenes()[1], device));
  Wanted back = asked;
  back.scene = file.scene;
  CHECK(countBehind(options, back, asked, device) == 2);
  options.cloud = nullptr;
  CHECK(countBehind(options, back, asked, device) == 77);
}

TEST_CASE("a_gpu_has_as_many_elements_as_the_scene_has_for_one") {
  for (const auto& [type, software] :
       {std::pair{VK_PHYSICAL_DEVICE_TYPE_CPU, true}, {VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, false}}) {
    test::PhysicalEdits edits;
    edits.properties = [&wanted = type](VkPhysicalDeviceProperties& properties) { properties.deviceType = wanted; };
    const test::PhysicalScope scope(edits);
    gpu::DeviceInfo info;
    info.physical = test::devices().front().physical.handle;
    const gpu::Device device(test::instance(), info);
    for (const bool offscreen : {false, true}) {
      Options options;
      options.scene = findScene("galaxy");
      options.offscreen = offscreen;
      CHECK(countOf(options, device) == (software ? options.scene->count : options.scene->gpu_count));
      options.count = 77;
      CHECK(countOf(options, device) == 77);
    }
  }
}

TEST_CASE("pictures_are_as_large_as_the_least_of_the_devices_limits") {
  struct Limits {
    uint32_t image, frame_width, frame_height, view_width, view_height;
  };
  // Each of them is the least one once.
  for (const auto& [limits, width, height] : {std::tuple{Limits{300, 900, 900, 900, 900}, 300U, 300U},
                                              {Limits{900, 500, 400, 900, 900}, 500U, 400U},
                                              {Limits{900, 900, 900, 500, 400}, 500U, 400U}}) {
    VkPhysicalDeviceProperties device{};
    device.limits.maxImageDimension2D = limits.image;
    device.limits.maxFramebufferWidth = limits.frame_width;
    device.limits.maxFramebufferHeight = limits.frame_height;
    device.limits.maxViewportDimensions[0] = limits.view_width;
    device.limits.maxViewportDimensions[1] = limits.view_height;
    const VkExtent2D fits = fittingSize({width, height}, device);
    CHECK(fits.width == width);
    CHECK(fits.height == height);
    CHECK_THROWS_AS(fittingSize({width + 1, height}, device), UsageError);
    CHECK_THROWS_AS(fittingSize({width, height + 1}, device), UsageError);
  }
}

TEST_CASE("every_frame_is_verified_in_debug_builds") {
  CHECK(test::verifiesInDebugBuilds());
  CHECK(Options{}.verify == kVerifyByDefault);
#ifdef NDEBUG
  CHECK_FALSE(kVerifyByDefault);
#endif
}
