// Creation on many threads at once: each makes what it would make alone.
#include <doctest/doctest.h>

#include <barrier>
#include <thread>

#include "support/check/conform.h"

namespace test {
namespace {

using vksort::Count;
using vksort::KeyType;
using vksort::Order;
using vksort::Values;

// Unlike each other in kernels, constants, layouts, functions and limits.
struct Kind {
  Config config;
  uint32_t invocations;  // of a workgroup, at most
  bool verifies = false;
};
constexpr Kind kKinds[] = {
    {{}, 1024},
    {{.key_type = KeyType::f32, .order = Order::descending, .values = Values::split, .count = Count::lists}, 128},
    {{.key_type = KeyType::u64, .values = Values::split, .push_descriptor = false}, 256},
    {{.values = Values::interleaved, .full_subgroups = false, .count = Count::device}, 128},
    {{.values = Values::iota, .hook = true}, 1024},
    {{}, 512, true},
};

// What Vulkan was asked for, and what the host was told.
struct ThreadOutcome {
  VkResult result = VK_SUCCESS;
  std::string reason{};
  vksort::Features offered = 0;
  std::vector<char> kinds{};
  std::vector<std::vector<uint32_t>> constants{};
  std::vector<uint32_t> pinned{};
  std::string told{};
  bool operator==(const ThreadOutcome&) const = default;
};

std::string toldBy(const vksort::Sorter& sorter) {
  char tuning[vksort::kTuningTextSize] = "";
  (void)vksort::formatTuning(sorter.tuning(), tuning, sizeof tuning);
  const vksort::SorterConfiguration made = sorter.configuration();
  const vksort::Plan plan = sorter.plan(1'000'000);
  return std::string(tuning) + " " + sorter.pathReport().path + " " + std::to_string(int(made.key_type)) +
         std::to_string(int(made.order)) + std::to_string(int(made.values)) + std::to_string(int(made.count)) + " " +
         std::to_string(plan.dispatches) + " " + std::to_string(plan.bytes_read);
}

ThreadOutcome createKind(const Rig& rig, const Kind& kind, const std::function<void()>& at_each_call) {
  Faults faults;
  faults.fake_objects = true;
  faults.at_each_call = at_each_call;
  faults.edit_properties = [&](VkPhysicalDeviceProperties2& out) {
    out.properties.limits.maxComputeWorkGroupInvocations = kind.invocations;
  };
  const HookScope hooks(faults);
  ThreadOutcome outcome;
  const char* reason = "";
  const vksort::SorterInfo info = rig.sorterInfo(kind.config);
  outcome.offered = vksort::querySupport(info.get_instance_proc_addr, info.instance, info.physical_device).features;
  if (kind.verifies) {
    vksort::VerifierInfo of{info.get_instance_proc_addr, info.instance, info.physical_device, info.device};
    of.enabled_features = info.enabled_features;
    vksort::Verifier verifier;
    outcome.result = vksort::Verifier::create(of, verifier, &reason);
  } else {
    vksort::Sorter sorter;
    outcome.result = vksort::Sorter::create(info, sorter, &reason);
    if (sorter) outcome.told = toldBy(sorter);
  }
  outcome.reason = reason;
  for (const Created& each : hooks.log.created) outcome.kinds.push_back(each.kind);
  outcome.constants = hooks.log.constants;
  outcome.pinned = hooks.log.pinned_sizes;
  return outcome;
}

}  // namespace

// At each call of Vulkan a thread waits until all the others are at one, so that whatever they shared would be
// another's.
TEST_CASE("creates_on_many_threads_at_once_what_each_creates_alone" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    constexpr std::size_t kThreads = std::size(kKinds);
    const ObjectCount before = objectCount();
    ThreadOutcome alone[kThreads], together[kThreads];
    for (std::size_t i = 0; i < kThreads; ++i) {
      alone[i] = createKind(rig, kKinds[i], {});
      REQUIRE(alone[i].result == VK_SUCCESS);
      REQUIRE(alone[i].kinds.size() >= 6);
      for (std::size_t j = 0; j < i; ++j) CHECK(alone[i] != alone[j]);
    }
    std::barrier all(kThreads);
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < kThreads; ++i) {
      threads.emplace_back([&, i] {
        together[i] = createKind(rig, kKinds[i], [&all] { all.arrive_and_wait(); });
        all.arrive_and_drop();
      });
    }
    for (std::thread& thread : threads) thread.join();
    for (std::size_t i = 0; i < kThreads; ++i) {
      INFO(describe(kKinds[i].config));
      CHECK(together[i] == alone[i]);
    }
    CHECK(objectCount().live == before.live);
    CHECK(objectCount().bogus_destructions == before.bogus_destructions);
  });
}

TEST_CASE("sorts_with_what_many_threads_created_at_once" * doctest::test_suite("one width")) {
  constexpr Config kConfigs[] = {{.path = vksort::Path::floor}, {.values = Values::split, .path = vksort::Path::floor}};
  constexpr std::size_t kEach = 2, kThreads = kEach * std::size(kConfigs);
  onEveryDeviceUnvalidated([&](Rig& rig) {
    VkResult results[kThreads];
    vksort::Sorter sorters[kThreads];
    std::vector<std::thread> threads;
    for (std::size_t i = 0; i < kThreads; ++i) {
      threads.emplace_back(
          [&, i] { results[i] = vksort::Sorter::create(rig.sorterInfo(kConfigs[i / kEach]), sorters[i]); });
    }
    for (std::thread& thread : threads) thread.join();
    for (std::size_t i = 0; i < kThreads; ++i) {
      REQUIRE(results[i] == VK_SUCCESS);
      const Input input{3001, Keys::random, Payload::index, nextSeed()};
      const Report report = checkSorts(rig, sorters[i], kConfigs[i / kEach], {&input, 1});
      INFO(report.first);
      CHECK(report.ok());
    }
  });
}

}  // namespace test
