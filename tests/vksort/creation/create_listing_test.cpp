// Listing the device's extensions may fail, or meet a list that grows: creation says so, or asks again.
#include <doctest/doctest.h>

#include <cstring>

#include "support/device/rig.h"

namespace test {
namespace {

struct Listing {
  VkResult result;
  bool made;
  std::string reason;
  uint32_t listings;
  uint32_t creations;
};

// Of a Sorter or a Verifier, without the driver.
template <typename Made, typename Info>
Listing createListing(const Info& info, Faults faults) {
  faults.fake_objects = true;
  const HookScope hooks(faults);
  Made made;
  const char* reason = "";
  const VkResult result = Made::create(info, made, &reason);
  return {result, bool(made), reason, hooks.log.listings, hooks.log.creations};
}

// What the creation of each says.
void onEach(const Rig& rig, const Faults& faults, const std::function<void(const Listing&)>& check) {
  const vksort::SorterInfo info = rig.sorterInfo({});
  const ObjectCount before = objectCount();
  check(createListing<vksort::Sorter>(info, faults));
  const vksort::VerifierInfo verifier_info = {
      info.get_instance_proc_addr, info.instance, info.physical_device, info.device, VK_NULL_HANDLE, nullptr,
      info.enabled_features};
  check(createListing<vksort::Verifier>(verifier_info, faults));
  CHECK(objectCount().live == before.live);
}

vksort::Support supportUnder(const Rig& rig, const Faults& faults) {
  const HookScope hooks(faults);
  return vksort::querySupport(hookedInstanceProcAddr, rig.device().instance(), rig.device().physical());
}

Faults returning(std::initializer_list<std::pair<const uint32_t, VkResult>> calls) {
  Faults faults;
  faults.listing = calls;
  return faults;
}

}  // namespace

TEST_CASE("reports_why_extensions_cannot_be_listed" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const VkResult error :
         {VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_OUT_OF_DEVICE_MEMORY, VK_ERROR_LAYER_NOT_PRESENT}) {
      for (const uint32_t call : {0u, 1u}) {
        INFO("error " << error << " of call " << call);
        const Faults faults = returning({{call, error}});
        onEach(rig, faults, [&](const Listing& outcome) {
          CHECK(outcome.result == error);
          CHECK_FALSE(outcome.made);
          CHECK(outcome.reason.find("extensions") != std::string::npos);
          CHECK(outcome.listings == call + 1);
          CHECK(outcome.creations == 0);
        });
        const vksort::Support support = supportUnder(rig, faults);
        CHECK_FALSE(support.supported);
        CHECK(support.features == 0);
        REQUIRE(support.reason != nullptr);
        CHECK(std::strstr(support.reason, "extensions") != nullptr);
      }
    }
  });
}

// The list of the Verifier that the self-test makes for itself.
TEST_CASE("reports_why_a_self_test_cannot_list_extensions" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    vksort::SorterInfo info = rig.sorterInfo({});
    info.self_test.queue = rig.device().queue();
    info.self_test.mode = vksort::SelfTestMode::always;
    for (const uint32_t call : {2u, 3u}) {
      const ObjectCount before = objectCount();
      const Listing outcome = createListing<vksort::Sorter>(info, returning({{call, VK_ERROR_OUT_OF_HOST_MEMORY}}));
      CHECK(outcome.result == VK_ERROR_OUT_OF_HOST_MEMORY);
      CHECK_FALSE(outcome.made);
      CHECK(outcome.reason.find("extensions") != std::string::npos);
      CHECK(objectCount().live == before.live);
    }
  });
}

TEST_CASE("lists_extensions_again_where_the_list_grew" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const vksort::Support as_it_is = supportUnder(rig, {});
    REQUIRE(as_it_is.supported);
    Faults one_less, all_less;
    one_less.hides_at_first = 1;
    all_less.hides_at_first = ~0u;
    for (const Faults& faults : {one_less, all_less, returning({{0, VK_INCOMPLETE}}), returning({{1, VK_INCOMPLETE}}),
                                 returning({{1, VK_INCOMPLETE}, {3, VK_INCOMPLETE}})}) {
      const vksort::Support support = supportUnder(rig, faults);
      CHECK(support.supported);
      CHECK(support.features == as_it_is.features);
      onEach(rig, faults, [](const Listing& outcome) {
        CHECK(outcome.result == VK_SUCCESS);
        CHECK(outcome.made);
        CHECK(outcome.listings > 2);
      });
    }
  });
}

TEST_CASE("gives_up_a_list_of_extensions_that_grows_on_and_on" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    Faults always;
    for (uint32_t call = 1; call < 1000; call += 2) always.listing[call] = VK_INCOMPLETE;
    onEach(rig, always, [](const Listing& outcome) {
      CHECK(outcome.result == VK_INCOMPLETE);
      CHECK_FALSE(outcome.made);
      CHECK(outcome.reason.find("extensions") != std::string::npos);
      CHECK(outcome.listings < 100);
    });
    CHECK_FALSE(supportUnder(rig, always).supported);
  });
}

}  // namespace test
