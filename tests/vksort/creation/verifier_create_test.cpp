// The verifier: its creation.
#include <doctest/doctest.h>

#include "support/device/rig.h"
#include "vulkan/functions.h"

namespace test {
namespace {

vksort::VerifierInfo verifierInfo(Rig& rig) {
  const gpu::Device& device = rig.device();
  return {hookedInstanceProcAddr, device.instance(), device.physical(), device.handle(),
          VK_NULL_HANDLE,         nullptr,           rig.features()};
}

void expectFailure(const vksort::VerifierInfo& info, VkResult expected, const Faults& faults = {}) {
  const ObjectCount before = objectCount();
  vksort::Verifier verifier;
  const char* reason = nullptr;
  HookScope hooks(faults);
  CHECK(vksort::Verifier::create(info, verifier, &reason) == expected);
  CHECK_FALSE(verifier);
  CHECK(verifier.descriptorSetLayout() == VK_NULL_HANDLE);
  CHECK(reason != nullptr);
  CHECK(objectCount().live == before.live);
  CHECK(objectCount().bogus_destructions == before.bogus_destructions);
}

}  // namespace

#ifdef NDEBUG  // builds with assertions stop
TEST_CASE("creating_a_verifier_reports_each_null_handle" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const vksort::VerifierInfo good = verifierInfo(rig);
    for (const auto spoil : {+[](vksort::VerifierInfo& info) { info.get_instance_proc_addr = nullptr; },
                             +[](vksort::VerifierInfo& info) { info.instance = VK_NULL_HANDLE; },
                             +[](vksort::VerifierInfo& info) { info.physical_device = VK_NULL_HANDLE; },
                             +[](vksort::VerifierInfo& info) { info.device = VK_NULL_HANDLE; }}) {
      vksort::VerifierInfo info = good;
      spoil(info);
      expectFailure(info, VK_ERROR_INITIALIZATION_FAILED);
    }
  });
}
#endif

TEST_CASE("creating_a_verifier_reports_what_fails_and_leaks_nothing" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const ObjectCount before = objectCount();
    uint32_t creations = 0;
    {
      HookScope hooks;
      vksort::Verifier verifier = rig.makeVerifier();
      creations = hooks.log.creations;
      CHECK(creations == 6);  // two layouts, two shader modules, two pipelines
      vksort::Verifier other = std::move(verifier);
      CHECK_FALSE(verifier);
      verifier = std::move(other);
      CHECK(verifier);
      // Those that there were are gone: of one that is assigned to, and of one that is created anew.
      const int64_t live = objectCount().live;
      verifier = rig.makeVerifier();
      CHECK(objectCount().live == live);
      CHECK(vksort::Verifier::create(verifierInfo(rig), verifier) == VK_SUCCESS);
      CHECK(objectCount().live == live);
    }
    CHECK(objectCount().live == before.live);
    const vksort::VerifierInfo info = verifierInfo(rig);
    for (uint32_t i = 0; i < creations; ++i) {
      Faults faults;
      faults.fails_creation = i;
      expectFailure(info, VK_ERROR_OUT_OF_DEVICE_MEMORY, faults);
    }
#define NAME(function) "vk" #function,
    for (const char* name : {VKSORT_INSTANCE_FUNCTIONS(NAME) VKSORT_DEVICE_FUNCTIONS(NAME)}) {
#undef NAME
      INFO(name);
      Faults faults;
      faults.missing_function = name;
      expectFailure(info, VK_ERROR_INITIALIZATION_FAILED, faults);
    }
    vksort::VerifierInfo wrong = info;
    wrong.enabled_features |= 1u << 31;
    expectFailure(wrong, VK_ERROR_FEATURE_NOT_PRESENT);
  });
}

}  // namespace test
