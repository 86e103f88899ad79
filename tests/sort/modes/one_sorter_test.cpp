// One Sorter for all key types, orders, NaN rules, significant bits and counts: they are chosen at each recording.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "sort/results/single_sort.h"

namespace test {
namespace {

using vksort::KeyType;
using vksort::Ties;

constexpr Config kNarrow[] = {
    {},
    {.key_type = kF32, .order = kDown, .nan_rule = kNanLast},
    {.key_type = kI32},
    {.key_type = KeyType::u32, .first_bit = 5, .bit_count = 9},
    {.key_type = kF32, .mode = Mode::indirect},
    {.key_type = kI32, .order = kDown, .mode = Mode::segments},
    {.order = kDown},
};
constexpr Config kWide[] = {
    {.key_type = kU64},
    {.key_type = kU64, .order = kDown, .mode = Mode::indirect},
    {.key_type = kU64, .first_bit = 25, .bit_count = 15},
    {.key_type = kU64, .mode = Mode::segments},
};

struct SorterKind {
  vksort::Payload payload;
  Ties ties;
  uint32_t key_bits;
};
constexpr SorterKind kSorters[] = {{vksort::Payload::none, Ties::stable, 32},
                                   {vksort::Payload::u32, Ties::by_value, 32},
                                   {vksort::Payload::interleaved, Ties::stable, 32},
                                   {vksort::Payload::index, Ties::stable, 64},
                                   {vksort::Payload::interleaved, Ties::stable, 64}};

// All bits differ but those that the configuration excludes. NaN of both signs are among f32 keys.
Elements elementsFor(const Config& config, uint32_t n) {
  Elements elements = generate(config, {n, config.key_type == KeyType::f32 ? Keys::nan : Keys::random});
  if (config.payload == vksort::Payload::none) return elements;
  Random random(nextSeed());
  for (uint32_t& value : elements.values) value = random.next() % n;
  return elements;
}

SingleSort sortFor(const Config& config, uint32_t n, uint32_t max_segment) {
  SingleSort sort;
  sort.found = n / 2 + 7;
  if (config.mode != Mode::segments) return sort;
  sort.max_segment = std::min(n, max_segment);
  for (uint32_t first = 0, count = 1; first + count <= n; first += count + 1, count = count * 2 % 300 + 1)
    sort.segments.push_back({first, count});
  return sort;
}

// In place, and in scratch memory if the Sorter takes any.
void expectEachRecording(Rig& rig, const vksort::Sorter& sorter, const SorterKind& kind) {
  const bool stable = kind.ties == Ties::stable && kind.payload == vksort::Payload::interleaved;
  for (const bool scratch : {false, true}) {
    for (Config config : kind.key_bits == 64 ? std::span<const Config>(kWide) : std::span<const Config>(kNarrow)) {
      config.payload = kind.payload;
      config.ties = kind.ties;
      config.scratch = scratch && config.mode != Mode::segments;
      for (const uint32_t n : {100u, 5003u}) {
        if (stable && n > 1000 && !config.scratch && config.mode != Mode::segments) continue;
        if (config.scratch && sorter.scratchBytes(n) == 0) continue;
        expectSameOrder(rig, sorter, config, elementsFor(config, n),
                        sortFor(config, n, vksort::maxCounts(sorter).segment));
      }
    }
  }
}

}  // namespace

TEST_CASE("one_sorter_sorts_every_key_type_order_and_count" * doctest::test_suite("one width")) {
  for (const SorterKind& kind : kSorters) {
    for (const auto algorithm : {vksort::Algorithm::rank, vksort::Algorithm::radix}) {
      Config any{.payload = kind.payload, .ties = kind.ties, .scratch = true};
      if (kind.key_bits == 64) any.key_type = kU64;
      onEveryDeviceUnvalidated([&](Rig& rig) {
        SorterSetup setup = rig.setupOf(any);
        setup.creation.algorithm = algorithm;
        setup.info.max_count = 5003;
        vksort::Sorter sorter;
        REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
        expectEachRecording(rig, sorter, kind);
      });
    }
  }
}

}  // namespace test
