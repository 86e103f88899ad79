// Sorts with scratch memory whose count is on the device: how many workgroups they have.
#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "setting.h"
#include "sort/radix/interface.h"
#include "support/check/batch.h"
#include "support/check/conform.h"
#include "support/check/counts.h"
#include "support/check/list_check.h"
#include "support/check/recorded_modes.h"
#include "support/device/recording.h"
#include "support/device/subgroups.h"
#include "support/radix/variants.h"
#include "vksort/modes/state_shader.h"

namespace test {
namespace {

using vksort::Count;
using vksort::KeyType;
using vksort::NanRule;
using vksort::Order;
using vksort::Values;
using vksort::radix::Offsets;

constexpr Config kCounted[] = {
    {.values = Values::iota, .count = Count::device, .lent = true},
    {.values = Values::none, .count = Count::device, .lent = true, .bit_count = 24},
    {.values = Values::none, .count = Count::device, .coherent = true, .lent = true},
    {.values = Values::split, .count = Count::device, .lent = true, .value_bits = 16},
    {.values = Values::none, .count = Count::device, .lent = true, .portable = true, .bit_count = 24},
    {.values = Values::none, .count = Count::device, .coherent = true, .lent = true, .portable = true},
    {.values = Values::split, .count = Count::device, .coherent = true, .lent = true, .value_bits = 16},
};
constexpr std::size_t kOrdersRuns = 3;

// Whether a pass counts all digits, or tiles, before any is moved.
bool isCounting(std::string_view name) { return name == "radix_histogram" || name.ends_with("_count_tiles"); }

// Whether a pass moves all elements by a digit.
bool isMoving(std::string_view name) {
  return name == "radix_first_pass" || name.ends_with("_forth") || name.ends_with("_across") || name.ends_with("_back");
}

// Word of the state where a pass has its workgroups from; nothing where the host tells them, as all run at once; what
// counts for a repair, and what decides on one, has no arguments yet.
// `by_value`: of a pass that moves, that it is by value and may be left out.
std::optional<uint32_t> argumentsOf(std::string_view name, const Config& config, const vksort::radix::Shape& shape,
                                    bool by_value) {
  if (name.ends_with("_set_up") || name.ends_with("_decision") || name == "radix_first_pass") return {};
  if (!config.coherent && !shape.hasArguments()) return {};
  if (isCounting(name)) {
    if (config.coherent) return {};
    return shape.countsAll() ? VKSORT_RADIX_HISTOGRAM_ARGUMENTS : VKSORT_RADIX_PASS_ARGUMENTS;
  }
  if (name == "radix_count_values" && config.coherent) return {};
  if (name == "radix_count_values") return VKSORT_RADIX_HISTOGRAM_ARGUMENTS;
  if (name == "radix_portable_sum") return VKSORT_RADIX_SUM_ARGUMENTS;
  if (name == "radix_runs") return VKSORT_RADIX_RUN_ARGUMENTS;
  if (name == "repair_tiles") return VKSORT_RADIX_REPAIR_ARGUMENTS;
  if (name == "repair_seams") return VKSORT_RADIX_REPAIR_ARGUMENTS + 3;
  if (by_value) return VKSORT_RADIX_VALUE_ARGUMENTS;
  return name.starts_with("radix_") ? VKSORT_RADIX_PASS_ARGUMENTS : VKSORT_RADIX_FEW_ARGUMENTS;
}

}  // namespace

TEST_CASE("radix_sorts_follow_the_count_that_the_device_finds" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : kCounted) {
      INFO(describe(config));
      const vksort::Sorter sorter = fakeSorter(rig, config);
      Config of_host = config;
      of_host.count = Count::host;
      const vksort::Sorter known = fakeSorter(rig, of_host);
      const vksort::radix::Setting setting = settingOf(rig, config);
      // By tiles; and of more tiles than the histogram has workgroups, and not too many to look back.
      const uint32_t many = 7'500u << setting.subgroup_log2;
      CHECK(setting.shapeFor(many).looksBack() == !config.portable);
      for (const uint32_t capacity : {3'000u, many}) {
        CAPTURE(capacity);
        const vksort::radix::Shape& shape = setting.shapeFor(capacity);
        vksort::SortInfo info = listSortInfo(rig, config, capacity, 1, 0);
        const VkDeviceSize bytes = sorter.scratchBytes(capacity);
        info.lists = {};
        info.device_count = {info.state.buffer, 0};
        info.state.size = vksort::kStateBytes;
        info.scratch = {rig.arena(4, static_cast<uint32_t>(bytes / 4)).device.handle(), 0, bytes};
        uint32_t passes = 0, moves = 0, seen_by_arguments = 0;
        Faults faults;
        faults.only_logs = true;
        for (const Command& command : recorded(rig, sorter, info, faults).commands) {
          if ((command.target_stages & VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT) != 0) ++seen_by_arguments;
          if (command.kind != Command::Kind::dispatch) continue;
          const std::string_view name = sorter.planPass(capacity, passes++, true).name;
          CAPTURE(name);
          if (name.starts_with("radix_")) CHECK(name.starts_with("radix_portable_") == config.portable);
          const bool moves_all = isMoving(name);
          const bool by_value = moves_all && moves < setting.value_digits && setting.ordersRuns(shape);
          moves += moves_all;
          const std::optional<uint32_t> word = argumentsOf(name, config, shape, by_value);
          REQUIRE((command.arguments != VK_NULL_HANDLE) == word.has_value());
          if (word) {
            CHECK(command.arguments_offset - info.state.offset == 4 * *word);
            continue;
          }
          // What counts for a repair, too, has no more than that however many elements there may be.
          const uint32_t tiles = shape.tilesOf(capacity), groups = command.groups.width * command.groups.height;
          if (isCounting(name) || name == "radix_count_values") {
            CHECK(groups == std::min<uint32_t>(tiles, VKSORT_RADIX_HISTOGRAM_GROUPS));
          } else if (name == "radix_runs") {
            CHECK(groups == (capacity + setting.runPiece() - 1) / setting.runPiece());
          } else {
            const bool is_one = name.ends_with("_set_up") || name.ends_with("_decision");
            CHECK(groups == (is_one ? 1 : tiles));
          }
        }
        const bool reads_arguments = config.coherent || shape.hasArguments();
        // Passes by value are given theirs by what counts values, behind a set-up that gives the others theirs.
        const uint32_t told_later = reads_arguments && !config.coherent && setting.ordersRuns(shape) ? 1 : 0;
        CHECK(seen_by_arguments == (reads_arguments ? 1 : 0) + told_later);
        CHECK(moves == setting.passes());
        CHECK(passes == sorter.plan(capacity, true).dispatches);
        if (config.coherent || !reads_arguments) CHECK(passes == known.plan(capacity, true).dispatches);
      }
    }
  });
}

// Where there may be many of them.
// Of a tile where there are no double ones.
TEST_CASE("sorts_few_elements_by_one_workgroup_of_any_tuning" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config{.values = Values::iota, .count = Count::device, .lent = true};
    vksort::Tuning tuning = rig.tuning(config);
    tuning.double_tiles = 0;
    vksort::SorterInfo info = rig.sorterInfo(config);
    info.tuning = &tuning;
    vksort::Sorter sorter;
    REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
    const uint32_t tile = 1u << tuning.tile_log2, many = leastOfMany(settingOf(rig, config));
    std::vector<Input> inputs;
    for (const uint32_t n : {tile - 1, tile, tile + 1, 2 * tile})
      inputs.push_back({n, Keys::random, Payload::random, nextSeed(), 1, many - n});
    const Report report = checkSorts(rig, sorter, config, inputs);
    INFO(report.first);
    CHECK(report.ok());
    CHECK(report.sorts == inputs.size());
  });
}

TEST_CASE("sorts_few_elements_by_one_workgroup_of_those_in_place" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    constexpr Config kConfigs[] = {
        {.key_type = KeyType::f32, .order = Order::descending, .values = Values::iota, .nan_rule = NanRule::last},
        {.values = Values::split, .ties = vksort::Ties::value_in_order, .value_bits = 20},
        {.key_type = KeyType::u64},
        {.values = Values::iota, .hook = true},
        {.values = Values::interleaved, .ties = vksort::Ties::any, .portable = true},
    };
    for (Config config : kConfigs) {
      config.count = Count::device;
      config.lent = true;
      INFO(describe(config));
      const vksort::radix::Setting setting = settingOf(rig, config);
      const uint32_t many = leastOfMany(setting);
      const vksort::Sorter sorter = rig.makeSorter(config);
      // One pass more, which no count of the host needs.
      Config known = config;
      known.count = Count::host;
      const uint32_t passes = fakeSorter(rig, known).plan(many, true).dispatches;
      const bool by_tiles = !setting.shapeFor(many).looksBack();
      // Where the host counts, only what adds to a histogram has a set-up.
      const bool has_set_up = settingOf(rig, known).shapeFor(many).offsets == Offsets::by_look_back;
      CHECK(sorter.plan(many, true).dispatches == passes + (has_set_up ? 1 : 2));
      if (by_tiles) CHECK(sorter.planPass(many, 0, true).name == std::string("radix_portable_set_up"));
      const vksort::PassPlan last = sorter.planPass(many, sorter.plan(many, true).dispatches - 1, true);
      CHECK(last.workgroups == 1);
      CHECK(last.bytes_read + last.bytes_written == 0);
      CHECK(setting.few < many);
      const uint32_t of_fewer = sorter.plan(many - 1, true).dispatches;
      CHECK(std::string(sorter.planPass(many - 1, of_fewer - 1, true).name).starts_with("radix_"));
      // Each by itself, so that its state is the first.
      for (const uint32_t n : {0u, 1u, 2u, setting.few - 1, setting.few, setting.few + 1}) {
        CAPTURE(n);
        const Input input{n, Keys::random, Payload::random, nextSeed(), 1, many - n};
        const Report report = checkSorts(rig, sorter, config, {&input, 1});
        INFO(report.first);
        CHECK(report.ok());
        CHECK(report.sorts == 1);
        // Either the one workgroup, or those of the passes that count and move.
        const std::span<const uint32_t> state = Counts::stateOf(rig.arena(Counts::kArena, 0).host.as<uint32_t>(), 0);
        CHECK(state[VKSORT_RADIX_FEW_ARGUMENTS] == (n <= setting.few && n != 0 ? 1 : 0));
        CHECK((state[VKSORT_RADIX_PASS_ARGUMENTS] != 0) == (n > setting.few));
        CHECK((state[VKSORT_RADIX_HISTOGRAM_ARGUMENTS] != 0) == (n > setting.few));
      }
    }
  });
}

// Of GPUs, where sorts of so many look back, and runs of equal keys are put in order behind them.
TEST_CASE("set_ups_leave_few_elements_to_one_workgroup_and_nothing_to_runs" * doctest::test_suite("one width")) {
  struct Words {
    vksort::Push push;
    vksort::radix::RadixPush pass;
  };
  constexpr uint32_t kStateWords = vksort::kStateBytes / 4;
  const Config config{.values = Values::split, .count = Count::device, .lent = true};
  onEveryDeviceUnvalidated([&](Rig& rig) {
    const vksort::radix::Setting setting = [&] {
      const HookScope hooks(withSubgroups(32, false));
      return settingOf(rig, config);
    }();
    const uint32_t shape = setting.shape_count - 1, tile = setting.shapes[shape].tile(), piece = setting.runPiece();
    const StateShader shader(rig.device(), sourceOf(setting, kernelOf(vksort::radix::Role::set_up, shape), nullptr),
                             sizeof(Words));
    for (const uint32_t n : {0u, 1u, setting.few, setting.few + 1, 1'000'000u}) {
      CAPTURE(n);
      const gpu::Buffer words = shader.words(kStateWords + VKSORT_RADIX_STATES, ~0u), count = shader.words(1, n);
      shader.run(words, VKSORT_BINDING_COUNTS, count, [&](const StateShader::Recorder& recorder) {
        Words given{};
        given.push.count = leastOfMany(setting);
        given.push.first_scratch = kStateWords;
        recorder.dispatch(&given, 1);
      });
      const std::span<const uint32_t> state = words.as<uint32_t>();
      const bool few = n <= setting.few;
      CHECK(state[VKSORT_RADIX_FEW_ARGUMENTS] == (few ? std::min(n, 1u) : 0));
      CHECK(state[VKSORT_RADIX_PASS_ARGUMENTS] == (few ? 0 : (n + tile - 1) / tile));
      CHECK((state[VKSORT_RADIX_HISTOGRAM_ARGUMENTS] != 0) == !few);
      CHECK(state[VKSORT_RADIX_RUN_ARGUMENTS] == (few ? 0 : (n + piece - 1) / piece));
      CHECK(state[VKSORT_RADIX_VALUE_ARGUMENTS] == 0);
    }
  });
}

TEST_CASE("folds_the_grids_of_radix_sorts" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : {kCounted[0], kCounted[2], kCounted[kOrdersRuns]}) {
      INFO(describe(config));
      const bool by_value = config.values == Values::split;
      Faults faults = by_value ? planted(variantOf("value_runs_counted")) : Faults{};
      faults.edit_properties = [](VkPhysicalDeviceProperties2& out) {
        out.properties.limits.maxComputeWorkGroupCount[0] = 3;
      };
      const HookScope hooks(faults);
      std::vector<Input> inputs;
      const uint32_t seven_tiles = 6 * settingOf(rig, config).shapes[0].tile() + 3;
      for (const uint32_t n : {2u, 700u, seven_tiles, 5003u}) {
        inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
        inputs.back().room = n / 2;
      }
      const Report report = checkSorts(rig, rig.makeSorter(config), config, inputs);
      INFO(report.first);
      CHECK(report.ok());
      CHECK(report.widest_grid == 3);
      CHECK(report.tallest_grid > 1);
      if (!by_value) continue;
      // Each piece of the last sort, whose values nothing has counted, was one workgroup's.
      const uint32_t piece = settingOf(rig, config).runPiece();
      const std::span<const uint32_t> lent = rig.arena(Batch::kScratch, 0).host.as<uint32_t>();
      CHECK(lent[Batch::firstLentWord(inputs.front().n) + VKSORT_RADIX_HISTOGRAM_AT] ==
            (inputs.back().n + piece - 1) / piece);
    }
  });
}

}  // namespace test
