// Which sorts are rank merges, what they ask for, and what their plans say.
#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "bitonic/tuning.h"
#include "rank/sort.h"
#include "vksort.h"

namespace test {
namespace {

using vksort::Algorithm;
using vksort::Count;
using vksort::KeyType;
using vksort::Ties;
using vksort::Values;

constexpr vksort::PlanDevice kRankDevice{
    .workgroup_invocations = 1024, .shared_memory_bytes = 49152, .subgroup_size = 32, .max_storage_buffers = 8};
constexpr uint32_t kMostByRanks = 3u << 15, kMostCoherent = 132u << 9;
constexpr vksort::RecordLimits kRankRecord{64, 1ull << 32, 8, 65535};
constexpr vksort::DeviceLimits kRankLimits{1024, 49152, 32, 0, 1024};

vksort::SorterInfo infoOf(Values values, Algorithm algorithm = Algorithm::automatic) {
  vksort::SorterInfo info;
  info.values = values;
  info.algorithm = algorithm;
  return info;
}

std::string usedFor(const vksort::SorterInfo& info, uint32_t n, const vksort::PlanDevice& device = kRankDevice) {
  const std::string first = vksort::planPass(info, device, n, 0, true).name;
  return first.starts_with("apart") ? "rank" : first.starts_with("radix") ? "radix" : "bitonic";
}

vksort::rank::Setting settingOn(const vksort::DeviceLimits& limits, const vksort::SorterInfo& info,
                                const vksort::RecordLimits& record = kRankRecord) {
  constexpr uint32_t kTiles[2] = {10, 11};
  return vksort::rank::settingOf(info, limits, record, kTiles, ~0u);
}

}  // namespace

TEST_CASE("rank_merges_are_taken_up_to_a_count_and_where_they_are_asked_for") {
  vksort::SorterInfo wide = infoOf(Values::none), counted = infoOf(Values::iota), coherent = infoOf(Values::split);
  wide.key_type = KeyType::u64;
  counted.count = Count::device;
  coherent.coherent = true;
  for (const auto& [info, most] : {std::pair{infoOf(Values::none), kMostByRanks},
                                   {infoOf(Values::iota), kMostByRanks},
                                   {infoOf(Values::interleaved), kMostByRanks},
                                   {wide, kMostByRanks},
                                   {counted, kMostByRanks},
                                   {coherent, kMostCoherent}}) {
    CHECK(usedFor(info, 100) == "bitonic");
    CHECK(usedFor(info, most) == "rank");
    CHECK(usedFor(info, most + 1) != "rank");
    CHECK(vksort::plan(info, kRankDevice, 1u << 15, true).dispatches == 2);
    CHECK(vksort::plan(info, kRankDevice, 1u << 15, false).dispatches > 2);
    vksort::PlanDevice narrow = kRankDevice;
    narrow.subgroup_size = 16;
    CHECK(usedFor(info, 1u << 15, narrow) == "bitonic");
    vksort::SorterInfo asked = info;
    asked.algorithm = Algorithm::rank;
    for (const uint32_t n : {2u, 1u << 15}) CHECK(usedFor(asked, n, narrow) == "rank");
    CHECK(usedFor(asked, kMostByRanks + 1) == "bitonic");
  }
  // Lists, three words and the floor are sorted in place.
  vksort::SorterInfo lists = infoOf(Values::none), triples = infoOf(Values::split), floor = infoOf(Values::none);
  lists.count = Count::lists;
  triples.key_type = KeyType::u64;
  floor.path = vksort::Path::floor;
  for (vksort::SorterInfo info : {lists, triples, floor}) {
    for (const Algorithm algorithm : {Algorithm::automatic, Algorithm::rank}) {
      info.algorithm = algorithm;
      CHECK(settingOn(kRankLimits, info).most == 0);
      CHECK(usedFor(info, 1u << 14) != "rank");
    }
  }
}

TEST_CASE("rank_merges_fit_the_device") {
  for (const uint32_t invocations : {64u, 128u, 256u, 512u, 1024u}) {
    for (const uint32_t shared : {16384u, 17000u, 24576u, 24600u, 32768u, 49152u, 1u << 31, ~0u}) {
      CAPTURE(invocations);
      CAPTURE(shared);
      vksort::SorterInfo info = infoOf(Values::split, Algorithm::rank);
      const vksort::rank::Setting setting = settingOn({invocations, shared, 32, 0, invocations}, info);
      REQUIRE(setting.most != 0);
      for (uint32_t i = 0; i < vksort::rank::kShapes; ++i) {
        const vksort::rank::Shape& shape = setting.shapes[i];
        const vksort::PipelineSource source = vksort::rank::sourceOf(setting, i);
        CHECK(source.constants[VKSORT_RANK_WORKGROUP] == (1u << shape.invocations_log2));
        CHECK((1u << shape.invocations_log2) <= invocations);
        CHECK(shape.invocations_log2 <= shape.tile_log2);  // a workgroup is about one tile
        CHECK(source.constants[VKSORT_RANK_SAMPLES] * 4 <= shared);
        CHECK((source.constants[VKSORT_RANK_SAMPLES] << VKSORT_RANK_SAMPLE_LOG2) >= shape.copied(shape.most));
      }
    }
  }
}

// A copy of whole tiles and a sample of each eight elements, as far as these can be bound.
TEST_CASE("rank_merges_ask_for_a_copy_of_whole_tiles_and_samples") {
  for (const Values values : {Values::none, Values::split}) {
    vksort::SorterInfo info = infoOf(values, Algorithm::rank);
    const vksort::rank::Setting setting = settingOn(kRankLimits, info);
    const uint32_t words = values == Values::none ? 1 : 2;
    for (const auto& [n, copied] : {std::pair{1u, 1024u},
                                    {1024u, 1024u},
                                    {1025u, 2048u},
                                    {32768u, 32768u},
                                    {32769u, 34816u},
                                    {65536u, 65536u},
                                    {kMostCoherent + 1, 34 * 2048u}})
      CHECK(vksort::rank::scratchWords(setting, n) == copied * words + copied / 8);
    for (const uint32_t less : {0u, 1u}) {
      vksort::RecordLimits record = kRankRecord;
      record.max_range = 64 + 4 * (uint64_t{kMostByRanks} * words + kMostByRanks / 8) - less;
      CHECK((settingOn(kRankLimits, info, record).most != 0) == (less == 0));
    }
    vksort::RecordLimits record = kRankRecord;
    for (const uint32_t buffers : {3u, 4u}) {
      record.max_buffers = buffers;
      CHECK((settingOn(kRankLimits, info, record).most != 0) == (buffers >= 2 + words));
    }
    info.max_count = 3000;
    CHECK(settingOn(kRankLimits, info).most == 3000);
  }
}

TEST_CASE("plans_of_rank_merges_move_all_elements_twice") {
  constexpr uint32_t kCount = 10'000;
  constexpr uint64_t kKeys = 4ull * kCount;
  const vksort::Hook hook{};
  vksort::SorterInfo hooked = infoOf(Values::iota);
  hooked.hook = &hook;
  struct Row {
    vksort::SorterInfo info;
    uint64_t read, written;  // words of an element, in the first pass
  };
  for (const auto& [info, read, written] :
       {Row{infoOf(Values::none), 1, 1}, {infoOf(Values::split), 2, 2}, {infoOf(Values::iota), 1, 2}, {hooked, 0, 2}}) {
    const vksort::Plan plan = vksort::plan(info, kRankDevice, kCount, true);
    CHECK(plan.dispatches == 2);
    CHECK(plan.barriers == 1);
    CHECK(plan.bytes_read == (read + written) * kKeys);
    CHECK(plan.bytes_written == 2 * written * kKeys);
  }
}

// Of each shape that sorts take, more tiles than are searched at once, the last one in part.
TEST_CASE("every_shape_of_a_rank_merge_is_proven") {
  for (const auto& [max_count, wanted] :
       {std::pair{0u, 3u}, {kMostCoherent, 2u}, {1u << 15, 1u}, {5000u, 1u}, {2048u, 0u}}) {
    vksort::SorterInfo info = infoOf(Values::split);
    info.max_count = max_count;
    const vksort::rank::Setting setting = settingOn(kRankLimits, info);
    vksort::ProofList list;
    vksort::rank::addProofs(setting, list);
    REQUIRE(list.count == wanted);
    for (uint32_t i = 0; i < list.count; ++i) {
      const vksort::Proof& proof = list.proofs[i];
      CHECK((proof.scratch && proof.by_ranks));
      CHECK(vksort::rank::sorts(setting, proof.count));
      CHECK(setting.indexFor(proof.count) == i);
      CHECK(proof.kernel == std::string(vksort::rank::nameOf(i)));
      const uint32_t tile = 1u << setting.shapes[i].tile_log2;
      CHECK(proof.count % tile != 0);
      if (max_count != 5000) CHECK(proof.count > 5 * tile);
    }
  }
}

}  // namespace test
