// The images that a window asks for, by what its surface offers, and when they must be made anew. The surface and its
// swapchain are faked.
#include "window/swapchain.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "drawing.h"
#include "support/devices.h"

using namespace particles;
using test::Replaced;

namespace {

constexpr VkExtent2D kAny{~0U, ~0U};
constexpr VkCompositeAlphaFlagBitsKHR kOpaque = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
constexpr VkCompositeAlphaFlagBitsKHR kPre = VK_COMPOSITE_ALPHA_PRE_MULTIPLIED_BIT_KHR;
constexpr VkCompositeAlphaFlagBitsKHR kPost = VK_COMPOSITE_ALPHA_POST_MULTIPLIED_BIT_KHR;

// What the surface offers and answers, and what it was asked for last.
struct Surface {
  static inline VkSurfaceCapabilitiesKHR can{};
  static inline bool immediate = true;  // whether it presents without waiting
  static inline VkSwapchainCreateInfoKHR asked{};
  static inline const auto kMade = (VkSwapchainKHR)1;
  static inline VkResult result = VK_SUCCESS;  // of acquiring and presenting
  static inline uint32_t presented = 0;

  static VkResult VKAPI_CALL formats(VkPhysicalDevice, VkSurfaceKHR, uint32_t* count, VkSurfaceFormatKHR* out) {
    *count = 1;
    if (out != nullptr) out[0] = {VK_FORMAT_B8G8R8A8_UNORM, VK_COLOR_SPACE_SRGB_NONLINEAR_KHR};
    return VK_SUCCESS;
  }
  static VkResult VKAPI_CALL capabilities(VkPhysicalDevice, VkSurfaceKHR, VkSurfaceCapabilitiesKHR* out) {
    *out = can;
    return VK_SUCCESS;
  }
  static VkResult VKAPI_CALL modes(VkPhysicalDevice, VkSurfaceKHR, uint32_t* count, VkPresentModeKHR* out) {
    constexpr VkPresentModeKHR kModes[] = {VK_PRESENT_MODE_FIFO_KHR, VK_PRESENT_MODE_IMMEDIATE_KHR};
    *count = immediate ? 2 : 1;
    if (out != nullptr) std::copy_n(kModes, *count, out);
    return VK_SUCCESS;
  }
  static VkResult VKAPI_CALL create(VkDevice, const VkSwapchainCreateInfoKHR* info, const VkAllocationCallbacks*,
                                    VkSwapchainKHR* out) {
    asked = *info;
    *out = kMade;
    return VK_SUCCESS;
  }
  static VkResult VKAPI_CALL images(VkDevice, VkSwapchainKHR, uint32_t* count, VkImage* out) {
    *count = 2;
    if (out != nullptr) std::fill_n(out, 2, VkImage{});
    return VK_SUCCESS;
  }
  static VkResult VKAPI_CALL view(VkDevice, const VkImageViewCreateInfo*, const VkAllocationCallbacks*,
                                  VkImageView* out) {
    *out = VK_NULL_HANDLE;
    return VK_SUCCESS;
  }
  static VkResult VKAPI_CALL acquire(VkDevice, VkSwapchainKHR, uint64_t, VkSemaphore, VkFence, uint32_t* index) {
    *index = 1;
    return result;
  }
  static VkResult VKAPI_CALL present(VkQueue, const VkPresentInfoKHR* info) {
    presented = info->pImageIndices[0];
    return result;
  }
  static void VKAPI_CALL destroy(VkDevice, VkSwapchainKHR, const VkAllocationCallbacks*) {}
};

// Every function that a swapchain calls.
struct Fakes {
  explicit Fakes(gpu::Device& device)
      : create(device.vk.vkCreateSwapchainKHR, Surface::create),
        images(device.vk.vkGetSwapchainImagesKHR, Surface::images),
        view(device.vk.vkCreateImageView, Surface::view),
        acquire(device.vk.vkAcquireNextImageKHR, Surface::acquire),
        present(device.vk.vkQueuePresentKHR, Surface::present),
        destroy(device.vk.vkDestroySwapchainKHR, Surface::destroy) {
    VkSurfaceCapabilitiesKHR& can = Surface::can;
    can = {};
    can.minImageCount = can.maxImageCount = 2;
    can.currentExtent = kAny;
    can.minImageExtent = {8, 4};
    can.maxImageExtent = {500, 300};
    can.supportedCompositeAlpha = kOpaque;
    Surface::result = VK_SUCCESS;
  }

  Replaced<PFN_vkGetPhysicalDeviceSurfaceFormatsKHR> formats{vkGetPhysicalDeviceSurfaceFormatsKHR, Surface::formats};
  Replaced<PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR> capabilities{vkGetPhysicalDeviceSurfaceCapabilitiesKHR,
                                                                       Surface::capabilities};
  Replaced<PFN_vkGetPhysicalDeviceSurfacePresentModesKHR> modes{vkGetPhysicalDeviceSurfacePresentModesKHR,
                                                                Surface::modes};
  Replaced<PFN_vkCreateSwapchainKHR> create;
  Replaced<PFN_vkGetSwapchainImagesKHR> images;
  Replaced<PFN_vkCreateImageView> view;
  Replaced<PFN_vkAcquireNextImageKHR> acquire;
  Replaced<PFN_vkQueuePresentKHR> present;
  Replaced<PFN_vkDestroySwapchainKHR> destroy;
};

}  // namespace

TEST_CASE("the_images_of_a_window_are_what_its_surface_takes") {
  constexpr VkPresentModeKHR kFifo = VK_PRESENT_MODE_FIFO_KHR, kImmediate = VK_PRESENT_MODE_IMMEDIATE_KHR;
  struct Case {
    VkExtent2D wanted{400, 200}, current = kAny;
    uint32_t max_images = 2;  // 0: any number
    VkCompositeAlphaFlagsKHR alphas = kOpaque;
    bool vsync = true, immediate = true;
    // Asked of the surface:
    VkExtent2D extent{400, 200};
    uint32_t images = 2;
    VkCompositeAlphaFlagBitsKHR alpha = kOpaque;
    VkPresentModeKHR mode = kFifo;
  };
  const Case cases[] = {{},
                        {.wanted = {900, 900}, .extent = {500, 300}},
                        {.wanted = {1, 1}, .extent = {8, 4}},
                        {.current = {320, 240}, .extent = {320, 240}},
                        {.max_images = 0, .images = 3},
                        {.vsync = false, .mode = kImmediate},
                        {.vsync = false, .immediate = false},
                        {.alphas = kOpaque | kPre | kPost},
                        {.alphas = kPre | kPost, .alpha = kPre},
                        {.alphas = kPost, .alpha = kPost}};
  gpu::Device& device = *test::devices().front().device;
  const Fakes fakes(device);
  Swapchain swapchain(device, VK_NULL_HANDLE);
  for (const Case& each : cases) {
    CAPTURE(&each - cases);
    Surface::can.currentExtent = each.current;
    Surface::can.maxImageCount = each.max_images;
    Surface::can.supportedCompositeAlpha = each.alphas;
    Surface::immediate = each.immediate;
    REQUIRE(swapchain.rebuild(each.wanted, each.vsync));
    for (const VkExtent2D& extent : {Surface::asked.imageExtent, swapchain.extent()}) {
      CHECK(extent.width == each.extent.width);
      CHECK(extent.height == each.extent.height);
    }
    CHECK(Surface::asked.minImageCount == each.images);
    CHECK(Surface::asked.compositeAlpha == each.alpha);
    CHECK(Surface::asked.presentMode == each.mode);
    CHECK(swapchain.waits() == (each.mode == kFifo));
    CHECK(Surface::asked.oldSwapchain == (&each == cases ? VK_NULL_HANDLE : Surface::kMade));
  }
  Surface::can.currentExtent = {320, 0};  // minimized
  CHECK_FALSE(swapchain.rebuild({400, 200}));
}

TEST_CASE("a_window_makes_new_images_when_its_surface_changes") {
  struct Case {
    VkResult result;
    bool acquires, presents, throws;
  };
  const Case cases[] = {{VK_SUCCESS, true, true, false},
                        {VK_SUBOPTIMAL_KHR, true, false, false},
                        {VK_ERROR_OUT_OF_DATE_KHR, false, false, false},
                        {VK_ERROR_SURFACE_LOST_KHR, false, false, true}};
  gpu::Device& device = *test::devices().front().device;
  const Fakes fakes(device);
  Swapchain swapchain(device, VK_NULL_HANDLE);
  REQUIRE(swapchain.rebuild({400, 200}));
  for (const Case& each : cases) {
    CAPTURE(each.result);
    Surface::result = each.result;
    if (each.throws) {
      CHECK_THROWS_AS(swapchain.acquire(VK_NULL_HANDLE), gpu::Error);
      CHECK_THROWS_AS(swapchain.present(0), gpu::Error);
      continue;
    }
    CHECK(swapchain.acquire(VK_NULL_HANDLE) == (each.acquires ? std::optional(1U) : std::nullopt));
    CHECK(swapchain.present(1) == each.presents);
    CHECK(Surface::presented == 1);
  }
}
