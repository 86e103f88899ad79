// Every kernel of a device class sorts on a device that pretends to belong to it. Subgroups are the driver's, or
// emulated.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>
#include <set>
#include <string>

#include "sort/radix/setting.h"
#include "support/check/segment_check.h"
#include "support/device/subgroups.h"
#include "support/skip.h"

namespace test {
namespace {

using vksort::Algorithms;
using vksort::DeviceClass;
using vksort::KeyType;
using vksort::Ties;
using vksort::bitonic::Kernel;

// RADV has 64 KiB of shared memory; AMD's and Qualcomm's drivers have 32.
constexpr uint32_t kMuch = 65536, kLittle = 32768;

struct Kind {
  Config config;
  uint32_t shared_bytes;
};
// Together, these Sorters use every kernel that listAll() lists.
const Kind kRun[] = {
    {{.scratch = true}, kMuch},
    {{.key_type = kF32, .scratch = true}, kLittle},
    {{.payload = kIndex, .scratch = true}, kMuch},
    {{.payload = kInterleaved, .ties = kByValue, .scratch = true}, kLittle},
    {{.payload = kU32, .scratch = true}, kLittle},
    {{.key_type = kU64, .scratch = true}, kLittle},
    {{.key_type = kU64, .payload = kU32, .ties = kAnyTies, .scratch = true}, kMuch},
    {{.key_type = kU64, .payload = kInterleaved, .scratch = true}, kLittle},
    {{.payload = kU32}, kLittle},
    {{.key_type = kU64, .payload = kInterleaved}, kLittle},
    {{.scratch = true, .portable = true}, kLittle},
    {{.payload = kIndex, .scratch = true, .portable = true}, kLittle},
    {{.key_type = kU64, .payload = kU32, .scratch = true, .portable = true}, kMuch},
};

SorterSetup setupOf(const Rig& rig, const Config& config) {
  SorterSetup setup = rig.setupOf(config);
  if (config.scratch && !config.portable) setup.creation.algorithm = vksort::Algorithm::automatic;
  return setup;
}

Algorithms algorithmsOf(const vksort::SorterInfo& info) {
  const vksort::DeviceFacts facts = factsOf(info.device);
  return vksort::algorithmsFor(vksort::configurationOf(info), facts.limits, facts.record_limits);
}

// Kernel name and everything that selects a SPIR-V module.
std::string nameOf(const Algorithms& algorithms, uint32_t kernel) {
  constexpr const char* kElements[] = {" of keys", " of pairs", " of triples"};
  return std::string(vksort::kernelName(kernel)) +
         kElements[static_cast<uint32_t>(algorithms.configuration().layout.element)];
}

// Kernels that use subgroups must be emulated.
void expectEmulated(const Faults& faults, const Algorithms& algorithms) {
  constexpr uint32_t kHeaderWords = 5, kOpCapability = 2u << 16 | 17, kGroupNonUniform = 61;
  for (uint32_t kernel = 0; kernel < vksort::kKernelCount; ++kernel) {
    if (!vksort::kernelsOf(algorithms)[kernel]) continue;
    const std::vector<uint32_t> words = spirvOf(vksort::sourceOf(algorithms, kernel).module);
    bool knows = false;
    for (std::size_t i = kHeaderWords; words[i] == kOpCapability; i += 2) knows |= words[i + 1] == kGroupNonUniform;
    const auto is_it = [&words](const SwappedShader& each) { return isSpirvOf(each.shipped, words); };
    if (knows && std::ranges::none_of(faults.shaders, is_it))
      FAIL_CHECK("not emulated: " << nameOf(algorithms, kernel));
  }
}

struct Disguise {
  const DeviceClass& of;
  uint32_t size;
  bool emulates;

  Faults with(uint32_t shared_bytes) const { return inClass(of, size, shared_bytes, emulates); }
};

struct DisguisedRun {
  Rig& rig;
  const Config config;
  const vksort::Sorter& sorter;
  const std::vector<VkPipeline> pipelines;
  std::set<VkPipeline> ran{};

  // `kernel` is the only one that certainly ran. Without it, all bound ones ran.
  void note(const Report& report, uint32_t kernel = vksort::kKernelCount) {
    for (const VkPipeline each : report.pipelines)
      if (kernel == vksort::kKernelCount || each == pipelines[kernel]) ran.insert(each);
  }

  void sort(const vksort::Trial& trial, uint8_t bits) {
    Config recorded = config;
    recorded.scratch = trial.scratch;
    recorded.bit_count = bits;
    if (trial.mode == vksort::Mode::indirect) recorded.mode = Mode::indirect;
    const Input input{trial.count, Keys::random, Payload::random, nextSeed()};
    INFO(vksort::kernelName(trial.kernel) << ", " << trial.count << " elements, " << describe(recorded));
    note(expectSorts(rig, sorter, recorded, std::vector{input}),
         trial.mode == vksort::Mode::whole ? vksort::kKernelCount : trial.kernel);
  }

  void sortSegments(const Algorithms& algorithms) {
    const vksort::bitonic::KernelSizes& shape = algorithms.bitonic.shape;
    Config recorded = segmented(config);
    recorded.scratch = false;
    std::vector<uint32_t> counts(64);  // with this many empty segments, a set-up groups them by size
    counts.insert(counts.end(), {0, 1, 2, 3});
    for (const uint32_t log2 : {shape.tiny_log2, shape.small_log2, shape.tile_log2})
      for (const uint32_t count : {(1u << log2) - 1, 1u << log2}) counts.push_back(count);
    if (vksort::maxCounts(sorter).segment > 20'000) counts.push_back(20'001);
    SegmentSort segments = placedSegments(counts, nextSeed());
    segments.max_segment = std::min(segments.capacity, vksort::maxCounts(sorter).segment);
    const Report report = expectSegments(rig, sorter, recorded, segments);
    for (const Kernel kernel : {Kernel::segment_setup, Kernel::segment_sort, Kernel::tiny_sort, Kernel::tile_sort})
      note(report, static_cast<uint32_t>(kernel));
    if (!algorithms.radix.sortsSegments()) return;
    recorded.scratch = true;
    segments = placedSegments({3, 20'001}, nextSeed());
    const uint32_t pass = kernelOf(vksort::radix::Role::pass, algorithms.radix.listed_index);
    note(expectSegments(rig, sorter, recorded, segments), vksort::kFirstRadix + pass);
  }
};

// Pipelines are created in the order of their kernels.
std::vector<VkPipeline> byKernel(const Log& log, const Algorithms& algorithms) {
  std::vector<VkPipeline> made, by_kernel(vksort::kKernelCount);
  for (const Created& each : log.created)
    if (each.kind == 'p') made.push_back(reinterpret_cast<VkPipeline>(each.handle));
  std::size_t i = 0;
  for (uint32_t kernel = 0; kernel < vksort::kKernelCount; ++kernel)
    if (vksort::kernelsOf(algorithms)[kernel]) by_kernel[kernel] = made.at(i++);
  CHECK(i == made.size());
  return by_kernel;
}

void runAll(Rig& rig, const Kind& kind, const Disguise& as, std::set<std::string>& names) {
  INFO(as.of.name << ", subgroups of " << as.size << ", " << kind.shared_bytes << " bytes, " << describe(kind.config));
  const MockVulkan mock(as.with(kind.shared_bytes));
  const SorterSetup setup = setupOf(rig, kind.config);
  vksort::Sorter sorter;
  REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
  const Algorithms algorithms = algorithmsOf(setup.get());
  if (as.emulates) expectEmulated(mock.faults, algorithms);
  DisguisedRun run{rig, kind.config, sorter, byKernel(mock.log, algorithms)};
  const vksort::TrialList trials = vksort::trialsOf(algorithms);
  for (uint32_t i = 0; i < trials.count; ++i) {
    const vksort::Trial& trial = trials.trials[i];
    const bool by_radix = trial.scratch && trial.kernel >= vksort::kFirstRadix && trial.kernel < vksort::kFirstRank;
    if (trial.mode != vksort::Mode::segments && !(by_radix && trial.mode == vksort::Mode::whole))
      run.sort(trial, by_radix ? 16 : kEveryBit);
  }
  // Two digits need as many kernels as four.
  for (uint32_t i = 0; i < algorithms.radix.shape_count; ++i) {
    const uint32_t n = algorithms.radix.minCountOf(i);
    const auto kernel = static_cast<uint8_t>(vksort::kFirstRadix + kernelOf(vksort::radix::Role::pass, i));
    if (n != 0) run.sort({kernel, n + 1000, vksort::Mode::whole, true}, 16);
  }
  if (algorithms.bitonic.max_segment != 0) run.sortSegments(algorithms);
  for (uint32_t kernel = 0; kernel < vksort::kKernelCount; ++kernel) {
    if (!run.pipelines[kernel]) continue;
    const std::string name = nameOf(algorithms, kernel);
    if (run.ran.contains(run.pipelines[kernel])) {
      names.insert(name);
    } else {
      FAIL_CHECK("did not run: " << name);
    }
  }
}

std::set<std::string> listAll(Rig& rig, const Disguise& as) {
  std::set<std::string> names;
  for (const uint32_t shared_bytes : {kMuch, kLittle}) {
    const MockVulkan mock(as.with(shared_bytes));
    for (uint32_t i = 0; i < 2 * 4 * 3 * 2 * 2; ++i) {
      Config config{.key_type = i % 2 != 0 ? KeyType::u64 : KeyType::u32};
      config.payload = static_cast<vksort::Payload>(i / 2 % 4);
      config.ties = static_cast<Ties>(i / 8 % 3);
      config.scratch = i / 24 % 2 != 0;
      config.portable = i / 48 % 2 != 0;
      const SorterSetup setup = setupOf(rig, config);
      if (vksort::validateChoices(setup.get())) continue;
      const Algorithms algorithms = algorithmsOf(setup.get());
      if (vksort::lackOf(algorithms)) continue;
      for (uint32_t kernel = 0; kernel < vksort::kKernelCount; ++kernel)
        if (vksort::kernelsOf(algorithms)[kernel]) names.insert(nameOf(algorithms, kernel));
    }
  }
  return names;
}

// Classes that support the size, were not measured, and use different kernels.
std::vector<const DeviceClass*> unmeasuredAt(uint32_t size) {
  std::vector<const DeviceClass*> list;
  for (const DeviceClass& each : vksort::deviceClasses()) {
    const auto& sizes = each.subgroup_sizes;
    const bool has_size = sizes[0] == 0 || std::ranges::count(sizes, size) != 0;
    const auto is_same = [&each](const DeviceClass* other) {
      return std::memcmp(&other->limits, &each.limits, sizeof each.limits) == 0 && &other->tunings == &each.tunings &&
             other->adds_in_order == each.adds_in_order && other->scratch_pays == each.scratch_pays;
    };
    if (has_size && each.evidence != vksort::Evidence::executed && std::ranges::none_of(list, is_same))
      list.push_back(&each);
  }
  return list;
}

void expectAll(Rig& rig, const Disguise& as) {
  std::set<std::string> ran;
  for (const Kind& kind : kRun) runAll(rig, kind, as, ran);
  const std::set<std::string> all = listAll(rig, as);
  CHECK(all.size() > 60);
  for (const std::string& name : all)
    if (!ran.contains(name)) FAIL_CHECK("chosen, but not run: " << name);
}

void expectAllAt(uint32_t size) {
  onEveryDeviceInDisguise([size](Rig& rig) {
    if (!canEmulate(rig)) return skip(kCannotEmulate);
    for (const DeviceClass* of : unmeasuredAt(size)) expectAll(rig, {*of, size, true});
  });
}

uint32_t widthOf(const Rig& rig) { return rig.device().properties().subgroup.subgroupSize; }

}  // namespace

TEST_CASE("runs_gpu_kernels_at_the_width_of_the_driver" * doctest::test_suite("one width")) {
  static constexpr uint32_t kFewKinds[] = {0, 2};
  onEveryDeviceInDisguise([](Rig& rig) {
    if (!rig.hasFullSubgroups()) return skip("no full subgroups");
    std::set<std::string> ran;
    for (const DeviceClass* of : unmeasuredAt(widthOf(rig)))
      for (const uint32_t kind : kFewKinds) runAll(rig, kRun[kind], {*of, widthOf(rig), false}, ran);
    CHECK(ran.size() > 20);
  });
}

TEST_CASE("runs_every_gpu_kernel_at_the_width_of_the_driver" * doctest::test_suite("full")) {
  onEveryDeviceInDisguise([](Rig& rig) {
    if (!rig.hasFullSubgroups()) return skip("no full subgroups");
    for (const DeviceClass* of : unmeasuredAt(widthOf(rig))) expectAll(rig, {*of, widthOf(rig), false});
  });
}
TEST_CASE("every_nvidia_kernel_sorts_with_subgroups_of_32" * doctest::test_suite("full")) {
  onEveryDeviceInDisguise([](Rig& rig) {
    if (!canEmulate(rig)) return skip(kCannotEmulate);
    expectAll(rig, {vksort::classOf({1024, 49152, 32, 0x10de}), 32, true});
  });
}
TEST_CASE("every_gpu_kernel_sorts_with_subgroups_of_32" * doctest::test_suite("full")) { expectAllAt(32); }
TEST_CASE("every_gpu_kernel_sorts_with_subgroups_of_64" * doctest::test_suite("full")) { expectAllAt(64); }
TEST_CASE("every_gpu_kernel_sorts_with_subgroups_of_128" * doctest::test_suite("full")) { expectAllAt(128); }

// The driver reports half of its real subgroup size.
TEST_CASE("oracle_detects_a_wrong_subgroup_size" * doctest::test_suite("one width")) {
  onEveryDeviceInDisguise([](Rig& rig) {
    if (!rig.hasFullSubgroups()) return skip("no full subgroups");
    Faults faults = inClass(vksort::deviceClasses().back(), 0, kLittle, false);
    faults.edit_properties = [wrong = widthOf(rig) / 2, before = faults.edit_properties](auto& out) {
      before(out);
      for (auto* link = static_cast<VkBaseOutStructure*>(out.pNext); link; link = link->pNext)
        if (link->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES)
          reinterpret_cast<VkPhysicalDeviceSubgroupProperties*>(link)->subgroupSize = wrong;
    };
    for (const Config& config : {Config{}, Config{.payload = kIndex}}) {  // radix passes exceed shared memory
      INFO(describe(config));
      const MockVulkan mock(faults);
      const SorterSetup setup = setupOf(rig, config);
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
      CHECK(checkSorts(rig, sorter, config, inputsOf({1000, 5000})).wrong > 0);
      const Attempt careful = create(tested(rig, config).get(), faults);
      REQUIRE(careful.result == VK_SUCCESS);
      CHECK(vksort::getReport(careful.sorter).rejected_count > 0);
      expectThatItSorts(rig, careful, config);
    }
  });
}

}  // namespace test
