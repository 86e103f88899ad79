// Creation: what it needs, how it fails, what it leaves behind.
#include <doctest/doctest.h>

#include <malloc.h>

#include <atomic>
#include <cstdlib>
#include <cstring>

#include "conform.h"
#include "vulkan/functions.h"

namespace test {
namespace {

using vksort::Values;

#define NAME(function) "vk" #function,
constexpr const char* kFunctions[] = {VKSORT_INSTANCE_FUNCTIONS(NAME) VKSORT_DEVICE_FUNCTIONS(NAME)};
#undef NAME

void expectFailure(const vksort::SorterInfo& info, VkResult expected, const Faults& faults = {}) {
  const ObjectCount before = objectCount();
  vksort::Sorter sorter;
  const char* reason = nullptr;
  HookScope hooks(faults);
  CHECK(vksort::Sorter::create(info, sorter, &reason) == expected);
  CHECK_FALSE(sorter);
  CHECK(sorter.descriptorSetLayout() == VK_NULL_HANDLE);
  CHECK(reason != nullptr);
  hooks.log = {};
  CHECK(vksort::Sorter::create(info, sorter) == expected);  // nobody wants to know why
  CHECK(objectCount().live == before.live);
  CHECK(objectCount().bogus_destructions == before.bogus_destructions);
}

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

TEST_CASE("reports_each_creation_that_fails_and_leaks_nothing") {
  onEveryDevice([](Rig& rig) {
    for (const vksort::Count count : {vksort::Count::host, vksort::Count::device, vksort::Count::lists}) {
      uint32_t creations = 0;
      Faults faults;
      faults.fake_objects = true;
      {
        HookScope hooks(faults);
        const vksort::Sorter sorter = rig.makeSorter({.count = count});
        creations = hooks.log.creations;
      }
      CHECK(creations >= 4);
      for (uint32_t i = 0; i < creations; ++i) {
        INFO("creation " << i);
        faults.fails_creation = i;
        expectFailure(rig.sorterInfo({.count = count}), VK_ERROR_OUT_OF_DEVICE_MEMORY, faults);
      }
    }
  });
}

TEST_CASE("reports_each_function_that_is_missing") {
  onEveryDevice([](Rig& rig) {
    std::vector<std::string> names(std::begin(kFunctions), std::end(kFunctions));
    if (rig.features() & vksort::kPushDescriptor) names.emplace_back("vkCmdPushDescriptorSetKHR");
    const vksort::SorterInfo info = rig.sorterInfo({});
    for (const std::string& name : names) {
      INFO(name);
      Faults faults;
      faults.missing_function = name;
      expectFailure(info, VK_ERROR_INITIALIZATION_FAILED, faults);
    }
  });
}

#ifdef NDEBUG  // builds with assertions stop
TEST_CASE("reports_each_null_handle") {
  onEveryDevice([](Rig& rig) {
    vksort::SorterInfo info = rig.sorterInfo({});
    info.get_instance_proc_addr = nullptr;
    expectFailure(info, VK_ERROR_INITIALIZATION_FAILED);
    info = rig.sorterInfo({});
    info.instance = VK_NULL_HANDLE;
    expectFailure(info, VK_ERROR_INITIALIZATION_FAILED);
    info = rig.sorterInfo({});
    info.physical_device = VK_NULL_HANDLE;
    expectFailure(info, VK_ERROR_INITIALIZATION_FAILED);
    info = rig.sorterInfo({});
    info.device = VK_NULL_HANDLE;
    expectFailure(info, VK_ERROR_INITIALIZATION_FAILED);
  });
}

// A host may have cast an integer to the enumeration.
TEST_CASE("refuses_each_enumeration_that_is_out_of_range") {
  onEveryDevice([](Rig& rig) {
    const auto refuses = [&](auto vksort::SorterInfo::*member, uint8_t values, const char* name) {
      INFO(name);
      vksort::SorterInfo info = rig.sorterInfo({});
      using Enum = std::remove_reference_t<decltype(info.*member)>;
      for (const uint8_t value : {values, uint8_t{255}}) {
        info.*member = static_cast<Enum>(value);
        expectFailure(info, VK_ERROR_INITIALIZATION_FAILED);
        vksort::Sorter sorter;
        const char* reason = "";
        CHECK(vksort::Sorter::create(info, sorter, &reason) == VK_ERROR_INITIALIZATION_FAILED);
        CHECK(std::strstr(reason, name) != nullptr);
      }
    };
    refuses(&vksort::SorterInfo::key_type, 4, "SorterInfo::key_type");
    refuses(&vksort::SorterInfo::order, 2, "SorterInfo::order");
    refuses(&vksort::SorterInfo::values, 4, "SorterInfo::values");
    refuses(&vksort::SorterInfo::ties, 3, "SorterInfo::ties");
    refuses(&vksort::SorterInfo::path, 2, "SorterInfo::path");
    refuses(&vksort::SorterInfo::nan_rule, 2, "SorterInfo::nan_rule");
    refuses(&vksort::SorterInfo::count, 3, "SorterInfo::count");
  });
}

TEST_CASE("refuses_wide_keys_with_interleaved_values") {
  onEveryDevice([](Rig& rig) {
    vksort::SorterInfo info = rig.sorterInfo({.key_type = vksort::KeyType::u64});
    info.values = Values::interleaved;
    expectFailure(info, VK_ERROR_INITIALIZATION_FAILED);
    CHECK(vksort::plan(info, {}, 1000).dispatches == 0);
    info.values = Values::split;
    CHECK(vksort::plan(info, {}, 64).dispatches == 1);
  });
}

#endif

TEST_CASE("refuses_features_that_the_device_lacks") {
  onEveryDevice([](Rig& rig) {
    vksort::SorterInfo info = rig.sorterInfo({});
    info.enabled_features |= 1u << 31;
    expectFailure(info, VK_ERROR_FEATURE_NOT_PRESENT);
    Faults faults;
    faults.hide_extensions = true;
    info.enabled_features = vksort::kPushDescriptor;
    expectFailure(info, VK_ERROR_FEATURE_NOT_PRESENT, faults);
  });
}

TEST_CASE("empties_its_output_when_creation_fails") {
  onEveryDevice([](Rig& rig) {
    const ObjectCount before = objectCount();
    vksort::Sorter sorter = rig.makeSorter({});
    vksort::SorterInfo info = rig.sorterInfo({});
    info.enabled_features |= 1u << 31;
    CHECK(vksort::Sorter::create(info, sorter) == VK_ERROR_FEATURE_NOT_PRESENT);
    CHECK_FALSE(sorter);
    CHECK(objectCount().live == before.live);
  });
}

TEST_CASE("gives_back_what_it_took_from_the_allocator") {
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

TEST_CASE("moves_without_a_trace") {
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

TEST_CASE("creates_every_pipeline_through_the_cache") {
  onEveryDevice([](Rig& rig) {
    const gpu::Device& device = rig.device();
    const VkPipelineCacheCreateInfo cache_info{VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO, nullptr, 0, 0, nullptr};
    VkPipelineCache cache = VK_NULL_HANDLE;
    REQUIRE(device.vk.vkCreatePipelineCache(device.handle(), &cache_info, nullptr, &cache) == VK_SUCCESS);
    {
      const HookScope hooks;
      vksort::SorterInfo info = rig.sorterInfo({});
      info.pipeline_cache = cache;
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
      REQUIRE(hooks.log.caches.size() > 0);
      for (const VkPipelineCache given : hooks.log.caches) CHECK(given == cache);
    }
    device.vk.vkDestroyPipelineCache(device.handle(), cache, nullptr);
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
