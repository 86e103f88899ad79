// If keys are discarded, elements become narrow as soon as the remaining bits fit.
#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

#include "decide/decide.h"
#include "sorts/sizes/classes.h"
#include "support/device/recording.h"

namespace test {
namespace {

constexpr vksort::PlanDevice kPlanned{.workgroup_invocations = 1024,
                                      .shared_memory_bytes = 49152,
                                      .subgroup_size = 32,
                                      .vendor_id = 0x10de,
                                      .max_storage_buffers = 8,
                                      .max_storage_range = 1ull << 32};

struct Sort {
  uint32_t count;
  vksort::KeyBits bits{};
  const char* moves;  // n for the kernel of narrow elements, otherwise the index of the shape
  const char* kept;   // without discarded keys
};

std::string movesOf(const vksort::SorterInfo& info, const vksort::PlanInfo& plan) {
  constexpr std::string_view kPass = "radix_pass_";
  std::string moves;
  for (const vksort::PassPlan& pass : planned(plan, info, kPlanned))
    if (std::string_view(pass.name).starts_with(kPass)) moves += pass.name[kPass.size()];
  return moves;
}

void expectMoves(vksort::SorterInfo info, const Sort& sort) {
  for (const bool indirect : {false, true}) {
    vksort::PlanInfo plan{.count = sort.count, .scratch = true, .indirect = indirect};
    if (info.key_bits == 64) plan.key_type = kU64;
    plan.significant_bits = sort.bits;
    INFO("count " << sort.count << ", bits " << sort.bits.first << " + " << sort.bits.count);
    info.discard_keys = true;
    CHECK(movesOf(info, plan) == sort.moves);
    info.discard_keys = false;
    CHECK(movesOf(info, plan) == sort.kept);
  }
}

}  // namespace

// With one copy in scratch memory, only narrow elements allow an odd number of moves.
TEST_CASE("index_sorts_become_narrow_if_one_word_is_enough") {
  constexpr uint32_t kLarge = 1u << 22, kOfTables = 1'081'344;
  constexpr Sort kSorts[] = {{1u << 24, {}, "333n", "3333"},      {(1u << 24) + 1, {}, "3333", "3333"},
                             {1u << 25, {0, 31}, "333n", "3333"}, {(1u << 25) + 1, {0, 31}, "3333", "3333"},
                             {kOfTables, {}, "2222", "2222"},     {kOfTables + 1, {}, "333n", "3333"},
                             {kLarge, {0, 24}, "33n", "3333"},    {kLarge, {8, 24}, "33n", "3333"},
                             {kLarge, {16, 16}, "nn", "33"},      {(1u << 24) + 1, {16, 16}, "33", "33"},
                             {1u << 27, {3, 13}, "nn", "33"},     {kLarge, {0, 9}, "nn", "33"},
                             {kLarge, {0, 8}, "nn", "33"}};
  for (const vksort::Ties ties : {vksort::Ties::stable, kAnyTies})
    for (const Sort& sort : kSorts) expectMoves({.payload = kIndex, .ties = ties}, sort);
  vksort::SorterInfo info{.payload = kIndex, .discard_keys = true};
  vksort::PlanInfo plan{.count = kLarge, .scratch = true, .key_type = kF32, .significant_bits = {16, 16}};
  CHECK(movesOf(info, plan) == "nn");
  plan.nan_rule = kNanLast;  // rotates keys, so all bits differ
  CHECK(movesOf(info, plan) == "333n");
  const vksort::Creation portable{.algorithm = vksort::Algorithm::radix_portable};
  info.creation = &portable;
  const std::string moves = movesOf(info, plan);
  CHECK((moves.size() == 4 && moves.find('n') == moves.npos));
  info.creation = nullptr;
  plan = {.count = 10'000, .scratch = true, .significant_bits = {0, 24}};
  vksort::Tuning tuning = vksort::classOf({1024, 49152, 32, 0x10de, 1024}).tuning(vksort::Element::pair);
  tuning.radix_from = 5000;
  CHECK(planTuned(info, tuning, kPlanned, plan) == 5);  // a first table is counted for four moves
  for (vksort::RadixShape& shape : tuning.radix_shapes) shape = {};
  tuning.radix_shapes[0] = {(1u << 28) - 1, 9, 8, 1};
  std::vector<vksort::PassPlan> passes(5);  // three moves after a set-up and a count
  REQUIRE(planTuned(info, tuning, kPlanned, plan, passes.data(), 5) == passes.size());
  CHECK(passes.back().name == std::string("radix_pass_narrow"));
}

TEST_CASE("wide_keys_become_narrow_after_the_low_word") {
  constexpr uint32_t kLarge = 1u << 22;
  constexpr Sort kSorts[] = {{kLarge, {}, "3333nnnn", "33333333"},   {1u << 26, {}, "3333nnnn", "33333333"},
                             {kLarge, {32, 32}, "3nnn", "3333"},     {kLarge, {0, 32}, "3333", "3333"},
                             {kLarge, {28, 20}, "3nn", "3333"},      {kLarge, {24, 40}, "3nnnn", "333333"},
                             {1'000'000, {}, "22222222", "22222222"}};
  for (const vksort::Payload payload : {kIndex, kU32})
    for (const Sort& sort : kSorts) expectMoves({.key_bits = 64, .payload = payload, .ties = kAnyTies}, sort);
}

TEST_CASE("other_payloads_never_become_narrow") {
  constexpr uint32_t kLarge = 1u << 22;
  for (const vksort::Payload payload : {kU32, kInterleaved})
    for (const Sort& sort : {Sort{kLarge, {}, "3333", "3333"}, {kLarge, {0, 24}, "3333", "3333"}})
      expectMoves({.payload = payload}, sort);
  expectMoves({.key_bits = 64, .payload = kInterleaved}, {kLarge, {}, "33333333", "33333333"});
}

TEST_CASE("narrow_tiles_fit_the_device_with_any_tuning") {
  constexpr vksort::DeviceLimits kLimits{1024, 24576, 64, 0x10de, 1024};
  constexpr vksort::RecordLimits kRecorded{64, 1ull << 32, 8, 65535};
  vksort::Tuning tuning = vksort::classOf(kLimits).tuning(vksort::Element::pair);
  for (vksort::RadixShape& shape : tuning.radix_shapes) shape = {};
  tuning.radix_shapes[0] = {(1u << 28) - 1, 10, 5, 1};
  const vksort::Configuration configuration = vksort::configurationOf({.payload = kIndex, .discard_keys = true});
  const auto setting = vksort::algorithmsFor(configuration, kLimits, kRecorded, {.tuning = tuning}).radix;
  REQUIRE(setting.shape_count == 1);
  CHECK(setting.narrow.tile() >= setting.shapes[0].tile());
  CHECK((setting.sharedWords(setting.narrow) + 512) * 4 <= kLimits.shared_memory_bytes);
}

}  // namespace test
