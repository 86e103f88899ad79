// Synchronization of whole command buffers: what a recording orders itself, and what the header tells its host to
// order.
#include <doctest/doctest.h>

#include <algorithm>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "support/check/list_check.h"
#include "support/check/recorded_modes.h"
#include "support/check/self_test_check.h"
#include "support/device/recording.h"

namespace test {
namespace {

using vksort::Access;
using vksort::Values;

constexpr VkAccessFlags kWrites = VK_ACCESS_SHADER_WRITE_BIT;

// Recorded once; `name` is for messages.
struct Sequence {
  std::string name;
  bool verifies;
  std::vector<Moment> moments;  // of memory 0
};

Log recordedVerification(Rig& rig) {
  Faults faults;
  faults.fake_objects = faults.only_logs = true;
  HookScope hooks(faults);
  const vksort::Verifier verifier = rig.makeVerifier();
  vksort::VerifyInfo info;
  info.ordering.values = Values::split;
  info.keys = {rig.arena(0, 0).device.handle(), 0, kRecordedCount * 4};
  info.values = {rig.arena(1, 0).device.handle(), 0, kRecordedCount * 4};
  info.count = kRecordedCount;
  info.result = {rig.arena(2, 0).device.handle(), 0, sizeof(vksort::VerifyResult)};
  if (verifier.descriptorSetLayout() != VK_NULL_HANDLE) info.descriptor_set = (VkDescriptorSet)uint64_t{1};
  const auto cmd = reinterpret_cast<VkCommandBuffer>(uint64_t{1});
  REQUIRE(verifier.record(cmd, info) == vksort::VerifyStatus::ok);
  return hooks.log;
}

std::vector<Sequence> everySequence(Rig& rig) {
  std::vector<Sequence> sequences;
  for (const Config& config : everyMode()) {
    const vksort::Sorter sorter = fakeSorter(rig, config);
    for (const uint32_t lists : {10u, kManyLists}) {
      for (const uint32_t n : {20u, kRecordedCount}) {
        if (config.count != vksort::Count::lists && lists != kManyLists) continue;
        vksort::SortInfo info = modeInfo(rig, config, lists);
        info.count = n;
        const Recorded sort = recordMode(rig, sorter, info);
        sequences.push_back({describe(config), false, momentsOf(sort, 0)});
      }
    }
  }
  sequences.push_back({"verification", true, verifyMomentsOf(recordedVerification(rig), 0)});
  return sequences;
}

// What the headers tell of an argument.
struct Told {
  Access before, after;
};

Told toldOf(Role role, bool verifies) {
  switch (role) {
    case Role::count:
    case Role::table:
      return {vksort::kBeforeCount, vksort::kAfterCount};
    case Role::state:
      return {vksort::kBeforeState, vksort::kAfterState};
    case Role::source:
      return {vksort::kBeforeHook, vksort::kAfterHook};
    case Role::result:
      return {vksort::kVerifyResult, vksort::kVerifyResult};
    default:
      if (verifies) return {vksort::kVerifyElements, vksort::kVerifyElements};
      return {vksort::kBefore, vksort::kAfter};
  }
}

// Uses of an argument, all or those of the moment that uses it first.
Access usesIn(const Sequence& sequence, Role role, bool first_alone) {
  Access all{};
  for (const Moment& moment : sequence.moments) {
    if (first_alone && all.stages != 0) break;
    for (const Use& use : moment.uses) {
      if (use.role != role) continue;
      all.stages |= use.access.stages;
      all.access |= use.access.access;
    }
  }
  return all;
}

// `first` and then `second`, whose argument `b` is the memory of the first one's argument `a`.
std::vector<Moment> chained(const Sequence& first, Role a, const Sequence& second, Role b, const Moment* barrier) {
  constexpr uint64_t kSecond = 1;
  std::vector<Moment> moments = first.moments;
  if (barrier) moments.push_back(*barrier);
  for (Moment moment : second.moments) {
    for (Use& use : moment.uses) {
      use.memory = kSecond;
      if (use.peers != 0) use.peers += 1;
      if (use.role != b) continue;
      use.memory = 0;
      use.begin = static_cast<VkDeviceSize>(a);
      use.end = use.begin + 1;
    }
    moments.push_back(std::move(moment));
  }
  return moments;
}

// Without the bit of the flags in each barrier.
std::vector<Moment> weakened(std::vector<Moment> moments, VkFlags Access::*flags, Access Moment::*side, VkFlags bit) {
  for (Moment& moment : moments) (moment.*side).*flags &= ~bit;
  return moments;
}

// In one buffer, one argument behind the other in a random order, a few words apart, or far.
void placeTogether(vksort::SortInfo& info, const vksort::Sorter& sorter, VkBuffer buffer, Random& random) {
  struct Argument {
    VkBuffer* buffer;
    VkDeviceSize* offset;
    VkDeviceSize bytes;
  };
  std::vector<Argument> placed = {
      {&info.keys.buffer, &info.keys.offset, info.keys.size},
      {&info.values.buffer, &info.values.offset, info.values.size},
      {&info.device_count.buffer, &info.device_count.offset, 4},
      {&info.lists.buffer, &info.lists.offset, VkDeviceSize{info.lists.list_count} * 8},
      {&info.state.buffer, &info.state.offset, info.state.size},
      {&info.scratch.buffer, &info.scratch.offset, sorter.scratchBytes(info.count)},
  };
  std::erase_if(placed, [](const Argument& each) { return *each.buffer == VK_NULL_HANDLE; });
  for (std::size_t i = placed.size(); i > 1; --i) std::swap(placed[i - 1], placed[random.next() % i]);
  VkDeviceSize at = random.next() % 100 * 8;
  for (const Argument& each : placed) {
    *each.buffer = buffer;
    *each.offset = at;
    at += (each.bytes + 7) / 8 * 8 + (random.next() % 2 == 0 ? random.next() % 3 * 8 : 2048 + random.next() % 64 * 8);
  }
}

}  // namespace

TEST_CASE("orders_what_two_recordings_share_by_the_barriers_that_the_header_tells" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const std::vector<Sequence> sequences = everySequence(rig);
    uint32_t needed[kRoles][kRoles] = {};  // scenarios that need the barrier
    for (const Sequence& first : sequences) {
      CHECK(hazards(first.moments) == 0);
      for (const Sequence& second : sequences) {
        for (uint32_t i = 0; i < kRoles * kRoles; ++i) {
          const auto a = static_cast<Role>(i / kRoles), b = static_cast<Role>(i % kRoles);
          const Access left = usesIn(first, a, false), met = usesIn(second, b, false);
          if (left.stages == 0 || met.stages == 0) continue;
          const Moment barrier{{}, toldOf(a, first.verifies).after, toldOf(b, second.verifies).before};
          const uint32_t with = hazards(chained(first, a, second, b, &barrier));
          const uint32_t without = hazards(chained(first, a, second, b, nullptr));
          const bool writes = ((left.access | met.access) & kWrites) != 0;
          if (with != 0 || (!writes && without != 0)) {
            INFO(first.name << ", then " << second.name << ": argument " << i / kRoles << " as " << i % kRoles);
            CHECK(with == 0);
            CHECK((writes || without == 0));
          }
          needed[i / kRoles][i % kRoles] += without > 0;
        }
      }
    }
    // A table, and what is written to a state, is used before a barrier of the sort's own.
    const auto reads_alone = [](Role role) {
      return role == Role::count || role == Role::table || role == Role::source;
    };
    for (uint32_t i = 0; i < kRoles * kRoles; ++i) {
      const auto a = static_cast<Role>(i / kRoles), b = static_cast<Role>(i % kRoles);
      const bool writes = !reads_alone(a) && a != Role::state;
      INFO("argument " << i / kRoles << " as " << i % kRoles);
      CHECK((needed[i / kRoles][i % kRoles] > 0) == (a != Role::table && (writes || !reads_alone(b))));
    }
  });
}

// What a graph, or a layer, works out from the flags is as right as the flags are.
TEST_CASE("tells_hosts_of_every_use_of_an_argument_and_of_no_other" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const std::vector<Sequence> sequences = everySequence(rig);
    for (const bool verifies : {false, true}) {
      for (uint32_t i = 0; i < kRoles; ++i) {
        const auto role = static_cast<Role>(i);
        Access first{}, all{};
        for (const Sequence& each : sequences) {
          if (each.verifies != verifies) continue;
          for (const bool first_alone : {false, true}) {
            const Access used = usesIn(each, role, first_alone);
            (first_alone ? first : all).stages |= used.stages;
            (first_alone ? first : all).access |= used.access;
          }
        }
        const bool elements = role == Role::keys || role == Role::values, is_result = role == Role::result;
        REQUIRE((all.stages != 0) == (verifies ? elements || is_result : !is_result));
        if (all.stages == 0) continue;
        INFO("argument " << i << (verifies ? " of a verification" : " of a sort"));
        auto [to, from] = toldOf(role, verifies);
        if (role == Role::source) {  // a host's hook may
          to.access &= ~VkAccessFlags{VK_ACCESS_UNIFORM_READ_BIT};
          from.access &= ~VkAccessFlags{VK_ACCESS_UNIFORM_READ_BIT};
        }
        if (role == Role::result) first = all;  // one constant for both
        CHECK(to.stages == first.stages);
        CHECK(to.access == first.access);
        CHECK(from.stages == all.stages);
        CHECK(from.access == all.access);
      }
    }
    CHECK((vksort::kBeforeHook.access & VK_ACCESS_UNIFORM_READ_BIT) != 0);
  });
}

TEST_CASE("notices_the_loss_of_any_barrier_and_of_any_flag_of_all" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Sequence& sequence : everySequence(rig)) {
      INFO(sequence.name);
      std::size_t barriers = 0, lost = 0;
      for (std::size_t i = 0; i < sequence.moments.size(); ++i) {
        if (!sequence.moments[i].uses.empty()) continue;
        std::vector<Moment> without = sequence.moments;
        without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
        ++barriers;
        lost += hazards(without) > 0;
      }
      // A set-up that the host counts for is ordered for layers alone, see the next case.
      const bool for_layers = barriers > 0 && sequence.name == describe(everyMode()[7]);
      CHECK(everyMode()[7].coherent);
      CHECK(lost == barriers - (for_layers ? 1 : 0));
      if (barriers == 0) continue;
      const auto noticed = [&](VkFlags Access::*flags, Access Moment::*side, VkFlags bit) {
        return hazards(weakened(sequence.moments, flags, side, bit)) > 0;
      };
      constexpr VkFlags kCompute = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
      CHECK(noticed(&Access::stages, &Moment::from, kCompute));
      CHECK(noticed(&Access::stages, &Moment::to, kCompute));
      CHECK(noticed(&Access::access, &Moment::from, VK_ACCESS_SHADER_WRITE_BIT));
      // Behind a set-up of lists that all fit a workgroup nothing is written again.
      const bool again = sequence.verifies || barriers > 1;
      CHECK(noticed(&Access::access, &Moment::to, VK_ACCESS_SHADER_WRITE_BIT) == again);
      CHECK(noticed(&Access::access, &Moment::to, VK_ACCESS_SHADER_READ_BIT));
      const bool indirect = std::ranges::any_of(sequence.moments, [](const Moment& each) {
        return std::ranges::any_of(
            each.uses, [](const Use& use) { return use.access.access == VK_ACCESS_INDIRECT_COMMAND_READ_BIT; });
      });
      CHECK(noticed(&Access::stages, &Moment::to, VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT) == indirect);
      CHECK(noticed(&Access::access, &Moment::to, VK_ACCESS_INDIRECT_COMMAND_READ_BIT) == indirect);
    }
  });
}

// Descriptors begin at aligned offsets, so that neighbours are bound together, and layers take all of it for used.
TEST_CASE("orders_what_is_bound_together_wherever_the_arguments_lie" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    Faults faults;
    faults.edit_properties = [](auto& out) { out.properties.limits.minStorageBufferOffsetAlignment = 256; };
    Random random(nextSeed());
    for (const Config& config : everyMode()) {
      if (!config.coherent && config.count == vksort::Count::host) continue;
      const vksort::Sorter sorter = fakeSorter(rig, config, faults);
      INFO(describe(config));
      // Of few elements a radix sort has no set-up, or one that writes other things.
      for (const uint32_t n : {kRecordedCount, 3000u}) {
        if (!config.lent && n != kRecordedCount) continue;
        CAPTURE(n);
        vksort::SortInfo info = modeInfo(rig, config);
        info.count = n;
        const Recorded apart = recordMode(rig, sorter, info);
        CHECK(hazards(boundMomentsOf(apart)) == 0);
        const VkBuffer buffer = info.keys.buffer;
        const bool lists = config.count == vksort::Count::lists;
        const uint32_t planned =
            (lists ? sorter.planLists(kManyLists, info.count) : sorter.plan(info.count, config.lent)).barriers;
        CHECK(count(apart.log, Command::Kind::barrier) == planned);
        uint32_t more = 0, fewest = 0;
        for (uint32_t trial = 0; trial < 60; ++trial) {
          placeTogether(info, sorter, buffer, random);
          const Recorded together = recordMode(rig, sorter, info);
          REQUIRE(hazards(boundMomentsOf(together)) == 0);
          const uint32_t barriers = count(together.log, Command::Kind::barrier);
          more += barriers > planned;
          fewest += barriers == planned;
        }
        const bool is_beside = planned + 1 < apart.kernels.size();
        CHECK((more > 0) == is_beside);
        CHECK(fewest > 0);
        // With the host's count, or by radix, there is always a barrier behind the set-up.
        CHECK(is_beside == (!config.lent && config.count != vksort::Count::host));
      }
    }
  });
}

// In the self-test: sorts, verifications, and then the host reads what they left.
TEST_CASE("the_self_test_orders_what_it_sorts_verifies_and_reads" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const Config config{.values = Values::split, .path = vksort::Path::floor};
    HookScope hooks;
    vksort::Sorter sorter;
    REQUIRE(vksort::Sorter::create(tested(rig, config), sorter) == VK_SUCCESS);
    std::vector<VkPipeline> pipelines;  // the verifier's two are made last
    for (const Created& each : hooks.log.created)
      if (each.kind == 'p') pipelines.push_back((VkPipeline)each.handle);
    REQUIRE(pipelines.size() > 2);

    constexpr Access kRead = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
    constexpr Access kBoth = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT | kWrites};
    std::vector<Moment> moments;
    Moment host;
    std::vector<Bound> bound;
    bool verifies = false;
    for (const Command& command : hooks.log.commands) {
      if (command.kind == Command::Kind::bind_ranges) bound = command.bound;
      if (command.kind == Command::Kind::bind_pipeline)
        verifies = std::find(pipelines.end() - 2, pipelines.end(), command.pipeline) != pipelines.end();
      if (command.kind == Command::Kind::barrier) {
        moments.push_back(
            {{}, {command.source_stages, command.source_access}, {command.target_stages, command.target_access}});
      }
      if (command.kind != Command::Kind::dispatch) continue;
      Moment moment;
      for (const Bound& each : bound) {
        if (each.binding > (verifies ? 2u : 1u)) continue;  // a count that is not used
        const VkDeviceSize end = each.range.offset + each.range.range;
        moment.uses.push_back({(uint64_t)each.range.buffer, each.range.offset, end,
                               verifies && each.binding < 2 ? kRead : kBoth, Role::keys});
        host.uses.push_back(moment.uses.back());
        host.uses.back().access = {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT};
      }
      moments.push_back(std::move(moment));
    }
    CHECK(moments.size() > 20);
    moments.push_back(std::move(host));
    CHECK(hazards(moments) == 0);
    std::vector<Moment> without = moments;
    std::erase_if(without, [](const Moment& each) { return each.uses.empty(); });
    CHECK(hazards(without) > 10);
  });
}

// The checker that looks at every sort of the conformance check.
TEST_CASE("notices_barriers_that_are_too_weak" * doctest::test_suite("one width")) {
  constexpr VkAccessFlags kBoth = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;
  const Command direct{.kind = Command::Kind::dispatch};
  const Command indirect{.kind = Command::Kind::dispatch, .arguments = (VkBuffer)uint64_t{1}};
  const auto missing = [](std::initializer_list<Command> commands, const Independent& independent = {}) {
    Log log;
    log.commands = commands;
    return missingBarriers(log, independent);
  };
  Command good{.kind = Command::Kind::barrier};
  good.source_stages = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
  good.source_access = kBoth;
  good.target_stages = VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
  good.target_access = VK_ACCESS_INDIRECT_COMMAND_READ_BIT | kBoth;
  const auto expectWeak = [&](auto Command::*flags, VkFlags bit) {
    Command weak = good;
    weak.*flags &= ~bit;
    CHECK(missing({direct, weak, indirect}) == 1);
  };
  CHECK(missing({direct, good, direct, good, indirect}) == 0);
  expectWeak(&Command::source_stages, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
  expectWeak(&Command::source_access, VK_ACCESS_SHADER_WRITE_BIT);
  expectWeak(&Command::target_stages, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT);
  expectWeak(&Command::target_stages, VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT);
  expectWeak(&Command::target_access, VK_ACCESS_SHADER_READ_BIT);
  expectWeak(&Command::target_access, VK_ACCESS_SHADER_WRITE_BIT);
  expectWeak(&Command::target_access, VK_ACCESS_INDIRECT_COMMAND_READ_BIT);
  CHECK(missing({direct, direct}) == 1);
  CHECK(missing({direct, direct, good, indirect}, {0, 2}) == 0);  // two that need nothing of each other
  CHECK(missing({direct, direct, indirect}, {0, 2}) == 1);
}

TEST_CASE("notices_the_loss_of_any_barrier_of_a_recording" * doctest::test_suite("one width")) {
  using vksort::Count;
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Config& config :
         {Config{}, Config{.count = Count::device}, Config{.count = Count::lists}, Config{.lent = true},
          Config{.count = Count::device, .lent = true}, Config{.lent = true, .by_ranks = true}}) {
      INFO(describe(config));
      const vksort::Sorter& sorter = rig.sorter(config);
      const vksort::SortInfo info = modeInfo(rig, config);
      Faults faults;
      faults.only_logs = true;
      const auto missing = [&](const Log& log) {
        return config.count == Count::lists ? missingListBarriers(log, sorter, kManyLists, kRecordedCount)
                                            : missingBarriers(log, independentOf(config, log));
      };
      const Log whole = recorded(rig, sorter, info, faults);
      const uint32_t barriers = count(whole, Command::Kind::barrier);
      CHECK(missing(whole) == 0);
      CHECK(barriers > (config.by_ranks ? 0 : 2));
      for (uint32_t i = 0; i < barriers; ++i) {
        faults.drops_barrier = i;
        CHECK(missing(recorded(rig, sorter, info, faults)) == 1);
      }
    }
  });
}

}  // namespace test
