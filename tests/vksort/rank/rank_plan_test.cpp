// Which sorts are by ranks, what they ask for, and what they are told to cost.
#include <doctest/doctest.h>

#include <string>

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

constexpr vksort::PlanDevice kWideDevice{
    .workgroup_invocations = 1024, .shared_memory_bytes = 49152, .subgroup_size = 32, .max_storage_buffers = 8};

vksort::SorterInfo infoOf(Values values, Ties ties = Ties::value) {
  vksort::SorterInfo info;
  info.values = values;
  info.ties = ties;
  return info;
}

std::string usedFor(const vksort::SorterInfo& info, uint32_t n, const vksort::PlanDevice& device = kWideDevice) {
  const std::string first = vksort::planPass(info, device, n, 0, true).name;
  return first.starts_with("apart") ? "rank" : first.starts_with("radix") ? "radix" : "bitonic";
}

constexpr uint32_t kMost = 3u << 15, kMostCoherent = 132u << 9;
constexpr uint32_t kTiles[2] = {10, 11};
constexpr vksort::RecordLimits kRecord{64, 1ull << 32, 8, 65535};

vksort::rank::Setting settingOn(const vksort::DeviceLimits& limits, const vksort::SorterInfo& info,
                                const vksort::RecordLimits& record = kRecord, uint32_t left = ~0u) {
  return vksort::rank::settingOf(info, limits, record, kTiles, left);
}

constexpr vksort::DeviceLimits kLimits{1024, 49152, 32, 0, 1024};

}  // namespace

TEST_CASE("ranks_pay_from_where_and_to_where_they_were_measured_to") {
  struct Crossover {
    vksort::SorterInfo info;
    uint32_t fewest;
    const char* next;  // behind the most
  };
  vksort::SorterInfo wide = infoOf(Values::none), counted = infoOf(Values::iota), hooked = infoOf(Values::iota);
  wide.key_type = KeyType::u64;
  counted.count = Count::device;
  const vksort::Hook hook{};
  hooked.hook = &hook;
  for (const auto& [info, fewest, next] : {Crossover{infoOf(Values::none), (1u << 12) + 1, "radix"},
                                           {infoOf(Values::iota), (1u << 11) + 1, "radix"},
                                           {infoOf(Values::split, Ties::any), (1u << 11) + 1, "radix"},
                                           {infoOf(Values::interleaved), (1u << 11) + 1, "bitonic"},
                                           {wide, (1u << 11) + 1, "bitonic"},
                                           {counted, (1u << 11) + 1, "radix"},
                                           {hooked, (1u << 11) + 1, "radix"}}) {
    CAPTURE(fewest);
    CHECK(usedFor(info, fewest - 1) == "bitonic");
    CHECK(usedFor(info, fewest) == "rank");
    CHECK(usedFor(info, kMost) == "rank");
    CHECK(usedFor(info, kMost + 1) == next);
    // In place without memory, and where nobody has measured that they pay.
    CHECK(vksort::plan(info, kWideDevice, 1u << 15, false).dispatches > 2);
    CHECK(vksort::plan(info, kWideDevice, 1u << 15, true).dispatches == 2);
    vksort::PlanDevice narrow = kWideDevice;
    narrow.subgroup_size = 16;
    CHECK(usedFor(info, 1u << 15, narrow) == "bitonic");
    vksort::SorterInfo asked = info;
    asked.algorithm = Algorithm::rank;
    CHECK(usedFor(asked, 1u << 15, narrow) == "rank");
    CHECK(usedFor(asked, 2) == "rank");
    CHECK(usedFor(asked, kMost + 1) == "bitonic");
    for (const Algorithm other : {Algorithm::bitonic, Algorithm::radix, Algorithm::radix_portable}) {
      asked.algorithm = other;
      CHECK(usedFor(asked, 1u << 15) != "rank");
    }
  }
}

TEST_CASE("ranks_are_for_no_lists_and_no_elements_of_three_words") {
  vksort::SorterInfo lists = infoOf(Values::none), triples = infoOf(Values::split), floor = infoOf(Values::none);
  lists.count = Count::lists;
  triples.key_type = KeyType::u64;
  floor.path = vksort::Path::floor;
  for (vksort::SorterInfo info : {lists, triples, floor}) {
    for (const Algorithm algorithm : {Algorithm::automatic, Algorithm::rank}) {
      info.algorithm = algorithm;
      CHECK(settingOn(kLimits, info).most == 0);
      CHECK(usedFor(info, 1u << 14) != "rank");
    }
  }
}

// To look at the order takes as long as to sort so few; not as to sort the most that others take.
TEST_CASE("ranks_sort_coherent_frames_as_any_others") {
  for (const Values values : {Values::none, Values::split}) {
    vksort::SorterInfo plain = infoOf(values), coherent = plain;
    coherent.coherent = true;
    for (const uint32_t n : {(1u << 12) + 1, 1u << 14, kMostCoherent}) {
      CHECK(usedFor(coherent, n) == "rank");
      CHECK(vksort::plan(coherent, kWideDevice, n, true).dispatches ==
            vksort::plan(plain, kWideDevice, n, true).dispatches);
    }
    CHECK(usedFor(coherent, kMostCoherent + 1) == usedFor(plain, kMost + 1));
  }
}

TEST_CASE("ranks_leave_to_radix_what_a_tuning_says") {
  const auto tuned = [](vksort::SorterInfo info, uint32_t from, uint32_t n) {
    vksort::Tuning tuning = vksort::bitonic::shapeOf(info, kLimits);
    tuning.radix_from = from;
    info.tuning = &tuning;
    return usedFor(info, n);
  };
  vksort::SorterInfo wide = infoOf(Values::none);
  wide.key_type = KeyType::u64;
  for (const vksort::SorterInfo& info : {infoOf(Values::none), infoOf(Values::split, Ties::any), wide}) {
    CHECK(tuned(info, 1, 30'000) == "radix");
    CHECK(tuned(info, 30'000, 29'999) == "rank");
    CHECK(tuned(info, 30'000, 30'000) == "radix");
    CHECK(tuned(info, 1u << 20, kMost) == "rank");
    CHECK(tuned(info, 1u << 20, kMost + 1) == "bitonic");
  }
  // Of values that order equal keys a tuning does not say.
  CHECK(tuned(infoOf(Values::split), 3000, 30'000) == "rank");
  vksort::SorterInfo asked = infoOf(Values::none);
  asked.algorithm = Algorithm::rank;
  CHECK(tuned(asked, 3000, 30'000) == "rank");
  CHECK(settingOn(kLimits, infoOf(Values::none), kRecord, 5000).most == 5000);
  CHECK(settingOn(kLimits, infoOf(Values::none), kRecord, 4000).most == 0);  // in place up to there
}

// Where half of the keys' bits are equal radix takes half of the passes.
TEST_CASE("ranks_leave_to_radix_what_two_passes_sort_sooner") {
  for (const auto& [values, most] : {std::pair{Values::none, 3u << 14}, {Values::iota, 1u << 15}}) {
    vksort::SorterInfo info = infoOf(values);
    info.key_bits = {8, 16};
    CHECK(usedFor(info, most) == "rank");
    CHECK(usedFor(info, most + 1) == "radix");
    // Where radix does not fit it is left nothing.
    vksort::PlanDevice small = kWideDevice;
    small.shared_memory_bytes = 16384;
    CHECK(usedFor(info, 1u << 15, small) == "rank");
    small.shared_memory_bytes = 32768;
    small.workgroup_invocations = 256;
    CHECK(usedFor(info, 1u << 16, small) == "rank");
    CHECK(usedFor(info, (1u << 16) + 1, small) == "bitonic");
    info.key_bits = {8, 17};
    CHECK(usedFor(info, 1u << 16) == "rank");
  }
}

TEST_CASE("ranks_fit_the_device") {
  for (const uint32_t invocations : {64u, 128u, 256u, 512u, 1024u}) {
    for (const uint32_t shared : {16384u, 17000u, 24576u, 24600u, 32768u, 49152u, 1u << 31, ~0u}) {
      CAPTURE(invocations);
      CAPTURE(shared);
      for (const uint32_t max_count : {0u, 5000u}) {
        vksort::SorterInfo info = infoOf(Values::split);
        info.algorithm = Algorithm::rank;
        info.max_count = max_count;
        const vksort::rank::Setting setting = settingOn({invocations, shared, 32, 0, invocations}, info);
        REQUIRE(setting.most != 0);
        for (uint32_t i = 0; i < vksort::rank::kShapes; ++i) {
          const vksort::rank::Shape& shape = setting.shapes[i];
          const vksort::PipelineSource source = vksort::rank::sourceOf(setting, i);
          CHECK(source.constants[VKSORT_RANK_WORKGROUP] == (1u << shape.invocations_log2));
          CHECK((1u << shape.invocations_log2) <= invocations);
          CHECK(shape.invocations_log2 <= shape.tile_log2);  // a workgroup is about one tile
          CHECK(source.constants[VKSORT_RANK_SAMPLES] * 4 <= shared);
          CHECK(source.constants[VKSORT_RANK_SAMPLES] == shape.most >> VKSORT_RANK_SAMPLE_LOG2);
          CHECK((source.constants[VKSORT_RANK_SAMPLES] << VKSORT_RANK_SAMPLE_LOG2) >= shape.copied(shape.most));
          CHECK(source.constants[VKSORT_RANK_TILE_LOG2] == shape.tile_log2);
          CHECK(shape.most >= (1u << 15));
        }
      }
    }
  }
  // Tiles that are too large for the memory of a workgroup are not made.
  for (const auto& [shared, log2] : {std::pair{16384u, 10u}, {20480u, 11u}, {20479u, 10u}})
    CHECK(vksort::bitonic::shapeOf(infoOf(Values::split), {1024, shared, 32}).apart_log2[1] == log2);
  for (const auto& [invocations, log2] : {std::pair{128u, 9u}, {256u, 10u}, {512u, 11u}})
    CHECK(vksort::bitonic::shapeOf(infoOf(Values::none), {invocations, 49152, 32}).apart_log2[1] == log2);
}

TEST_CASE("ranks_ask_for_a_copy_of_whole_tiles_and_samples_and_no_less_for_more") {
  for (const Values values : {Values::none, Values::split}) {
    vksort::SorterInfo info = infoOf(values);
    info.algorithm = Algorithm::rank;
    const vksort::rank::Setting setting = settingOn(kLimits, info);
    const uint32_t words = values == Values::none ? 1 : 2;
    CHECK(vksort::rank::scratchWords(setting, 1) == 1024 * words + 128);
    CHECK(vksort::rank::scratchWords(setting, 1024) == 1024 * words + 128);
    CHECK(vksort::rank::scratchWords(setting, 1025) == 2048 * words + 256);
    CHECK(vksort::rank::scratchWords(setting, 32768) == 32768 * words + 4096);
    CHECK(vksort::rank::scratchWords(setting, 32769) == 34816 * words + 4352);
    CHECK(vksort::rank::scratchWords(setting, 65536) == 65536 * words + 8192);
    CHECK(vksort::rank::scratchWords(setting, kMostCoherent + 1) == 34 * 2048 * words + 34 * 256);
    // As much as can be bound, and no less.
    for (const uint32_t less : {0u, 1u}) {
      vksort::RecordLimits record = kRecord;
      record.max_range = 64 + 4 * (uint64_t{kMost} * words + kMost / 8) - less;
      CHECK((settingOn(kLimits, info, record).most != 0) == (less == 0));
    }
    vksort::RecordLimits record = kRecord;
    for (const uint32_t buffers : {3u, 4u}) {
      record.max_buffers = buffers;
      CHECK((settingOn(kLimits, info, record).most != 0) == (buffers >= 2 + words));
    }
    info.max_count = 3000;
    CHECK(settingOn(kLimits, info).most == 3000);
  }
}

TEST_CASE("plans_of_ranks_move_all_elements_twice") {
  constexpr uint32_t kCount = 10'000;
  const auto bytes = [](const vksort::SorterInfo& info, uint32_t pass) {
    const vksort::PassPlan plan = vksort::planPass(info, kWideDevice, kCount, pass, true);
    return std::pair{plan.bytes_read, plan.bytes_written};
  };
  constexpr uint64_t kKeys = 4ull * kCount;
  vksort::SorterInfo info = infoOf(Values::none);
  CHECK(bytes(info, 0) == std::pair{kKeys, kKeys});
  CHECK(bytes(info, 1) == std::pair{kKeys, kKeys});
  info.values = Values::split;
  CHECK(bytes(info, 0) == std::pair{2 * kKeys, 2 * kKeys});
  info.values = Values::iota;  // made up
  CHECK(bytes(info, 0) == std::pair{kKeys, 2 * kKeys});
  const vksort::Hook hook{};
  info.hook = &hook;  // keys too
  CHECK(bytes(info, 0) == std::pair{uint64_t{0}, 2 * kKeys});
  CHECK(bytes(info, 1) == std::pair{2 * kKeys, 2 * kKeys});
  const vksort::Plan plan = vksort::plan(info, kWideDevice, kCount, true);
  CHECK(plan.dispatches == 2);
  CHECK(plan.barriers == 1);
  CHECK(vksort::planPass(info, kWideDevice, kCount, 0, true).workgroups == 10);  // tiles of 1024
  CHECK(vksort::planPass(info, kWideDevice, kCount, 1, true).workgroups == 40);  // of 256 elements
  CHECK(vksort::planPass(info, kWideDevice, 40'000, 0, true).workgroups == 20);  // of 2048
  CHECK(vksort::planPass(info, kWideDevice, 40'000, 1, true).workgroups == 79);  // of 512
}

// Shared memory of 32 KiB has room for samples of 2^16, with as many invocations as those of fewer tiles.
TEST_CASE("ranks_of_little_shared_memory_end_sooner") {
  vksort::PlanDevice small = kWideDevice;
  small.shared_memory_bytes = 32768;
  const vksort::SorterInfo info = infoOf(Values::none);
  CHECK(usedFor(info, 1u << 16, small) == "rank");
  CHECK(usedFor(info, (1u << 16) + 1, small) == "radix");
  CHECK(vksort::planPass(info, small, 1u << 16, 1, true).workgroups == 128);
  CHECK(vksort::planPass(info, kWideDevice, kMostCoherent, 1, true).workgroups == 132);     // of 512 elements
  CHECK(vksort::planPass(info, kWideDevice, kMostCoherent + 1, 1, true).workgroups == 67);  // of 1024
}

// Of each shape that sorts take, more tiles than are searched at once, the last one in part.
TEST_CASE("every_shape_of_a_sort_by_ranks_is_proven") {
  for (const auto& [max_count, wanted] :
       {std::pair{0u, 3u}, {kMostCoherent, 2u}, {1u << 15, 1u}, {5000u, 1u}, {2048u, 0u}}) {
    vksort::SorterInfo info = infoOf(Values::split);
    info.max_count = max_count;
    const vksort::rank::Setting setting = settingOn(kLimits, info);
    vksort::ProofList list;
    vksort::rank::addProofs(setting, list);
    REQUIRE(list.count == wanted);
    for (uint32_t i = 0; i < list.count; ++i) {
      const vksort::Proof& proof = list.proofs[i];
      CHECK(proof.scratch);
      CHECK(proof.by_ranks);
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
