// The verifier: misuse, and what it records.
#include <doctest/doctest.h>

#include <algorithm>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "support/check/verify_check.h"
#include "support/devices.h"
#include "support/oracle/barrier_oracle.h"

namespace test {
namespace {

using vksort::Values;
using vksort::VerifyStatus;

// Right calls to spoil, each recorded into a command buffer of its own.
class Calls {
 public:
  Calls(Rig& rig, Values values, bool push)
      : rig_(rig), verifier_(rig.verifier(push)), values_(values), pool_(rig.device()) {
    if (takesSets()) sets_ = {rig.device(), kMostCalls, kMostCalls * vksort::kVerifyDescriptorsPerSet};
  }

  const vksort::Verifier& verifier() const { return verifier_; }
  bool takesSets() const { return verifier_.descriptorSetLayout() != VK_NULL_HANDLE; }

  vksort::VerifyInfo valid() {
    vksort::VerifyInfo info;
    info.ordering.values = values_;
    info.keys = {rig_.arena(0, 1 << 12).device.handle(), 64, 4096};
    if (values_ == Values::split) info.values = {rig_.arena(1, 1 << 12).device.handle(), 64, 4096};
    info.first = 3;
    info.count = 100;
    info.result = {info.keys.buffer, 8192, 16};
    if (takesSets()) info.descriptor_set = sets_.allocate(verifier_.descriptorSetLayout());
    return info;
  }

  Log record(VerifyStatus expected, const vksort::Verifier& verifier, const vksort::VerifyInfo& info,
             const Faults& faults = {}) {
    const VkCommandBuffer cmd = pool_.allocate();
    gpu::begin(rig_.device(), cmd);
    return record(expected, verifier, cmd, info, faults);
  }
  Log record(VerifyStatus expected, const vksort::Verifier& verifier, VkCommandBuffer cmd,
             const vksort::VerifyInfo& info, const Faults& faults = {}) {
    HookScope hooks(faults);
    const VerifyStatus status = verifier.record(cmd, info);
    INFO(vksort::describe(status));
    CHECK(status == expected);
    CHECK(hooks.log.commands.empty() == (expected != VerifyStatus::ok));
    CHECK(hooks.log.ranges.empty() == (expected != VerifyStatus::ok));
    return hooks.log;
  }
  template <typename Edit>
  Log expect(VerifyStatus expected, Edit edit, const Faults& faults = {}) {
    vksort::VerifyInfo info = valid();
    edit(info);
    return record(expected, verifier_, info, faults);
  }

 private:
  static constexpr uint32_t kMostCalls = 100;
  Rig& rig_;
  const vksort::Verifier& verifier_;
  Values values_;
  gpu::CommandPool pool_;
  gpu::DescriptorPool sets_;
};

}  // namespace

TEST_CASE("a_verification_is_two_dispatches_with_a_barrier_between_them" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    Calls calls(rig, Values::split, true);
    const auto nothing = [](auto&) {};
    const Log log = calls.expect(VerifyStatus::ok, nothing);
    const auto dispatches = std::ranges::count(log.commands, Command::Kind::dispatch, &Command::kind);
    CHECK(dispatches == 2);
    CHECK(missingBarriers(log) == 0);
    Faults faults;
    faults.drops_barrier = 0;
    CHECK(missingBarriers(calls.expect(VerifyStatus::ok, nothing, faults)) == 1);
    if (validationWanted()) takeValidationMessages();  // some layers see it, too
    CHECK(calls.expect(VerifyStatus::ok, [](auto& info) { info.count = 0; }).commands.size() < log.commands.size());
  });
}

TEST_CASE("a_verification_binds_ranges_above_4_GiB_of_their_buffers" * doctest::test_suite("one width")) {
  constexpr VkDeviceSize kGiB = VkDeviceSize{1} << 30;
  onEveryDevice([](Rig& rig) {
    Faults faults;
    faults.buffer_bytes = 16 * kGiB;
    faults.only_logs = true;
    Calls calls(rig, Values::split, true);
    vksort::VerifyInfo info = calls.valid();
    info.first = 1u << 30;
    info.keys.size = info.values.size = 5 * kGiB;
    info.result.offset += 6 * kGiB;
    const Log log = calls.record(VerifyStatus::ok, calls.verifier(), info, faults);
    REQUIRE(log.ranges.size() == vksort::kVerifyDescriptorsPerSet);
    const VkDeviceSize begins[] = {4 * kGiB + 64, 4 * kGiB + 64, info.result.offset};
    for (std::size_t i = 0; i < std::size(begins); ++i) {
      CHECK(log.ranges[i].offset <= begins[i]);
      CHECK(log.ranges[i].offset + log.ranges[i].range == begins[i] + (i == 2 ? 16 : 400));
    }
  });
}

TEST_CASE("a_verification_binds_the_ranges_and_nothing_else" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const VkDeviceSize alignment = rig.device().properties().core.limits.minStorageBufferOffsetAlignment;
    for (uint32_t first = 0; first < 64; ++first) {
      Calls calls(rig, Values::split, true);
      vksort::VerifyInfo info = calls.valid();
      info.first = first;
      info.result.offset += 4 * first;
      const Log log = calls.record(VerifyStatus::ok, calls.verifier(), info);
      REQUIRE(log.ranges.size() == vksort::kVerifyDescriptorsPerSet);
      const VkDeviceSize begins[] = {64 + 4 * first, 64 + 4 * first, info.result.offset};
      const VkDeviceSize ends[] = {64 + 4 * (first + 100), 64 + 4 * (first + 100), info.result.offset + 16};
      for (std::size_t i = 0; i < 3; ++i) {
        CHECK(log.ranges[i].offset % alignment == 0);
        CHECK(log.ranges[i].offset <= begins[i]);
        CHECK(begins[i] - log.ranges[i].offset < alignment);
        CHECK(log.ranges[i].offset + log.ranges[i].range == ends[i]);
      }
    }
  });
}

#ifdef NDEBUG  // builds with assertions stop
TEST_CASE("a_verification_reports_misuse_and_records_nothing" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const bool push : {true, false}) {
      for (const Values values : {Values::none, Values::split, Values::interleaved}) {
        INFO("values " << static_cast<int>(values) << ", push descriptors " << push);
        const VkDeviceSize element = values == Values::interleaved ? 8 : 4;
        Calls calls(rig, values, push);
        calls.expect(VerifyStatus::ok, [](auto&) {});
        calls.record(VerifyStatus::no_verifier, vksort::Verifier(), calls.valid());
        calls.record(VerifyStatus::null_command_buffer, calls.verifier(), VK_NULL_HANDLE, calls.valid());
        const auto wrong = static_cast<uint8_t>(77);
        calls.expect(VerifyStatus::wrong_ordering,
                     [=](auto& info) { info.ordering.key_type = vksort::KeyType{wrong}; });
        calls.expect(VerifyStatus::wrong_ordering, [=](auto& info) { info.ordering.values = Values{wrong}; });
        calls.expect(VerifyStatus::wrong_ordering, [=](auto& info) { info.ordering.order = vksort::Order{wrong}; });
        calls.expect(VerifyStatus::wrong_ordering,
                     [=](auto& info) { info.ordering.nan_rule = vksort::NanRule{wrong}; });
        calls.expect(VerifyStatus::wrong_ordering, [=](auto& info) { info.ordering.ties = vksort::Ties{wrong}; });
        calls.expect(VerifyStatus::wrong_ordering, [](auto& info) {
          info.ordering.key_type = vksort::KeyType::u64;
          info.ordering.values = Values::interleaved;
        });
        calls.expect(VerifyStatus::null_keys_buffer, [](auto& info) { info.keys.buffer = VK_NULL_HANDLE; });
        calls.expect(VerifyStatus::null_result_buffer, [](auto& info) { info.result.buffer = VK_NULL_HANDLE; });
        calls.expect(VerifyStatus::misaligned_keys_offset, [=](auto& info) { info.keys.offset += element / 2; });
        calls.expect(VerifyStatus::misaligned_result_offset, [](auto& info) { info.result.offset += 2; });
        calls.expect(VerifyStatus::keys_range_too_small, [=](auto& info) { info.keys.size = 103 * element - 1; });
        calls.expect(VerifyStatus::keys_range_too_small, [](auto& info) { info.first = info.count = 0xffffffffu; });
        calls.expect(VerifyStatus::result_range_too_small, [](auto& info) { info.result.size = 15; });
        calls.expect(VerifyStatus::keys_range_past_buffer, [](auto& info) { info.keys.size += 1 << 24; });
        calls.expect(VerifyStatus::result_range_past_buffer, [](auto& info) { info.result.offset += 1 << 24; });
        calls.expect(VerifyStatus::overlapping_result,
                     [=](auto& info) { info.result.offset = info.keys.offset + 103 * element - 4; });
        calls.expect(VerifyStatus::ok, [=](auto& info) { info.result.offset = info.keys.offset + 103 * element; });
        calls.expect(VerifyStatus::overlapping_result,
                     [=](auto& info) { info.result.offset = info.keys.offset + 3 * element - 12; });
        calls.expect(VerifyStatus::ok, [=](auto& info) { info.result.offset = info.keys.offset + 3 * element - 16; });
        // Without elements the keys are not looked at.
        calls.expect(VerifyStatus::ok, [](auto& info) {
          info.keys = info.values = {};
          info.count = 0;
        });
        if (!calls.takesSets()) {
          calls.expect(VerifyStatus::needless_descriptor_set,
                       [](auto& info) { info.descriptor_set = (VkDescriptorSet)uint64_t{1}; });
        } else {
          calls.expect(VerifyStatus::null_descriptor_set, [](auto& info) { info.descriptor_set = VK_NULL_HANDLE; });
        }
        if (values != Values::split) {
          const VkBuffer elsewhere = rig.arena(1, 1 << 12).device.handle();
          calls.expect(VerifyStatus::needless_values, [&](auto& info) { info.values.buffer = elsewhere; });
          calls.expect(VerifyStatus::needless_values, [&](auto& info) {
            info.values.buffer = elsewhere;
            info.count = 0;
          });
          calls.expect(VerifyStatus::ok, [](auto& info) { info.values = {VK_NULL_HANDLE, 3, 7}; });
          continue;
        }
        calls.expect(VerifyStatus::null_values_buffer, [](auto& info) { info.values.buffer = VK_NULL_HANDLE; });
        calls.expect(VerifyStatus::misaligned_values_offset, [](auto& info) { info.values.offset += 2; });
        calls.expect(VerifyStatus::values_range_too_small, [](auto& info) { info.values.size = 103 * 4 - 1; });
        calls.expect(VerifyStatus::values_range_past_buffer, [](auto& info) { info.values.offset += 1 << 24; });
        calls.expect(VerifyStatus::overlapping_ranges, [](auto& info) { info.values = info.keys; });
        calls.expect(VerifyStatus::overlapping_result, [](auto& info) { info.result = info.values; });
      }
    }
  });
}

TEST_CASE("a_verification_reports_ranges_beyond_what_the_device_can_bind" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    Faults faults;
    faults.edit_properties = [](auto& out) { out.properties.limits.maxStorageBufferRange = 512; };
    Calls calls(rig, Values::split, true);
    vksort::Verifier small;
    {
      const HookScope hooks(faults);
      small = rig.makeVerifier();
    }
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
  onEveryDevice([](Rig& rig) {
    vksort::Verifier narrow;
    {
      Faults faults;
      faults.edit_properties = [](auto& out) { out.properties.limits.maxComputeWorkGroupCount[0] = 7; };
      const HookScope hooks(faults);
      narrow = rig.makeVerifier();
    }
    Calls calls(rig, Values::none, true);
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

TEST_CASE("describes_every_verify_status" * doctest::test_suite("one width")) {
  for (uint32_t i = 0; i <= static_cast<uint32_t>(VerifyStatus::needless_values); ++i) {
    const std::string text = vksort::describe(static_cast<VerifyStatus>(i));
    CHECK(text.starts_with(i == 0 ? "ok" : "record(): "));
    for (uint32_t j = 0; j < i; ++j) CHECK(text != vksort::describe(static_cast<VerifyStatus>(j)));
  }
  CHECK(vksort::describe(VerifyStatus{0xffffffffu}) == std::string("unknown status"));
  struct Row {
    VerifyStatus status;
    const char* argument;
    const char* rule;
  };
  using enum VerifyStatus;
  for (const auto& [status, argument, rule] :
       {Row{no_verifier, "the Verifier", "never created"},
        {null_command_buffer, "command_buffer", "must not be null"},
        {wrong_ordering, "VerifyInfo::ordering", "must be a value of its enumeration"},
        {null_keys_buffer, "VerifyInfo::keys.buffer", "must not be null"},
        {null_values_buffer, "VerifyInfo::values.buffer", "must not be null"},
        {null_result_buffer, "VerifyInfo::result.buffer", "must not be null"},
        {null_descriptor_set, "VerifyInfo::descriptor_set", "must not be null"},
        {needless_descriptor_set, "VerifyInfo::descriptor_set", "must be null"},
        {misaligned_keys_offset, "VerifyInfo::keys.offset", "must be a multiple of the element size (4 bytes, 8 if "},
        {misaligned_values_offset, "VerifyInfo::values.offset", "must be a multiple of 4 bytes"},
        {misaligned_result_offset, "VerifyInfo::result.offset", "must be a multiple of 4 bytes"},
        {keys_range_too_small, "VerifyInfo::first + count", "must fit VerifyInfo::keys.size"},
        {values_range_too_small, "VerifyInfo::first + count", "must fit VerifyInfo::values.size"},
        {result_range_too_small, "VerifyInfo::result.size", "must be at least 16 bytes"},
        {keys_range_too_large, "VerifyInfo::keys ", "must not exceed"},
        {values_range_too_large, "VerifyInfo::values ", "must not exceed"},
        {overlapping_ranges, "VerifyInfo::keys and VerifyInfo::values", "must not overlap"},
        {overlapping_result, "VerifyInfo::result", "must not overlap"},
        {keys_range_past_buffer, "VerifyInfo::keys ", "must lie inside its buffer"},
        {values_range_past_buffer, "VerifyInfo::values ", "must lie inside its buffer"},
        {result_range_past_buffer, "VerifyInfo::result ", "must lie inside its buffer"},
        {needless_values, "VerifyInfo::values.buffer", "must be null"}}) {
    const std::string text = vksort::describe(status);
    CAPTURE(text);
    const std::size_t at = text.find(argument);
    REQUIRE(at != std::string::npos);
    CHECK(text.find(rule, at) != std::string::npos);
  }
}

}  // namespace test
