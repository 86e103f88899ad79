// Creation of Sorters and Verifiers that fails: what the host is told, and that nothing is left.
#include <doctest/doctest.h>

#include <cstring>

#include "index_hook.h"
#include "support/device/rig.h"
#include "vulkan/functions.h"

namespace test {
namespace {

using vksort::Count;
using vksort::KeyType;
using vksort::SorterInfo;
using vksort::Values;

#define NAME(function) "vk" #function,
constexpr const char* kFunctions[] = {VKSORT_INSTANCE_FUNCTIONS(NAME) VKSORT_DEVICE_FUNCTIONS(NAME)};
#undef NAME

struct Outcome {
  VkResult result = VK_SUCCESS;
  bool made = false;
  std::string reason{};
  uint32_t creations = 0, listings = 0;  // asked for
};

// Of a Sorter or a Verifier; nothing of it is left afterwards.
template <typename Object, typename Info>
Outcome attempt(const Info& info, const Faults& faults = {}) {
  const ObjectCount before = objectCount();
  Outcome outcome;
  {
    const HookScope hooks(faults);
    Object object;
    const char* reason = nullptr;
    outcome.result = Object::create(info, object, &reason);
    outcome.made = bool(object);
    if (!outcome.made) CHECK(object.descriptorSetLayout() == VK_NULL_HANDLE);
    CHECK((reason == nullptr) == outcome.made);
    if (reason) outcome.reason = reason;
    outcome.creations = hooks.log.creations;
    outcome.listings = hooks.log.listings;
    if (!outcome.made) {
      CHECK(objectCount().live == before.live);
      const HookScope again(faults);
      CHECK(Object::create(info, object) == outcome.result);  // nobody wants to know why
    }
  }
  CHECK(objectCount().live == before.live);
  CHECK(objectCount().bogus_destructions == before.bogus_destructions);
  return outcome;
}

vksort::VerifierInfo verifierInfo(const SorterInfo& info) {
  return {info.get_instance_proc_addr, info.instance, info.physical_device, info.device, VK_NULL_HANDLE, nullptr,
          info.enabled_features};
}

// What the creation of either says.
void onEach(Rig& rig, const Faults& faults, const std::function<void(const Outcome&)>& check) {
  check(attempt<vksort::Sorter>(rig.sorterInfo({}), faults));
  check(attempt<vksort::Verifier>(verifierInfo(rig.sorterInfo({})), faults));
}

Faults withoutDriver() {
  Faults faults;
  faults.fake_objects = true;
  return faults;
}

void runBackwards(void*, uint32_t count, void (*job)(void* jobs, uint32_t i), void* jobs) {
  for (uint32_t i = count; i-- > 0;) job(jobs, i);
}

vksort::Support supportUnder(const Rig& rig, const Faults& faults) {
  const HookScope hooks(faults);
  return vksort::querySupport(hookedInstanceProcAddr, rig.device().instance(), rig.device().physical());
}

Faults returning(std::initializer_list<std::pair<const uint32_t, VkResult>> calls) {
  Faults faults = withoutDriver();
  faults.listing = calls;
  return faults;
}

}  // namespace

TEST_CASE("reports_each_creation_that_fails_and_leaks_nothing" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const auto failEach = [](const auto& attemptUnder) {
      const uint32_t creations = attemptUnder(withoutDriver()).creations;
      CHECK(creations >= 4);
      for (uint32_t i = 0; i < creations; ++i) {
        INFO("creation " << i);
        Faults faults = withoutDriver();
        faults.fails_creation = i;
        const Outcome outcome = attemptUnder(faults);
        CHECK(outcome.result == VK_ERROR_OUT_OF_DEVICE_MEMORY);
        CHECK(outcome.creations == i + 1);  // nothing else is made then
      }
    };
    for (const Config& config : {Config{}, Config{.values = Values::split, .count = Count::device, .coherent = true},
                                 Config{.count = Count::lists}, Config{.values = Values::iota, .hook = true},
                                 Config{.values = Values::iota, .lent = true}}) {
      for (const bool parallel : {false, true}) {
        INFO(describe(config) << (parallel ? ", as jobs of the host" : ""));
        SorterInfo info = rig.sorterInfo(config);
        if (parallel) info.parallel_for.run = runBackwards;
        failEach([&](const Faults& faults) { return attempt<vksort::Sorter>(info, faults); });
      }
    }
    failEach([&](const Faults& faults) { return attempt<vksort::Verifier>(verifierInfo(rig.sorterInfo({})), faults); });
  });
}

TEST_CASE("reports_each_function_that_is_missing" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    std::vector<std::string> names(std::begin(kFunctions), std::end(kFunctions));
    if (rig.features() & vksort::kPushDescriptor) names.emplace_back("vkCmdPushDescriptorSetKHR");
    for (const std::string& name : names) {
      INFO(name);
      Faults faults = withoutDriver();
      faults.missing_function = name;
      onEach(rig, faults, [](const Outcome& each) { CHECK(each.result == VK_ERROR_INITIALIZATION_FAILED); });
    }
    SorterInfo labelled = rig.sorterInfo({});
    labelled.enabled_features |= vksort::kDebugUtils;
    for (const char* name :
         {"vkSetDebugUtilsObjectNameEXT", "vkCmdBeginDebugUtilsLabelEXT", "vkCmdEndDebugUtilsLabelEXT"}) {
      Faults faults = withoutDriver();
      faults.missing_function = name;
      CHECK(attempt<vksort::Sorter>(labelled, faults).result == VK_ERROR_INITIALIZATION_FAILED);
    }
    for (uint32_t i = 0; i < 5; ++i) {
      Faults faults = withoutDriver();
      faults.fails_naming = i;
      CHECK(attempt<vksort::Sorter>(labelled, faults).result == VK_ERROR_OUT_OF_HOST_MEMORY);
    }
    for (const char* name : {"vkEnumerateDeviceExtensionProperties", "vkGetPhysicalDeviceProperties2",
                             "vkGetPhysicalDeviceFeatures2", "vkGetDeviceProcAddr"}) {
      CAPTURE(name);
      Faults faults;
      faults.missing_function = name;
      CHECK_FALSE(supportUnder(rig, faults).supported);
      CHECK(supportUnder(rig, faults).reason != nullptr);
    }
    CHECK_FALSE(vksort::querySupport(vkGetInstanceProcAddr, rig.device().instance(), VK_NULL_HANDLE).supported);
  });
}

TEST_CASE("refuses_features_that_the_device_lacks" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    SorterInfo info = rig.sorterInfo({});
    info.enabled_features |= 1u << 31;
    CHECK(attempt<vksort::Sorter>(info).result == VK_ERROR_FEATURE_NOT_PRESENT);
    CHECK(attempt<vksort::Verifier>(verifierInfo(info)).result == VK_ERROR_FEATURE_NOT_PRESENT);
    // What there was in the output is gone.
    const ObjectCount before = objectCount();
    const HookScope hooks(withoutDriver());
    vksort::Sorter sorter = rig.makeSorter({});
    CHECK(vksort::Sorter::create(info, sorter) == VK_ERROR_FEATURE_NOT_PRESENT);
    CHECK_FALSE(sorter);
    CHECK(objectCount().live == before.live);
    info.enabled_features = vksort::kPushDescriptor;
    Faults faults;
    faults.hide_extensions = true;
    CHECK(attempt<vksort::Sorter>(info, faults).result == VK_ERROR_FEATURE_NOT_PRESENT);
  });
}

#ifdef NDEBUG  // builds with assertions stop
TEST_CASE("reports_each_null_handle" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const auto spoil : {+[](SorterInfo& info) { info.get_instance_proc_addr = nullptr; },
                             +[](SorterInfo& info) { info.instance = VK_NULL_HANDLE; },
                             +[](SorterInfo& info) { info.physical_device = VK_NULL_HANDLE; },
                             +[](SorterInfo& info) { info.device = VK_NULL_HANDLE; }}) {
      SorterInfo info = rig.sorterInfo({});
      spoil(info);
      CHECK(attempt<vksort::Sorter>(info).result == VK_ERROR_INITIALIZATION_FAILED);
      CHECK(attempt<vksort::Verifier>(verifierInfo(info)).result == VK_ERROR_INITIALIZATION_FAILED);
    }
  });
}

// Out of range, as a host may have cast an integer to the enumeration; and what does not go together.
TEST_CASE("refuses_each_configuration_that_cannot_be_and_plans_nothing" * doctest::test_suite("one width")) {
  struct Row {
    const char* named;  // by the reason
    void (*spoil)(SorterInfo& info, uint8_t more);
    uint8_t values = 0;  // of the enumeration
  };
  constexpr Row kRows[] = {
      {"key_type", [](SorterInfo& info, uint8_t value) { info.key_type = KeyType{value}; }, 4},
      {"order", [](SorterInfo& info, uint8_t value) { info.order = vksort::Order{value}; }, 2},
      {"values", [](SorterInfo& info, uint8_t value) { info.values = Values{value}; }, 4},
      {"ties", [](SorterInfo& info, uint8_t value) { info.ties = vksort::Ties{value}; }, 3},
      {"path", [](SorterInfo& info, uint8_t value) { info.path = vksort::Path{value}; }, 2},
      {"nan_rule", [](SorterInfo& info, uint8_t value) { info.nan_rule = vksort::NanRule{value}; }, 2},
      {"count", [](SorterInfo& info, uint8_t value) { info.count = Count{value}; }, 3},
      {"algorithm", [](SorterInfo& info, uint8_t value) { info.algorithm = vksort::Algorithm{value}; }, 5},
      {"self_test.mode", [](SorterInfo& info, uint8_t value) { info.self_test.mode = vksort::SelfTestMode{value}; }, 3},
      {"interleaved",
       [](SorterInfo& info, uint8_t) {
         info.key_type = KeyType::u64;
         info.values = Values::interleaved;
       }},
      {"Values::iota",
       [](SorterInfo& info, uint8_t) {
         info.coherent = true;
         info.values = Values::iota;
       }},
      {"Count::lists",
       [](SorterInfo& info, uint8_t) {
         info.coherent = true;
         info.count = Count::lists;
       }},
  };
  onEveryDeviceUnvalidated([&](Rig& rig) {
    for (const auto& [named, spoil, values] : kRows) {
      INFO(named);
      for (const uint8_t value : {values, uint8_t{255}}) {
        SorterInfo info = rig.sorterInfo({});
        CHECK(vksort::plan(info, {}, 1000).dispatches > 0);
        spoil(info, value);
        const Outcome outcome = attempt<vksort::Sorter>(info, withoutDriver());
        CHECK(outcome.result == VK_ERROR_INITIALIZATION_FAILED);
        CHECK(outcome.reason.find(named) != std::string::npos);
        CHECK(vksort::plan(info, {}, 1000).dispatches == 0);
        CHECK(vksort::planPass(info, {}, 1000, 0).workgroups == 0);
      }
    }
  });
}

TEST_CASE("refuses_hooks_that_cannot_be" * doctest::test_suite("one width")) {
  using Shaders = vksort::HookShaders;
  constexpr vksort::Spirv Shaders::*kAll[] = {
      &Shaders::subgroup_keys,     &Shaders::subgroup_pairs, &Shaders::small_keys, &Shaders::small_pairs,
      &Shaders::medium_keys,       &Shaders::tile_keys,      &Shaders::tile_pairs, &Shaders::radix_count_word,
      &Shaders::radix_count_words, &Shaders::apart_keys,     &Shaders::apart_pairs};
  static_assert(std::size(kAll) * sizeof(vksort::Spirv) == sizeof(Shaders));
  onEveryDeviceUnvalidated([&](Rig& rig) {
    const auto expectRefused = [&](Config config, const char* named, const vksort::Hook* hook = nullptr) {
      config.hook = true;
      SorterInfo info = rig.sorterInfo(config);
      if (hook) info.hook = hook;
      const Outcome outcome = attempt<vksort::Sorter>(info, withoutDriver());
      CHECK(outcome.result == VK_ERROR_INITIALIZATION_FAILED);
      CHECK(outcome.reason.find(named) != std::string::npos);
      if (!hook) CHECK(vksort::plan(info, {}, 100).dispatches == 0);
    };
    expectRefused({.key_type = KeyType::u64}, "u64");
    expectRefused({.values = Values::interleaved}, "interleaved");
    expectRefused({.coherent = true}, "coherent");
    for (vksort::Spirv Shaders::*each : kAll) {
      vksort::Hook older{index_hook, VK_NULL_HANDLE};
      (older.shaders.*each).words = nullptr;
      expectRefused({}, "vksort_add_hook()", &older);
      older.shaders = index_hook;
      (older.shaders.*each).bytes = 0;
      expectRefused({}, "vksort_add_hook()", &older);
    }
  });
}
#endif

TEST_CASE("reports_why_extensions_cannot_be_listed" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    Faults grows = withoutDriver();  // on and on
    for (uint32_t call = 1; call < 1000; call += 2) grows.listing[call] = VK_INCOMPLETE;
    for (const auto& [faults, error, listings] :
         {std::tuple{returning({{0, VK_ERROR_OUT_OF_HOST_MEMORY}}), VK_ERROR_OUT_OF_HOST_MEMORY, 1u},
          {returning({{1, VK_ERROR_OUT_OF_DEVICE_MEMORY}}), VK_ERROR_OUT_OF_DEVICE_MEMORY, 2u},
          {returning({{1, VK_ERROR_LAYER_NOT_PRESENT}}), VK_ERROR_LAYER_NOT_PRESENT, 2u},
          {grows, VK_INCOMPLETE, 100u}}) {
      INFO("error " << error);
      onEach(rig, faults, [&, most = listings, wanted = error](const Outcome& outcome) {
        CHECK(outcome.result == wanted);
        CHECK_FALSE(outcome.made);
        CHECK(outcome.reason.find("extensions") != std::string::npos);
        CHECK(outcome.listings <= most);
        CHECK(outcome.creations == 0);
      });
      const vksort::Support support = supportUnder(rig, faults);
      CHECK_FALSE(support.supported);
      CHECK(support.features == 0);
      REQUIRE(support.reason != nullptr);
      CHECK(std::strstr(support.reason, "extensions") != nullptr);
    }
    // The list of the Verifier that a self-test makes for itself.
    SorterInfo info = rig.sorterInfo({});
    info.self_test.queue = rig.device().queue();
    info.self_test.mode = vksort::SelfTestMode::always;
    const Outcome outcome = attempt<vksort::Sorter>(info, returning({{2, VK_ERROR_OUT_OF_HOST_MEMORY}}));
    CHECK(outcome.result == VK_ERROR_OUT_OF_HOST_MEMORY);
    CHECK(outcome.reason.find("extensions") != std::string::npos);
  });
}

TEST_CASE("lists_extensions_again_where_the_list_grew" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const vksort::Support as_it_is = supportUnder(rig, {});
    REQUIRE(as_it_is.supported);
    Faults one_less = withoutDriver(), all_less = withoutDriver();
    one_less.hides_at_first = 1;
    all_less.hides_at_first = ~0u;
    for (const Faults& faults : {one_less, all_less, returning({{0, VK_INCOMPLETE}}), returning({{1, VK_INCOMPLETE}}),
                                 returning({{1, VK_INCOMPLETE}, {3, VK_INCOMPLETE}})}) {
      const vksort::Support support = supportUnder(rig, faults);
      CHECK(support.supported);
      CHECK(support.features == as_it_is.features);
      onEach(rig, faults, [](const Outcome& outcome) {
        CHECK(outcome.result == VK_SUCCESS);
        CHECK(outcome.made);
        CHECK(outcome.listings > 2);
      });
    }
  });
}

}  // namespace test
