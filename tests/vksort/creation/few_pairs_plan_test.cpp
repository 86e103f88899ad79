// Which Sorters have the kernels of few pairs.
#include <doctest/doctest.h>

#include <string>

#include "vksort.h"

namespace test {
namespace {

using vksort::Count;
using vksort::SorterInfo;
using vksort::Values;

constexpr vksort::PlanDevice kGpuOfFew{
    .workgroup_invocations = 1024, .shared_memory_bytes = 49152, .subgroup_size = 32, .max_storage_buffers = 8};
constexpr uint32_t kFewTile = 1u << 11;

SorterInfo ofPairs(uint32_t most) {
  SorterInfo info;
  info.values = Values::split;
  info.max_count = most;
  return info;
}

bool hasFew(const SorterInfo& info, const vksort::PlanDevice& device = kGpuOfFew, uint32_t n = kFewTile - 1) {
  return vksort::planPass(info, device, n, 0).name == std::string("few_sort");
}

}  // namespace

TEST_CASE("sorters_of_few_pairs_have_kernels_of_their_own") {
  for (const uint32_t most : {kFewTile - 1, kFewTile, kFewTile + 1, 2 * kFewTile - 1, 2 * kFewTile}) {
    CAPTURE(most);
    CHECK(hasFew(ofPairs(most)));
    SorterInfo info = ofPairs(most);
    info.values = Values::iota;
    CHECK(hasFew(info));
    info.values = Values::none;
    CHECK_FALSE(hasFew(info));
    info.key_type = vksort::KeyType::u64;  // two words, of which the last one orders
    CHECK(hasFew(info));
  }
  for (const uint32_t most : {0u, 2 * kFewTile + 1, 4 * kFewTile, ~0u}) {
    CAPTURE(most);
    CHECK_FALSE(hasFew(ofPairs(most)));
  }
  // As before, what fits a subgroup, or less than a tile.
  CHECK(vksort::planPass(ofPairs(2 * kFewTile), kGpuOfFew, 100, 0).name == std::string("subgroup_sort"));
  CHECK(vksort::planPass(ofPairs(2 * kFewTile), kGpuOfFew, kFewTile / 2, 0).name == std::string("small_sort"));
}

// Where they would be slower, or the device finds out how much there is to do, or they do not fit.
TEST_CASE("other_sorters_of_few_elements_have_the_kernels_of_many") {
  const SorterInfo few = ofPairs(2 * kFewTile);
  SorterInfo info = few;
  info.ties = vksort::Ties::any;
  CHECK_FALSE(hasFew(info));
  info = few;
  info.count = Count::device;
  CHECK_FALSE(hasFew(info));
  info = few;
  info.coherent = true;
  CHECK_FALSE(hasFew(info));
  info = few;
  info.key_type = vksort::KeyType::u64;
  CHECK_FALSE(hasFew(info));
  CHECK_FALSE(hasFew(ofPairs(2048), {.workgroup_invocations = 128, .shared_memory_bytes = 16384}, 1000));
  // Nor three words, with whatever tuning.
  constexpr vksort::Tuning kOfTwo{3, 10, 9, 0, 0, 1, 9, 9, {8, 0, 0, 10, 10, 0}, 0};
  info = ofPairs(2048);
  info.tuning = &kOfTwo;
  CHECK(hasFew(info, kGpuOfFew, 1000));
  info.key_type = vksort::KeyType::u64;
  CHECK(vksort::plan(info, kGpuOfFew, 1000).dispatches == 1);
  CHECK_FALSE(hasFew(info, kGpuOfFew, 1000));
}

}  // namespace test
