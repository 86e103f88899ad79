// Sorters can be created on several threads at the same time, and run their jobs on the application's threads.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <list>
#include <map>
#include <thread>

#include "support/check/conform.h"
#include "support/device/call.h"
#include "support/device/subgroups.h"

namespace test {
namespace {

constexpr Config kParallelConfigs[] = {
    {},
    {.payload = kU32, .ties = kByValue},
    {.payload = kIndex, .scratch = true},
};

struct Host {
  using Job = std::function<void(uint32_t i)>;
  std::function<void(uint32_t count, const Job& job)> runs;
  uint32_t calls = 0;
  std::thread::id thread{};

  static void run(void* context, uint32_t count, void (*job)(void* jobs, uint32_t i), void* jobs) {
    Host& host = *static_cast<Host*>(context);
    ++host.calls;
    host.thread = std::this_thread::get_id();
    host.runs(count, [=](uint32_t i) { job(jobs, i); });
  }
  vksort::ParallelFor parallelFor() { return {run, this}; }
};

void inOrder(uint32_t count, const Host::Job& job) {
  for (uint32_t i = 0; i < count; ++i) job(i);
}
void backwards(uint32_t count, const Host::Job& job) {
  for (uint32_t i = count; i-- > 0;) job(i);
}
void onThreadsAtOnce(uint32_t count, const Host::Job& job) {
  std::vector<std::jthread> threads;
  for (uint32_t i = 0; i < count; ++i) threads.emplace_back([&job, i] { job(i); });
}

using Pipelines = std::map<std::string, std::vector<uint32_t>>;
Pipelines pipelinesOf(const vksort::SorterInfo& info) {
  Faults faults;
  faults.fake_objects = true;
  const MockVulkan mock(faults);
  vksort::Sorter sorter;
  REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
  std::map<uint64_t, std::string> names;
  for (const Named& each : mock.log.names) names[each.handle] = each.name;
  Pipelines pipelines;
  std::size_t i = 0;
  for (const Created& each : mock.log.created) {
    if (each.kind != 'p') continue;
    pipelines[names.at(each.handle)] = mock.log.constants.at(i++);
  }
  CHECK(i == pipelines.size());
  return pipelines;
}

}  // namespace

TEST_CASE("job_order_does_not_change_the_pipelines" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config : kParallelConfigs) {
      INFO(describe(config));
      SorterSetup setup = rig.setupOf(config);
      setup.info.device.enabled_features |= VKSORT_DEBUG_UTILS;
      const Pipelines alone = pipelinesOf(setup.get());
      CHECK(alone.size() >= 4);
      for (const auto& runs : {inOrder, backwards}) {
        Host host{runs};
        setup.creation.parallel_for = host.parallelFor();
        CHECK(pipelinesOf(setup.get()) == alone);
        CHECK(host.calls == 1);
        CHECK(host.thread == std::this_thread::get_id());
      }
      Host host{inOrder};
      setup.creation.parallel_for = host.parallelFor();
      setup.info.max_count = 1;
      const bool writes = config.payload == vksort::Payload::index;
      CHECK(pipelinesOf(setup.get()).empty() == !writes);
      CHECK(host.calls == (writes ? 1 : 0));
    }
  });
}

TEST_CASE("parallel_for_is_called_once_per_level" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    Faults faults = withSubgroups(32, false);
    faults.compiles = [](const VkComputePipelineCreateInfo& info) {
      return info.stage.flags != 0 ? VK_ERROR_UNKNOWN : VK_SUCCESS;
    };
    const MockVulkan mock(faults);
    SorterSetup setup = rig.setupOf({.payload = kIndex, .scratch = true});
    setup.info.device.enabled_features |= VKSORT_FULL_SUBGROUPS;
    for (const bool staged : {false, true}) {
      Host host{inOrder};
      setup.creation.parallel_for = host.parallelFor();
      setup.creation.staged = staged;
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
      const uint32_t rejected = vksort::getReport(sorter).rejected_count;
      CHECK((rejected == 0) == staged);
      CHECK(host.calls == 1 + rejected);
    }
  });
}

TEST_CASE("sorters_created_by_many_threads_sort" * doctest::test_suite("one width")) {
  using vksort::Ties;
  constexpr Config kConfigs[] = {
      {.payload = kU32, .ties = kByValue},
      {.key_type = kU64, .payload = kU32, .ties = kAnyTies, .push_descriptor = false},
      {.mode = Mode::indirect, .payload = kInterleaved, .ties = kByValue, .full_subgroups = false},
      {.key_type = kF32, .order = kDown},
      {.scratch = true},
      {.payload = kIndex, .baseline = true}};
  onEveryDeviceUnvalidated([&](Rig& rig) {
    std::list<Host> hosts(std::size(kConfigs), Host{onThreadsAtOnce});
    std::vector<std::jthread> threads;
    VkResult results[std::size(kConfigs)];
    vksort::Sorter sorters[std::size(kConfigs)];
    auto host = hosts.begin();
    for (std::size_t i = 0; i < std::size(kConfigs); ++i, ++host) {
      SorterSetup setup = rig.setupOf(kConfigs[i]);
      setup.creation.parallel_for = host->parallelFor();
      threads.emplace_back([&, i, setup] { results[i] = vksort::Sorter::create(setup.get(), sorters[i]); });
    }
    threads.clear();
    for (const Host& each : hosts) CHECK(each.calls == 1);
    for (std::size_t i = 0; i < std::size(kConfigs); ++i) {
      REQUIRE(results[i] == VK_SUCCESS);
      const std::vector<Input> inputs = inputsOf({2u, 40u, 300u, 20'001u});
      expectSorts(rig, sorters[i], kConfigs[i], inputs);
    }
  });
}

#ifdef NDEBUG  // builds with assertions abort
TEST_CASE("reports_missing_repeated_and_unknown_jobs" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const ObjectCount before = objectCount();
    const auto resultOf = [&](auto runs) {
      Host host{runs};
      SorterSetup setup = rig.setupOf({});
      setup.creation.parallel_for = host.parallelFor();
      Faults faults;
      faults.fake_objects = true;
      const MockVulkan mock(faults);
      vksort::Sorter sorter;
      const char* reason = "";
      const VkResult result = vksort::Sorter::create(setup.get(), sorter, &reason);
      CHECK(bool(sorter) == (result == VK_SUCCESS));
      if (result != VK_SUCCESS) CHECK(std::string(reason).find("Creation::parallel_for") != std::string::npos);
      sorter = {};
      CHECK(objectCount().live == before.live);
      return result;
    };
    CHECK(resultOf(inOrder) == VK_SUCCESS);
    CHECK(resultOf([](uint32_t, const Host::Job&) {}) == VK_ERROR_INITIALIZATION_FAILED);
    using Runs = void (*)(uint32_t i, uint32_t count, const Host::Job& job);
    for (const Runs runs : {Runs([](uint32_t, uint32_t, const Host::Job&) {}),
                            Runs([](uint32_t i, uint32_t, const Host::Job&job) { job(i), job(i); }),
                            Runs([](uint32_t i, uint32_t count, const Host::Job&job) { job(count - 1 - i); }),
                            Runs([](uint32_t i, uint32_t count, const Host::Job&job) { job(i), job(count + i); })}) {
      for (const uint32_t odd : {0u, 1u, 2u}) {
        const auto withOne = [=](uint32_t count, const Host::Job& job) {
          inOrder(count, [&](uint32_t i) { i == odd ? runs(i, count, job) : job(i); });
        };
        CHECK(resultOf(withOne) == VK_ERROR_INITIALIZATION_FAILED);
      }
    }
    CHECK(objectCount().bogus_destructions == before.bogus_destructions);
  });
}
#endif

}  // namespace test
