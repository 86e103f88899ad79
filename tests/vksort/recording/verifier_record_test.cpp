// The verifier: misuse, and what it records.
#include <doctest/doctest.h>

#include <algorithm>

#include "support/check/verify_check.h"
#include "support/devices.h"
#include "support/oracle/hazards.h"

namespace test {
namespace {

using vksort::Values;
using vksort::VerifyStatus;

const auto kNowhere = reinterpret_cast<VkCommandBuffer>(uint64_t{1});

// Right calls to spoil, each recorded nowhere.
struct VerifyCalls {
  Rig& rig;
  Values values = Values::split;
  bool push = true;

  const vksort::Verifier& verifier() const { return rig.verifier(push); }
  bool takesSets() const { return verifier().descriptorSetLayout() != VK_NULL_HANDLE; }

  vksort::VerifyInfo valid() const {
    vksort::VerifyInfo info;
    info.ordering.values = values;
    info.keys = {rig.arena(0, 1 << 12).device.handle(), 64, 4096};
    if (values == Values::split) info.values = {rig.arena(1, 1 << 12).device.handle(), 64, 4096};
    info.first = 3;
    info.count = 100;
    info.result = {info.keys.buffer, 8192, 16};
    if (takesSets()) info.descriptor_set = (VkDescriptorSet)uint64_t{1};
    return info;
  }

  Log record(VerifyStatus expected, const vksort::Verifier& by, const vksort::VerifyInfo& info, Faults faults = {},
             VkCommandBuffer cmd = kNowhere) const {
    faults.only_logs = true;
    HookScope hooks(faults);
    const VerifyStatus status = by.record(cmd, info);
    INFO(vksort::describe(status));
    CHECK(status == expected);
    CHECK(hooks.log.commands.empty() == (expected != VerifyStatus::ok));
    CHECK(hooks.log.ranges.empty() == (expected != VerifyStatus::ok));
    return hooks.log;
  }
  template <typename Edit>
  Log expect(VerifyStatus expected, Edit edit) const {
    vksort::VerifyInfo info = valid();
    edit(info);
    return record(expected, verifier(), info);
  }
};

vksort::Verifier makeUnder(Rig& rig, const Faults& faults) {
  const HookScope hooks(faults);
  return rig.makeVerifier();
}

}  // namespace

TEST_CASE("a_verification_is_two_dispatches_with_a_barrier_between_them" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    const VerifyCalls calls{rig};
    const Log log = calls.expect(VerifyStatus::ok, [](auto&) {});
    CHECK(std::ranges::count(log.commands, Command::Kind::dispatch, &Command::kind) == 2);
    CHECK(missingBarriers(log) == 0);
    CHECK(calls.expect(VerifyStatus::ok, [](auto& info) { info.count = 0; }).commands.size() < log.commands.size());
  });
}

// Also above 4 GiB of the buffers.
TEST_CASE("a_verification_binds_the_ranges_and_nothing_else" * doctest::test_suite("one width")) {
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
        info.keys.size = info.values.size = 5 * kGiB;
        info.result.offset += 4 * first + high * 6 * kGiB;
        const Log log = calls.record(VerifyStatus::ok, calls.verifier(), info, faults);
        REQUIRE(log.ranges.size() == vksort::kVerifyDescriptorsPerSet);
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

#ifdef NDEBUG  // builds with assertions stop
namespace {
namespace misuse_of_verifications {

using enum VerifyStatus;
using Info = vksort::VerifyInfo;

struct WrongCall {
  VerifyStatus status;
  const char* argument;                          // that the text of the status names
  void (*make)(Info& info, VkDeviceSize bytes);  // of an element in the keys
};

constexpr auto kNoValue = static_cast<uint8_t>(77);
constexpr WrongCall kWrongCalls[] = {
    {ok, "", [](Info&, auto) {}},
    {wrong_ordering, "ordering", [](Info& info, auto) { info.ordering.key_type = vksort::KeyType{kNoValue}; }},
    {wrong_ordering, "ordering", [](Info& info, auto) { info.ordering.values = Values{kNoValue}; }},
    {wrong_ordering, "ordering", [](Info& info, auto) { info.ordering.order = vksort::Order{kNoValue}; }},
    {wrong_ordering, "ordering", [](Info& info, auto) { info.ordering.nan_rule = vksort::NanRule{kNoValue}; }},
    {wrong_ordering, "ordering", [](Info& info, auto) { info.ordering.ties = vksort::Ties{kNoValue}; }},
    {null_keys_buffer, "keys.buffer", [](Info& info, auto) { info.keys.buffer = VK_NULL_HANDLE; }},
    {null_result_buffer, "result.buffer", [](Info& info, auto) { info.result.buffer = VK_NULL_HANDLE; }},
    {misaligned_keys_offset, "keys.offset", [](Info& info, auto bytes) { info.keys.offset += bytes / 2; }},
    {misaligned_result_offset, "result.offset", [](Info& info, auto) { info.result.offset += 2; }},
    {keys_range_too_small, "keys.size", [](Info& info, auto bytes) { info.keys.size = 103 * bytes - 1; }},
    {keys_range_too_small, "keys.size", [](Info& info, auto) { info.first = info.count = ~0u; }},
    {result_range_too_small, "result.size", [](Info& info, auto) { info.result.size = 15; }},
    {keys_range_past_buffer, "keys", [](Info& info, auto) { info.keys.size += 1 << 24; }},
    {result_range_past_buffer, "result", [](Info& info, auto) { info.result.offset += 1 << 24; }},
    // Right behind and before the keys, and a word nearer.
    {ok, "", [](Info& info, auto bytes) { info.result.offset = info.keys.offset + 103 * bytes; }},
    {overlapping_result, "result",
     [](Info& info, auto bytes) { info.result.offset = info.keys.offset + 103 * bytes - 4; }},
    {ok, "", [](Info& info, auto bytes) { info.result.offset = info.keys.offset + 3 * bytes - 16; }},
    {overlapping_result, "result",
     [](Info& info, auto bytes) { info.result.offset = info.keys.offset + 3 * bytes - 12; }},
    // Without elements the keys are not looked at.
    {ok, "", [](Info& info, auto) { info.keys.buffer = info.values.buffer = VK_NULL_HANDLE, info.count = 0; }},
};
constexpr WrongCall kWrongSplitCalls[] = {
    {null_values_buffer, "values.buffer", [](Info& info, auto) { info.values.buffer = VK_NULL_HANDLE; }},
    {misaligned_values_offset, "values.offset", [](Info& info, auto) { info.values.offset += 2; }},
    {values_range_too_small, "values.size", [](Info& info, auto) { info.values.size = 103 * 4 - 1; }},
    {values_range_past_buffer, "values", [](Info& info, auto) { info.values.offset += 1 << 24; }},
    {overlapping_ranges, "values", [](Info& info, auto) { info.values = info.keys; }},
    {overlapping_result, "result", [](Info& info, auto) { info.result = info.values; }},
};

}  // namespace misuse_of_verifications
}  // namespace

TEST_CASE("a_verification_reports_misuse_and_records_nothing" * doctest::test_suite("one width")) {
  using namespace misuse_of_verifications;
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Values values : {Values::none, Values::split, Values::interleaved}) {
      const VkDeviceSize bytes = values == Values::interleaved ? 8 : 4;
      const VerifyCalls calls{rig, values, values != Values::none};
      INFO("values " << static_cast<int>(values));
      calls.record(no_verifier, vksort::Verifier(), calls.valid());
      calls.record(null_command_buffer, calls.verifier(), calls.valid(), {}, VK_NULL_HANDLE);
      const auto expectEach = [&](std::span<const WrongCall> list) {
        for (std::size_t i = 0; i < list.size(); ++i) {
          INFO("call " << i);
          const std::string text = vksort::describe(list[i].status),
                            named = std::string("VerifyInfo::") + list[i].argument;
          CHECK_MESSAGE((list[i].status == ok || text.find(named) != text.npos), named << " in: " << text);
          calls.expect(list[i].status, [&](Info& info) { list[i].make(info, bytes); });
        }
      };
      expectEach(kWrongCalls);
      if (values == Values::split) expectEach(kWrongSplitCalls);
      if (values != Values::split) {
        const VkBuffer elsewhere = rig.arena(1, 1 << 12).device.handle();
        calls.expect(needless_values, [&](Info& info) { info.values.buffer = elsewhere; });
        calls.expect(ok, [](Info& info) { info.values = {VK_NULL_HANDLE, 3, 7}; });
      }
      calls.expect(wrong_ordering, [](Info& info) {
        info.ordering.key_type = vksort::KeyType::u64;
        info.ordering.values = Values::interleaved;
      });
      const bool takes_sets = calls.takesSets();
      calls.expect(takes_sets ? null_descriptor_set : needless_descriptor_set, [=](Info& info) {
        info.descriptor_set = takes_sets ? VK_NULL_HANDLE : (VkDescriptorSet)uint64_t{1};
      });
    }
  });
}

TEST_CASE("a_verification_reports_ranges_beyond_what_the_device_can_bind" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    Faults faults;
    faults.edit_properties = [](auto& out) { out.properties.limits.maxStorageBufferRange = 512; };
    const VerifyCalls calls{rig};
    const vksort::Verifier small = makeUnder(rig, faults);
    vksort::VerifyInfo info = calls.valid();
    info.keys.offset = info.values.offset = info.first = 0;
    info.count = 128;
    calls.record(VerifyStatus::ok, small, info);
    info.count = 129;
    calls.record(VerifyStatus::keys_range_too_large, small, info);
    info.count = 128;
    info.values.offset = 4;  // the descriptor begins at an aligned offset before it
    calls.record(VerifyStatus::values_range_too_large, small, info);
  });
}
#endif

TEST_CASE("a_verification_keeps_to_the_workgroups_of_the_device" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    Faults faults;
    faults.edit_properties = [](auto& out) { out.properties.limits.maxComputeWorkGroupCount[0] = 7; };
    const vksort::Verifier narrow = makeUnder(rig, faults);
    const VerifyCalls calls{rig, Values::none};
    vksort::VerifyInfo info = calls.valid();
    info.keys = {rig.arena(0, 1 << 20).device.handle(), 0, 4 << 20};
    info.first = 0;
    info.result.buffer = rig.arena(1, 16).device.handle();
    for (const uint32_t count : {7u, 7u << 7, 7u << 10, (7u << 10) + 1, 1u << 20}) {
      info.count = count;
      uint32_t dispatches = 0;
      for (const Command& each : calls.record(VerifyStatus::ok, narrow, info).commands) {
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
