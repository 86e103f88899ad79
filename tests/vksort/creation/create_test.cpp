// Creation: what it leaves behind, and what it is told.
#include <doctest/doctest.h>

#include "support/check/conform.h"
#include "support/check/recorded_modes.h"
#include "support/check/self_test_check.h"

namespace test {
namespace {

using vksort::Values;

}  // namespace

// Other cases make those alone that they bind (support/device/lazy_pipelines.h).
TEST_CASE("layers_have_nothing_to_say_of_any_pipeline" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    uint32_t modes = 0;  // every third one by default: they share most of their modules
    for (const Config& config : everyMode())
      if (++modes % 3 == 0 || everythingWanted()) CHECK(rig.makeSorter(config));
    for (const Config& config : {Config{.lent = true, .by_ranks = true}, Config{.lent = true, .portable = true},
                                 Config{.values = Values::split, .lent = true, .portable = true}}) {
      CHECK(rig.makeSorter(config));
    }
  });
}

TEST_CASE("destroys_all_that_it_creates_and_moves_without_a_trace" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    (void)rig.verifier();  // made by the first check, and kept
    const ObjectCount before = objectCount();
    {
      vksort::Sorter first = rig.makeSorter({});
      CHECK(objectCount().live > before.live);
      vksort::Sorter second = std::move(first);
      CHECK_FALSE(first);
      CHECK(second);
      vksort::Sorter third = rig.makeSorter({});
      third = std::move(second);
      CHECK_FALSE(second);
      vksort::Sorter& same = third;
      third = std::move(same);
      CHECK(third);
      expectSorts(rig, third, {}, inputsOf({1000}));

      vksort::Verifier verifier = rig.makeVerifier(), other = std::move(verifier);
      CHECK_FALSE(verifier);
      const int64_t live = objectCount().live;
      other = rig.makeVerifier();
      CHECK(objectCount().live == live);
    }
    CHECK(objectCount().live == before.live);
    CHECK(objectCount().bogus_destructions == before.bogus_destructions);
  });
}

TEST_CASE("creates_every_pipeline_through_the_cache" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const gpu::Device& device = rig.device();
    const VkPipelineCacheCreateInfo cache_info{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO, nullptr, 0, 0, nullptr};
    VkPipelineCache cache = VK_NULL_HANDLE;
    REQUIRE(device.vk.vkCreatePipelineCache(device.handle(), &cache_info, nullptr, &cache) == VK_SUCCESS);
    {
      const HookScope hooks;
      vksort::SorterInfo plain = rig.sorterInfo({});
      vksort::SorterInfo hooked = tested(rig, {.values = Values::iota, .hook = true});  // with another, and a Verifier
      vksort::SorterInfo threaded = plain;
      threaded.parallel_for.run = [](void*, uint32_t count, void (*job)(void*, uint32_t), void* jobs) {
        for (uint32_t i = 0; i < count; ++i) job(jobs, i);
      };
      vksort::Sorter sorter;
      std::size_t made = 0;
      for (vksort::SorterInfo* info : {&plain, &threaded, &hooked}) {
        info->pipeline_cache = cache;
        info->max_count = 1000;
        REQUIRE(vksort::Sorter::create(*info, sorter) == VK_SUCCESS);
        CHECK(hooks.log.caches.size() > made);
        made = hooks.log.caches.size();
      }
      CHECK(sorter.pathReport().proven);
      vksort::VerifierInfo info{hookedInstanceProcAddr, device.instance(), device.physical(), device.handle()};
      info.pipeline_cache = cache;
      vksort::Verifier verifier;
      REQUIRE(vksort::Verifier::create(info, verifier) == VK_SUCCESS);
      CHECK(hooks.log.caches.size() == made + 2);
      for (const VkPipelineCache given : hooks.log.caches) CHECK(given == cache);
    }
    device.vk.vkDestroyPipelineCache(device.handle(), cache, nullptr);
  });
}

// The rest of a configuration is what nodes look at.
TEST_CASE("tells_the_order_that_it_was_made_for" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config{.key_type = vksort::KeyType::f32,
                        .order = vksort::Order::descending,
                        .values = Values::split,
                        .ties = vksort::Ties::any,
                        .nan_rule = vksort::NanRule::last};
    const vksort::SorterConfiguration made = fakeSorter(rig, config).configuration();
    CHECK(made.key_type == config.key_type);
    CHECK(made.order == config.order);
    CHECK(made.values == config.values);
    CHECK(made.ties == config.ties);
    CHECK(made.nan_rule == config.nan_rule);
  });
}

TEST_CASE("works_through_the_loader_without_hooks" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config{.values = Values::split};
    vksort::SorterInfo info = rig.sorterInfo(config);
    info.get_instance_proc_addr = vkGetInstanceProcAddr;
    vksort::Sorter sorter;
    REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
    expectSorts(rig, sorter, config, inputsOf({10'001}, {Keys::entropy_3}));
    const vksort::Support support =
        vksort::querySupport(vkGetInstanceProcAddr, rig.device().instance(), rig.device().physical());
    CHECK(support.supported);
    CHECK(support.reason == nullptr);
  });
}

}  // namespace test
