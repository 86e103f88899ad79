// Recordings contain all barriers that Vulkan requires, and the barrier in the header orders consecutive recordings.
#include <doctest/doctest.h>

#include <algorithm>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "support/check/segment_check.h"
#include "support/device/recording.h"
#include "support/oracle/inputs.h"
#include "support/skip.h"

namespace test {
namespace {

using vksort::Access;

constexpr VkAccessFlags kWrites = VK_ACCESS_SHADER_WRITE_BIT;

struct Sequence {
  std::string name;
  bool verifies;
  Config config;
  std::vector<Moment> moments;
};

Log recordedVerification(Rig& rig) {
  Faults faults;
  faults.fake_objects = faults.only_logs = true;
  MockVulkan mock(faults);
  const vksort::Verifier verifier = rig.makeVerifier();
  vksort::VerifyInfo info{};
  info.ordering.payload = kU32;
  info.keys = {rig.arena(0, 0).device.handle(), 0, kRecordedCount * 4};
  info.payload = {rig.arena(1, 0).device.handle(), 0, kRecordedCount * 4};
  info.count = kRecordedCount;
  info.result = {rig.arena(2, 0).device.handle(), 0, sizeof(vksort::VerifyResult)};
  if (verifier.descriptorSetLayout() != VK_NULL_HANDLE) info.descriptor_set = (VkDescriptorSet)uint64_t{1};
  const auto cmd = reinterpret_cast<VkCommandBuffer>(uint64_t{1});
  REQUIRE(verifier.record(cmd, info).ok());
  return mock.log;
}

std::vector<Sequence> everySequence(Rig& rig) {
  std::vector<Sequence> sequences;
  for (const Config& config : everyMode()) {
    const vksort::Sorter sorter = fakeSorter(rig, config);
    for (const uint32_t segments : {10u, kManySegments}) {
      for (const uint32_t n : {20u, kRecordedCount}) {
        if (config.mode != Mode::segments && segments != kManySegments) continue;
        Call call = modeCall(rig, config, segments);
        call.sort.count = n;
        const Recorded sort = recordMode(rig, sorter, config, call);
        sequences.push_back({describe(config), false, config, momentsOf(sort, 0)});
      }
    }
  }
  sequences.push_back({"verification", true, {}, verifyMomentsOf(recordedVerification(rig), 0)});
  return sequences;
}

Access usesIn(const Sequence& sequence, Role role) {
  Access all{};
  for (const Moment& moment : sequence.moments) {
    for (const Use& use : moment.uses) {
      if (use.role != role) continue;
      all.stages |= use.access.stages;
      all.access |= use.access.access;
    }
  }
  return all;
}

// Argument `b` of `second` shares its memory with argument `a` of `first`.
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

std::vector<Moment> weakened(std::vector<Moment> moments, VkFlags Access::*flags, Access Moment::*side, VkFlags bit) {
  for (Moment& moment : moments) (moment.*side).*flags &= ~bit;
  return moments;
}

void placeTogether(Call& call, VkBuffer buffer, Random& random) {
  struct Placed {
    VkBuffer* buffer;
    VkDeviceSize* offset;
    VkDeviceSize bytes;
  };
  std::vector<Placed> placed = {
      {&call.sort.keys.buffer, &call.sort.keys.offset, call.sort.keys.size},
      {&call.sort.payload.buffer, &call.sort.payload.offset, call.sort.payload.size},
      {&call.count.buffer, &call.count.offset, 4},
      {&call.segments.table, &call.segments.table_offset, VkDeviceSize{call.segments.segment_count} * 8},
      {&call.work.buffer, &call.work.offset, call.work.size},
      {&call.sort.scratch.buffer, &call.sort.scratch.offset, call.sort.scratch.size},
  };
  std::erase_if(placed, [](const Placed& each) { return *each.buffer == VK_NULL_HANDLE; });
  for (std::size_t i = placed.size(); i > 1; --i) std::swap(placed[i - 1], placed[random.word() % i]);
  VkDeviceSize at = random.word() % 100 * 8;
  for (const Placed& each : placed) {
    *each.buffer = buffer;
    *each.offset = at;
    at += (each.bytes + 7) / 8 * 8 + (random.word() % 2 == 0 ? random.word() % 3 * 8 : 2048 + random.word() % 64 * 8);
  }
}

struct SelfTestMoments {
  std::vector<Bound> bound{};
  std::string kernel{};
  uint32_t recording = 0;
  bool segmented = false;

  void begin(const Command& bind) {
    bound = bind.bound;
    ++recording;
    segmented = false;
  }
  Moment dispatch(const Command& command) {
    segmented |= kernel == "segment_setup";
    Moment moment;
    for (const Bound& each : bound) {
      const VkAccessFlags access = accessOf(each.binding);
      const VkDeviceSize end = each.range.offset + each.range.range;
      // Segment sorts use different segments.
      const bool is_peer = segmented && kernel.ends_with("_sort") && each.binding <= VKSORT_BINDING_PAYLOAD;
      if (access == 0) continue;
      moment.uses.push_back({(uint64_t)each.range.buffer,
                             each.range.offset,
                             end,
                             {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, access},
                             Role::keys,
                             is_peer ? recording : 0});
    }
    if (command.arguments == VK_NULL_HANDLE) return moment;
    moment.uses.push_back({(uint64_t)command.arguments,
                           command.arguments_offset,
                           command.arguments_offset + 12,
                           {VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT, VK_ACCESS_INDIRECT_COMMAND_READ_BIT},
                           Role::state});
    return moment;
  }

 private:
  static constexpr VkAccessFlags kReads = VK_ACCESS_SHADER_READ_BIT, kBoth = kReads | kWrites;

  VkAccessFlags accessOf(uint32_t binding) const {
    switch (binding) {
      case VKSORT_BINDING_KEYS:
      case VKSORT_BINDING_PAYLOAD:
        return kernel.ends_with("setup") ? 0 : kBoth;
      case VKSORT_BINDING_COUNT:
        return kernel == "segment_setup" ? kBoth : kReads;
      default:
        return kernel == "segment_setup" ? kReads : kernel == "setup" ? kWrites : 0;
    }
  }
};

}  // namespace

TEST_CASE("documented_barrier_orders_two_recordings_with_shared_memory" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const std::vector<Sequence> sequences = everySequence(rig);
    const Moment barrier{{}, vksort::kAfter, vksort::kBefore};
    uint32_t needed[kRoles][kRoles] = {};
    for (const Sequence& first : sequences) {
      CHECK(hazards(first.moments) == 0);
      for (const Sequence& second : sequences) {
        for (uint32_t i = 0; i < kRoles * kRoles; ++i) {
          const auto a = static_cast<Role>(i / kRoles), b = static_cast<Role>(i % kRoles);
          const Access left = usesIn(first, a), met = usesIn(second, b);
          if (left.stages == 0 || met.stages == 0) continue;
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
    // Tables and states are first used after a barrier inside the sort.
    const auto is_read = [](Role role) { return role == Role::count || role == Role::table; };
    for (uint32_t i = 0; i < kRoles * kRoles; ++i) {
      const auto a = static_cast<Role>(i / kRoles), b = static_cast<Role>(i % kRoles);
      const bool writes = !is_read(a) && a != Role::state;
      INFO("argument " << i / kRoles << " as " << i % kRoles);
      CHECK((needed[i / kRoles][i % kRoles] > 0) == (a != Role::table && (writes || !is_read(b))));
    }
  });
}

// Render graphs and validation layers rely on these flags.
TEST_CASE("access_flags_match_the_recorded_uses" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    Access all{};
    for (const Sequence& each : everySequence(rig)) {
      INFO(each.name);
      for (uint32_t i = 0; i < kRoles; ++i) {
        const Access used = usesIn(each, static_cast<Role>(i));
        CHECK((used.stages & ~vksort::kBefore.stages) == 0);
        CHECK((used.access & ~vksort::kBefore.access) == 0);
        all.stages |= used.stages;
        all.access |= used.access;
      }
    }
    CHECK(vksort::kAfter.stages == all.stages);
    CHECK(vksort::kAfter.access == all.access);
    CHECK(vksort::kBefore.stages == vksort::kAfter.stages);
    CHECK(vksort::kBefore.access == vksort::kAfter.access);
  });
}

TEST_CASE("barrier_oracle_detects_each_missing_barrier_or_flag" * doctest::test_suite("one width")) {
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
      CHECK(lost == barriers);
      if (barriers == 0) continue;
      const auto noticed = [&](VkFlags Access::*flags, Access Moment::*side, VkFlags bit) {
        return hazards(weakened(sequence.moments, flags, side, bit)) > 0;
      };
      constexpr VkFlags kCompute = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
      CHECK(noticed(&Access::stages, &Moment::from, kCompute));
      CHECK(noticed(&Access::stages, &Moment::to, kCompute));
      CHECK(noticed(&Access::access, &Moment::from, VK_ACCESS_SHADER_WRITE_BIT));
      // If all segments fit into a workgroup, nothing is written after the set-up.
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

// Descriptors start at aligned offsets, so they contain neighboring bytes, which layers assume to be used.
TEST_CASE("barriers_order_all_bytes_that_descriptors_share" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    Faults faults;
    faults.edit_properties = [](auto& out) { out.properties.limits.minStorageBufferOffsetAlignment = 256; };
    Random random{nextSeed()};
    for (const Config& config : everyMode()) {
      if (config.mode == Mode::whole) continue;
      const vksort::Sorter sorter = fakeSorter(rig, config, faults);
      INFO(describe(config));
      for (const uint32_t n : {kRecordedCount, 3000u}) {
        const bool by_radix = config.scratch && config.full_subgroups && !config.baseline;
        if (!by_radix && n != kRecordedCount) continue;
        CAPTURE(n);
        Call call = modeCall(rig, config);
        call.sort.count = n;
        const Recorded apart = recordMode(rig, sorter, config, call);
        CHECK(hazards(boundMomentsOf(apart)) == 0);
        const VkBuffer buffer = call.sort.keys.buffer;
        const uint32_t planned = count(apart.log, Command::Kind::barrier);
        uint32_t more = 0, equal = 0;
        for (uint32_t trial = 0; trial < 60; ++trial) {
          placeTogether(call, buffer, random);
          const Recorded together = recordMode(rig, sorter, config, call);
          REQUIRE(hazards(boundMomentsOf(together)) == 0);
          const uint32_t barriers = count(together.log, Command::Kind::barrier);
          more += barriers > planned;
          equal += barriers == planned;
        }
        const bool is_beside = planned + 1 < apart.kernels.size();
        CHECK((more > 0) == is_beside);
        CHECK(equal > 0);
        // A barrier follows the set-up of a radix sort. The baseline does not set up indirect counts.
        CHECK(is_beside == (config.mode == Mode::segments || (!by_radix && !config.baseline)));
      }
    }
  });
}

TEST_CASE("the_self_test_orders_its_sorts_and_reads" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    if (!vkGetInstanceProcAddr(rig.device().instance(), "vkSetDebugUtilsObjectNameEXT"))
      return skip("no VK_EXT_debug_utils, whose labels name the kernels");
    SorterSetup setup = tested(rig, {.payload = kU32, .ties = kByValue, .baseline = true});
    setup.info.device.enabled_features |= VKSORT_DEBUG_UTILS;
    MockVulkan mock;
    vksort::Sorter sorter;
    REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
    std::vector<Moment> moments;
    Moment host;
    SelfTestMoments recording;
    for (const Command& command : mock.log.commands) {
      if (command.kind == Command::Kind::bind_ranges) recording.begin(command);
      if (command.kind == Command::Kind::begin_label) recording.kernel = command.label;
      if (command.kind == Command::Kind::barrier) {
        moments.push_back(
            {{}, {command.source_stages, command.source_access}, {command.target_stages, command.target_access}});
      }
      if (command.kind != Command::Kind::dispatch) continue;
      moments.push_back(recording.dispatch(command));
      for (Use use : moments.back().uses) {
        use.access = {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT};
        use.peers = 0;
        host.uses.push_back(use);
      }
    }
    CHECK(moments.size() > 20);
    moments.push_back(std::move(host));
    CHECK(hazards(moments) == 0);
    std::vector<Moment> without = moments;
    std::erase_if(without, [](const Moment& each) { return each.uses.empty(); });
    CHECK(hazards(without) > 10);
  });
}

// Tests the barrier oracle itself.
TEST_CASE("barrier_oracle_detects_weak_barriers" * doctest::test_suite("one width")) {
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
  CHECK(missing({direct, direct, good, indirect}, {0, 2}) == 0);
  CHECK(missing({direct, direct, indirect}, {0, 2}) == 1);
}

}  // namespace test
