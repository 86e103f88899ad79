// Settings as plain data: what is chosen in the window, and what is chosen where nobody asks.
#include <doctest/doctest.h>

#include "controls/series.h"
#include "controls/wanted.h"
#include "scenes/scenes.h"
#include "support/devices.h"
#include "support/physical.h"
#include "viewer.h"
#include "viewer/stages.h"

using namespace particles;

namespace {

constexpr uint32_t kMost = 100000;

}  // namespace

TEST_CASE("an_algorithm_that_a_scene_refuses_becomes_automatic_and_no_other") {
  for (std::size_t scene = 0; scene < allScenes().size(); ++scene)
    for (const Use use : {Use::automatic, Use::bitonic, Use::radix}) {
      Wanted asked;
      asked.scene = scene;
      asked.use = use;
      const bool refused = use == Use::radix && std::string(allScenes()[scene].name) == "fireworks";
      CHECK(settled(asked, kMost).use == (refused ? Use::automatic : use));
    }
}

TEST_CASE("numbers_chosen_in_the_window_stay_in_their_range") {
  Wanted asked;
  asked.scene = 1000;
  asked.count = kMost + 1;
  asked.divider = -1.0F;
  asked.steps.list.elements = 1;
  asked.steps.list.digit_bits = 99;
  asked.steps.speed = 1e9F;
  const Wanted given = settled(asked, kMost);
  CHECK(given.scene == allScenes().size() - 1);
  CHECK(given.count == kMost);
  CHECK(given.divider == 0.0F);
  CHECK(given.steps.list.elements == steps::kFewestElements);
  CHECK(given.steps.list.digit_bits == steps::kMostDigitBits);
  CHECK(given.steps.speed <= 20.0F);
}

TEST_CASE("steps_are_due_once_and_at_most_four_after_a_long_pause") {
  StepClock clock;
  test::pause(0.5);
  CHECK(clock.steps(false) == 4);  // of 30
  CHECK(clock.steps(true) == 0);
  // Time does not count while paused. A busy machine may take long between the two calls, so it may try again.
  const auto restsWhilePaused = [&] {
    test::pause(0.2);
    return clock.steps(true) == 0 && clock.steps(false) < 4;
  };
  CHECK(test::eventually(restsWhilePaused, 1.0));
}

TEST_CASE("the_default_count_depends_on_the_device") {
  for (const auto& [type, software] :
       {std::pair{VK_PHYSICAL_DEVICE_TYPE_CPU, true}, {VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU, false}}) {
    test::PhysicalEdits edits;
    edits.properties = [&wanted = type](VkPhysicalDeviceProperties& properties) { properties.deviceType = wanted; };
    const test::PhysicalScope scope(edits);
    gpu::DeviceInfo info;
    info.physical = test::devices().front().physical.handle;
    const gpu::Device device(test::instance(), info);
    Options options;
    options.scene = findScene("galaxy");
    const uint32_t scene_count = software ? options.scene->count : options.scene->gpu_count;
    CHECK(countOf(options, device) == scene_count);
    CHECK(wantedBy(options, device).count == (software ? scene_count / 2 : scene_count));
    options.count = 77;
    CHECK(countOf(options, device) == 77);
    CHECK(wantedBy(options, device).count == 77);
  }
}

TEST_CASE("every_frame_is_verified_by_default_in_debug_builds_only") {
#ifdef NDEBUG
  CHECK_FALSE(Options{}.verify);
#else
  CHECK(Options{}.verify);
#endif
}
