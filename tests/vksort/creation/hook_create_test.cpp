// Sorters with a hook: what is refused, planned, and proven.
#include <doctest/doctest.h>

#include "index_hook.h"
#include "support/check/conform.h"
#include "support/device/recording.h"

namespace test {
namespace {

using vksort::KeyType;
using vksort::Path;
using vksort::Values;

}  // namespace

TEST_CASE("plans_no_reading_of_keys_that_a_hook_computes" * doctest::test_suite("one width")) {
  constexpr vksort::Hook kHook{};
  for (const Values values : {Values::none, Values::split, Values::iota}) {
    vksort::SorterInfo plain, hooked;
    plain.values = hooked.values = values;
    hooked.hook = &kHook;
    for (const uint32_t n : {2u, 1000u, 4097u, 1'000'000u}) {
      const vksort::Plan with = vksort::plan(hooked, {}, n), without = vksort::plan(plain, {}, n);
      CHECK(with.dispatches == without.dispatches);
      CHECK(with.bytes_written == without.bytes_written);
      CHECK(with.bytes_read + uint64_t{n} * 4 == without.bytes_read);
      CHECK(vksort::planPass(hooked, {}, n, 0).bytes_read == (values == Values::split ? uint64_t{n} * 4 : 0));
    }
    CHECK(vksort::plan(hooked, {}, 1).dispatches == 1);
    // With scratch memory they are written by what counts them, and read as others from then on.
    const vksort::PlanDevice device{.workgroup_invocations = 1024, .shared_memory_bytes = 49152, .subgroup_size = 32};
    for (const uint32_t n : {values == Values::split ? 1'000'000u : 100'000u, 2'000'000u}) {
      const vksort::Plan with = vksort::plan(hooked, device, n, true), without = vksort::plan(plain, device, n, true);
      const bool sets_up = n == 2'000'000 && values == Values::iota;  // where others sum rows up
      CHECK(with.dispatches == without.dispatches + (sets_up ? 1 : 0));
      CHECK(with.dispatches < vksort::plan(plain, device, n).dispatches);
      CHECK(with.bytes_written == without.bytes_written + uint64_t{n} * 4);
      CHECK(with.bytes_read + uint64_t{n} * 4 == without.bytes_read);
    }
  }
}

TEST_CASE("a_hook_that_reads_nothing_needs_no_set" * doctest::test_suite("one width")) {
  const Config config{.values = Values::none, .path = Path::floor};
  onEveryDevice([&](Rig& rig) {
    const vksort::Hook hook{index_hook, VK_NULL_HANDLE};
    vksort::SorterInfo info = rig.sorterInfo(config);
    info.hook = &hook;
    vksort::Sorter sorter;
    const HookScope hooks;
    REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
    const uint32_t tile = 1u << rig.tuning(config).tile_log2;
    CHECK(count(recorded(rig, sorter, config, tile), Command::Kind::dispatch) == 1);
  });
}

#ifdef NDEBUG  // builds with assertions stop
TEST_CASE("refuses_hooks_that_cannot_be" * doctest::test_suite("one width")) {
  const auto refusal = [](Rig& rig, Config config, const vksort::Hook* hook = nullptr) {
    config.hook = true;
    vksort::SorterInfo info = rig.sorterInfo(config);
    if (hook) info.hook = hook;
    vksort::Sorter sorter;
    const char* reason = "";
    const HookScope hooks;
    CHECK(vksort::Sorter::create(info, sorter, &reason) == VK_ERROR_INITIALIZATION_FAILED);
    CHECK_FALSE(sorter);
    if (!hook) CHECK(vksort::plan(info, {}, 100).dispatches == 0);
    return std::string(reason);
  };
  onEveryDevice([&](Rig& rig) {
    CHECK(refusal(rig, {.key_type = KeyType::u64}).find("u64") != std::string::npos);
    CHECK(refusal(rig, {.values = Values::interleaved}).find("interleaved") != std::string::npos);
    CHECK(refusal(rig, {.coherent = true}).find("coherent") != std::string::npos);
    const vksort::Hook empty{};
    CHECK(refusal(rig, {}, &empty).find("vksort_add_hook()") != std::string::npos);
    using Shaders = vksort::HookShaders;
    constexpr vksort::Spirv Shaders::*kAll[] = {
        &Shaders::subgroup_keys,     &Shaders::subgroup_pairs, &Shaders::small_keys, &Shaders::small_pairs,
        &Shaders::medium_keys,       &Shaders::tile_keys,      &Shaders::tile_pairs, &Shaders::radix_count,
        &Shaders::radix_count_pairs, &Shaders::apart_keys,     &Shaders::apart_pairs};
    static_assert(std::size(kAll) * sizeof(vksort::Spirv) == sizeof(Shaders));
    for (vksort::Spirv Shaders::*each : kAll) {
      vksort::Hook older{index_hook, VK_NULL_HANDLE};
      older.shaders.*each = {};
      CHECK(refusal(rig, {}, &older).find("vksort_add_hook()") != std::string::npos);
      for (const bool words : {false, true}) {  // one of both is not there
        older.shaders = index_hook;
        if (words) {
          (older.shaders.*each).words = nullptr;
        } else {
          (older.shaders.*each).bytes = 0;
        }
        CHECK(refusal(rig, {}, &older).find("vksort_add_hook()") != std::string::npos);
      }
    }
  });
}
#endif

// The keys of a self-test are in the ranges, where a hook does not look.
TEST_CASE("self_tests_what_is_hooked_without_the_hook" * doctest::test_suite("one width")) {
  const Config config{.values = Values::none, .path = Path::floor, .hook = true};
  onEveryDevice([&](Rig& rig) {
    vksort::SorterInfo info = rig.sorterInfo(config);
    info.self_test = {rig.device().queue(), rig.device().queueFamily(), vksort::SelfTestMode::always, 400'000};
    vksort::Sorter sorter;
    {
      const HookScope hooks;
      REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
    }
    CHECK(sorter.pathReport().proven);
    const Input input{100, Keys::random, Payload::index, nextSeed()};
    const Report report = checkSorts(rig, sorter, config, {&input, 1});
    INFO(report.first);
    CHECK(report.ok());
  });
}

}  // namespace test
