// Which images are asked for of a window, whatever its surface says of itself, and when they are asked for anew. No
// surface is there.
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
  static inline VkResult result = VK_SUCCESS;  // of what comes next
  static inline uint32_t presented = 0;        // last

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
  static VkResult VKAPI_CALL images(VkDevice, VkSwapchainKHR, uint32_t* count, VkImage* out) {
    *count = 2;
    if (out != nullptr) std::ranges::fill_n(out, 2, VkImage{});
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

// All that a swapchain calls.
class Replacements {
 public:
  explicit Replacements(gpu::Device& device)
      : create_(device.vk.vkCreateSwapchainKHR, Surface::create),
        images_(device.vk.vkGetSwapchainImagesKHR, Surface::images),
        view_(device.vk.vkCreateImageView, Surface::view),
        acquire_(device.vk.vkAcquireNextImageKHR, Surface::acquire),
        present_(device.vk.vkQueuePresentKHR, Surface::present),
        destroy_(device.vk.vkDestroySwapchainKHR, Surface::destroy) {
    VkSurfaceCapabilitiesKHR& can = Surface::can;
    can = {};
    can.minImageCount = 2;
    can.maxImageCount = 2;
    can.currentExtent = {~0U, ~0U};  // any
    can.minImageExtent = {1, 1};
    can.maxImageExtent = {500, 300};
    can.supportedCompositeAlpha = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
    Surface::result = VK_SUCCESS;
  }

 private:
  Replaced<PFN_vkGetPhysicalDeviceSurfaceFormatsKHR> formats_{vkGetPhysicalDeviceSurfaceFormatsKHR, Surface::formats};
  Replaced<PFN_vkGetPhysicalDeviceSurfaceCapabilitiesKHR> capabilities_{vkGetPhysicalDeviceSurfaceCapabilitiesKHR,
                                                                        Surface::capabilities};
  Replaced<PFN_vkGetPhysicalDeviceSurfacePresentModesKHR> modes_{vkGetPhysicalDeviceSurfacePresentModesKHR,
                                                                 Surface::modes};
  Replaced<PFN_vkCreateSwapchainKHR> create_;
  Replaced<PFN_vkGetSwapchainImagesKHR> images_;
  Replaced<PFN_vkCreateImageView> view_;
  Replaced<PFN_vkAcquireNextImageKHR> acquire_;
  Replaced<PFN_vkQueuePresentKHR> present_;
  Replaced<PFN_vkDestroySwapchainKHR> destroy_;
};

}  // namespace

TEST_CASE("images_of_a_window_are_as_large_and_as_many_as_its_surface_takes") {
  gpu::Device& device = *test::devices().front().device;
  const Replacements replaced(device);
  VkSurfaceCapabilitiesKHR& can = Surface::can;
  const VkSwapchainCreateInfoKHR& asked = Surface::asked;
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

TEST_CASE("images_of_a_window_are_opaque_or_as_its_surface_takes_them") {
  gpu::Device& device = *test::devices().front().device;
  const Replacements replaced(device);
  Swapchain swapchain(device, VK_NULL_HANDLE);
  constexpr VkCompositeAlphaFlagsKHR kPre = VK_COMPOSITE_ALPHA_PRE_MULTIPLIED_BIT_KHR;
  constexpr VkCompositeAlphaFlagsKHR kPost = VK_COMPOSITE_ALPHA_POST_MULTIPLIED_BIT_KHR;
  constexpr VkCompositeAlphaFlagsKHR kOpaque = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
  for (const auto& [offered, asked] :
       {std::pair{kOpaque | kPre | kPost, kOpaque}, {kPre | kPost, kPre}, {kPost, kPost}}) {
    Surface::can.supportedCompositeAlpha = offered;
    REQUIRE(swapchain.rebuild({400, 200}));
    CHECK(Surface::asked.compositeAlpha == asked);
  }
}

TEST_CASE("a_window_has_new_images_where_its_surface_has_changed") {
  gpu::Device& device = *test::devices().front().device;
  const Replacements replaced(device);
  Swapchain swapchain(device, VK_NULL_HANDLE);
  REQUIRE(swapchain.rebuild({400, 200}));
  CHECK(swapchain.acquire(VK_NULL_HANDLE) == 1U);
  CHECK(swapchain.present(1));
  CHECK(Surface::presented == 1);
  Surface::result = VK_SUBOPTIMAL_KHR;  // drawn to once more
  CHECK(swapchain.acquire(VK_NULL_HANDLE) == 1U);
  CHECK_FALSE(swapchain.present(0));
  Surface::result = VK_ERROR_OUT_OF_DATE_KHR;
  CHECK(swapchain.acquire(VK_NULL_HANDLE) == std::nullopt);
  CHECK_FALSE(swapchain.present(0));
  Surface::result = VK_ERROR_SURFACE_LOST_KHR;
  CHECK_THROWS_AS(swapchain.acquire(VK_NULL_HANDLE), gpu::Error);
  CHECK_THROWS_AS(swapchain.present(0), gpu::Error);
}
