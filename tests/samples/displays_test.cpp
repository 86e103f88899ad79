// Checks screens with other pixel sizes, and windows whose images arrive late.
#include <doctest/doctest.h>

#include <cstdlib>
#include <utility>

#include "drawing.h"
#include "image.h"
#include "options.h"
#include "screen.h"
#include "view/session.h"
#include "view/window.h"

// If the driver does not support a screen, the viewer prints a note and draws offscreen.
TEST_CASE("screens_with_16_24_and_30_bits_work") {
  for (const std::string depth : {"16", "24", "30"}) {
    CAPTURE(depth);
    const test::Screen screen(depth);
    const test::TemporaryDirectory directory;
    const std::string output = directory.path() / "last.png";
    const test::Result result = test::runToEnd({test::small("vksort-particles"), "--output", output, "--size", "160x90",
                                                "--scene", "glass", "--count", "300", "--frames", "3", "--validate"},
                                               screen.environment);
    CAPTURE(result.output);
    CAPTURE(result.errors);
    CHECK(result.exit_code == 0);
    CHECK(test::distinctColors(test::readPng(output)) > 500);
    CHECK(result.prints("validation: 0 messages\n"));
    const bool shown = result.errors.empty();
    CHECK((shown || result.errors.ends_with("; drawing offscreen\n")));
    CHECK((shown || depth == "16"));  // Mesa before 2024 shows nothing on 16-bit screens
  }
}

TEST_CASE("pictures_in_all_window_formats_only_differ_by_rounding") {
  test::onDrawingDevices([&](gpu::Device& device) {
    particles::Sorters sorters(device);
    particles::SceneInfo info = test::sceneOf("glass", 300);
    const test::Picture usual = test::Drawing(sorters, info).draw(true, 1).picture;
    for (const gpu::PixelFormat& each : gpu::kPixelFormats) {
      CAPTURE(each.format);
      info.format = each.format;
      const test::Picture picture = test::Drawing(sorters, info).draw(true, 1).picture;
      CHECK(test::distinctColors(picture) > 200);
      CHECK(test::differing(picture, usual, each.bytes == 2 ? 20 : 2) < 20);
    }
  });
}

// Acts like a window that is hidden at times: every second image arrives late, and waits without a timeout never end.
TEST_CASE("hidden_windows_are_drawn_after_their_images_arrive") {
  static PFN_vkGetDeviceProcAddr find;
  static PFN_vkAcquireNextImageKHR acquire;
  static uint32_t calls;
  constexpr PFN_vkAcquireNextImageKHR kAcquireLate = [](VkDevice device, VkSwapchainKHR swapchain, uint64_t timeout,
                                                        VkSemaphore semaphore, VkFence fence, uint32_t* index) {
    if (timeout > 10'000'000'000) std::abort();
    return ++calls % 2 == 1 ? VK_TIMEOUT : acquire(device, swapchain, timeout, semaphore, fence, index);
  };
  const test::Screen screen;
  for (const auto& [name, value] : screen.environment)
    CHECK((value.empty() ? unsetenv(name.c_str()) : setenv(name.c_str(), value.c_str(), 1)) == 0);
  const particles::Display display(true);
  REQUIRE(display.available());
  const gpu::Instance instance({"vksort-sample-tests", false, display.instanceExtensions()});
  find = std::exchange(vkGetDeviceProcAddr, [](VkDevice device, const char* name) {
    const PFN_vkVoidFunction found = find(device, name);
    if (std::string(name) != "vkAcquireNextImageKHR") return found;
    acquire = reinterpret_cast<PFN_vkAcquireNextImageKHR>(found);
    return reinterpret_cast<PFN_vkVoidFunction>(kAcquireLate);
  });
  const char* words[] = {"", "--scene", "glass", "--count", "300", "--frames", "3", "--size", "160x90"};
  CHECK(particles::runWindow(instance, particles::parseOptions(std::size(words), words)) == 0);
  CHECK(calls == 6);
  vkGetDeviceProcAddr = find;
}
