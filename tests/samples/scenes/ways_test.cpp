// The ways to sort one scene: the same picture by each, and what each says of itself.
#include <doctest/doctest.h>

#include <algorithm>

#include "offscreen/offscreen_run.h"
#include "scenes/drawing.h"
#include "scenes/oracle.h"

using namespace particles;
using test::differing;
using test::Drawing;

namespace {

// Enough for vksort to have a radix sort of them.
constexpr uint32_t kEnoughForRadix = 9000;

SortChoice choiceOf(Use use, Keys keys = Keys::automatic, bool coherent = false) { return {keys, use, coherent}; }

}  // namespace

TEST_CASE("radix_sorts_draw_the_picture_that_sorts_in_place_draw") {
  for (const char* name : {"galaxy", "splats"}) {
    CAPTURE(name);
    const SceneEntry& scene = *findScene(name);
    test::onDrawingDevices([&](gpu::Device& device) {
      // What scenes_test.cpp finds of sorts in place.
      Drawing lent(device, scene, {.count = kEnoughForRadix, .choice = choiceOf(Use::radix)});
      const Readback sorted = lent.draw(Sorting::on, 1);
      CHECK(lent.sort().facts().used == "radix");
      CHECK(lent.sort().facts().dispatches > 0);
      const std::vector<uint32_t> expected = scene.traits.culled
                                                 ? test::orderOfSeen(sorted.positions, lent.view()).indices
                                                 : test::orderOfAll(sorted.positions, lent.view());
      CHECK(sorted.indices == expected);
      CHECK(lent.draw(Sorting::keep, 0, expected).picture.rgba == sorted.picture.rgba);
    });
  }
}

TEST_CASE("passes_by_index_are_as_few_as_what_is_known_of_indices_allows") {
  test::onDrawingDevices([&](gpu::Device& device) {
    // They ascend among those that are seen, so that none is by index.
    const auto dispatchesOf = [&](Ties ties) {
      SortChoice choice = choiceOf(Use::radix);
      choice.ties = ties;
      const Drawing drawing(device, *findScene("splats"), {.count = kEnoughForRadix, .choice = choice});
      CHECK(drawing.sort().facts().used == "radix");
      return drawing.sort().facts().dispatches;
    };
    CHECK(dispatchesOf(Ties::by_index) == dispatchesOf(Ties::any));
    // Elsewhere as many as the largest index has digits of 8 bits.
    const auto passesOf = [&](uint32_t most) {
      SorterWish wish;
      wish.use = Use::radix;
      wish.most = most;
      const DepthSorter sorter(device, wish, 1);
      sorter.requireUse(device, 200);
      return factsOf(sorter, 200).dispatches;
    };
    CHECK(passesOf(200) == passesOf(1 << 16));  // two at least
    CHECK(passesOf((1 << 16) + 1) == passesOf(1 << 16) + 1);
  });
}

TEST_CASE("sorters_have_the_kernels_and_ties_that_were_asked_for") {
  test::onDrawingDevices([&](gpu::Device& device) {
    SorterWish wish;
    wish.use = Use::bitonic;
    wish.most = 100;
    const auto check = [&](const char* path, vksort::Ties ties) {
      const DepthSorter sorter(device, wish, 1);
      CHECK(sorter.get().pathReport().path == std::string(path));
      CHECK(sorter.get().configuration().ties == ties);
    };
    check(device.enabled().full_subgroups ? "subgroups" : "no subgroups", vksort::Ties::value);
    wish.kernels = Kernels::no_subgroups;
    check("no subgroups", vksort::Ties::value);
    wish.kernels = Kernels::floor;
    wish.ties = Ties::any;
    check("floor", vksort::Ties::any);
  });
}

TEST_CASE("a_coherent_sort_draws_the_same_picture_while_the_camera_turns") {
  const SceneEntry& scene = *findScene("glass");
  test::onDrawingDevices([&](gpu::Device& device) {
    Drawing plain(device, scene, {.count = 900, .choice = choiceOf(Use::bitonic)});
    Drawing coherent(device, scene, {.count = 900, .choice = choiceOf(Use::bitonic, Keys::automatic, true)});
    for (int frame = 0; frame < 4; ++frame) {
      CAPTURE(frame);
      const Readback a = plain.draw(Sorting::on, 1);
      const Readback b = coherent.draw(Sorting::on, 1);
      CHECK(coherent.check(b).good());
      // All are sorted, and those that cannot be seen leave no mark.
      CHECK(coherent.drawn() == 900);
      CHECK(a.picture.rgba == b.picture.rgba);
      for (Drawing* drawing : {&plain, &coherent}) drawing->orbit(frame == 2 ? 2.0F : 0.01F);
    }
  });
}

TEST_CASE("keys_of_every_type_draw_the_same_picture") {
  struct Case {
    const char* scene;
    uint32_t count;
    Keys keys;
    std::vector<vksort::KeyType> types;
  };
  const Case cases[] = {{"smoke", 1500, Keys::fused, {vksort::KeyType::u32, vksort::KeyType::i32}},
                        {"smoke", 1500, Keys::separate, {vksort::KeyType::u32, vksort::KeyType::i32}},
                        {"splats", 900, Keys::automatic, {vksort::KeyType::i32}},
                        {"fireworks", 1100, Keys::automatic, {vksort::KeyType::u32, vksort::KeyType::i32}}};
  test::onDrawingDevices([&](gpu::Device& device) {
    for (const Case& each : cases) {
      CAPTURE(each.scene);
      const auto frames = [&](vksort::KeyType type) {
        SortChoice choice = choiceOf(Use::bitonic, each.keys);
        choice.key_type = type;
        Drawing drawing(device, *findScene(each.scene), {.count = each.count, .choice = choice});
        CHECK(drawing.sort().facts().key_type == type);
        // From within, so that depths are of both signs.
        CameraStart within = findScene(each.scene)->camera;
        within.distance = 0.3F;
        drawing.look(within);
        std::vector<Readback> seen = {drawing.draw(Sorting::on, 30)};
        CHECK(drawing.check(seen[0]).good());
        seen.push_back(drawing.draw(Sorting::keep, 0));
        CHECK(drawing.verdict().ordered());
        return seen;
      };
      const std::vector<Readback> floats = frames(vksort::KeyType::f32);
      for (const vksort::KeyType type : each.types) {
        CAPTURE(wordOf(type));
        const std::vector<Readback> integers = frames(type);
        for (std::size_t i = 0; i < floats.size(); ++i) {
          CHECK(integers[i].indices == floats[i].indices);
          CHECK(integers[i].picture.rgba == floats[i].picture.rgba);
        }
      }
    }
  });
}

TEST_CASE("bytes_of_a_sort_are_told_where_the_host_knows_them") {
  struct Case {
    const char* scene;
    SortChoice choice;
    bool known;
  };
  const Case cases[] = {{"smoke", choiceOf(Use::bitonic), true},
                        {"smoke", choiceOf(Use::bitonic, Keys::automatic, true), false},
                        {"smoke", choiceOf(Use::v0), true},
                        {"glass", choiceOf(Use::bitonic), false},
                        {"fireworks", choiceOf(Use::bitonic), false}};
  test::onDrawingDevices([&](gpu::Device& device) {
    for (const Case& each : cases) {
      CAPTURE(each.scene);
      const Drawing drawing(device, *findScene(each.scene), {.count = 1100, .choice = each.choice});
      const SortFacts facts = drawing.sort().facts();
      CHECK(facts.dispatches > 0);
      CHECK(facts.bytes_moved.has_value() == each.known);
      if (each.known) CHECK(*facts.bytes_moved >= 1100 * sizeof(uint32_t) * 2);
    }
    // Those that are read, and those that are written.
    SorterWish wish;
    wish.use = Use::bitonic;
    wish.most = 1100;
    const DepthSorter sorter(device, wish, 1);
    const vksort::Plan plan = sorter.get().plan(1100);
    CHECK(plan.bytes_read > 0);
    CHECK(factsOf(sorter, 1100).bytes_moved == plan.bytes_read + plan.bytes_written);
  });
}

TEST_CASE("every_rung_of_the_ladder_draws_what_the_others_draw") {
  const SceneEntry& scene = *findScene("smoke");
  test::onDrawingDevices([&](gpu::Device& device) {
    const Readback exact =
        Drawing(device, scene, {.count = 1500, .choice = choiceOf(Use::bitonic)}).draw(Sorting::on, 30);
    std::optional<Readback> first;
    for (const Use use : {Use::v0, Use::v1, Use::v2, Use::v3, Use::v4, Use::v5}) {
      CAPTURE(wordOf(use));
      Drawing drawing(device, scene, {.count = 1500, .choice = choiceOf(use)});
      const Readback seen = drawing.draw(Sorting::on, 30);
      CHECK(drawing.check(seen).good());
      CHECK(drawing.sort().facts().used == wordOf(use));
      if (!first) first = seen;
      CHECK(seen.indices == first->indices);
      CHECK(seen.picture.rgba == first->picture.rgba);
      if (use != Use::v0) continue;
      // vksort's own of such words.
      Drawing packed(device, scene, {.count = 1500, .choice = choiceOf(Use::bitonic, Keys::packed)});
      const Readback by_vksort = packed.draw(Sorting::on, 30);
      CHECK(packed.sort().facts().used == "bitonic");
      CHECK(packed.sort().facts().key_type == vksort::KeyType::u32);
      CHECK(by_vksort.indices == first->indices);
      CHECK(by_vksort.picture.rgba == first->picture.rgba);
      // Depths of fewer digits: nearly the picture, and another one without a sort.
      CHECK(differing(seen.picture, exact.picture) < 40);
      const Readback unsorted = drawing.draw(Sorting::off, 0);
      CHECK(drawing.check(unsorted).inversions > 100);
      CHECK(drawing.verdict().drawn.inversions > 100);
      CHECK(drawing.draw(Sorting::on, 0).indices == first->indices);
      CHECK(drawing.draw(Sorting::keep, 0).indices == first->indices);
      CHECK(drawing.verdict().ordered());
    }
  });
}

TEST_CASE("frames_between_two_sorts_keep_the_order") {
  for (const char* name : {"smoke", "glass", "fireworks"}) {
    CAPTURE(name);
    test::onDrawingDevices([&](gpu::Device& device) {
      Drawing drawing(device, *findScene(name), {.count = 1100, .choice = choiceOf(Use::bitonic)});
      const Readback sorted = drawing.draw(Sorting::on, 1);
      const uint32_t drawn = drawing.drawn();
      drawing.orbit(1.5F);
      const Readback kept = drawing.draw(Sorting::keep, 1);
      CHECK(kept.indices == sorted.indices);
      CHECK(drawing.drawn() == drawn);
      // Both judges see that it is no longer the order.
      CHECK(drawing.verdict().drawn.inversions > 50);
      const OrderReport report = drawing.check(kept);
      CHECK(report.permutation());
      CHECK(report.inversions > 50);
      CHECK(drawing.check(drawing.draw(Sorting::on, 0)).good());
    });
  }
}

TEST_CASE("frames_offscreen_are_a_step_and_a_turn_apart") {
  test::onDrawingDevices([](gpu::Device& device) {
    Options options;
    options.count = 700;
    options.orbit = 40.0F;
    OffscreenRun run(device, options, test::kExtent);
    run.draw(4);
    Drawing drawing(device, *options.scene, {.count = 700});
    Readback seen = drawing.draw(Sorting::on, 1);
    for (uint32_t frame = 1; frame < 4; ++frame) {
      drawing.orbit(glm::radians(40.0F));
      seen = drawing.draw(Sorting::on, 1);
    }
    const Readback last = run.last();
    CHECK(last.positions == seen.positions);
    CHECK(last.indices == seen.indices);
    CHECK(test::differing(last.picture, seen.picture) == 0);
  });
}

TEST_CASE("a_kept_frame_is_judged_by_what_it_draws") {
  const SceneEntry& scene = *findScene("splats");
  test::onDrawingDevices([&](gpu::Device& device) {
    Drawing drawing(device, scene, {.count = 2500, .choice = choiceOf(Use::bitonic)});
    drawing.look({0.5F, 0.1F, 1.6F, {0.0F, 1.3F, 0.0F}});
    drawing.draw(Sorting::on, 1);
    CHECK(drawing.drawn() < 2400);
    // Nothing has moved, so it is in order, whatever lies behind it.
    const Readback kept = drawing.draw(Sorting::keep, 1);
    CHECK(drawing.verdict().ordered());
    CHECK(drawing.check(kept).good());
  });
}

TEST_CASE("as_many_elements_are_drawn_as_can_be_seen") {
  const SceneEntry& scene = *findScene("splats");
  // From outside: all; from close by, and from within: some; with the back to it: none.
  const CameraStart starts[] = {{0.5F, 0.1F, 9.0F, {0.0F, 1.3F, 0.0F}},
                                {0.5F, 0.1F, 1.6F, {0.0F, 1.3F, 0.0F}},
                                {2.0F, 0.0F, 0.5F, {0.3F, 0.1F, 0.2F}, -1.0F},
                                {3.1415927F, 0.0F, 1.0F, {0.0F, 1.0F, 60.0F}}};
  test::onDrawingDevices([&](gpu::Device& device) {
    std::vector<uint32_t> drawn;
    Drawing drawing(device, scene, {.count = 2500, .choice = choiceOf(Use::bitonic)});
    for (const CameraStart& start : starts) {
      drawing.look(start);
      const Readback seen = drawing.draw(Sorting::on, 1);
      const test::Order order = test::orderOfSeen(seen.positions, drawing.view());
      CHECK(drawing.drawn() == order.seen);
      CHECK(seen.indices == order.indices);
      drawn.push_back(drawing.drawn());
    }
    CHECK(drawn[0] == 2500);
    for (const std::size_t some : {1U, 2U}) {
      CHECK(drawn[some] > 100);
      CHECK(drawn[some] < 2000);
    }
    CHECK(drawn[3] == 0);
    // More blocks of elements than one workgroup has invocations.
    constexpr uint32_t kMany = 140000;
    Drawing many(device, scene, {.count = kMany, .choice = choiceOf(Use::bitonic)});
    many.look(starts[2]);
    const Readback seen = many.draw(Sorting::off, 1);
    const test::Order order = test::orderOfSeen(seen.positions, many.view());
    CHECK(many.drawn() == order.seen);
    const std::vector<uint32_t> hidden(order.indices.begin() + order.seen, order.indices.end());
    CHECK(std::vector<uint32_t>(seen.indices.begin() + order.seen, seen.indices.end()) == hidden);
    CHECK(std::is_sorted(seen.indices.begin(), seen.indices.begin() + order.seen));
  });
}
