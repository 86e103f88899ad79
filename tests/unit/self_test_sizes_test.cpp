// The self-test covers every kernel, with suitable sizes and elements.
#include <doctest/doctest.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "create/self_test/run.h"
#include "decide/decide.h"
#include "support/oracle/oracle.h"
#include "support/oracle/steps.h"

namespace test {
namespace {

std::set<uint32_t> kernelsIn(const std::vector<vksort::Pass>& passes) {
  std::set<uint32_t> kernels;
  for (const vksort::Pass& pass : passes) kernels.insert(pass.kernel);
  return kernels;
}

std::set<uint32_t> kernelsOf(const vksort::KernelSet& marked) {
  std::set<uint32_t> kernels;
  for (uint32_t i = 0; i < marked.size(); ++i)
    if (marked[i]) kernels.insert(i);
  return kernels;
}

std::string namesOf(const std::set<uint32_t>& kernels) {
  std::string names;
  for (const uint32_t kernel : kernels) names += std::string(vksort::kernelName(kernel)) + " ";
  return names;
}

struct Sorted {
  vksort::SorterInfo info{};
  vksort::Creation creation{};
  std::string name;
};

std::vector<Sorted> everySorter() {
  std::vector<Sorted> all;
  for (const uint32_t key_bits : {32u, 64u}) {
    for (const vksort::Payload payload : {vksort::Payload::none, vksort::Payload::index, vksort::Payload::u32}) {
      for (const vksort::Ties ties : {vksort::Ties::stable, vksort::Ties::by_value}) {
        for (const vksort::Scratch scratch : {vksort::Scratch::optional, vksort::Scratch::required}) {
          for (const uint32_t max_count : {0u, 3000u, 100'000u, 600'000u}) {
            Sorted each;
            each.info.key_bits = key_bits;
            each.info.payload = payload;
            each.info.ties = ties;
            each.info.scratch = scratch;
            each.info.max_count = max_count;
            each.name = std::to_string(key_bits) + " bits, payload " + std::to_string(int(payload)) + ", ties " +
                        std::to_string(int(ties)) + ", scratch " + std::to_string(int(scratch)) + ", up to " +
                        std::to_string(max_count);
            all.push_back(each);
          }
        }
      }
    }
  }
  return all;
}

constexpr vksort::RecordLimits kLargeDevice{64, 1ull << 32, 8, 65535};

// Each kernel is in a trial, or the first other one is in `untested`.
void expectEveryKernelTried(const vksort::Algorithms& algorithms) {
  const vksort::TrialList trials = vksort::trialsOf(algorithms);
  std::set<uint32_t> tried;
  for (uint32_t i = 0; i < trials.count; ++i) {
    const vksort::Trial& trial = trials.trials[i];
    CAPTURE(vksort::kernelName(trial.kernel));
    const vksort::Request request = {trial.count, trial.mode, 1, trial.scratch ? vksort::kEnoughScratch : 0};
    const std::set<uint32_t> kernels = kernelsIn(passesOf(algorithms, request));
    CHECK(kernels.contains(trial.kernel));
    tried.insert(kernels.begin(), kernels.end());
  }
  const std::set<uint32_t> kernels = kernelsOf(vksort::kernelsOf(algorithms));
  std::set<uint32_t> missing;
  std::ranges::set_difference(tried, kernels, std::inserter(missing, missing.end()));
  CHECK(namesOf(missing) == "");
  std::set<std::string> untried;
  for (const uint32_t kernel : kernels)
    if (!tried.contains(kernel)) untried.insert(vksort::kernelName(kernel));
  CHECK(untried.empty() == (trials.untested == nullptr));
  if (trials.untested != nullptr) CHECK(untried.contains(trials.untested));
}

}  // namespace

TEST_CASE("self_test_trials_cover_every_kernel") {
  for (Sorted& each : everySorter()) {
    for (const auto& [subgroup_size, is_software] : {std::pair{0u, true}, {8u, true}, {8u, false}, {32u, false}}) {
      for (const vksort::Algorithm algorithm : {vksort::Algorithm::automatic, vksort::Algorithm::rank,
                                                vksort::Algorithm::radix, vksort::Algorithm::radix_portable}) {
        INFO(each.name << ", algorithm " << int(algorithm) << ", subgroups of " << subgroup_size);
        each.creation.algorithm = algorithm;
        each.info.creation = &each.creation;
        const vksort::DeviceLimits limits{1024, 49152, subgroup_size, 0, subgroup_size == 0 ? 0u : 1024u, is_software};
        const vksort::Algorithms algorithms =
            vksort::algorithmsFor(vksort::configurationOf(each.info), limits, kLargeDevice);
        if (vksort::lackOf(algorithms) == nullptr) expectEveryKernelTried(algorithms);
        vksort::DeviceLimits measured = limits;
        measured.vendor_id = 0x10de;
        const bool is_measured = subgroup_size == 32 && each.info.payload != vksort::Payload::u32;
        if (is_measured)
          CHECK(vksort::trialsOf(vksort::algorithmsFor(vksort::configurationOf(each.info), measured, kLargeDevice))
                    .untested == nullptr);
      }
    }
  }
}

#ifdef NDEBUG  // builds with assertions abort
TEST_CASE("a_full_trial_list_ignores_more_trials") {
  struct {
    vksort::TrialList list;
    uint32_t behind[32] = {};
  } guarded;
  for (uint32_t i = 0; i < vksort::TrialList::kMax + 3; ++i) guarded.list.add({1, i + 1});
  CHECK(guarded.list.count == vksort::TrialList::kMax);
  CHECK(guarded.list.trials[vksort::TrialList::kMax - 1].count == vksort::TrialList::kMax);
  CHECK(guarded.list.untested == nullptr);
  CHECK(std::ranges::count(guarded.behind, 0u) == 32);
}
#endif

namespace {

struct Written {
  std::vector<uint32_t> keys, payload;
};

Written written(const vksort::SorterInfo& info, vksort::Pattern pattern, uint32_t n) {
  const vksort::Configuration configuration = vksort::configurationOf(info);
  const auto width = static_cast<std::size_t>(configuration.layout.key_bytes / 4);
  Written out{std::vector<uint32_t>(width * n), std::vector<uint32_t>(n)};
  for (uint32_t i = 0; i < n; ++i)
    vksort::writeSelfTestElement(configuration, pattern, i, n, i, out.keys.data(), out.payload.data());
  return out;
}

}  // namespace

TEST_CASE("the_self_test_writes_keys_in_its_pattern") {
  constexpr uint32_t n = 1000;
  for (const auto pattern : {vksort::Pattern::sorted, vksort::Pattern::reversed, vksort::Pattern::ties}) {
    const vksort::Ordering of = vksort::orderingOf(vksort::configurationOf({}), pattern);
    const std::vector<uint32_t> keys = written({}, pattern, n).keys;
    for (uint32_t i = 1; i < n && pattern != vksort::Pattern::ties; ++i) {
      const bool sorted = pattern == vksort::Pattern::sorted;
      CHECK(cases::isBefore(of, {keys[sorted ? i - 1 : i], 0}, {keys[sorted ? i : i - 1], 0}));
    }
    const std::size_t different = std::set(keys.begin(), keys.end()).size();
    CHECK((pattern == vksort::Pattern::ties ? different < 20 : different == n));
  }
}

// Ascending payloads reveal wrong ties. Only Payload::index uses indices.
TEST_CASE("the_self_test_writes_ascending_payloads_for_stable_ties") {
  constexpr uint32_t n = 1000;
  for (const uint32_t key_bits : {32u, 64u}) {
    for (const vksort::Payload payload : {vksort::Payload::index, vksort::Payload::u32, vksort::Payload::interleaved}) {
      for (const vksort::Ties ties : {vksort::Ties::stable, vksort::Ties::by_value, vksort::Ties::any}) {
        vksort::SorterInfo info{};
        info.key_bits = key_bits;
        info.payload = payload;
        info.ties = ties;
        const Written out = written(info, vksort::Pattern::ties, n);
        const bool interleaved = payload == vksort::Payload::interleaved;
        const uint32_t words = key_bits / 32;
        uint32_t indices = 0, ascending = 1;
        uint32_t before = 0;
        for (uint32_t i = 0; i < n; ++i) {
          const uint32_t value = interleaved ? out.keys[std::size_t{i} * (words + 1) + words] : out.payload[i];
          indices += value == i ? 1 : 0;
          ascending += i != 0 && value > before ? 1 : 0;
          before = value;
        }
        CHECK((indices == n) == (payload == vksort::Payload::index));
        CHECK((ascending == n) == (payload == vksort::Payload::index || ties == vksort::Ties::stable));
      }
    }
  }
}

TEST_CASE("the_self_test_sorts_in_every_kind_of_order") {
  for (const uint32_t key_bits : {32u, 64u}) {
    vksort::SorterInfo info{};
    info.key_bits = key_bits;
    std::set<vksort::KeyType> types;
    std::set<vksort::Order> orders;
    std::set<vksort::NanRule> rules;
    for (const vksort::Pattern pattern : {vksort::Pattern::random, vksort::Pattern::reversed, vksort::Pattern::ties}) {
      const vksort::Ordering order = vksort::orderingOf(vksort::configurationOf(info), pattern);
      types.insert(order.key_type);
      orders.insert(order.order);
      rules.insert(order.nan_rule);
    }
    CHECK(orders.size() == 2);
    if (key_bits == 64) CHECK(types == std::set{vksort::KeyType::u64});
    if (key_bits == 32) CHECK(types == std::set{vksort::KeyType::u32, vksort::KeyType::f32});
    if (key_bits == 32) CHECK(rules.size() == 2);
  }
}

}  // namespace test
