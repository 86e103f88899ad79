// A failed creation returns a result and a reason, and leaves no object.
#include <doctest/doctest.h>

#include <cstring>

#include "device/functions.h"
#include "support/device/call.h"
#include "support/device/rig.h"

namespace test {
namespace {

#define NAME(function) "vk" #function,
constexpr const char* kFunctions[] = {VKSORT_INSTANCE_FUNCTIONS(NAME) VKSORT_DEVICE_FUNCTIONS(NAME)};
#undef NAME

struct Outcome {
  VkResult result = VK_SUCCESS;
  bool made = false;
  std::string reason{};
  uint32_t creations = 0, listings = 0;
};

template <typename Object, typename Info>
Outcome attempt(const Info& info, const Faults& faults = {}) {
  const ObjectCount before = objectCount();
  Outcome outcome;
  {
    const MockVulkan mock(faults);
    Object object;
    const char* reason = nullptr;
    outcome.result = Object::create(info, object, &reason);
    outcome.made = bool(object);
    if (!outcome.made) CHECK(object.descriptorSetLayout() == VK_NULL_HANDLE);
    CHECK((reason == nullptr) == outcome.made);
    if (reason) outcome.reason = reason;
    outcome.creations = mock.log.creations;
    outcome.listings = mock.log.listings;
    if (!outcome.made) {
      CHECK(objectCount().live == before.live);
      const MockVulkan again(faults);
      CHECK(Object::create(info, object) == outcome.result);
    }
  }
  CHECK(objectCount().live == before.live);
  CHECK(objectCount().bogus_destructions == before.bogus_destructions);
  return outcome;
}

void onEach(Rig& rig, const Faults& faults, const std::function<void(const Outcome&)>& check) {
  const SorterSetup setup = rig.setupOf({});
  check(attempt<vksort::Sorter>(setup.get(), faults));
  check(attempt<vksort::Verifier>(setup.info.device, faults));
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
  const vksort::Device device = rig.setupOf({}).info.device;
  const MockVulkan mock(faults);
  return vksort::querySupport(device.get_instance_proc_addr, device.instance, device.physical_device,
                              device.api_version);
}

Faults returning(std::initializer_list<std::pair<const uint32_t, VkResult>> calls) {
  Faults faults = withoutDriver();
  faults.listing = calls;
  return faults;
}

}  // namespace

TEST_CASE("failed_object_creation_is_reported_without_leaks" * doctest::test_suite("one width")) {
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
        CHECK(outcome.creations == i + 1);
      }
    };
    for (const Config& config :
         {Config{}, Config{.payload = kU32, .ties = kAnyTies}, Config{.payload = kIndex, .scratch = true}}) {
      for (const bool parallel : {false, true}) {
        INFO(describe(config) << (parallel ? ", as jobs of the host" : ""));
        SorterSetup setup = rig.setupOf(config);
        if (parallel) setup.creation.parallel_for.run = runBackwards;
        failEach([&](const Faults& faults) { return attempt<vksort::Sorter>(setup.get(), faults); });
      }
    }
    const vksort::Device device = rig.setupOf({}).info.device;
    failEach([&](const Faults& faults) { return attempt<vksort::Verifier>(device, faults); });
  });
}

TEST_CASE("reports_each_missing_function" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    std::vector<std::string> names(std::begin(kFunctions), std::end(kFunctions));
    if (rig.features() & VKSORT_PUSH_DESCRIPTOR) names.emplace_back("vkCmdPushDescriptorSetKHR");
    for (const std::string& name : names) {
      INFO(name);
      Faults faults = withoutDriver();
      faults.missing_function = name;
      onEach(rig, faults, [](const Outcome& each) { CHECK(each.result == VK_ERROR_INITIALIZATION_FAILED); });
    }
    SorterSetup labelled = rig.setupOf({});
    labelled.info.device.enabled_features |= VKSORT_DEBUG_UTILS;
    for (const char* name :
         {"vkSetDebugUtilsObjectNameEXT", "vkCmdBeginDebugUtilsLabelEXT", "vkCmdEndDebugUtilsLabelEXT"}) {
      Faults faults = withoutDriver();
      faults.missing_function = name;
      CHECK(attempt<vksort::Sorter>(labelled.get(), faults).result == VK_ERROR_INITIALIZATION_FAILED);
    }
    for (const char* name : {"vkEnumerateDeviceExtensionProperties", "vkGetPhysicalDeviceProperties2",
                             "vkGetPhysicalDeviceFeatures2", "vkGetDeviceProcAddr"}) {
      CAPTURE(name);
      Faults faults;
      faults.missing_function = name;
      CHECK_FALSE(supportUnder(rig, faults).supported);
      CHECK(supportUnder(rig, faults).reason != nullptr);
    }
    CHECK_FALSE(vksort::querySupport(vkGetInstanceProcAddr, rig.device().instance(), VK_NULL_HANDLE, VK_API_VERSION_1_3)
                    .supported);
  });
}

TEST_CASE("missing_device_features_are_named" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    SorterSetup setup = rig.setupOf({});
    const auto expectRefused = [&](vksort::Features features, const char* named, const Faults& faults) {
      setup.info.device.enabled_features = features;
      for (const Outcome& outcome :
           {attempt<vksort::Sorter>(setup.get(), faults), attempt<vksort::Verifier>(setup.info.device, faults)}) {
        CHECK(outcome.result == VK_ERROR_FEATURE_NOT_PRESENT);
        CHECK(outcome.reason.find(named) != std::string::npos);
      }
    };
    Faults bare;
    bare.hide_extensions = true;
    bare.edit_properties = [](VkPhysicalDeviceProperties2& out) { out.properties.apiVersion = VK_API_VERSION_1_2; };
    expectRefused(VKSORT_PUSH_DESCRIPTOR, "VKSORT_PUSH_DESCRIPTOR", bare);
    expectRefused(VKSORT_FULL_SUBGROUPS, "VKSORT_FULL_SUBGROUPS", bare);
    // Creation destroys a Sorter in the output.
    const ObjectCount before = objectCount();
    const MockVulkan mock(withoutDriver());
    vksort::Sorter sorter = rig.makeSorter({});
    setup.info.device.enabled_features = 1u << 31;
    CHECK(vksort::Sorter::create(setup.get(), sorter) == VK_ERROR_INITIALIZATION_FAILED);
    CHECK_FALSE(sorter);
    CHECK(objectCount().live == before.live);
  });
}

TEST_CASE("rejects_unsupported_choices" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const auto expectRejected = [&](VkResult result, const char* named, auto edit) {
      SorterSetup setup = rig.setupOf({});
      edit(setup);
      INFO(named);
      const Outcome outcome = attempt<vksort::Sorter>(setup.get(), withoutDriver());
      CHECK(outcome.result == result);
      CHECK(outcome.reason.find(named) != std::string::npos);
      const vksort::Support support = vksort::querySupport(setup.get());
      CHECK_FALSE(support.supported);
      CHECK(outcome.reason == support.reason);
    };
    constexpr VkResult kInvalid = VK_ERROR_INITIALIZATION_FAILED;
    expectRejected(kInvalid, "unknown flags", [](auto& setup) { setup.info.device.enabled_features = 0xff; });
    expectRejected(kInvalid, "SelfTest::queue",
                   [](auto& setup) { setup.creation.self_test = {.mode = vksort::SelfTestMode::always}; });
    expectRejected(VK_ERROR_FEATURE_NOT_PRESENT, "maxStorageBufferRange",
                   [](auto& setup) { setup.info.max_count = ~0u; });
  });
}

TEST_CASE("names_the_extensions_of_features") {
  const auto namesOf = [](vksort::Features features, uint32_t version) {
    const char* names[VKSORT_MAX_EXTENSIONS] = {};
    const uint32_t count = vksort::getExtensions(features, version, names);
    std::string all;
    for (uint32_t i = 0; i < count; ++i) all += std::string(names[i]) + " ";
    return all;
  };
  constexpr vksort::Features kBoth = VKSORT_PUSH_DESCRIPTOR | VKSORT_FULL_SUBGROUPS | VKSORT_DEBUG_UTILS;
  CHECK(namesOf(kBoth, VK_API_VERSION_1_1) == "VK_KHR_push_descriptor VK_EXT_subgroup_size_control ");
  CHECK(namesOf(kBoth, VK_API_VERSION_1_3) == "VK_KHR_push_descriptor ");
  CHECK(namesOf(kBoth, VK_MAKE_API_VERSION(0, 1, 4, 0)) == "");
  CHECK(namesOf(VKSORT_FULL_SUBGROUPS, VK_API_VERSION_1_2) == "VK_EXT_subgroup_size_control ");
}

// In place, these payloads must fit into one workgroup. Otherwise, they need scratch memory, a fifth storage buffer.
TEST_CASE("rejects_unsupported_stable_payloads" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    uint32_t buffers = VKSORT_DESCRIPTORS_PER_SET;
    const auto attemptOf = [&](const Config& config, const std::function<void(SorterSetup&)>& edit) {
      SorterSetup setup = rig.setupOf(config);
      setup.creation.algorithm = vksort::Algorithm::automatic;
      edit(setup);
      Faults faults = withoutDriver();
      faults.edit_properties = [=](auto& out) {
        out.properties.limits.maxPerStageDescriptorStorageBuffers = buffers;
        out.properties.limits.maxStorageBufferRange = ~0u;
      };
      return attempt<vksort::Sorter>(setup.get(), faults);
    };
    for (const vksort::Payload payload : {vksort::Payload::u32, vksort::Payload::interleaved}) {
      for (const vksort::KeyType key_type : {vksort::KeyType::u32, vksort::KeyType::u64}) {
        const Config config{.key_type = key_type, .payload = payload, .full_subgroups = false};
        INFO(describe(config));
        const vksort::bitonic::KernelSizes shape = rig.tuning(config);
        const uint32_t one_workgroup = 1u << shape.elementsLog2(shape.firstSort());
        for (const vksort::Scratch scratch :
             {vksort::Scratch::never, vksort::Scratch::optional, vksort::Scratch::required}) {
          const auto upTo = [&](uint32_t max_count) {
            return attemptOf(config, [=](SorterSetup& setup) {
              setup.info.scratch = scratch;
              setup.info.max_count = max_count;
            });
          };
          const bool never = scratch == vksort::Scratch::never;
          const char* const named = never ? "needs scratch memory" : "StorageBuffers must be at least 5";
          for (const uint32_t max_count : {one_workgroup + 1, 0u}) {
            buffers = VKSORT_DESCRIPTORS_PER_SET;
            CHECK(upTo(max_count).made == !never);
            buffers = VKSORT_DESCRIPTORS_PER_SET - 1;
            CHECK(upTo(1).made);
            CHECK(upTo(one_workgroup).made);
            const Outcome refused = upTo(max_count);
            CHECK(refused.result == VK_ERROR_FEATURE_NOT_PRESENT);
            CHECK(refused.reason.find("Ties::stable") != std::string::npos);
            CHECK(refused.reason.find(named) != std::string::npos);
          }
        }
        for (const vksort::Ties ties : {vksort::Ties::by_value, vksort::Ties::any}) {
          Config other = config;
          other.ties = ties;
          CHECK(attemptOf(other, [](SorterSetup&) {}).made);
        }
        // Exceeds radix sorts and rank merges.
        buffers = VKSORT_DESCRIPTORS_PER_SET;
        for (const vksort::Algorithm algorithm : {vksort::Algorithm::automatic, vksort::Algorithm::rank}) {
          Config in_subgroups = config;
          in_subgroups.full_subgroups = true;
          const auto edit = [=](SorterSetup& setup) {
            setup.creation.algorithm = algorithm;
            setup.info.scratch = vksort::Scratch::optional;
            setup.info.max_count = 1u << 28;
          };
          CHECK(attemptOf(in_subgroups, edit).made);
        }
      }
    }
  });
}

#ifdef NDEBUG  // builds with assertions abort
TEST_CASE("reports_each_null_handle" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const auto& [named, spoil] :
         {std::pair{"get_instance_proc_addr", +[](vksort::Device& device) { device.get_instance_proc_addr = nullptr; }},
          {"instance", +[](vksort::Device& device) { device.instance = VK_NULL_HANDLE; }},
          {"physical_device", +[](vksort::Device& device) { device.physical_device = VK_NULL_HANDLE; }},
          {"Device::device", +[](vksort::Device& device) { device.device = VK_NULL_HANDLE; }},
          {"api_version", +[](vksort::Device& device) { device.api_version = 0; }},
          {"api_version", +[](vksort::Device& device) { device.api_version = VK_API_VERSION_1_0; }}}) {
      INFO(std::string(named));
      SorterSetup setup = rig.setupOf({});
      spoil(setup.info.device);
      for (const Outcome& outcome :
           {attempt<vksort::Sorter>(setup.get()), attempt<vksort::Verifier>(setup.info.device)}) {
        CHECK(outcome.result == VK_ERROR_INITIALIZATION_FAILED);
        CHECK(outcome.reason.find(named) != std::string::npos);
      }
    }
  });
}

namespace {

struct Spoiled {
  const char* named;
  void (*spoil)(SorterSetup& setup, uint8_t value);
  uint8_t values = 0;  // number of enumerators
};
constexpr Spoiled kSpoiled[] = {
    {"payload", [](SorterSetup& setup, uint8_t value) { setup.info.payload = vksort::Payload{value}; }, 4},
    {"ties", [](SorterSetup& setup, uint8_t value) { setup.info.ties = vksort::Ties{value}; }, 3},
    {"scratch", [](SorterSetup& setup, uint8_t value) { setup.info.scratch = vksort::Scratch{value}; }, 3},
    {"algorithm", [](SorterSetup& setup, uint8_t value) { setup.creation.algorithm = vksort::Algorithm{value}; }, 5},
    {"SelfTest::mode",
     [](SorterSetup& setup, uint8_t value) { setup.creation.self_test.mode = vksort::SelfTestMode{value}; }, 3},
    {"key_bits", [](SorterSetup& setup, uint8_t value) { setup.info.key_bits = value; }, 1},
    {"key_bits", [](SorterSetup& setup, uint8_t) { setup.info.key_bits = 33; }},
    {"discard_keys", [](SorterSetup& setup, uint8_t) { setup.info.discard_keys = true; }},
};

}  // namespace

// Includes integers that are not enumerators, and invalid combinations.
TEST_CASE("invalid_configurations_are_neither_created_nor_planned" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([&](Rig& rig) {
    for (const auto& [named, spoil, values] : kSpoiled) {
      INFO(named);
      for (const uint8_t value : {values, uint8_t{255}}) {
        SorterSetup setup = rig.setupOf({});
        CHECK(vksort::plan(setup.get(), {}, {.count = 1000}) > 0);
        spoil(setup, value);
        const Outcome outcome = attempt<vksort::Sorter>(setup.get(), withoutDriver());
        CHECK(outcome.result == VK_ERROR_INITIALIZATION_FAILED);
        CHECK(outcome.reason.find(named) != std::string::npos);
        CHECK(vksort::plan(setup.get(), {}, {.count = 1000}) == 0);
      }
    }
  });
}
#endif

TEST_CASE("reports_why_extensions_cannot_be_listed" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    Faults grows = withoutDriver();
    for (uint32_t call = 1; call < 1000; call += 2) grows.listing[call] = VK_INCOMPLETE;
    for (const auto& [faults, error, listings] :
         {std::tuple{returning({{0, VK_ERROR_OUT_OF_HOST_MEMORY}}), VK_ERROR_OUT_OF_HOST_MEMORY, 1u},
          {returning({{1, VK_ERROR_OUT_OF_DEVICE_MEMORY}}), VK_ERROR_OUT_OF_DEVICE_MEMORY, 2u},
          {returning({{1, VK_ERROR_LAYER_NOT_PRESENT}}), VK_ERROR_LAYER_NOT_PRESENT, 2u},
          {grows, VK_INCOMPLETE, 100u}}) {
      INFO("error " << error);
      onEach(rig, faults, [&, max_listings = listings, wanted = error](const Outcome& outcome) {
        CHECK(outcome.result == wanted);
        CHECK_FALSE(outcome.made);
        CHECK(outcome.reason.find("extensions") != std::string::npos);
        CHECK(outcome.listings <= max_listings);
        CHECK(outcome.creations == 0);
      });
      const vksort::Support support = supportUnder(rig, faults);
      CHECK_FALSE(support.supported);
      CHECK(support.features == 0);
      REQUIRE(support.reason != nullptr);
      CHECK(std::strstr(support.reason, "extensions") != nullptr);
    }
  });
}

TEST_CASE("extensions_are_listed_again_if_their_number_grew" * doctest::test_suite("one width")) {
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
