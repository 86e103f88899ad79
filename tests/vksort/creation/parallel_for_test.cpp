// Pipelines made on threads of the host: the same as without, and the host is told if it runs jobs in a wrong way.
#include <doctest/doctest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <thread>

#include "support/check/conform.h"

namespace test {
namespace {

using vksort::Count;
using vksort::Values;

constexpr Config kParallelConfigs[] = {
    {},
    {.values = Values::split, .count = Count::device, .coherent = true},
    {.values = Values::iota, .count = Count::lists},
    {.values = Values::iota, .hook = true},
    {.values = Values::iota, .lent = true},
};

// What a host does with the jobs.
struct Host {
  using Job = std::function<void(uint32_t i)>;
  std::function<void(uint32_t count, const Job& job)> runs;
  uint32_t calls = 0;

  static void run(void* context, uint32_t count, void (*job)(void* jobs, uint32_t i), void* jobs) {
    Host& host = *static_cast<Host*>(context);
    ++host.calls;
    host.runs(count, [=](uint32_t i) { job(jobs, i); });
  }
  vksort::ParallelFor lent() { return {run, this}; }
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

// By name: the specialization constants of each pipeline. `order`: the names as the pipelines were made.
using Pipelines = std::map<std::string, std::vector<uint32_t>>;
Pipelines pipelinesOf(const vksort::SorterInfo& info, std::vector<std::string>* order = nullptr) {
  Faults faults;
  faults.fake_objects = true;
  const HookScope hooks(faults);
  vksort::Sorter sorter;
  REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
  std::map<uint64_t, std::string> names;
  for (const Named& each : hooks.log.names) names[each.handle] = each.name;
  Pipelines pipelines;
  std::size_t i = 0;
  for (const Created& each : hooks.log.created) {
    if (each.kind != 'p') continue;
    pipelines[names.at(each.handle)] = hooks.log.constants.at(i++);
    if (order) order->push_back(names.at(each.handle));
  }
  CHECK(i == pipelines.size());
  return pipelines;
}

}  // namespace

// So that none of them is left to one thread at the end. Merges are of the module of tiles, and compile in a third of
// it.
TEST_CASE("gives_the_host_those_jobs_first_that_take_longest" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    vksort::SorterInfo info = rig.sorterInfo({.values = Values::iota, .count = vksort::Count::device, .lent = true});
    info.enabled_features |= vksort::kDebugUtils;
    Host host{inOrder};
    info.parallel_for = host.lent();
    std::vector<std::string> order;
    const Pipelines pipelines = pipelinesOf(info, &order);
    REQUIRE(order.size() == pipelines.size());
    const auto placeOf = [&order](const std::string& kernel) {
      const auto found =
          std::ranges::find_if(order, [&](const std::string& name) { return name.starts_with("vksort " + kernel); });
      REQUIRE(found != order.end());
      return found - order.begin();
    };
    CHECK(placeOf("tile_sort") < placeOf("merge_full"));
    CHECK(placeOf("radix_pass_0") < placeOf("merge_full"));
    CHECK(placeOf("radix_pass_0") < placeOf("radix_count_0"));
    CHECK(placeOf("merge_full") < placeOf("radix_set_up_"));  // of whichever shape needs one
  });
}

TEST_CASE("makes_the_same_pipelines_in_whatever_order_the_host_runs_the_jobs" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : kParallelConfigs) {
      INFO(describe(config));
      vksort::SorterInfo info = rig.sorterInfo(config);
      info.enabled_features |= vksort::kDebugUtils;
      const Pipelines alone = pipelinesOf(info);
      CHECK(alone.size() >= 4);
      for (const auto& runs : {inOrder, backwards}) {
        Host host{runs};
        info.parallel_for = host.lent();
        CHECK(pipelinesOf(info) == alone);
        CHECK(host.calls == 1);
      }
      // No job at all: the host is left alone.
      Host host{inOrder};
      info.parallel_for = host.lent();
      info.max_count = 1;
      const bool writes = config.values == Values::iota;
      CHECK(pipelinesOf(info).empty() == !writes);
      CHECK(host.calls == (writes ? 1 : 0));
    }
  });
}

TEST_CASE("sorts_with_pipelines_that_threads_of_the_host_made" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : {Config{.values = Values::split}, Config{.lent = true}}) {
      INFO(describe(config));
      Host host{onThreadsAtOnce};
      vksort::SorterInfo info = rig.sorterInfo(config);
      info.parallel_for = host.lent();
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
      CHECK(host.calls == 1);
      std::vector<Input> inputs;
      for (const uint32_t n : {2u, 40u, 300u, 20'001u}) inputs.push_back({n, Keys::random, Payload::index, nextSeed()});
      const Report report = checkSorts(rig, sorter, config, inputs);
      INFO(report.first);
      CHECK(report.ok());
    }
  });
}

TEST_CASE("reports_each_job_that_fails_and_leaks_nothing" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const ObjectCount before = objectCount();
    for (const Config& config : kParallelConfigs) {
      INFO(describe(config));
      for (const auto& runs : {inOrder, backwards}) {
        Host host{runs};
        vksort::SorterInfo info = rig.sorterInfo(config);
        info.parallel_for = host.lent();
        Faults faults;
        faults.fake_objects = true;
        faults.creation_error = VK_ERROR_INVALID_SHADER_NV;
        uint32_t creations = 0;
        {
          const HookScope hooks(faults);
          vksort::Sorter sorter;
          REQUIRE(vksort::Sorter::create(info, sorter) == VK_SUCCESS);
          creations = hooks.log.creations;
        }
        for (uint32_t i = 0; i < creations; ++i) {
          INFO("creation " << i);
          faults.fails_creation = i;
          const HookScope hooks(faults);
          vksort::Sorter sorter;
          const char* reason = nullptr;
          CHECK(vksort::Sorter::create(info, sorter, &reason) == VK_ERROR_INVALID_SHADER_NV);
          CHECK_FALSE(sorter);
          CHECK(reason != nullptr);
          CHECK(hooks.log.creations == i + 1);  // the jobs left over make nothing
          CHECK(objectCount().live == before.live);
        }
      }
    }
    CHECK(objectCount().bogus_destructions == before.bogus_destructions);
  });
}

#ifdef NDEBUG  // builds with assertions stop
TEST_CASE("reports_jobs_that_the_host_leaves_out_repeats_or_makes_up" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const ObjectCount before = objectCount();
    const auto resultOf = [&](auto runs) {
      Host host{runs};
      vksort::SorterInfo info = rig.sorterInfo({});
      info.parallel_for = host.lent();
      Faults faults;
      faults.fake_objects = true;
      const HookScope hooks(faults);
      vksort::Sorter sorter;
      const char* reason = "";
      const VkResult result = vksort::Sorter::create(info, sorter, &reason);
      CHECK(bool(sorter) == (result == VK_SUCCESS));
      if (result != VK_SUCCESS) CHECK(std::string(reason).find("SorterInfo::parallel_for") != std::string::npos);
      sorter = {};
      CHECK(objectCount().live == before.live);
      return result;
    };
    CHECK(resultOf(inOrder) == VK_SUCCESS);
    CHECK(resultOf([](uint32_t, const Host::Job&) {}) == VK_ERROR_INITIALIZATION_FAILED);
    for (const uint32_t odd : {0u, 1u, 2u}) {
      const auto leavesOut = [=](uint32_t count, const Host::Job& job) {
        inOrder(count, [&](uint32_t i) {
          if (i != odd) job(i);
        });
      };
      const auto repeats = [=](uint32_t count, const Host::Job& job) {
        inOrder(count, job);
        job(odd);
      };
      const auto swaps = [=](uint32_t count, const Host::Job& job) {
        inOrder(count, [&](uint32_t i) { job(i == odd ? count - 1 - i : i); });
      };
      const auto makesUp = [=](uint32_t count, const Host::Job& job) {
        inOrder(count, job);
        job(count + odd * 30);
      };
      CHECK(resultOf(leavesOut) == VK_ERROR_INITIALIZATION_FAILED);
      CHECK(resultOf(repeats) == VK_ERROR_INITIALIZATION_FAILED);
      CHECK(resultOf(swaps) == VK_ERROR_INITIALIZATION_FAILED);
      CHECK(resultOf(makesUp) == VK_ERROR_INITIALIZATION_FAILED);
    }
    CHECK(objectCount().bogus_destructions == before.bogus_destructions);
  });
}
#endif

}  // namespace test
