// Settings as plain data: what is chosen in the window, and what is chosen where nobody asks.
#include <doctest/doctest.h>

#include "controls/wanted.h"
#include "scenes/scenes.h"
#include "support/devices.h"
#include "support/physical.h"
#include "viewer.h"
#include "viewer/stages.h"
#include "window/step_clock.h"

using namespace particles;

namespace {

constexpr uint32_t kMost = 100000;

bool isAllowed(const Wanted& wanted) {
  const SceneEntry& scene = allScenes()[wanted.scene];
  return refusal(wanted.sort, scene.traits, scene.name).empty();
}

}  // namespace

TEST_CASE("settings_chosen_in_the_window_always_go_together") {
  Wanted before;
  before.count = 5000;
  for (std::size_t scene = 0; scene < allScenes().size(); ++scene)
    for (const Order order : {Order::off, Order::every_frame, Order::some_frames})
      for (int use = 0; use <= static_cast<int>(Use::v5); ++use)
        for (const Keys keys : {Keys::automatic, Keys::fused, Keys::separate, Keys::packed}) {
          Wanted asked = before;
          asked.sort.kernels = keys == Keys::separate ? Kernels::baseline : Kernels::automatic;
          asked.sort.key_type = keys == Keys::automatic ? vksort::KeyType::f32 : vksort::KeyType::i32;
          asked.sort.ties = keys == Keys::fused ? Ties::any : Ties::by_index;
          asked.scene = scene;
          asked.order = order;
          asked.sort.use = static_cast<Use>(use);
          asked.sort.keys = keys;
          const Wanted given = settled(asked, before, kMost);
          REQUIRE(isAllowed(given));
          if (isAllowed(asked)) CHECK((given.order == order && given.sort == asked.sort));
        }
}

TEST_CASE("the_setting_chosen_last_replaces_those_that_it_excludes") {
  // The steps of the paper sort keys of one type.
  Wanted integers;
  integers.sort.key_type = vksort::KeyType::u32;
  Wanted asked = integers;
  asked.sort.use = Use::v3;
  const Wanted paper = settled(asked, integers, kMost);
  CHECK(paper.sort.use == Use::v3);
  CHECK(paper.sort.key_type == vksort::KeyType::f32);
  asked = paper;
  asked.sort.key_type = vksort::KeyType::u32;
  const Wanted back = settled(asked, paper, kMost);
  CHECK(back.sort.key_type == vksort::KeyType::u32);
  CHECK(back.sort.use == Use::automatic);
}

TEST_CASE("numbers_chosen_in_the_window_stay_in_their_range") {
  Wanted asked;
  asked.scene = 1000;
  asked.count = kMost + 1;
  asked.every = 0;
  asked.divider = -1.0F;
  asked.steps.list.elements = 1;
  asked.steps.list.digit_bits = 99;
  asked.steps.speed = 1e9F;
  const Wanted given = settled(asked, {}, kMost);
  CHECK(given.scene == allScenes().size() - 1);
  CHECK(given.count == kMost);
  CHECK(given.every == 1);
  CHECK(given.divider == 0.0F);
  CHECK(given.steps.list.elements == steps::kFewestElements);
  CHECK(given.steps.list.digit_bits == steps::kMostDigitBits);
  CHECK(given.steps.speed <= 20.0F);
  // --sort-every may exceed what the slider offers.
  asked.every = 1000000;
  CHECK(settled(asked, {}, kMost).every == 1000000);
}

TEST_CASE("every_frame_or_every_nth_frame_is_sorted") {
  Wanted wanted;
  wanted.every = 3;
  for (uint32_t frame = 0; frame < 10; ++frame) {
    CAPTURE(frame);
    for (const Order order : {Order::off, Order::every_frame}) {
      wanted.order = order;
      CHECK(sortsFrame(wanted, frame));
    }
    wanted.order = Order::some_frames;
    CHECK(sortsFrame(wanted, frame) == (frame % 3 == 0));
  }
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
