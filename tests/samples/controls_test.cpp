// What the window's keys, mouse and controls ask for, as plain data; and each control used by clicks, under Xvfb.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>

#include "controls/actions.h"
#include "controls/facts.h"
#include "controls/pointer.h"
#include "scenes/scenes.h"
#include "support/child.h"
#include "support/devices.h"
#include "support/physical.h"
#include "viewer.h"
#include "viewer/meter.h"
#include "viewer/player.h"
#include "viewer/save.h"
#include "viewer/stages.h"
#include "window/step_clock.h"

using namespace particles;

namespace {

constexpr uint32_t kMost = 100000;

std::vector<uint32_t> keysOf(const std::vector<steps::Element>& list) {
  std::vector<uint32_t> keys;
  for (const steps::Element& element : list) keys.push_back(element.key);
  return keys;
}

bool isAllowed(const Wanted& wanted) {
  const SceneEntry& scene = allScenes()[wanted.scene];
  return refusal(choiceOf(wanted), scene.traits, scene.name).empty();
}

}  // namespace

TEST_CASE("whatever_is_chosen_in_the_window_goes_together_and_what_was_chosen_last_stays_where_it_can") {
  Wanted before;
  before.count = 5000;
  for (std::size_t scene = 0; scene < allScenes().size(); ++scene)
    for (const Order order : {Order::off, Order::every_frame, Order::some_frames, Order::coherent})
      for (int use = 0; use <= static_cast<int>(Use::v5); ++use)
        for (const Keys keys : {Keys::automatic, Keys::fused, Keys::separate, Keys::packed}) {
          Wanted asked = before;
          asked.sort.kernels = keys == Keys::separate ? Kernels::floor : Kernels::automatic;
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
  // Rungs of the ladder repair nothing and have no fused keys.
  Wanted coherent = before;
  coherent.order = Order::coherent;
  Wanted rung = coherent;
  rung.sort.use = Use::v3;
  CHECK(settled(rung, coherent, kMost).order == Order::every_frame);
  CHECK(settled(rung, coherent, kMost).sort.use == Use::v3);
  Wanted back = settled(rung, coherent, kMost);
  back.order = Order::coherent;
  CHECK(settled(back, settled(rung, coherent, kMost), kMost).sort.use == Use::automatic);
  CHECK(settled(back, settled(rung, coherent, kMost), kMost).order == Order::coherent);
  // And sort words of their own.
  Wanted integers = before;
  integers.sort.key_type = vksort::KeyType::u32;
  rung = integers;
  rung.sort.use = Use::v3;
  CHECK(settled(rung, integers, kMost).sort.use == Use::v3);
  CHECK(settled(rung, integers, kMost).sort.key_type == vksort::KeyType::f32);
}

TEST_CASE("numbers_of_the_window_stay_in_their_range") {
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
  // What the slider does not reach may be asked for all the same.
  asked.every = 1000000;
  CHECK(settled(asked, {}, kMost).every == 1000000);
}

TEST_CASE("every_frame_is_sorted_or_every_nth_from_the_first_on") {
  Wanted wanted;
  wanted.every = 3;
  for (uint32_t frame = 0; frame < 10; ++frame) {
    CAPTURE(frame);
    for (const Order order : {Order::off, Order::every_frame, Order::coherent}) {
      wanted.order = order;
      CHECK(sortsFrame(wanted, frame));
    }
    wanted.order = Order::some_frames;
    CHECK(sortsFrame(wanted, frame) == (frame % 3 == 0));
  }
}

TEST_CASE("the_title_says_what_is_shown_and_whether_any_frame_is_sorted") {
  Wanted wanted;
  for (const auto& [order, word] : {std::pair{Order::every_frame, "on"},
                                    {Order::some_frames, "on"},
                                    {Order::coherent, "on"},
                                    {Order::off, "off"}}) {
    wanted.order = order;
    CHECK(titleOf(wanted) == std::string("vksort-particles, smoke, sorting ") + word);
  }
  wanted.scene = 1;
  CHECK(titleOf(wanted) == "vksort-particles, galaxy, sorting off");
  wanted.shown = Shown::steps;
  CHECK(titleOf(wanted) == "vksort-particles, step by step");
}

TEST_CASE("steps_are_due_once_and_few_after_a_long_while") {
  StepClock clock;
  test::pause(0.5);
  CHECK(clock.steps(false) == 4);  // of 30
  CHECK(clock.steps(true) == 0);
  // None of the time in which it was paused, unless something else has the processor in between.
  const auto restsWhilePaused = [&] {
    test::pause(0.2);
    return clock.steps(true) == 0 && clock.steps(false) < 4;
  };
  CHECK(test::eventually(restsWhilePaused, 1.0));
}

TEST_CASE("a_picture_is_saved_beside_those_that_are_there") {
  const test::TemporaryDirectory directory;
  const std::filesystem::path before = std::filesystem::current_path();
  std::filesystem::current_path(directory.path());
  CHECK(freeName() == "vksort-particles-001.png");
  test::writeFile("vksort-particles-001.png", "one");
  test::writeFile("vksort-particles-003.png", "another");
  CHECK(freeName() == "vksort-particles-002.png");
  std::filesystem::current_path(before);
}

TEST_CASE("every_key_does_one_thing_that_is_said_and_toggles_come_back") {
  std::set<int> keys;
  std::set<Action> actions;
  const std::string text = keysText();
  for (const KeyBinding& binding : keyBindings()) {
    CHECK(keys.insert(binding.key).second);
    CHECK(actions.insert(binding.action).second);
    CHECK(text.find(std::string(binding.name) + ": " + binding.what) != std::string::npos);
    const Wanted first;
    const std::vector<std::string> there = changes(first, applied(binding.action, first));
    CHECK(there.size() <= 1);
    if (!there.empty()) CHECK(changes(first, applied(binding.action, applied(binding.action, first))).empty());
  }
  for (const Action action : {Action::sorting, Action::pause, Action::split, Action::error, Action::steps,
                              Action::vsync, Action::panel, Action::help})
    CHECK(changes({}, applied(action, {})).size() == 1);
}

TEST_CASE("the_mouse_is_the_scenes_where_no_control_is") {
  Pointer pointer;
  pointer.setScene({{800.0F, 600.0F}, {{{0.0F, 0.0F}, {200.0F, 300.0F}}}, 400.0F, 6.0F});
  const auto drag = [&](glm::vec2 from, glm::vec2 to, Pointer::Button button = Pointer::Button::left) {
    pointer.move(from);
    pointer.press(button, 1000.0 * static_cast<double>(from.x));  // never a double click
    pointer.move(to);
    pointer.release();
    pointer.move({5.0F, 5.0F});  // nothing is held any more
    return pointer.take();
  };
  CHECK_FALSE(drag({100.0F, 100.0F}, {700.0F, 100.0F}).any());  // begins on a control
  const PointerMoves orbit = drag({500.0F, 100.0F}, {100.0F, 150.0F});
  CHECK(orbit.orbit.x > 1.0F);
  CHECK(orbit.orbit.y > 0.1F);
  CHECK(orbit.zoom == 1.0F);
  const PointerMoves pan = drag({510.0F, 100.0F}, {570.0F, 40.0F}, Pointer::Button::other);
  CHECK(pan.orbit == glm::vec2{});
  CHECK(pan.pan.x == doctest::Approx(0.1));
  CHECK(pan.pan.y == doctest::Approx(0.1));
  CHECK(drag({404.0F, 400.0F}, {600.0F, 20.0F}).divider == 0.75F);
  CHECK(drag({404.0F, 400.0F}, {9000.0F, 20.0F}).divider == 1.0F);
  CHECK_FALSE(drag({408.0F, 400.0F}, {600.0F, 20.0F}).divider);

  pointer.move({600.0F, 150.0F});
  pointer.wheel(1.0F);
  CHECK(pointer.take().zoom == doctest::Approx(0.9));
  pointer.move({100.0F, 100.0F});
  pointer.wheel(1.0F);
  CHECK_FALSE(pointer.take().any());

  const auto clicks = [&](double second) {
    pointer.move({600.0F, 150.0F});
    pointer.press(Pointer::Button::left, 5.0e6);
    pointer.release();
    pointer.press(Pointer::Button::left, 5.0e6 + second);
    pointer.release();
    return pointer.take().focus;
  };
  CHECK_FALSE(clicks(0.5));
  pointer.press(Pointer::Button::left, 6.0e6);  // the third of them begins anew
  pointer.release();
  CHECK(pointer.take().focus == std::nullopt);
  CHECK(clicks(0.2) == glm::vec2(0.5F, -0.5F));
}

TEST_CASE("frames_and_keys_per_second_are_of_the_time_in_which_something_was_drawn") {
  Meter meter;
  Meter::Clock::time_point now;
  const auto draw = [&](int frames, int ms) {
    for (int i = 0; i < frames; ++i) meter.tick(now += std::chrono::milliseconds(ms));
  };
  CHECK(meter.tick(now) == 0.0);
  draw(10, 50);
  CHECK(meter.fps() == doctest::Approx(20.0));
  CHECK(meter.frameMs().last().value() == doctest::Approx(50.0F));
  draw(9, 50);  // of which nobody hears
  meter.rest();
  draw(1, 5000);
  CHECK(meter.fps() == doctest::Approx(20.0));
  draw(5, 100);
  CHECK(meter.fps() == doctest::Approx(10.0));
  CHECK(meter.frameMs().largest() == doctest::Approx(100.0F));

  Facts facts;
  CHECK_FALSE(keysPerSecond(facts, 1000));
  facts.sort_ms.add(0.0);
  CHECK_FALSE(keysPerSecond(facts, 1000));
  facts.sort_ms.add(0.5);
  CHECK(keysPerSecond(facts, 1000).value() == doctest::Approx(2.0e6));
}

TEST_CASE("a_list_is_played_to_its_end_and_stepped_both_ways") {
  Player player(3);
  WantedSteps wanted;
  wanted.list.elements = 16;
  wanted.playing = true;
  wanted.speed = 2.0F;
  const auto end = static_cast<double>(player.walk(wanted).steps.size());
  player.advance(wanted, 0.75);
  CHECK(wanted.list.step == 1.5);
  player.step(wanted, false);
  CHECK(wanted.list.step == 2.0);
  CHECK_FALSE(wanted.playing);
  player.advance(wanted, 10.0);
  CHECK(wanted.list.step == 2.0);
  for (const double before : {1.0, 0.0, 0.0}) {
    player.step(wanted, true);
    CHECK(wanted.list.step == before);
  }
  wanted.playing = true;
  player.advance(wanted, 1000.0);
  CHECK(wanted.list.step == end);
  CHECK_FALSE(wanted.playing);
  player.step(wanted, false);
  CHECK(wanted.list.step == end);
  CHECK(std::ranges::is_sorted(keysOf(player.walk(wanted).lists.back())));
  // Another list has its own end.
  wanted.list.algorithm = steps::Algorithm::radix;
  CHECK(static_cast<double>(player.walk(wanted).steps.size()) == wanted.list.step);
  CHECK(wanted.list.step < end);
}

TEST_CASE("every_control_changes_what_it_says" * doctest::test_suite("full")) {
  test::Viewer viewer({"--count", "1000", "--size", "640x480"});
  REQUIRE(viewer.opens());
  viewer.press("space");
  const auto chooses = [&](const char* control, const std::string& word, const std::string& line) {
    CAPTURE(line);
    viewer.listen();
    CHECK(viewer.choose(control, word));
    CHECK(viewer.says("control: " + line));
    CHECK(test::eventually([&] { return viewer.shown(); }));
    CHECK(viewer.running());
  };
  for (const char* word : {"coherent", "some frames", "off", "every frame"})
    chooses("sort", word, std::string("order ") + word);
  for (const char* word : {"v1", "bitonic"}) chooses("algorithm", word, std::string("use ") + word);
  chooses("keys", "packed", "keys packed");
  chooses("key type", "i32", "key type i32");
  chooses("kernels", "no-subgroups", "kernels no-subgroups");
  chooses("ties", "any", "ties any");
  const auto clicks = [&](const char* control, const std::string& line) {
    CAPTURE(line);
    viewer.listen();
    CHECK(viewer.click(control));
    CHECK(viewer.says(line));
  };
  clicks("measure order", "control: measure on");
  CHECK(viewer.says("measured: 0 inversions"));
  clicks("vsync", "control: vsync off");
  clicks("pause", "control: pause off");
  clicks("step", "control: pause on");
  clicks("restart", "control: restart");
  // Every scene opens, each another picture.
  for (std::size_t scene = allScenes().size(); scene-- > 0;) {
    if (scene == 0) continue;
    const test::Image before = viewer.shot();
    chooses("scene", allScenes()[scene].name, std::string("scene ") + allScenes()[scene].name);
    CHECK(test::differingPixels(viewer.shot(), before) > before.pixels.size() / 50);
  }
  // A list, sorted step by step: to its end the bars rise.
  chooses("view", "steps", "view steps");
  CHECK(viewer.click(">"));
  clicks("radix", "control: steps radix");
  clicks("play", "control: play on");
  clicks("stop", "control: play off");
  CHECK(test::eventually([&] { return viewer.shown(); }));
  const test::Image list = viewer.shot();
  viewer.press("Right");
  CHECK(test::eventually([&] { return test::differingPixels(viewer.shot(), list) > 500; }));
  clicks("back", "control: view picture");
  // A tenth of the slider, which is logarithmic.
  viewer.listen();
  CHECK(viewer.click("count", -80));
  CHECK(test::eventually([&] { return viewer.heard().find("control: count ") != std::string::npos; }));
  const std::string heard = viewer.heard();
  const int count = std::stoi(heard.substr(heard.find("control: count ") + 15));
  CHECK(count > 1500);
  CHECK(count < 4000);
  viewer.press("Escape");
  const test::Result result = viewer.wait();
  CAPTURE(result.errors);
  CHECK(result.exit_code == 0);
  CHECK(result.output.find("validation: 0 messages\n") != std::string::npos);
}
