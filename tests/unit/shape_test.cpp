// Kernels and scratch memory of radix sorts fit devices with other limits.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "decide/decide.h"
#include "sort/radix/interface.h"
#include "sorts/radix/passes.h"
#include "sorts/sizes/classes.h"
#include "support/device/recording.h"

namespace test {
namespace {

using vksort::PlanInfo;
using vksort::Ties;
using vksort::radix::Offsets;
using RadixRole = vksort::radix::Role;
using vksort::radix::RadixSetting;
using vksort::radix::TileShape;

constexpr vksort::PlanDevice kGpu{
    .workgroup_invocations = 1024, .shared_memory_bytes = 49152, .subgroup_size = 32, .max_storage_buffers = 8};
constexpr vksort::RecordLimits kRecord{64, 1ull << 32, 8, 65535};
constexpr uint32_t kOneWorkgroup = 1u << 9;

struct Carried {
  vksort::Payload payload;
  Ties ties = Ties::any;
  uint32_t key_bits = 32;
  bool discard_keys = false;
};
constexpr Carried kCarried[] = {{vksort::Payload::none},
                                {vksort::Payload::u32},
                                {vksort::Payload::u32, Ties::by_value},
                                {vksort::Payload::interleaved, Ties::stable},
                                {vksort::Payload::none, Ties::stable, 64},
                                {vksort::Payload::u32, Ties::any, 64},
                                {vksort::Payload::interleaved, Ties::stable, 64},
                                {vksort::Payload::index, Ties::stable, 32, true},
                                {vksort::Payload::u32, Ties::any, 64, true}};

SorterSetup radixSetup(const Carried& carried, vksort::Algorithm algorithm = vksort::Algorithm::automatic) {
  SorterSetup setup;
  setup.info.key_bits = carried.key_bits;
  setup.info.payload = carried.payload;
  setup.info.ties = carried.ties;
  setup.info.discard_keys = carried.discard_keys;
  setup.creation.algorithm = algorithm;
  return setup;
}

uint32_t wordsOf(const Carried& carried) {
  return carried.key_bits / 32 + (carried.payload != vksort::Payload::none ? 1 : 0);
}

RadixSetting settingOn(const vksort::DeviceLimits& limits, const Carried& carried, bool looks_back = true) {
  const vksort::Algorithm algorithm = limits.is_software ? vksort::Algorithm::radix : vksort::Algorithm::automatic;
  const SorterSetup setup = radixSetup(carried, algorithm);
  vksort::Tuning tuning = vksort::classOf(limits).tuning(vksort::configurationOf(setup.get()).layout.element);
  const vksort::DeviceLimits in_class = vksort::limitsInClass(limits);
  const vksort::Configuration configuration = vksort::configurationOf(setup.get());
  vksort::radix::fit(tuning, configuration, in_class);
  return vksort::radix::settingOf(configuration, in_class, kRecord, tuning, kOneWorkgroup, looks_back);
}

RadixSetting settingOn(uint32_t subgroup, const Carried& carried, bool looks_back = true) {
  return settingOn({1024, 49152, subgroup, 0, 1024, subgroup < 32}, carried, looks_back);
}

std::span<const TileShape> shapesOf(const RadixSetting& setting) { return {setting.shapes, setting.shape_count}; }

std::vector<vksort::PassPlan> passesOn(const vksort::PlanDevice& device, const SorterSetup& setup, PlanInfo info) {
  if (setup.info.key_bits == 64) info.key_type = kU64;
  return planned(info, setup.get(), device);
}

void expectThatItFits(const RadixSetting& setting, const TileShape& shape, const vksort::DeviceLimits& limits) {
  const auto index = static_cast<uint32_t>(&shape - setting.shapes);
  for (const RadixRole role : {RadixRole::set_up, RadixRole::count, RadixRole::sum, RadixRole::pass}) {
    const vksort::PipelineSource source = sourceOf(setting, kernelOf(role, index));
    CHECK(source.constants[VKSORT_RADIX_WORKGROUP] <= limits.workgroup_invocations);
    CHECK(source.constants[VKSORT_RADIX_WORKGROUP] >= limits.subgroup_size);
  }
  CHECK(shape.elements % shape.parts == 0);
  CHECK(shape.tile() < 1u << 16);  // two counts of a table share a word
  // Counters of each subgroup, or part of the tile, and counts of a first pass; then offsets and sums.
  const uint32_t counters = 256 * ((1u << shape.invocations_log2) / limits.subgroup_size);
  const uint32_t part = std::max(counters, shape.tile() / shape.parts);
  const uint32_t words = part + (shape.offsets == Offsets::first_table ? (setting.max_passes - 1) * 256 : 0);
  CHECK((words + 512) * 4 <= limits.shared_memory_bytes);
  const vksort::PipelineSource pass = sourceOf(setting, kernelOf(RadixRole::pass, index));
  CHECK(pass.constants[VKSORT_RADIX_SHARED_WORDS] == words);
  if (!setting.canNarrow(shape)) return;
  const TileShape& narrow = setting.narrow;
  CHECK(narrow.elements % narrow.parts == 0);
  CHECK(narrow.tile() < 1u << VKSORT_RADIX_TILE_INDEX_BITS);
  CHECK((narrow.invocations_log2 == shape.invocations_log2 && narrow.elements >= shape.elements));
  CHECK((std::max(counters, narrow.tile() / narrow.parts) + 512) * 4 <= limits.shared_memory_bytes);
}

}  // namespace

TEST_CASE("radix_kernels_fit_the_device") {
  for (const Carried& carried : {kCarried[0], kCarried[1], kCarried[5], kCarried[7], kCarried[8]}) {
    for (const uint32_t invocations : {128u, 256u, 512u, 1024u}) {
      for (const uint32_t shared : {8192u, 16384u, 21511u, 24576u, 32768u, 49152u}) {
        for (const uint32_t subgroup : {4u, 8u, 16u, 32u, 64u, 128u}) {
          CAPTURE(invocations);
          CAPTURE(shared);
          CAPTURE(subgroup);
          for (const vksort::DeviceClass& of : vksort::deviceClasses()) {
            const vksort::DeviceLimits limits{invocations, shared, subgroup, of.vendor_id, invocations, of.is_software};
            for (const bool looks_back : {true, false}) {
              const RadixSetting setting = settingOn(limits, carried, looks_back);
              const std::span<const TileShape> shapes = shapesOf(setting);
              for (const TileShape& shape : shapes) expectThatItFits(setting, shape, limits);
              // Vulkan's minimum limits are enough for sorts of all sizes.
              if (shared >= 16384) CHECK(!shapes.empty());
              CHECK((shapes.empty() || shapes.back().max_count == vksort::radix::kMaxElements));
            }
          }
        }
      }
    }
    CHECK(settingOn({1024, 49152, 32, 0, 512}, carried).shape_count > 0);
    CHECK(settingOn({1024, 49152, 32, 0, 0}, carried).shape_count == 0);
  }
}

// Histogram and states, then the table, then the copies, without overlaps.
TEST_CASE("scratch_memory_contains_all_radix_sort_data") {
  for (const Carried& carried : kCarried) {
    for (const uint32_t subgroup : {4u, 8u, 32u, 64u}) {
      for (const bool looks_back : {true, false}) {
        const RadixSetting setting = settingOn(subgroup, carried, looks_back);
        REQUIRE(setting.shape_count != 0);
        CHECK(setting.max_passes * 256 <= VKSORT_RADIX_STATES_AT);
        const uint32_t words = wordsOf(carried);
        uint64_t end = 0;
        for (uint64_t n = 2; n < std::min(1u << 26, setting.max_count); n = n * 9 / 8 + 1) {
          const auto count = static_cast<uint32_t>(n);
          CAPTURE(count);
          const TileShape& shape = setting.shapeFor(count);
          const vksort::radix::ScratchLayout layout = scratchLayout(setting, count),
                                             two = scratchLayout(setting, count, 2);
          CHECK(layout.end >= end);
          end = layout.end;
          const uint64_t tiles = shape.tilesOf(count);
          const bool summed = shape.offsets == Offsets::summed_table;
          CHECK(layout.table >= VKSORT_RADIX_STATES_AT + (summed ? 0 : tiles * 256));
          const uint64_t row = summed ? 256 : shape.offsets == Offsets::first_table ? 128 : 0;
          CHECK(layout.copy >= layout.table + (tiles + (summed ? 1 : 0)) * row);
          const uint64_t copy = n * words + (words == 1 ? 0 : 1);
          CHECK(layout.end >= layout.copy + copy);
          CHECK((two.table == layout.table && two.copy == layout.copy));
          CHECK(two.second_copy >= two.copy + copy);
          CHECK(two.end >= two.second_copy + copy);
        }
      }
    }
  }
}

namespace {

struct Covered {
  uint64_t key = 0;
  uint32_t payload = 0;
};

Covered coveredBy(const vksort::radix::Digits& digits, const Carried& carried) {
  Covered covered;
  for (uint32_t i = 0; i < digits.count; ++i) {
    const auto& [word, shift] = digits.list[i];
    REQUIRE(word < wordsOf(carried));
    REQUIRE(shift <= 24);
    const bool is_payload = word == carried.key_bits / 32;
    if (is_payload) {
      covered.payload |= 0xffu << shift;
    } else {
      covered.key |= uint64_t{0xff} << (32 * word + shift);
    }
  }
  return covered;
}

// Digits of a word start at the lowest bit. The payload comes before the key, whose low word is first.
void expectInOrder(const vksort::radix::Digits& digits, const Carried& carried) {
  const auto rank = [&](uint32_t word) { return word == carried.key_bits / 32 ? 0 : word + 1; };
  for (uint32_t i = 1; i < digits.count; ++i) {
    const auto &before = digits.list[i - 1], &digit = digits.list[i];
    if (before.word == digit.word) {
      REQUIRE(digit.shift == before.shift + 8);
    } else {
      REQUIRE(rank(before.word) < rank(digit.word));
    }
  }
}

}  // namespace

// With one copy in scratch memory, the number is even.
TEST_CASE("radix_digits_cover_all_significant_bits") {
  constexpr uint32_t n = 300'000;
  for (const Carried& carried : kCarried) {
    const RadixSetting setting = settingOn(32, carried);
    REQUIRE(setting.shape_count != 0);
    for (uint32_t first = 0; first < carried.key_bits; ++first) {
      for (uint32_t count = 1; first + count <= carried.key_bits; ++count) {
        for (const uint32_t copies : {1u, 2u}) {
          CAPTURE(first);
          CAPTURE(count);
          CAPTURE(copies);
          vksort::Request request{n};
          request.bits = {first, count};
          const vksort::radix::Course course = courseOf(setting, request, scratchLayout(setting, n, copies).end);
          const vksort::radix::Digits& digits = course.digits;
          REQUIRE((digits.count >= 2 && digits.count <= setting.max_passes));
          REQUIRE((digits.copies() <= copies || course.narrows()));
          const uint64_t significant = (~uint64_t{0} >> (64 - count)) << first;
          const Covered covered = coveredBy(digits, carried);
          REQUIRE((covered.key & significant) == significant);
          REQUIRE(covered.payload == (carried.ties == Ties::by_value ? ~0u : 0));
          expectInOrder(digits, carried);
        }
      }
    }
  }
}

namespace {

// All Sorters with different kernels, except for Scratch and max_count.
std::vector<SorterSetup> everySetup() {
  constexpr Carried kPayloads[] = {{vksort::Payload::none},
                                   {vksort::Payload::index, Ties::stable},
                                   {vksort::Payload::u32},
                                   {vksort::Payload::u32, Ties::stable},
                                   {vksort::Payload::u32, Ties::by_value},
                                   {vksort::Payload::interleaved, Ties::by_value},
                                   {vksort::Payload::none, Ties::stable, 64},
                                   {vksort::Payload::u32, Ties::any, 64},
                                   {vksort::Payload::interleaved, Ties::stable, 64},
                                   {vksort::Payload::index, Ties::stable, 64},
                                   {vksort::Payload::index, Ties::stable, 32, true},
                                   {vksort::Payload::u32, Ties::any, 64, true}};
  std::vector<SorterSetup> setups;
  for (const Carried& carried : kPayloads) setups.push_back(radixSetup(carried));
  return setups;
}

// Fewer significant bits need fewer passes.
std::vector<vksort::Request> requestsOf(const vksort::Algorithms& algorithms, uint32_t n) {
  std::vector<vksort::Request> requests;
  for (const bool scratch : {false, true}) {
    for (const vksort::Mode mode : {vksort::Mode::whole, vksort::Mode::indirect}) {
      for (const uint32_t bits : {0u, 16u, 20u, 24u}) {
        vksort::Request request{n, mode};
        request.scratch_words = scratch ? scratchWords(algorithms, n) * (bits == 24 ? 2 : 1) : 0;
        request.bits = {0, bits};
        requests.push_back(request);
      }
    }
  }
  if (n <= algorithms.bitonic.max_segment) requests.push_back({n, vksort::Mode::segments});
  return requests;
}

void expectAllMade(const vksort::Algorithms& algorithms) {
  const vksort::KernelSet made = vksort::kernelsOf(algorithms);
  const uint64_t limit = std::min<uint64_t>(algorithms.max_count, 1u << 28);
  for (uint64_t n = 1;; n = std::min(n * 17 / 16 + 1, limit)) {
    CAPTURE(n);
    for (const vksort::Request& request : requestsOf(algorithms, static_cast<uint32_t>(n))) {
      const std::vector<vksort::Pass> passes = passesOf(algorithms, request);
      REQUIRE(std::ranges::all_of(passes, [&](const vksort::Pass& pass) { return made[pass.kernel]; }));
    }
    if (n == limit) return;
  }
}

}  // namespace

TEST_CASE("every_kernel_of_a_sort_is_created") {
  constexpr vksort::DeviceLimits kGpuLimits{1024, 49152, 32, 0x10de, 1024};
  for (const SorterSetup& each : everySetup()) {
    for (const uint32_t max_count : {3'000u, 1'200'000u, 1'420'001u, 4'325'377u, 1u << 23, 1u << 25, 0u}) {
      for (const vksort::Scratch scratch : {vksort::Scratch::optional, vksort::Scratch::required}) {
        SorterSetup setup = each;
        setup.info.max_count = max_count;
        setup.info.scratch = scratch;
        CAPTURE(static_cast<int>(setup.info.payload));
        CAPTURE(setup.info.key_bits);
        CAPTURE(max_count);
        const vksort::Algorithms algorithms =
            vksort::algorithmsFor(vksort::configurationOf(setup.get()), kGpuLimits, kRecord);
        expectAllMade(algorithms);
        vksort::Tuning tuning = algorithms.bitonic.shape;
        for (const uint32_t from : {1'300'000u, (1u << 24) + 1}) {
          tuning.radix_from = from;
          expectAllMade(
              vksort::algorithmsFor(vksort::configurationOf(setup.get()), kGpuLimits, kRecord, {.tuning = tuning}));
        }
      }
    }
  }
}

TEST_CASE("radix_sorts_replace_rejected_rank_merges") {
  constexpr uint32_t n = 70'000;
  for (const bool by_rank : {true, false}) {
    const vksort::Fallback allowed{.rank = by_rank};
    const vksort::Algorithms algorithms =
        vksort::algorithmsFor(vksort::configurationOf({}), {1024, 49152, 32, 0x10de, 1024}, kRecord, allowed);
    const std::vector<vksort::Pass> passes = passesOf(algorithms, {n, vksort::Mode::whole, 1, vksort::kEnoughScratch});
    REQUIRE(!passes.empty());
    const std::string last = vksort::kernelName(passes.back().kernel);
    CHECK(last.starts_with(by_rank ? "rank_merge" : "radix_pass"));
  }
}

// After this many looks, a missing state is counted again. A look takes about a microsecond.
TEST_CASE("radix_sorts_give_up_waiting_in_bounded_time") {
  for (const uint32_t subgroup : {8u, 32u}) {
    const RadixSetting setting = settingOn(subgroup, kCarried[1]);
    REQUIRE(setting.shape_count > 0);
    for (uint32_t i = 0; i < setting.shape_count; ++i) {
      const uint32_t looks = sourceOf(setting, kernelOf(RadixRole::pass, i)).constants[VKSORT_RADIX_SPIN_LIMIT];
      CHECK((looks >= 1 && looks <= 4096));
    }
  }
}

TEST_CASE("no_radix_sort_exceeds_the_bindable_range") {
  constexpr uint32_t n = 1 << 20;
  const SorterSetup setup = radixSetup(kCarried[0]);
  const std::size_t in_place = passesOn(kGpu, setup, {.count = n}).size();
  // At the largest alignment of any device, no fewer words are enough.
  constexpr VkDeviceSize kMaxAlignment = 256;
  const VkDeviceSize enough = scratchLayout(settingOn(32, kCarried[0]), n).end * 4 + kMaxAlignment;
  vksort::PlanDevice device = kGpu;
  for (const auto& [range, by_radix] :
       {std::pair{VkDeviceSize{n} * 4, false}, {enough - 4, false}, {enough, true}, {VkDeviceSize{n} * 8, true}}) {
    device.max_storage_range = range;
    CHECK((passesOn(device, setup, {.count = n, .scratch = true}).size() < in_place) == by_radix);
  }
}

}  // namespace test
