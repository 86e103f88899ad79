// Which images are asked for of a window, whatever its surface says of itself. No surface is there.
#include "window/swapchain.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "replaced.h"
#include "support/devices.h"

using namespace particles;
using test::Replaced;

namespace {

// A surface that says what it is given, and the one swapchain that there is.
struct Surface {
  static inline VkSurfaceCapabilitiesKHR can{};
  static inline VkSwapchainCreateInfoKHR asked{};  // last
  static inline const auto kMade = (VkSwapchainKHR)1;

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
    *count = 2;
    if (out != nullptr) std::ranges::copy(kModes, out);
    return VK_SUCCESS;
  }
  static VkResult VKAPI_CALL create(VkDevice, const VkSwapchainCreateInfoKHR* info, const VkAllocationCallbacks*,
                                    VkSwapchainKHR* out) {
    asked = *info;
    *out = kMade;
    return VK_SUCCESS;
  }
  static VkResult VKAPI_CALL images(VkDevice, VkSwapchainKHR, uint32_t* count, VkImage*) {
    *count = 0;
    return VK_SUCCESS;
  }
  static void VKAPI_CALL destroy(VkDevice, VkSwapchainKHR, const VkAllocationCallbacks*) {}
};

}  // namespace

TEST_CASE("images_of_a_window_are_as_large_and_as_many_as_its_surface_takes") {
  gpu::Device& device = *test::devices().front().device;
  const Replaced<PFN_vkGetPhysicalDeviceSurfaceFormatsKHR> formats(vkGetPhysicalDeviceSurfaceFormatsKHR,
                                                                   Surface::formats);
  const Replaced<PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR> capabilities(vkGetPhysicalDeviceSurfaceCapabilitiesKHR,
                                                                             Surface::capabilities);
  const Replaced<PFN_vkGetPhysicalDeviceSurfacePresentModesKHR> modes(vkGetPhysicalDeviceSurfacePresentModesKHR,
                                                                      Surface::modes);
  const Replaced<PFN_vkCreateSwapchainKHR> create(device.vk.vkCreateSwapchainKHR, Surface::create);
  const Replaced<PFN_vkGetSwapchainImagesKHR> images(device.vk.vkGetSwapchainImagesKHR, Surface::images);
  const Replaced<PFN_vkDestroySwapchainKHR> destroy(device.vk.vkDestroySwapchainKHR, Surface::destroy);
  VkSurfaceCapabilitiesKHR& can = Surface::can;
  const VkSwapchainCreateInfoKHR& asked = Surface::asked;
  can = {};
  can.minImageCount = 2;
  can.maxImageCount = 2;
  can.currentExtent = {~0U, ~0U};  // any
  can.minImageExtent = {1, 1};
  can.maxImageExtent = {500, 300};
  can.supportedCompositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
  Swapchain swapchain(device, VK_NULL_HANDLE);
  const auto check = [&](VkExtent2D wanted, VkExtent2D expected) {
    CAPTURE(wanted.width);
    REQUIRE(swapchain.rebuild(wanted));
    CHECK(asked.imageExtent.width == expected.width);
    CHECK(asked.imageExtent.height == expected.height);
    CHECK(swapchain.extent().width == expected.width);
    CHECK(swapchain.extent().height == expected.height);
  };
  check({400, 200}, {400, 200});
  CHECK(asked.oldSwapchain == VK_NULL_HANDLE);
  check({900, 900}, {500, 300});
  CHECK(asked.oldSwapchain == Surface::kMade);
  CHECK(asked.minImageCount == 2);
  can.maxImageCount = 0;  // any number
  can.currentExtent = {320, 240};
  check({400, 200}, {320, 240});
  CHECK(asked.minImageCount == 3);
  CHECK(asked.presentMode == VK_PRESENT_MODE_FIFO_KHR);
  CHECK(swapchain.waits());
  REQUIRE(swapchain.rebuild({400, 200}, false));
  CHECK(asked.presentMode == VK_PRESENT_MODE_IMMEDIATE_KHR);
  CHECK_FALSE(swapchain.waits());
  can.currentExtent = {320, 0};  // minimized
  CHECK_FALSE(swapchain.rebuild({400, 200}));
}
