// Verifications record two dispatches, only bind their arguments, and report invalid ones.
#include <doctest/doctest.h>

#include <algorithm>

#include "support/check/verify_check.h"
#include "support/device/recording.h"
#include "support/devices.h"
#include "support/oracle/hazards.h"

namespace test {
namespace {

using vksort::RecordStatus;

const auto kNowhere = reinterpret_cast<VkCommandBuffer>(uint64_t{1});

struct VerifyCalls {
  Rig& rig;
  vksort::Payload payload = vksort::Payload::u32;
  bool push = true;
  vksort::KeyType key_type = vksort::KeyType::u32;

  const vksort::Verifier& verifier() const { return rig.verifier(push); }
  bool takesSets() const { return verifier().descriptorSetLayout() != VK_NULL_HANDLE; }

  vksort::VerifyInfo valid() const {
    vksort::VerifyInfo info{};
    info.ordering.key_type = key_type;
    info.ordering.payload = payload;
    info.keys = {rig.arena(0, 1 << 12).device.handle(), 64, 4096};
    if (payload == vksort::Payload::u32) info.payload = {rig.arena(1, 1 << 12).device.handle(), 64, 4096};
    info.first = 3;
    info.count = 100;
    info.result = {info.keys.buffer, 8192, 16};
    if (takesSets()) info.descriptor_set = (VkDescriptorSet)uint64_t{1};
    return info;
  }

  Log record(const RecordStatus& expected, const vksort::Verifier& by, const vksort::VerifyInfo& info,
             Faults faults = {}, VkCommandBuffer cmd = kNowhere) const {
    faults.only_logs = true;
    MockVulkan mock(faults);
    const RecordStatus status = by.record(cmd, info);
    expectMessage(status);
    INFO(vksort::describe(status).text);
    CHECK(status.argument == expected.argument);
    CHECK(status.fault == expected.fault);
    if (expected.limit != 0) CHECK(status.limit == expected.limit);
    CHECK(mock.log.commands.empty() == !expected.ok());
    CHECK(mock.log.ranges.empty() == !expected.ok());
    return mock.log;
  }
  template <typename Edit>
  Log expect(const RecordStatus& expected, Edit edit) const {
    vksort::VerifyInfo info = valid();
    edit(info);
    return record(expected, verifier(), info);
  }
};

vksort::Verifier makeUnder(Rig& rig, const Faults& faults) {
  const MockVulkan mock(faults);
  return rig.makeVerifier();
}

}  // namespace

TEST_CASE("a_verification_is_two_dispatches_with_a_barrier_between_them" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const VerifyCalls calls{rig};
    const Log log = calls.expect(RecordStatus{}, [](auto&) {});
    CHECK(std::ranges::count(log.commands, Command::Kind::dispatch, &Command::kind) == 2);
    CHECK(missingBarriers(log) == 0);
    CHECK(calls.expect(RecordStatus{}, [](auto& info) { info.count = 0; }).commands.size() < log.commands.size());
  });
}

TEST_CASE("a_verification_only_binds_its_arguments" * doctest::test_suite("one width")) {
  constexpr VkDeviceSize kGiB = VkDeviceSize{1} << 30;
  onEveryDeviceUnvalidated([](Rig& rig) {
    const VkDeviceSize alignment = rig.device().properties().core.limits.minStorageBufferOffsetAlignment;
    Faults faults;
    faults.buffer_bytes = 16 * kGiB;
    for (const uint32_t high : {0u, 1u}) {
      const VerifyCalls calls{rig};
      for (uint32_t first = 0; first < 64; ++first) {
        vksort::VerifyInfo info = calls.valid();
        info.first = first + high * (1u << 30);
        info.keys.size = info.payload.size = 5 * kGiB;
        info.result.offset += 4 * first + high * 6 * kGiB;
        const Log log = calls.record(RecordStatus{}, calls.verifier(), info, faults);
        REQUIRE(log.ranges.size() == VKSORT_VERIFY_DESCRIPTORS_PER_SET);
        const VkDeviceSize begin = 64 + VkDeviceSize{info.first} * 4;
        const VkDeviceSize begins[] = {begin, begin, info.result.offset};
        for (std::size_t i = 0; i < std::size(begins); ++i) {
          CHECK(log.ranges[i].offset % alignment == 0);
          CHECK(log.ranges[i].offset <= begins[i]);
          CHECK(begins[i] - log.ranges[i].offset < alignment);
          CHECK(log.ranges[i].offset + log.ranges[i].range == begins[i] + (i == 2 ? 16 : 400));
        }
      }
    }
  });
}

#ifdef NDEBUG  // builds with assertions abort
namespace {
namespace misuse_of_verifications {

using Info = vksort::VerifyInfo;
using A = vksort::Argument;
using F = vksort::Fault;

struct WrongCall {
  RecordStatus status{};
  void (*make)(Info& info, VkDeviceSize bytes);
};

constexpr auto kNoValueOf = static_cast<uint8_t>(77);
constexpr RecordStatus kRight{};
constexpr WrongCall kWrongCalls[] = {
    {kRight, [](Info&, auto) {}},
    {{A::ordering, F::invalid}, [](Info& info, auto) { info.ordering.key_type = vksort::KeyType{kNoValueOf}; }},
    {{A::ordering, F::invalid}, [](Info& info, auto) { info.ordering.payload = vksort::Payload{kNoValueOf}; }},
    {{A::ordering, F::invalid}, [](Info& info, auto) { info.ordering.order = vksort::Order{kNoValueOf}; }},
    {{A::ordering, F::invalid}, [](Info& info, auto) { info.ordering.nan_rule = vksort::NanRule{kNoValueOf}; }},
    {{A::keys, F::missing}, [](Info& info, auto) { info.keys.buffer = VK_NULL_HANDLE; }},
    {{A::result, F::missing}, [](Info& info, auto) { info.result.buffer = VK_NULL_HANDLE; }},
    {{A::keys, F::whole_size}, [](Info& info, auto) { info.keys.size = VK_WHOLE_SIZE; }},
    {{A::result, F::whole_size}, [](Info& info, auto) { info.result.size = VK_WHOLE_SIZE; }},
    {{A::keys, F::misaligned}, [](Info& info, auto) { info.keys.offset += 2; }},
    {{A::result, F::misaligned}, [](Info& info, auto) { info.result.offset += 2; }},
    {{A::keys, F::too_small}, [](Info& info, auto bytes) { info.keys.size = 103 * bytes - 1; }},
    {{A::keys, F::too_small}, [](Info& info, auto) { info.first = info.count = ~0u; }},
    {{A::result, F::too_small, 16}, [](Info& info, auto) { info.result.size = 15; }},
    {{A::keys, F::past_buffer}, [](Info& info, auto) { info.keys.size += 1 << 24; }},
    {{A::result, F::past_buffer}, [](Info& info, auto) { info.result.offset += 1 << 24; }},
    // The result is next to the keys, or one word too near.
    {kRight, [](Info& info, auto bytes) { info.result.offset = info.keys.offset + 103 * bytes; }},
    {{A::result, F::overlapping},
     [](Info& info, auto bytes) { info.result.offset = info.keys.offset + 103 * bytes - 4; }},
    {kRight, [](Info& info, auto bytes) { info.result.offset = info.keys.offset + 3 * bytes - 16; }},
    {{A::result, F::overlapping},
     [](Info& info, auto bytes) { info.result.offset = info.keys.offset + 3 * bytes - 12; }},
    // A count of 0 needs no keys or payloads.
    {kRight, [](Info& info, auto) { info.keys.buffer = info.payload.buffer = VK_NULL_HANDLE, info.count = 0; }},
};
constexpr WrongCall kWrongSplitCalls[] = {
    {{A::payload, F::missing}, [](Info& info, auto) { info.payload.buffer = VK_NULL_HANDLE; }},
    {{A::payload, F::whole_size}, [](Info& info, auto) { info.payload.size = VK_WHOLE_SIZE; }},
    {{A::payload, F::misaligned}, [](Info& info, auto) { info.payload.offset += 2; }},
    {{A::payload, F::too_small, 103 * 4}, [](Info& info, auto) { info.payload.size = 103 * 4 - 1; }},
    {{A::payload, F::past_buffer}, [](Info& info, auto) { info.payload.offset += 1 << 24; }},
    {{A::payload, F::overlapping}, [](Info& info, auto) { info.payload = info.keys; }},
    {{A::result, F::overlapping}, [](Info& info, auto) { info.result = info.payload; }},
};

void expectEachWrongCall(const VerifyCalls& calls, std::span<const WrongCall> list, VkDeviceSize bytes) {
  for (std::size_t i = 0; i < list.size(); ++i) {
    INFO("call " << i);
    calls.expect(list[i].status, [&](Info& info) { list[i].make(info, bytes); });
  }
}

}  // namespace misuse_of_verifications
}  // namespace

TEST_CASE("a_misused_verification_returns_a_fault_without_recording" * doctest::test_suite("one width")) {
  using namespace misuse_of_verifications;
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const auto key_type : {vksort::KeyType::f32, vksort::KeyType::u64}) {
      for (const vksort::Payload payload :
           {vksort::Payload::none, vksort::Payload::u32, vksort::Payload::interleaved}) {
        const VkDeviceSize bytes =
            (key_type == vksort::KeyType::u64 ? 8 : 4) + (payload == vksort::Payload::interleaved ? 4 : 0);
        const VerifyCalls calls{rig, payload, payload != vksort::Payload::none, key_type};
        INFO("elements of " << bytes << " bytes, payload " << static_cast<int>(payload));
        calls.record({A::sorter, F::missing}, vksort::Verifier(), calls.valid());
        calls.record({A::command_buffer, F::missing}, calls.verifier(), calls.valid(), {}, VK_NULL_HANDLE);
        expectEachWrongCall(calls, kWrongCalls, bytes);
        if (payload == vksort::Payload::u32) {
          expectEachWrongCall(calls, kWrongSplitCalls, bytes);
        } else {
          const VkBuffer elsewhere = rig.arena(1, 1 << 12).device.handle();
          calls.expect({A::payload, F::unexpected}, [&](Info& info) { info.payload.buffer = elsewhere; });
          calls.expect(kRight, [](Info& info) { info.payload = {VK_NULL_HANDLE, 3, 7}; });
        }
        // 64-bit elements are loaded as a whole.
        calls.expect(bytes == 8 ? RecordStatus{A::keys, F::misaligned} : kRight,
                     [](Info& info) { info.keys.offset += 4; });
        const bool takes_sets = calls.takesSets();
        calls.expect({A::descriptor_set, takes_sets ? F::missing : F::unexpected}, [=](Info& info) {
          info.descriptor_set = takes_sets ? VK_NULL_HANDLE : (VkDescriptorSet)uint64_t{1};
        });
      }
    }
  });
}

TEST_CASE("a_verification_reports_ranges_that_exceed_device_limits" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    Faults faults;
    faults.edit_properties = [](auto& out) { out.properties.limits.maxStorageBufferRange = 512; };
    const VerifyCalls calls{rig};
    const vksort::Verifier small = makeUnder(rig, faults);
    vksort::VerifyInfo info = calls.valid();
    info.keys.offset = info.payload.offset = info.first = 0;
    info.count = 128;
    calls.record({}, small, info);
    info.count = 129;
    calls.record({vksort::Argument::keys, vksort::Fault::too_large}, small, info);
    info.count = 128;
    info.payload.offset = 4;  // the descriptor starts at an aligned offset before it
    calls.record({vksort::Argument::payload, vksort::Fault::too_large}, small, info);
  });
}
#endif

TEST_CASE("a_verification_respects_the_workgroup_limit" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    Faults faults;
    faults.edit_properties = [](auto& out) { out.properties.limits.maxComputeWorkGroupCount[0] = 7; };
    const vksort::Verifier narrow = makeUnder(rig, faults);
    const VerifyCalls calls{rig, vksort::Payload::none};
    vksort::VerifyInfo info = calls.valid();
    info.keys = {rig.arena(0, 1 << 20).device.handle(), 0, 4 << 20};
    info.first = 0;
    info.result.buffer = rig.arena(1, 16).device.handle();
    for (const uint32_t count : {7u, 7u << 7, 7u << 10, (7u << 10) + 1, 1u << 20}) {
      info.count = count;
      uint32_t dispatches = 0;
      for (const Command& each : calls.record(RecordStatus{}, narrow, info).commands) {
        if (each.kind != Command::Kind::dispatch) continue;
        ++dispatches;
        CHECK(each.groups.width <= 7);
        CHECK(each.groups.depth == 1);
      }
      CHECK(dispatches == 2);
    }
  });
}

}  // namespace test
