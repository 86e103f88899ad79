// The shapes that a radix sort has on devices with other limits: kernels and scratch memory that fit, and limits.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "algorithm.h"
#include "radix/sort.h"
#include "sort/radix/interface.h"

namespace test {
namespace {

using vksort::KeyType;
using vksort::Ties;
using vksort::Values;
using vksort::radix::Offsets;
using vksort::radix::Role;
using vksort::radix::Setting;
using vksort::radix::Shape;

constexpr vksort::PlanDevice kGpu{
    .workgroup_invocations = 1024, .shared_memory_bytes = 49152, .subgroup_size = 32, .max_storage_buffers = 8};
constexpr vksort::RecordLimits kRecord{64, 1ull << 32, 8, 65535};

struct Carried {
  Values values;
  Ties ties = Ties::any;
  KeyType key_type = KeyType::u32;
  bool coherent = false;
};
constexpr Carried kCarried[] = {{Values::none},
                                {Values::split},
                                {Values::split, Ties::value},
                                {Values::none, Ties::value, KeyType::u64},
                                {Values::split, Ties::any, KeyType::u64},
                                {Values::none, Ties::any, KeyType::u32, true},
                                {Values::split, Ties::value, KeyType::u32, true}};

Setting settingOn(const vksort::DeviceLimits& limits, const Carried& carried, bool looks_back = true) {
  vksort::SorterInfo info;
  info.coherent = carried.coherent;
  info.key_type = carried.key_type;
  info.values = carried.values;
  info.ties = carried.ties;
  if (limits.subgroup_size < 32) info.algorithm = vksort::Algorithm::radix;
  vksort::Tuning tuning{};
  tuning.tile_log2 = 8;
  return vksort::radix::settingOf(info, limits, kRecord, tuning, looks_back);
}

Setting settingOn(uint32_t subgroup, const Carried& carried, bool looks_back = true) {
  return settingOn({1024, 49152, subgroup, 0, 1024}, carried, looks_back);
}

std::span<const Shape> shapesOf(const Setting& setting) { return {setting.shapes, setting.shape_count}; }

void expectThatItFits(const Setting& setting, const Shape& shape, const vksort::DeviceLimits& limits) {
  const auto index = static_cast<uint32_t>(&shape - setting.shapes);
  for (const Role role : {Role::set_up, Role::count_all, Role::sum, Role::count, Role::first_pass, Role::pass}) {
    const vksort::PipelineSource source = sourceOf(setting, kernelOf(role, index), nullptr);
    CHECK(source.constants[VKSORT_RADIX_WORKGROUP] <= limits.workgroup_invocations);
    CHECK(source.constants[VKSORT_RADIX_WORKGROUP] >= limits.subgroup_size);
  }
  CHECK(shape.elements % shape.parts == 0);
  CHECK(shape.tile() < 1u << 16);  // two counts of a table share a word
  // The counters of each subgroup, or a part of the tile; and what a first pass counts. Then offsets and sums.
  const uint32_t counters = 256 * ((1u << shape.invocations_log2) / limits.subgroup_size);
  const uint32_t part = std::max(counters, shape.tile() / shape.parts);
  for (const Role role : {Role::first_pass, Role::pass}) {
    if (role == Role::first_pass && shape.offsets != Offsets::first_table) continue;
    const uint32_t words = part + (role == Role::first_pass ? (setting.passes - 1) * 256 : 0);
    CHECK((words + 512) * 4 <= limits.shared_memory_bytes);
    // As much as the shader is told.
    const vksort::PipelineSource source = sourceOf(setting, kernelOf(role, index), nullptr);
    CHECK(source.constants[VKSORT_RADIX_SHARED_WORDS] == words);
  }
}

}  // namespace

TEST_CASE("radix_sorts_have_kernels_that_fit_the_device") {
  for (const Carried& carried : {kCarried[0], kCarried[1], kCarried[4]}) {
    for (const uint32_t invocations : {128u, 256u, 512u, 1024u}) {
      for (const uint32_t shared : {8192u, 16384u, 21511u, 24576u, 32768u, 49152u}) {
        for (const uint32_t subgroup : {4u, 8u, 16u, 32u, 64u, 128u}) {
          CAPTURE(invocations);
          CAPTURE(shared);
          CAPTURE(subgroup);
          const vksort::DeviceLimits limits{invocations, shared, subgroup, 0, invocations};
          for (const bool looks_back : {true, false}) {
            const Setting setting = settingOn(limits, carried, looks_back);
            const std::span<const Shape> shapes = shapesOf(setting);
            for (const Shape& shape : shapes) expectThatItFits(setting, shape, limits);
            CHECK(
                (shapes.empty() || shapes.back().max_count == vksort::radix::kMostElements));  // for all sizes or none
          }
        }
      }
    }
    CHECK(settingOn({1024, 16384, 8, 0, 1024}, carried).shape_count > 0);
    // A first pass counts the digits of all others.
    const bool many_digits = carried.key_type == KeyType::u64;
    CHECK(settingOn({1024, many_digits ? 25600u : 24576u, 32, 0, 1024}, carried).shape_count > 0);
    CHECK(settingOn({1024, 49152, 32, 0, 512}, carried).shape_count > 0);
    CHECK(settingOn({1024, 49152, 32, 0, 0}, carried).shape_count == 0);
  }
}

// PathReport::unproven_kernel names the first of the others.
TEST_CASE("every_shape_of_a_radix_sort_is_proven_by_a_sort_that_takes_it") {
  constexpr uint32_t kMostTried = 1u << 20;
  for (const Carried& carried : kCarried) {
    for (const uint32_t subgroup : {4u, 8u, 16u, 32u, 128u, 0u}) {
      CAPTURE(subgroup);
      const bool looks_back = subgroup != 0;
      const Setting setting = settingOn(looks_back ? subgroup : 32, carried, looks_back);
      const auto nameOf = [](uint32_t shape) {
        return std::string(vksort::radix::nameOf(kernelOf(Role::pass, shape)));
      };
      vksort::ProofList list;
      addProofs(setting, list);
      std::set<uint32_t> proven;
      for (const vksort::Proof& proof : std::span(list.proofs, list.count)) {
        CHECK(proof.scratch);
        CHECK(proof.count <= kMostTried);
        REQUIRE(sorts(setting, proof.count));
        const uint32_t shape = setting.indexFor(proof.count);
        CHECK(nameOf(shape) == proof.kernel);
        CHECK(proof.count > 2 * setting.shapes[shape].tile());
        proven.insert(shape);
      }
      std::string first;
      for (uint32_t i = 0; i < setting.shape_count; ++i) {
        const bool taken = setting.shapes[i].max_count >= setting.fewest;
        const bool small = i == 0 || setting.shapes[i - 1].max_count < kMostTried;
        CHECK(proven.contains(i) == (taken && small));
        if (taken && !small && first.empty()) first = nameOf(i);
      }
      CHECK(first == (list.unproven ? list.unproven : ""));
      CHECK_FALSE(proven.empty());
    }
  }
}

// The histogram, the flag and states come first, then the table, and last the copies; nothing overlaps, and fewer
// elements need no more.
TEST_CASE("radix_sorts_have_scratch_memory_for_all_that_they_keep") {
  for (const Carried& carried : kCarried) {
    for (const uint32_t subgroup : {4u, 8u, 32u, 64u}) {
      for (const bool looks_back : {true, false}) {
        const Setting setting = settingOn(subgroup, carried, looks_back);
        REQUIRE(setting.shape_count != 0);
        CHECK(setting.passes * 256 <= VKSORT_RADIX_DISORDER_AT);
        const uint32_t words = (carried.key_type == KeyType::u64 ? 2 : 1) + (carried.values != Values::none ? 1 : 0);
        uint64_t end = 0;
        for (uint64_t n = 2; n < std::min(1u << 26, setting.most); n = n * 9 / 8 + 1) {
          const auto count = static_cast<uint32_t>(n);
          CAPTURE(count);
          const Shape& shape = setting.shapeFor(count);
          const vksort::radix::Scratch scratch = scratchOf(setting, count);
          CHECK(scratch.end >= end);
          end = scratch.end;
          const uint64_t tiles = shape.tilesOf(count);
          const bool summed = shape.offsets == Offsets::summed_table;
          CHECK(scratch.table >= VKSORT_RADIX_STATES_AT + (summed ? 0 : tiles * 256));
          const uint64_t row = summed ? 256 : shape.offsets == Offsets::first_table ? 128 : 0;
          CHECK(scratch.copy >= scratch.table + (tiles + (summed ? 1 : 0)) * row);
          const uint64_t copy = n * words + (words == 1 ? 0 : 1);  // from an even word of the binding on
          if (setting.copies() == 2) CHECK(scratch.second_copy >= scratch.copy + copy);
          CHECK(scratch.end >= (setting.copies() == 2 ? scratch.second_copy : scratch.copy) + copy);
        }
      }
    }
  }
}

namespace {

constexpr vksort::Hook kHook{};

// All that decides which passes there are.
std::vector<vksort::SorterInfo> everyInfo() {
  constexpr Carried kPayloads[] = {{Values::none},
                                   {Values::iota},
                                   {Values::split},
                                   {Values::split, Ties::value},
                                   {Values::interleaved, Ties::value},
                                   {Values::none, Ties::value, KeyType::u64},
                                   {Values::split, Ties::any, KeyType::u64},
                                   {Values::iota, Ties::value, KeyType::u64}};
  std::vector<vksort::SorterInfo> infos;
  for (const Carried& carried : kPayloads) {
    for (const vksort::Count count : {vksort::Count::host, vksort::Count::device}) {
      vksort::SorterInfo info;
      info.key_type = carried.key_type;
      info.values = carried.values;
      info.ties = carried.ties;
      info.count = count;
      infos.push_back(info);
      info.coherent = true;
      if (info.values != Values::iota) infos.push_back(info);
      info.coherent = false;
      info.hook = &kHook;
      if (info.key_type != KeyType::u64 && info.values != Values::interleaved) infos.push_back(info);
    }
  }
  return infos;
}

// Of sorts of up to 2^28.
void expectAllMade(const vksort::Algorithms& algorithms) {
  const vksort::KernelSet made = vksort::kernelsOf(algorithms);
  const uint64_t most = std::min<uint64_t>(algorithms.most(), 1u << 28);
  for (uint64_t n = 1;; n = std::min(n * 17 / 16 + 1, most)) {
    for (const bool lent : {false, true}) {
      vksort::PassList list;
      passesOf(algorithms, {static_cast<uint32_t>(n), 1, lent}, list);
      const auto passes = std::span(list.passes, list.count);
      CAPTURE(n);
      REQUIRE(std::ranges::all_of(passes, [&](const vksort::Pass& pass) { return made[pass.kernel]; }));
    }
    if (n == most) return;
  }
}

}  // namespace

// However many there may be, and from where on a tuning has them by radix.
TEST_CASE("every_kernel_that_a_sort_takes_has_been_made") {
  constexpr vksort::DeviceLimits kGpuLimits{1024, 49152, 32, 0, 1024};
  const std::vector<vksort::SorterInfo> infos = everyInfo();
  for (std::size_t i = 0; i < infos.size(); ++i) {
    for (const uint32_t most : {1'200'000u, 1'420'001u, 4'325'377u, 1u << 23, 1u << 25, 0u}) {
      CAPTURE(i);
      CAPTURE(most);
      vksort::SorterInfo info = infos[i];
      info.max_count = most;
      const vksort::Algorithms algorithms = vksort::algorithmsFor(info, kGpuLimits, kRecord);
      expectAllMade(algorithms);
      vksort::Tuning tuning = tuningOf(algorithms);
      tuning.radix_from = 1'300'000;
      info.tuning = &tuning;
      expectAllMade(vksort::algorithmsFor(info, kGpuLimits, kRecord));
    }
  }
}

// As a Sorter has it whose ranks failed their self-test.
TEST_CASE("radix_sorts_what_ranks_would_have_sorted") {
  constexpr uint32_t n = 70'000;
  for (const bool by_ranks : {true, false}) {
    vksort::PassList list;
    passesOf(vksort::algorithmsFor({}, {1024, 49152, 32, 0, 1024}, kRecord, true, by_ranks), {n, 1, true}, list);
    REQUIRE(list.count > 0);
    CHECK(std::string(list.passes[list.count - 1].label) == (by_ranks ? "rank_merge" : "radix_back"));
  }
}

// What has not been published after so many looks is counted anew; a look takes about a microsecond.
TEST_CASE("radix_sorts_give_up_waiting_in_bounded_time") {
  for (const uint32_t subgroup : {8u, 32u}) {
    const Setting setting = settingOn(subgroup, kCarried[1]);
    REQUIRE(setting.shape_count > 0);
    for (uint32_t i = 0; i < setting.shape_count; ++i) {
      const uint32_t looks = sourceOf(setting, kernelOf(Role::pass, i), nullptr).constants[VKSORT_RADIX_SPIN_LIMIT];
      CHECK((looks >= 1 && looks <= 4096));
    }
  }
}

TEST_CASE("radix_sorts_as_many_as_its_states_can_count_whatever_max_count_says") {
  vksort::SorterInfo info;
  vksort::PlanDevice device = kGpu;
  device.max_storage_range = VkDeviceSize{1} << 34;
  constexpr uint32_t kMost = (1u << 28) - 1;  // as vksort.h says
  for (const uint32_t max_count : {0u, kMost, kMost + 1, ~0u}) {
    info.max_count = max_count;
    CHECK(std::string(vksort::planPass(info, device, kMost, 0, true).name).starts_with("radix"));
    CHECK_FALSE(std::string(vksort::planPass(info, device, kMost + 1, 0, true).name).starts_with("radix"));
  }
}

TEST_CASE("plans_no_radix_sort_of_more_than_can_be_bound") {
  constexpr uint32_t n = 1 << 20;
  const vksort::SorterInfo info;
  const uint32_t in_place = vksort::plan(info, kGpu, n).dispatches;
  // From an offset on that is aligned as no device wants more: no word less will do.
  constexpr VkDeviceSize kMostAlignment = 256;
  const VkDeviceSize enough = scratchOf(settingOn(32, kCarried[0]), n).end * 4 + kMostAlignment;
  vksort::PlanDevice device = kGpu;
  for (const auto& [range, by_radix] :
       {std::pair{VkDeviceSize{n} * 4, false}, {enough - 4, false}, {enough, true}, {VkDeviceSize{n} * 8, true}}) {
    device.max_storage_range = range;
    CHECK((vksort::plan(info, device, n, true).dispatches < in_place) == by_radix);
  }
}

TEST_CASE("plans_the_bytes_of_radix_sorts") {
  constexpr uint32_t n = 1'000'000;
  constexpr uint64_t kKeys = uint64_t{n} * 4;
  constexpr vksort::Algorithm kAutomatic = vksort::Algorithm::automatic, kPortable = vksort::Algorithm::radix_portable;
  struct Row {
    uint64_t read, written;  // words of an element
    Values values;
    Ties ties = Ties::any;
    uint32_t value_bits = 0;
    KeyType key_type = KeyType::u32;
    vksort::Algorithm algorithm = kAutomatic;
    const vksort::Hook* hook = nullptr;
  };
  constexpr Row kRows[] = {
      {1 + 4, 4, Values::none},  // the first digit counted, and moved four times
      {4, 1 + 4, Values::none, Ties::any, 0, KeyType::u32, kAutomatic, &kHook},  // what counts stores the keys
      {1 + 8, 8, Values::split},
      {1 + 7, 8, Values::iota},                  // the first pass makes the values
      {1 + 16, 16, Values::split, Ties::value},  // four passes more, by value
      {1 + 16, 1 + 16, Values::split, Ties::value, 0, KeyType::u32, kAutomatic, &kHook},
      {1 + 14, 14, Values::split, Ties::value, 20},
      {1 + 10, 10, Values::split, Ties::value, 8},
      {1 + 16, 16, Values::none, Ties::value, 8, KeyType::u64},  // of values, of which there are none
      {1 + 24, 24, Values::split, Ties::any, 0, KeyType::u64},
      {1 + 23, 24, Values::iota, Ties::value, 0, KeyType::u64},
      {8 + 16, 16, Values::split, Ties::value, 0, KeyType::u32, kPortable},  // a digit counted before each pass
      {4 + 8, 8, Values::split, Ties::any, 0, KeyType::u32, kPortable},
      {4 + 7, 8, Values::iota, Ties::any, 0, KeyType::u32, kPortable},
      {8 + 24, 24, Values::split, Ties::any, 0, KeyType::u64, kPortable},
      {3 + 4, 1 + 4, Values::none, Ties::any, 0, KeyType::u32, kPortable, &kHook},
  };
  for (const Row& row : kRows) {
    vksort::SorterInfo info;
    info.key_type = row.key_type;
    info.values = row.values;
    info.ties = row.ties;
    info.value_bits = row.value_bits;
    info.algorithm = row.algorithm;
    info.hook = row.hook;
    const vksort::Plan plan = vksort::plan(info, kGpu, n, true);
    CAPTURE(&row - kRows);
    CHECK(plan.bytes_read == row.read * kKeys);
    CHECK(plan.bytes_written == row.written * kKeys);
  }
}

}  // namespace test
