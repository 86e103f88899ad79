// Creation while host memory runs out, at every allocation in turn: the error is reported, and nothing is left.
#include <doctest/doctest.h>

#include "host_memory.h"
#include "support/check/self_test_check.h"

namespace test {
namespace {

using vksort::Count;
using vksort::Values;

constexpr Config kAllocatingConfigs[] = {
    {},
    {.values = Values::split, .count = Count::device},
    {.values = Values::iota, .count = Count::lists},
    {.values = Values::split, .coherent = true},
    {.values = Values::iota, .hook = true},
};

// What a host gets of an object that it wants made.
struct CreationResult {
  VkResult result;
  bool exists;
  std::string reason;
};
using Creation = std::function<CreationResult(const VkAllocationCallbacks* allocator)>;

template <typename Object, typename Info>
CreationResult createObject(Info info, const VkAllocationCallbacks* allocator) {
  info.allocator = allocator;
  Object object;
  const char* reason = "";
  const VkResult result = Object::create(info, object, &reason);
  return {result, bool(object), reason};
}

Creation sorterOf(const vksort::SorterInfo& info) {
  return [info](const VkAllocationCallbacks* allocator) { return createObject<vksort::Sorter>(info, allocator); };
}

Creation verifierOf(const vksort::SorterInfo& info) {
  vksort::VerifierInfo of{info.get_instance_proc_addr, info.instance, info.physical_device, info.device};
  of.enabled_features = info.enabled_features;
  return [of](const VkAllocationCallbacks* allocator) { return createObject<vksort::Verifier>(of, allocator); };
}

void expectOutOfMemory(const CreationResult& made) {
  CHECK(made.result == VK_ERROR_OUT_OF_HOST_MEMORY);
  CHECK_FALSE(made.exists);
  CHECK_FALSE(made.reason.empty());
}

// So that pipelines which creations share are there before allocations are counted.
void warmUp(const Creation& create, SharedPipelines& pipelines) {
  Faults faults;
  faults.shared = &pipelines;
  const HookScope hooks(faults);
  CHECK(create(nullptr).result == VK_SUCCESS);
}

// Each allocation of a creation fails in turn; at least `least` there must be.
void expectEachReported(const Creation& create, const Faults& faults, uint32_t least) {
  const ObjectCount before = objectCount();
  uint32_t calls = 0;
  {
    const HookScope hooks(faults);
    HostAllocator allocator;
    CHECK(create(&allocator.callbacks).result == VK_SUCCESS);
    calls = allocator.calls;
    CHECK(allocator.live.empty());
    CHECK(hooks.log.creations > 0);
    CHECK(hooks.log.without_allocator == 0);
  }
  CHECK(calls >= least);
  for (uint32_t i = 0; i < calls; ++i) {
    INFO("allocation " << i << " of the host's allocator");
    const HookScope hooks(faults);
    HostAllocator allocator{.fails = i};
    expectOutOfMemory(create(&allocator.callbacks));
    CHECK(allocator.live.empty());
    CHECK(allocator.bogus_frees == 0);
  }
  CHECK(objectCount().live == before.live);
  CHECK(objectCount().bogus_destructions == before.bogus_destructions);
}

}  // namespace

TEST_CASE("reports_each_allocation_that_fails_and_leaks_nothing" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    Faults faults;
    faults.fake_objects = faults.allocates = true;
    for (const Config& config : kAllocatingConfigs) {
      INFO(describe(config));
      expectEachReported(sorterOf(rig.sorterInfo(config)), faults, 6);
    }
    expectEachReported(verifierOf(rig.sorterInfo({})), faults, 6);
  });
}

TEST_CASE("reports_each_allocation_of_a_self_test_that_fails_and_leaks_nothing" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    SharedPipelines pipelines(rig.device().handle());
    Faults faults;
    faults.allocates = true;
    faults.shared = &pipelines;
    const Creation create = sorterOf(tested(rig, {.push_descriptor = false}));
    warmUp(create, pipelines);
    expectEachReported(create, faults, 15);
  });
}

#if !defined(__SANITIZE_ADDRESS__)
namespace {

// As expectEachReported(), of operator new.
void expectEachNewReported(const Creation& create, const Faults& faults, uint32_t least) {
  const ObjectCount before = objectCount();
  uint32_t calls = 0;
  {
    const HookScope hooks(faults);
    const NewWatch watch;
    CHECK(create(nullptr).result == VK_SUCCESS);
    calls = watch.calls();
    CHECK(watch.live() == 0);
  }
  CHECK(calls >= least);
  for (uint32_t i = 0; i < calls; ++i) {
    INFO("allocation " << i << " of operator new");
    const HookScope hooks(faults);
    const NewWatch watch(i);
    expectOutOfMemory(create(nullptr));
    CHECK(watch.calls() == i + 1);
    CHECK(watch.live() == 0);
  }
  CHECK(objectCount().live == before.live);
  CHECK(objectCount().bogus_destructions == before.bogus_destructions);
}

}  // namespace

TEST_CASE("reports_each_operator_new_that_fails_and_leaks_nothing" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    Faults faults;
    faults.fake_objects = true;
    for (const Config& config : kAllocatingConfigs) {
      INFO(describe(config));
      expectEachNewReported(sorterOf(rig.sorterInfo(config)), faults, 6);  // extensions, Sorter, modules
    }
    expectEachNewReported(verifierOf(rig.sorterInfo({})), faults, 2);
    const HookScope hooks(faults);
    const NewWatch watch(0);
    const vksort::Support support =
        vksort::querySupport(hookedInstanceProcAddr, rig.device().instance(), rig.device().physical());
    CHECK_FALSE(support.supported);
    CHECK(support.reason != nullptr);
    CHECK(watch.live() == 0);
  });
}

TEST_CASE("keeps_no_list_of_extensions_that_could_not_be_filled" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const VkResult error : {VK_ERROR_OUT_OF_HOST_MEMORY, VK_INCOMPLETE}) {
      Faults faults;
      faults.fake_objects = true;
      for (uint32_t call = 1; call < 100; call += 2) faults.listing[call] = error;
      const HookScope hooks(faults);
      const NewWatch watch;
      CHECK(sorterOf(rig.sorterInfo({}))(nullptr).result == error);
      CHECK(verifierOf(rig.sorterInfo({}))(nullptr).result == error);
      CHECK(watch.calls() >= 2);
      CHECK(watch.live() == 0);
    }
  });
}

TEST_CASE("reports_each_operator_new_of_a_self_test_that_fails" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : {Config{}, Config{.values = Values::iota, .hook = true}}) {
      SharedPipelines pipelines(rig.device().handle());
      const Creation create = sorterOf(tested(rig, config));
      warmUp(create, pipelines);
      Faults faults;
      faults.shared = &pipelines;
      // The extensions and the object, of the Sorter, the one without its hook, and the Verifier.
      expectEachNewReported(create, faults, config.hook ? 6 : 4);
    }
  });
}

TEST_CASE("takes_no_more_host_memory_than_the_header_says" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    constexpr std::size_t kOfSorter = 2048, kOfExtension = 260, kOfModule = 335'000;
    uint32_t extensions = 0;
    REQUIRE(vkEnumerateDeviceExtensionProperties(rig.device().physical(), nullptr, &extensions, nullptr) == VK_SUCCESS);
    Faults faults;
    faults.fake_objects = true;
    const HookScope hooks(faults);
    for (const Config& config : kAllocatingConfigs) {
      const vksort::SorterInfo info = rig.sorterInfo(config);
      const NewWatch watch;
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
      CHECK(watch.live() > 0);
      CHECK(watch.live() < kOfSorter);
      CHECK(watch.most() <= kOfSorter + std::max(extensions * kOfExtension, kOfModule));
    }
  });
}
#endif

}  // namespace test
