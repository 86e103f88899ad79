// Creation that fails: why it does, and what it leaves behind.
#include <doctest/doctest.h>

#include <cstring>

#include "support/device/rig.h"
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

}  // namespace

TEST_CASE("reports_each_creation_that_fails_and_leaks_nothing" * doctest::test_suite("one width")) {
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

TEST_CASE("reports_each_function_that_is_missing" * doctest::test_suite("one width")) {
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
TEST_CASE("reports_each_null_handle" * doctest::test_suite("one width")) {
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
TEST_CASE("refuses_each_enumeration_that_is_out_of_range" * doctest::test_suite("one width")) {
  const auto plans_nothing = [](const vksort::SorterInfo& info) {
    return vksort::plan(info, {}, 1000).dispatches == 0 && vksort::planPass(info, {}, 1000, 0).workgroups == 0;
  };
  onEveryDevice([&](Rig& rig) {
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
        CHECK(plans_nothing(info));
      }
    };
    refuses(&vksort::SorterInfo::key_type, 4, "SorterInfo::key_type");
    refuses(&vksort::SorterInfo::order, 2, "SorterInfo::order");
    refuses(&vksort::SorterInfo::values, 4, "SorterInfo::values");
    refuses(&vksort::SorterInfo::ties, 3, "SorterInfo::ties");
    refuses(&vksort::SorterInfo::path, 2, "SorterInfo::path");
    refuses(&vksort::SorterInfo::nan_rule, 2, "SorterInfo::nan_rule");
    refuses(&vksort::SorterInfo::count, 3, "SorterInfo::count");
    refuses(&vksort::SorterInfo::algorithm, 5, "SorterInfo::algorithm");
    for (const uint8_t mode : {uint8_t{3}, uint8_t{255}}) {
      vksort::SorterInfo info = rig.sorterInfo({});
      info.self_test.mode = static_cast<vksort::SelfTestMode>(mode);
      vksort::Sorter sorter;
      const char* reason = "";
      CHECK(vksort::Sorter::create(info, sorter, &reason) == VK_ERROR_INITIALIZATION_FAILED);
      CHECK(std::strstr(reason, "SorterInfo::self_test.mode") != nullptr);
      CHECK(plans_nothing(info));
    }
    CHECK_FALSE(plans_nothing(rig.sorterInfo({})));
  });
}

TEST_CASE("refuses_wide_keys_with_interleaved_values" * doctest::test_suite("one width")) {
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

TEST_CASE("refuses_features_that_the_device_lacks" * doctest::test_suite("one width")) {
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

TEST_CASE("empties_its_output_when_creation_fails" * doctest::test_suite("one width")) {
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

}  // namespace test
