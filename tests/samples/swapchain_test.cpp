// The images that a window asks for, by what its surface offers.
#include "view/swapchain.h"

#include <doctest/doctest.h>

TEST_CASE("the_images_of_a_window_are_what_its_surface_takes") {
  constexpr VkExtent2D kAny{~0U, ~0U};
  constexpr VkPresentModeKHR kModes[] = {VK_PRESENT_MODE_FIFO_KHR, VK_PRESENT_MODE_IMMEDIATE_KHR};
  constexpr VkCompositeAlphaFlagBitsKHR kOpaque = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
  constexpr VkCompositeAlphaFlagBitsKHR kPre = VK_COMPOSITE_ALPHA_PRE_MULTIPLIED_BIT_KHR;
  constexpr VkCompositeAlphaFlagBitsKHR kPost = VK_COMPOSITE_ALPHA_POST_MULTIPLIED_BIT_KHR;
  struct Case {
    VkExtent2D wanted{400, 200}, current = kAny;
    uint32_t max_images = 2;  // 0: any number
    VkCompositeAlphaFlagsKHR alphas = kOpaque;
    bool vsync = true;
    std::size_t modes = 2;  // of kModes
    // Asked of the surface:
    VkExtent2D extent{400, 200};
    uint32_t images = 2;
    VkCompositeAlphaFlagBitsKHR alpha = kOpaque;
    VkPresentModeKHR mode = VK_PRESENT_MODE_FIFO_KHR;
  };
  const Case cases[] = {{},
                        {.wanted = {900, 900}, .extent = {500, 300}},
                        {.wanted = {1, 1}, .extent = {8, 4}},
                        {.current = {320, 240}, .extent = {320, 240}},
                        {.current = {320, 0}, .extent = {320, 0}},  // minimized
                        {.max_images = 0, .images = 3},
                        {.vsync = false, .mode = VK_PRESENT_MODE_IMMEDIATE_KHR},
                        {.vsync = false, .modes = 1},
                        {.alphas = kOpaque | kPre | kPost},
                        {.alphas = kPre | kPost, .alpha = kPre},
                        {.alphas = kPost, .alpha = kPost}};
  for (const Case& each : cases) {
    CAPTURE(&each - cases);
    VkSurfaceCapabilitiesKHR can{};
    can.minImageCount = 2;
    can.maxImageCount = each.max_images;
    can.currentExtent = each.current;
    can.minImageExtent = {8, 4};
    can.maxImageExtent = {500, 300};
    can.supportedCompositeAlpha = each.alphas;
    const VkSwapchainCreateInfoKHR asked =
        particles::swapchainInfo(can, std::span(kModes).first(each.modes), each.wanted, each.vsync);
    CHECK(asked.imageExtent.width == each.extent.width);
    CHECK(asked.imageExtent.height == each.extent.height);
    CHECK(asked.minImageCount == each.images);
    CHECK(asked.compositeAlpha == each.alpha);
    CHECK(asked.presentMode == each.mode);
  }
}
