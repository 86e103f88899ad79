// Creation: what it needs, and what it leaves behind.
#include <doctest/doctest.h>

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

#include "support/check/conform.h"
#include "support/check/recorded_modes.h"
#include "support/check/self_test_check.h"

namespace test {
namespace {

using vksort::Values;

// Counts what is allocated and not freed.
struct Allocations {
  std::atomic<int64_t> live = 0;
  std::atomic<uint64_t> calls = 0;
  VkAllocationCallbacks callbacks{this, allocate, reallocate, release, nullptr, nullptr};

  static void* VKAPI_CALL allocate(void* user, size_t size, size_t alignment, VkSystemAllocationScope) {
    auto& self = *static_cast<Allocations*>(user);
    ++self.calls;
    ++self.live;
    return std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  }
  static void VKAPI_CALL release(void* user, void* memory) {
    if (memory) --static_cast<Allocations*>(user)->live;
    std::free(memory);
  }
  static void* VKAPI_CALL reallocate(void* user, void* old, size_t size, size_t alignment,
                                     VkSystemAllocationScope scope) {
    if (size == 0) return release(user, old), nullptr;
    void* made = allocate(user, size, alignment, scope);
    if (old) std::memcpy(made, old, std::min(size, malloc_usable_size(old)));
    release(user, old);
    return made;
  }
};

}  // namespace

// Other cases make those alone that they bind (support/device/lazy_pipelines.h).
TEST_CASE("layers_have_nothing_to_say_of_any_pipeline" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    uint32_t modes = 0;  // each other one by default: they share most of their modules
    for (const Config& config : everyMode())
      if (++modes % 2 == 0 || everythingWanted()) CHECK(rig.makeSorter(config));
    for (const Config& config : {Config{.lent = true, .by_ranks = true}, Config{.lent = true, .portable = true},
                                 Config{.values = Values::split, .lent = true, .by_ranks = true},
                                 Config{.values = Values::split, .lent = true, .portable = true}}) {
      CHECK(rig.makeSorter(config));
    }
  });
}

TEST_CASE("destroys_all_that_it_creates" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Values values : {Values::none, Values::split, Values::interleaved}) {
      const vksort::Count count = values == Values::split ? vksort::Count::device : vksort::Count::host;
      const ObjectCount before = objectCount();
      {
        HookScope hooks;
        const vksort::Sorter sorter = rig.makeSorter({.values = values, .count = count});
        CHECK(sorter);
        CHECK(hooks.log.creations > 0);
        CHECK(objectCount().live > before.live);
      }
      CHECK(objectCount().live == before.live);
      CHECK(objectCount().bogus_destructions == before.bogus_destructions);
    }
  });
}

TEST_CASE("gives_back_what_it_took_from_the_allocator" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    Allocations allocations;
    {
      vksort::SorterInfo info = rig.sorterInfo({.values = Values::split});
      info.allocator = &allocations.callbacks;
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
    }
    CHECK(allocations.live == 0);
  });
}

TEST_CASE("moves_without_a_trace" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    (void)rig.verifier();  // made by the first check, and kept
    const ObjectCount before = objectCount();
    {
      vksort::Sorter first = rig.makeSorter({});
      vksort::Sorter second = std::move(first);
      CHECK_FALSE(first);
      CHECK(second);
      vksort::Sorter third = rig.makeSorter({});
      third = std::move(second);
      CHECK_FALSE(second);
      vksort::Sorter& same = third;
      third = std::move(same);
      CHECK(third);
      const Input input{1000, Keys::random, Payload::index, nextSeed()};
      CHECK(checkSorts(rig, third, {}, {&input, 1}).ok());
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
  onEveryDevice([](Rig& rig) {
    for (const Config& config : {Config{}, Config{.key_type = vksort::KeyType::f32,
                                           .order = vksort::Order::descending,
                                           .values = Values::split,
                                           .ties = vksort::Ties::any,
                                           .nan_rule = vksort::NanRule::last}}) {
      const vksort::SorterConfiguration made = fakeSorter(rig, config).configuration();
      CHECK(made.key_type == config.key_type);
      CHECK(made.order == config.order);
      CHECK(made.values == config.values);
      CHECK(made.ties == config.ties);
      CHECK(made.nan_rule == config.nan_rule);
    }
  });
}

TEST_CASE("works_through_the_loader_without_hooks" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const Config config{.values = Values::split};
    vksort::SorterInfo info = rig.sorterInfo(config);
    info.get_instance_proc_addr = vkGetInstanceProcAddr;
    vksort::Sorter sorter;
    REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
    const Input input{10'001, Keys::entropy_3, Payload::index, nextSeed()};
    CHECK(checkSorts(rig, sorter, config, {&input, 1}).ok());
    const vksort::Support support =
        vksort::querySupport(vkGetInstanceProcAddr, rig.device().instance(), rig.device().physical());
    CHECK(support.supported);
    CHECK(support.reason == nullptr);
  });
}

}  // namespace test
