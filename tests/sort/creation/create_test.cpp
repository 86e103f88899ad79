// Creation uses the pipeline cache, destroys all its objects, and reports its configuration.
#include <doctest/doctest.h>

#include "support/check/conform.h"
#include "support/device/recording.h"

namespace test {

// Other cases only create the pipelines that they bind (support/vulkan_mock/lazy_pipelines.h).
TEST_CASE("validation_layers_accept_every_pipeline" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    uint32_t modes = 0;  // one in three by default, because they share most modules
    for (const Config& config : everyMode())
      if (++modes % 3 == 0 || everythingWanted()) CHECK(rig.makeSorter(config));
    for (const Config& config : {Config{.scratch = true, .rank = true}, Config{.scratch = true, .portable = true},
                                 Config{.payload = kU32, .scratch = true, .portable = true}}) {
      CHECK(rig.makeSorter(config));
    }
  });
}

TEST_CASE("moved_sorters_destroy_all_their_objects" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    (void)rig.verifier();
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
      const MockVulkan mock;
      SorterSetup plain = rig.setupOf({});
      SorterSetup self_tested = tested(rig, {.payload = kIndex});
      SorterSetup threaded = plain;
      threaded.creation.parallel_for.run = [](void*, uint32_t count, void (*job)(void*, uint32_t), void* jobs) {
        for (uint32_t i = 0; i < count; ++i) job(jobs, i);
      };
      vksort::Sorter sorter;
      std::size_t made = 0;
      for (SorterSetup* setup : {&plain, &threaded, &self_tested}) {
        setup->info.device.pipeline_cache = cache;
        setup->info.max_count = 1000;
        REQUIRE(vksort::Sorter::create(setup->get(), sorter) == VK_SUCCESS);
        CHECK(mock.log.caches.size() > made);
        made = mock.log.caches.size();
      }
      CHECK(vksort::getReport(sorter).self_tested);
      vksort::Verifier verifier;
      REQUIRE(vksort::Verifier::create(plain.info.device, verifier) == VK_SUCCESS);
      CHECK(mock.log.caches.size() == made + 2);
      for (const VkPipelineCache given : mock.log.caches) CHECK(given == cache);
    }
    device.vk.vkDestroyPipelineCache(device.handle(), cache, nullptr);
  });
}

TEST_CASE("reports_the_configuration_of_its_creation" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : everyMode()) {
      INFO(describe(config));
      SorterSetup setup = rig.setupOf(config);
      setup.info.max_count = 1000;
      setup.info.discard_keys = config.payload == kIndex;
      Faults faults;
      faults.fake_objects = true;
      const MockVulkan mock(faults);
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
      const vksort::SorterConfiguration made = vksort::getConfiguration(sorter);
      CHECK(made.key_bits == setup.info.key_bits);
      CHECK(made.payload == config.payload);
      CHECK(made.ties == config.ties);
      CHECK(made.scratch == setup.info.scratch);
      CHECK(made.max_count == 1000);
      CHECK(made.discard_keys == setup.info.discard_keys);
    }
    const vksort::SorterConfiguration empty = vksort::getConfiguration({});
    CHECK(empty.key_bits == 0);
    CHECK(empty.payload == vksort::Payload::index);
  });
}

// One error of vkCreateShaderModule depends on the module.
TEST_CASE("failed_modules_reject_no_level" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    SorterSetup setup = rig.setupOf({.payload = kIndex, .scratch = true});
    vksort::Report report{};
    setup.creation.report = &report;
    const ObjectCount before = objectCount();
    for (const VkResult error :
         {VK_ERROR_UNKNOWN, VK_ERROR_OUT_OF_HOST_MEMORY, VK_ERROR_INITIALIZATION_FAILED, VK_ERROR_DEVICE_LOST}) {
      INFO("error " << error);
      Faults faults;
      faults.fails_creation = 2;  // after both layouts
      faults.creation_error = error;
      const MockVulkan mock(faults);
      vksort::Sorter sorter;
      const char* reason = nullptr;
      CHECK(vksort::Sorter::create(setup.get(), sorter, &reason) == error);
      CHECK(mock.log.creations == 3);
      CHECK_FALSE(sorter);
      CHECK(report.rejected_count == 0);
      REQUIRE(reason != nullptr);
      CHECK(std::string(reason).find("failed to create a shader module") != std::string::npos);
      CHECK(objectCount().live == before.live);
    }
  });
}

}  // namespace test
