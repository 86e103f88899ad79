// Rank merges are used for suitable sorts, and their workgroups and scratch memory fit.
#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <vector>

#include "sorts/rank/passes.h"
#include "support/device/recording.h"
#include "sorts/sizes/classes.h"

namespace test {
namespace {

using vksort::Algorithm;
using vksort::PlanInfo;

constexpr vksort::PlanDevice kRankDevice{.workgroup_invocations = 1024,
                                         .shared_memory_bytes = 49152,
                                         .subgroup_size = 32,
                                         .vendor_id = 0x10de,
                                         .max_storage_buffers = 8};
constexpr uint32_t kMaxByRank = 3u << 15;
constexpr vksort::RecordLimits kRankRecord{64, 1ull << 32, 8, 65535};
constexpr vksort::DeviceLimits kRankLimits{1024, 49152, 32, 0x10de, 1024};

SorterSetup rankSetup(vksort::Payload payload, Algorithm algorithm = Algorithm::automatic) {
  SorterSetup setup;
  setup.info.payload = payload;
  setup.creation.algorithm = algorithm;
  return setup;
}

std::string usedFor(const SorterSetup& setup, PlanInfo info, const vksort::PlanDevice& device = kRankDevice) {
  info.scratch = true;
  if (setup.info.key_bits == 64) info.key_type = kU64;
  const std::vector<vksort::PassPlan> passes = planned(info, setup.get(), device);
  if (passes.empty()) return "none";
  const std::string first = passes.front().name;
  return first.starts_with("scratch") ? "rank" : first.starts_with("radix") ? "radix" : "bitonic";
}

vksort::rank::RankSetting rankSettingOn(const vksort::DeviceLimits& limits, const vksort::SorterInfo& info,
                                        const vksort::RecordLimits& record = kRankRecord) {
  vksort::Tuning tuning = vksort::classOf(limits).tuning(vksort::configurationOf(info).layout.element);
  vksort::rank::fit(tuning, limits);
  return vksort::rank::settingOf(vksort::configurationOf(info), limits, record, tuning);
}

}  // namespace

TEST_CASE("rank_merges_sort_up_to_a_count_or_on_request") {
  SorterSetup wide = rankSetup(vksort::Payload::none);
  wide.info.key_bits = 64;
  vksort::PlanDevice software = kRankDevice;
  software.type = VK_PHYSICAL_DEVICE_TYPE_CPU;
  for (const auto& [setup, limit] : {std::pair{rankSetup(vksort::Payload::none), kMaxByRank},
                                     {rankSetup(vksort::Payload::index), kMaxByRank},
                                     {rankSetup(vksort::Payload::u32), kMaxByRank},
                                     {rankSetup(vksort::Payload::interleaved), kMaxByRank},
                                     {wide, kMaxByRank}}) {
    for (const bool indirect : {false, true}) {
      const auto countOf = [&](uint32_t n) { return PlanInfo{.count = n, .indirect = indirect}; };
      CHECK(usedFor(setup, countOf(100)) == "bitonic");
      CHECK(usedFor(setup, countOf(limit)) == "rank");
      CHECK(usedFor(setup, countOf(limit + 1)) != "rank");
      SorterSetup asked = setup;
      asked.creation.algorithm = Algorithm::rank;
      asked.info.max_count = kMaxByRank;
      for (const uint32_t n : {2u, 1u << 15}) CHECK(usedFor(asked, countOf(n), software) == "rank");
    }
    SorterSetup beyond = setup;
    beyond.creation.algorithm = Algorithm::rank;
    CHECK(planned({.count = 1u << 15, .scratch = true}, setup.get(), kRankDevice).size() == 2);
    const bool stable =
        setup.info.payload == vksort::Payload::u32 || setup.info.payload == vksort::Payload::interleaved;
    const std::size_t in_place = planned({.count = 1u << 15}, setup.get(), kRankDevice).size();
    CHECK((stable ? in_place == 0 : in_place > 2));  // stable sorts are not possible in place
    if (!stable) CHECK(usedFor(setup, {.count = 1u << 15}, software) == "bitonic");
    CHECK(usedFor(beyond, {.count = kMaxByRank + 1}) == "bitonic");
  }
}

// Two radix passes are faster.
TEST_CASE("radix_sorts_replace_larger_rank_merges_of_few_bits") {
  for (const auto& [payload, limit] :
       {std::pair{vksort::Payload::none, 3u << 14}, {vksort::Payload::index, 1u << 15}}) {
    for (const uint32_t bits : {1u, 16u, 17u, 32u}) {
      CAPTURE(bits);
      const auto usedUpTo = [&](uint32_t n) {
        return usedFor(rankSetup(payload), {.count = n, .significant_bits = {0, bits}});
      };
      CHECK(usedUpTo(limit) == "rank");
      CHECK(usedUpTo(limit + 1) == (bits <= 16 ? "radix" : "rank"));
    }
  }
}

TEST_CASE("segments_triples_and_the_baseline_use_no_rank_merges") {
  SorterSetup triples = rankSetup(vksort::Payload::u32), baseline = rankSetup(vksort::Payload::none),
              never = rankSetup(vksort::Payload::none);
  triples.info.key_bits = 64;
  triples.info.ties = kAnyTies;
  baseline.creation.baseline = true;
  never.info.scratch = vksort::Scratch::never;
  for (SorterSetup setup : {triples, baseline, never}) {
    for (const Algorithm algorithm : {Algorithm::automatic, Algorithm::rank}) {
      setup.creation.algorithm = algorithm;
      CHECK(rankSettingOn(kRankLimits, setup.get()).max_count == 0);
      CHECK(usedFor(setup, {.count = 1u << 14}) == "bitonic");
    }
  }
  CHECK(usedFor(rankSetup(vksort::Payload::none), {.count = 1u << 14, .segment_count = 3}) == "bitonic");
}

TEST_CASE("rank_merges_fit_the_device") {
  for (const uint32_t invocations : {64u, 128u, 256u, 512u, 1024u}) {
    for (const uint32_t shared : {16384u, 17000u, 24576u, 24600u, 32768u, 49152u, 1u << 31, ~0u}) {
      CAPTURE(invocations);
      CAPTURE(shared);
      const SorterSetup setup = rankSetup(vksort::Payload::u32, Algorithm::rank);
      const vksort::rank::RankSetting setting = rankSettingOn({invocations, shared, 32, 0, invocations}, setup.get());
      REQUIRE(setting.max_count != 0);
      for (uint32_t i = 0; i < setting.shape_count; ++i) {
        const vksort::rank::MergeShape& shape = setting.shapes[i];
        const vksort::PipelineSource source = vksort::rank::sourceOf(setting, i);
        CHECK(source.constants[VKSORT_RANK_WORKGROUP] == (1u << shape.invocations_log2));
        CHECK((1u << shape.invocations_log2) <= invocations);
        CHECK(shape.invocations_log2 <= shape.tile_log2);
        CHECK(source.constants[VKSORT_RANK_SAMPLES] * 4 <= shared);
        CHECK((source.constants[VKSORT_RANK_SAMPLES] << VKSORT_RANK_SAMPLE_LOG2) >= shape.copied(shape.max_count));
      }
    }
  }
}

// There is a sample for every eight elements, if the device can bind them.
TEST_CASE("rank_merges_need_scratch_memory_for_tiles_and_samples") {
  for (const vksort::Payload payload : {vksort::Payload::none, vksort::Payload::u32}) {
    SorterSetup setup = rankSetup(payload, Algorithm::rank);
    const vksort::rank::RankSetting setting = rankSettingOn(kRankLimits, setup.get());
    const uint32_t words = payload == vksort::Payload::none ? 1 : 2;
    for (const auto& [n, copied] : {std::pair{1u, 1024u},
                                    {1024u, 1024u},
                                    {1025u, 2048u},
                                    {32768u, 32768u},
                                    {32769u, 34816u},
                                    {65536u, 65536u},
                                    {(33u << 11) + 1, 34 * 2048u}})
      CHECK(vksort::rank::scratchWords(setting, n) == copied * words + copied / 8);
    for (const uint32_t less : {0u, 1u}) {
      vksort::RecordLimits record = kRankRecord;
      record.max_range = 64 + 4 * (uint64_t{kMaxByRank} * words + kMaxByRank / 8) - less;
      CHECK((rankSettingOn(kRankLimits, setup.get(), record).max_count != 0) == (less == 0));
    }
    vksort::RecordLimits record = kRankRecord;
    for (const uint32_t buffers : {4u, 5u}) {
      record.max_buffers = buffers;
      CHECK((rankSettingOn(kRankLimits, setup.get(), record).max_count != 0) == (buffers == 5));
    }
    setup.info.max_count = 3000;
    CHECK(rankSettingOn(kRankLimits, setup.get()).max_count == 3000);
  }
}

}  // namespace test
