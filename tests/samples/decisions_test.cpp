// Checks the decisions that need no device: camera movement and swapchain images.
#include <doctest/doctest.h>

#include <cmath>

#include "gpu/swapchain.h"
#include "scene/camera.h"

using namespace particles;
using doctest::Approx;

namespace {

constexpr glm::vec2 kPicture{1600.0F, 900.0F};
constexpr float kAspect = kPicture.x / kPicture.y;

// Returns the point of the scene at (right, up, ahead) of the eye.
glm::vec3 pointOf(const View& view, const glm::vec3& seen) {
  const auto axis = [&](int i) { return glm::vec3(view.right[i], view.up[i], view.forward[i]); };
  const glm::vec3 from = seen - glm::vec3(view.right.w, view.up.w, view.forward.w);
  return {glm::dot(axis(0), from), glm::dot(axis(1), from), glm::dot(axis(2), from)};
}

glm::vec3 eyeOf(const Camera& camera) { return pointOf(camera.view(kPicture), glm::vec3(0.0F)); }

// Returns the point at a screen position, at the distance of the target.
glm::vec3 pointAt(const Camera& camera, glm::vec2 clip) {
  const View view = camera.view(kPicture);
  const float depth = camera.distance();
  return pointOf(view, {clip.x / view.focal.x * depth, clip.y / view.focal.y * depth, depth});
}

glm::vec2 clipOf(const Camera& camera, const glm::vec3& point) {
  const View view = camera.view(kPicture);
  const glm::vec4 at(point, 1.0F);
  return view.focal * glm::vec2(glm::dot(view.right, at), glm::dot(view.up, at)) / glm::dot(view.forward, at);
}

void checkNear(const glm::vec3& a, const glm::vec3& b) { CHECK(glm::length(a - b) < 1e-3F); }
void checkNear(glm::vec2 a, glm::vec2 b) { CHECK(glm::length(a - b) < 1e-4F); }

}  // namespace

TEST_CASE("the_camera_focuses_and_pans_by_the_pointer") {
  Camera focused, panned;
  const glm::vec3 point = pointAt(focused, {0.4F, -0.3F});
  checkNear(clipOf(focused, point), {0.4F, -0.3F});
  focused.focus({0.4F, -0.3F}, kAspect);
  checkNear(clipOf(focused, point), {0.0F, 0.0F});
  panned.pan({0.1F, 0.2F});  // in clip coordinates, whose height is 2
  checkNear(clipOf(panned, point), {0.4F + 0.2F / kAspect, -0.3F - 0.4F});
}

TEST_CASE("the_camera_moves_within_limits") {
  constexpr CameraStart kStart{0.0F, 0.0F, 7.0F, {0.0F, 2.0F, 0.0F}};
  for (const auto& [by, eye] : {std::pair{glm::vec3(1.0F, 2.0F, 3.0F), glm::vec3(1.0F, 4.0F, 4.0F)},
                                {{1000.0F, 0.0F, 0.0F}, {50.0F, 2.0F, 7.0F}},
                                {{-1000.0F, -1000.0F, -1000.0F}, {-50.0F, -50.0F, 57.0F}}}) {
    Camera camera(kStart);
    camera.fly(by);
    checkNear(eyeOf(camera), eye);
  }
  Camera camera(kStart);
  for (const auto& [factor, distance] : {std::pair{0.5F, 3.5F}, {1000.0F, 30.0F}, {1e-6F, 1.5F}}) {
    camera.zoom(factor);
    CHECK(camera.distance() == distance);
  }
  camera.orbit(0.0F, -10.0F);
  CHECK(eyeOf(camera).y == Approx(2.0));
  camera.orbit(0.0F, 10.0F);
  CHECK(eyeOf(camera).y == Approx(2.0F + 1.5F * std::sin(1.4F)));
}

TEST_CASE("swapchain_images_respect_the_surface_capabilities") {
  constexpr VkExtent2D kAny{~0U, ~0U};
  constexpr VkPresentModeKHR kModes[] = {VK_PRESENT_MODE_FIFO_KHR, VK_PRESENT_MODE_IMMEDIATE_KHR};
  constexpr VkCompositeAlphaFlagBitsKHR kOpaque = VK_COMPOSITE_ALPHA_OPAQUE_BIT_KHR;
  constexpr VkCompositeAlphaFlagBitsKHR kPre = VK_COMPOSITE_ALPHA_PRE_MULTIPLIED_BIT_KHR;
  constexpr VkCompositeAlphaFlagBitsKHR kPost = VK_COMPOSITE_ALPHA_POST_MULTIPLIED_BIT_KHR;
  struct Case {
    VkExtent2D size{400, 200}, current = kAny;
    uint32_t max_images = 2;  // 0 means no limit
    VkCompositeAlphaFlagsKHR alphas = kOpaque;
    bool vsync = true;
    std::size_t modes = 2;
    VkExtent2D extent{400, 200};
    uint32_t images = 2;
    VkCompositeAlphaFlagBitsKHR alpha = kOpaque;
    VkPresentModeKHR mode = VK_PRESENT_MODE_FIFO_KHR;
  };
  const Case cases[] = {{},
                        {.size = {900, 900}, .extent = {500, 300}},
                        {.size = {1, 1}, .extent = {8, 4}},
                        {.current = {320, 240}, .extent = {320, 240}},
                        {.current = {320, 0}, .extent = {320, 0}},
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
        gpu::swapchainInfo(can, std::span(kModes).first(each.modes), each.size, each.vsync);
    CHECK(asked.imageExtent.width == each.extent.width);
    CHECK(asked.imageExtent.height == each.extent.height);
    CHECK(asked.minImageCount == each.images);
    CHECK(asked.compositeAlpha == each.alpha);
    CHECK(asked.presentMode == each.mode);
  }
}
