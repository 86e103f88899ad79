// Plans and recordings agree at the largest counts, and recording needs at most 4 KB of stack.
#include <doctest/doctest.h>
#include <ucontext.h>

#include <algorithm>
#include <functional>

#include "support/check/conform.h"
#include "support/device/recording.h"

namespace test {
namespace {

using vksort::Argument, vksort::Fault, vksort::MaxCounts, vksort::RecordStatus;

struct Subject {
  vksort::SorterInfo info{};
  vksort::PlanDevice device{};
  vksort::Sorter sorter;
};

struct Limits {
  const char* name;
  uint32_t max_range;
  bool full_subgroups = true;
};
constexpr Limits kLimits[] = {
    {"ranges of 2^27 bytes", 1u << 27}, {"ranges of 2^32 - 1 bytes", ~0u}, {"no full subgroups", 1u << 30, false}};

std::vector<Subject> everySubject(Rig& rig, const Limits& limits) {
  std::vector<Subject> subjects;
  Faults faults;
  faults.fake_objects = true;
  faults.edit_properties = [&](VkPhysicalDeviceProperties2& properties) {
    properties.properties.limits.maxStorageBufferRange = limits.max_range;
  };
  const MockVulkan mock(faults);
  Config config;
  config.full_subgroups = limits.full_subgroups;
  const SorterSetup setup = rig.setupOf(config);
  vksort::PlanDevice device = planDevice(rig, config);
  device.max_storage_range = limits.max_range;
  static constexpr auto kCreations = [] {
    std::array<vksort::Creation, 6> creations{};
    creations[1].algorithm = vksort::Algorithm::rank;
    creations[2].algorithm = vksort::Algorithm::radix;
    creations[3].algorithm = vksort::Algorithm::bitonic;
    creations[4].baseline = true;
    creations[5].staged = true;
    return creations;
  }();
  for (const vksort::Creation& creation : kCreations)
    for (const uint32_t key_bits : {32u, 64u})
      for (const auto payload :
           {vksort::Payload::none, vksort::Payload::index, vksort::Payload::u32, vksort::Payload::interleaved})
        for (const auto ties : {vksort::Ties::stable, vksort::Ties::by_value})
          for (const auto scratch : {vksort::Scratch::never, vksort::Scratch::optional, vksort::Scratch::required})
            for (const uint32_t max_count : {0u, 100u, 70'000u, 1u << 29}) {
              Subject subject{setup.get(), device, {}};
              subject.info.device.enabled_features |= VKSORT_DEBUG_UTILS;
              subject.info.creation = &creation;
              subject.info.key_bits = key_bits;
              subject.info.payload = payload;
              subject.info.ties = ties;
              subject.info.scratch = scratch;
              subject.info.max_count = max_count;
              if (scratch == vksort::Scratch::required && max_count > (1u << 28) - 1) continue;
              if (vksort::Sorter::create(subject.info, subject.sorter) == VK_SUCCESS)
                subjects.push_back(std::move(subject));
            }
  return subjects;
}

struct Sort {
  uint32_t count;
  bool scratch = false;
  bool segments = false;
};

Call callOf(Rig& rig, const Subject& of, const Sort& sort) {
  const VkBuffer buffer = rig.arena(0, 1 << 12).device.handle();
  constexpr VkDeviceSize kEach = VkDeviceSize{1} << 40;  // more than any argument needs
  Call call;
  call.sort.count = sort.count;
  call.sort.keys = {buffer, 0, kEach};
  const bool split = of.info.payload == vksort::Payload::u32 || of.info.payload == vksort::Payload::index;
  if (split) call.sort.payload = {buffer, kEach, kEach};
  if (of.info.key_bits == 64) call.sort.key_type = kU64;
  if (sort.scratch) {
    const VkDeviceSize bytes =
        sort.segments ? of.sorter.scratchBytes(sort.count, 1) : of.sorter.scratchBytes(sort.count);
    call.sort.scratch = {buffer, 2 * kEach, bytes};
  }
  if (of.sorter.descriptorSetLayout() != VK_NULL_HANDLE) call.sort.descriptor_set = kAnySet;
  call.segments = {buffer, 3 * kEach, 1, 0, {}};
  call.work = {buffer, 4 * kEach, VKSORT_SEGMENT_WORK_BYTES(1)};
  return call;
}

RecordStatus statusOf(Rig& rig, const Subject& of, const Sort& sort) {
  Faults faults;
  faults.only_logs = true;
  faults.buffer_bytes = VkDeviceSize{1} << 50;
  const MockVulkan mock(faults);
  Config config;
  config.mode = sort.segments ? Mode::segments : Mode::whole;
  return record(of.sorter, kCommands, config, callOf(rig, of, sort));
}

// Recording must succeed if and only if the plan contains passes or needs none.
RecordStatus expectAgree(Rig& rig, const Subject& of, const Sort& sort) {
  CAPTURE(sort.count);
  CAPTURE(sort.scratch);
  CAPTURE(sort.segments);
  const RecordStatus status = statusOf(rig, of, sort);
  vksort::PlanInfo info{};
  info.count = sort.count;
  info.scratch = sort.scratch;
  info.segment_count = sort.segments ? 1 : 0;
  if (of.info.key_bits == 64) info.key_type = kU64;
  const bool is_sorted = sort.count == 1 && of.info.payload != vksort::Payload::index;
  INFO(vksort::describe(status).text);
  CHECK((vksort::plan(of.sorter, info) != 0) == (status.ok() && !is_sorted));
  // A plan without a device's alignment supports slightly fewer elements.
  const bool is_planned = vksort::plan(of.info, of.device, info) != 0;
  const uint32_t max = vksort::maxCounts(of.sorter).with_scratch;
  const bool is_near = status.ok() && sort.count > 1'000'000 && sort.count > max - max / 1000;
  CHECK((is_planned == (status.ok() && !is_sorted) || is_near));
  return status;
}

void expectAllowed(const RecordStatus& status, Argument argument, uint32_t allowed) {
  CHECK(status.argument == argument);
  CHECK(status.fault == Fault::too_large);
  CHECK(status.limit == allowed);
}

void expectLimits(Rig& rig, const Subject& of) {
  const MaxCounts max = vksort::maxCounts(of.sorter);
  const bool is_required = of.info.scratch == vksort::Scratch::required;
  const bool is_never = of.info.scratch == vksort::Scratch::never;
  REQUIRE(max.with_scratch > 0);
  CHECK(max.in_place <= max.with_scratch);
  CHECK((of.info.max_count == 0 || max.with_scratch <= of.info.max_count));
  CHECK((max.segment == 0) == is_required);
  for (const uint32_t n : {max.with_scratch, max.with_scratch / 2 + 1, max.in_place, max.in_place + 1, 1u, 127u, 513u,
                           4097u, 65'537u, 98'305u, 1u << 20}) {
    if (n > max.with_scratch || n == 0 || is_never) continue;
    CHECK(expectAgree(rig, of, {n, true}).ok());
  }
  expectAllowed(expectAgree(rig, of, {max.with_scratch + 1, !is_never}), Argument::count, max.with_scratch);
  if (max.in_place != 0) CHECK(expectAgree(rig, of, {max.in_place}).ok());
  const RecordStatus above = expectAgree(rig, of, {max.in_place + 1});
  if (max.in_place == max.with_scratch) {
    expectAllowed(above, Argument::count, max.with_scratch);
  } else {
    CHECK(above.argument == Argument::scratch);
    CHECK(above.fault == Fault::missing);
    CHECK(above.limit == of.sorter.scratchBytes(max.in_place + 1));
    CHECK(above.limit != 0);
  }
  if (is_required) {
    const RecordStatus status = expectAgree(rig, of, {1, false, true});
    CHECK((status.argument == Argument::segments && status.fault == Fault::unexpected));
    return;
  }
  CHECK(expectAgree(rig, of, {max.segment, false, true}).ok());
  expectAllowed(expectAgree(rig, of, {max.segment + 1, false, true}), Argument::segments, max.segment);
  if (max.segment == max.with_scratch || is_never) return;
  // A list of tiles needs more memory than a plain sort, and software drivers limit it.
  CHECK(expectAgree(rig, of, {std::min(max.with_scratch / 2, 1u << 22), true, true}).ok());
  expectAllowed(expectAgree(rig, of, {max.with_scratch + 1, true, true}), Argument::segments, max.with_scratch);
}

}  // namespace

TEST_CASE("plans_and_recordings_agree_on_the_largest_counts" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const Limits& limits : kLimits) {
      CAPTURE(limits.name);
      const std::vector<Subject> subjects = everySubject(rig, limits);
      REQUIRE(subjects.size() > 150);
      for (const Subject& each : subjects) {
        const auto& [device, key_bits, payload, ties, scratch, max_count, discards, creation] = each.info;
        CAPTURE(key_bits);
        CAPTURE(static_cast<int>(payload));
        CAPTURE(static_cast<int>(ties));
        CAPTURE(static_cast<int>(scratch));
        CAPTURE(max_count);
        CAPTURE(discards);
        CAPTURE(static_cast<int>(creation->algorithm));
        CAPTURE(creation->baseline);
        CAPTURE(creation->staged);
        expectLimits(rig, each);
      }
    }
  });
}

// AddressSanitizer needs more stack.
#if !defined(__SANITIZE_ADDRESS__)
namespace {

std::size_t stackOf(const std::function<void()>& function) {
  constexpr uint8_t kPaint = 0xa5;
  static std::vector<uint8_t> stack(1 << 17);
  static const std::function<void()>* entered;
  std::ranges::fill(stack, kPaint);
  entered = &function;
  ucontext_t host, fiber;
  REQUIRE(getcontext(&fiber) == 0);
  fiber.uc_stack.ss_sp = stack.data();
  fiber.uc_stack.ss_size = stack.size();
  fiber.uc_link = &host;
  makecontext(
      &fiber, [] { (*entered)(); }, 0);
  REQUIRE(swapcontext(&host, &fiber) == 0);
  return static_cast<std::size_t>(stack.end() -
                                  std::ranges::find_if(stack, [](uint8_t byte) { return byte != kPaint; }));
}

}  // namespace

// Job systems record on fibers of 16 KB. The result includes the mock's calls.
TEST_CASE("a_recording_needs_at_most_4_KB_of_stack" * doctest::test_suite("one width")) {
  CHECK(stackOf([] {
          volatile char large[5000];
          for (volatile char& each : large) each = 1;
        }) > 5000);
  onEveryDeviceUnvalidated([](Rig& rig) {
    std::size_t most = 0;
    for (const Subject& each : everySubject(rig, kLimits[1])) {
      for (const bool scratch : {false, true}) {
        for (const Mode mode : {Mode::whole, Mode::indirect, Mode::segments}) {
          const MaxCounts max = vksort::maxCounts(each.sorter);
          const bool in_segments = mode == Mode::segments && (!scratch || max.segment == 0);
          const uint32_t count = in_segments ? max.segment : scratch ? max.with_scratch : max.in_place;
          if (scratch && each.info.scratch == vksort::Scratch::never) continue;
          const Call call = callOf(rig, each, {count, scratch, mode == Mode::segments});
          Config config;
          config.mode = mode;
          Faults faults;
          faults.only_logs = true;
          faults.buffer_bytes = VkDeviceSize{1} << 50;
          const MockVulkan mock(faults);
          RecordStatus status{};
          most = std::max(most, stackOf([&] { status = record(each.sorter, kCommands, config, call); }));
        }
      }
    }
    CAPTURE(most);
    CHECK((most > 500 && most <= 4096));
  });
}
#endif

}  // namespace test
