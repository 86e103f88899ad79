#include "support/check/conform.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "cases/record.h"
#include "support/device/recording.h"
#include "support/oracle/hazards.h"

namespace test {
namespace {

constexpr std::size_t kSortsPerCase = 2048;
constexpr std::size_t kWordsPerCase = std::size_t{1} << 23;  // total of all fields; a single sort can exceed it
constexpr uint32_t kStates = 16;                             // the next sort uses the first state again

// Passes that sort whole segments, or parts of them, need no barriers between each other. Clearing histograms of long
// segments needs no barrier either.
uint32_t missingSegmentBarriers(const Log& log, const vksort::Sorter& sorter, const cases::Step& step) {
  vksort::PlanInfo info{.count = step.count, .scratch = step.scratch != cases::ScratchRange::none};
  info.segment_count = static_cast<uint32_t>(step.segments.size());
  info.max_segment = step.max_segment;
  std::vector<vksort::PassPlan> passes(kMostPasses);
  passes.resize(vksort::plan(sorter, info, passes.data(), kMostPasses));
  Independent sorts;
  for (uint32_t i = 0; i < passes.size(); ++i) {
    const std::string name = passes[i].name;
    if (!name.ends_with("_sort") && name != "radix_set_up") continue;
    if (sorts.count++ == 0) sorts.first = i;
  }
  return missingBarriers(log, sorts);
}

void widenAll(MockVulkan& mock, std::span<const gpu::Buffer> buffers, const gpu::Buffer& scratch) {
  for (const gpu::Buffer& each : buffers) mock.faults.widen.push_back({each.handle(), each.size()});
  mock.faults.widen.push_back({scratch.handle(), scratch.size()});
}

class Run {
 public:
  Run(Rig& rig, const vksort::Sorter& sorter, const Config& config, const cases::Case& of, Report& report)
      : gpu_(rig.device()), sorter_(sorter), config_(config), case_(of), report_(report) {
    gpu_.lend(of.pool.front(), sorter);
  }

  void run(bool widen, bool overlapping) {
    const cases::Layout layout = layOut(case_);
    cases::Expected expected = expect(case_, layout);
    if (!expected.broken.empty()) throw gpu::Error(describe(config_) + ": " + expected.broken);
    if (overlapping) ignoreSegments(layout, expected);
    MockVulkan mock;
    cases::Watch watch;
    watch.made = [&](std::span<const gpu::Buffer> buffers, const gpu::Buffer& scratch) {
      for (const gpu::Buffer& each : buffers) handles_.push_back(each.handle());
      if (widen) widenAll(mock, buffers, scratch);
    };
    watch.recorded = [&] {
      note(mock.log);
      mock.log = {};
    };
    cases::Outcome outcome = runOn(gpu_, case_, layout, expected.before, watch);
    for (const auto& [buffer, word] : grids_) {
      report_.widest_grid = std::max(report_.widest_grid, outcome.after[buffer][word]);
      report_.tallest_grid = std::max(report_.tallest_grid, outcome.after[buffer][word + 1]);
    }
    if (const cases::Place& state = layout.states[case_.steps.back().state]; state.exists()) {
      const auto begin = outcome.after[state.buffer].begin() + state.word;
      report_.state.assign(begin, begin + state.words);
    }
    std::string complaint = outcome.complaint;
    if (complaint.empty()) complaint = compare(case_, layout, std::move(expected), std::move(outcome.after));
    if (complaint.empty()) return;
    ++report_.wrong;
    if (report_.first.empty()) report_.first = describe(config_) + ": " + complaint;
  }

 private:
  // Overlapping segments have no defined result.
  void ignoreSegments(const cases::Layout& layout, cases::Expected& expected) const {
    const auto ignore = [&](const cases::Place& place, uint32_t element, uint32_t stride) {
      if (!place.exists()) return;
      const auto begin = expected.undefined[place.buffer].begin() + place.word + element * stride;
      std::fill_n(begin, stride, true);
    };
    for (const cases::Segment& segment : segmentsOf(case_.steps.front())) {
      for (uint32_t i = segment.first; i < segment.first + segment.count; ++i) {
        ignore(layout.keys[0], i, case_.fields[0].stride);
        ignore(layout.payloads[0], i, 1);
      }
    }
  }

  void note(const Log& log) {
    const cases::Step& step = case_.steps[recorded_++];
    report_.missing_barriers += step.mode == Mode::segments ? missingSegmentBarriers(log, sorter_, step)
                                                            : missingBarriers(log, independentOf(config_, log));
    for (const Command& command : log.commands) {
      if (command.kind == Command::Kind::bind_pipeline) report_.pipelines.insert(command.pipeline);
      if (command.kind != Command::Kind::dispatch) continue;
      ++report_.dispatches;
      report_.widest_grid = std::max(report_.widest_grid, command.groups.width);
      report_.tallest_grid = std::max(report_.tallest_grid, command.groups.height);
      if (command.arguments == VK_NULL_HANDLE) continue;
      const auto buffer = std::ranges::find(handles_, command.arguments) - handles_.begin();
      grids_.emplace_back(buffer, command.arguments_offset / 4);
    }
  }

  cases::Gpu gpu_;
  const vksort::Sorter& sorter_;
  const Config& config_;
  const cases::Case& case_;
  Report& report_;
  std::size_t recorded_ = 0;
  std::vector<VkBuffer> handles_;
  std::vector<std::pair<std::size_t, std::size_t>> grids_;  // buffer and word of an indirect dispatch's arguments
};

}  // namespace

cases::Case emptyCase(const Config& config) {
  cases::Case made{};
  made.pool = {configurationOf(config)};
  made.one_workgroup = ~0u;  // tests ask the Sorter for its limit
  made.rounds = 1;
  made.at_once = true;
  made.states = kStates;
  made.sharing = cases::Sharing::by_kind;
  made.gaps = 300;
  made.layout_seed = nextSeed();
  return made;
}

cases::Step& addSort(cases::Case& to, const Config& config, const Elements& elements, uint32_t room, Random& noise) {
  const auto n = static_cast<uint32_t>(elements.keys.size());
  const auto index = static_cast<uint32_t>(to.steps.size());
  cases::Field field{};
  field.count = std::max(1u, n + room);
  field.stride = keyWords(config);
  field.split = splitValues(config);
  field.key_mask = ~uint64_t{0};
  field.given_keys.resize(std::size_t{field.count} * field.stride);
  if (field.split) field.given_payloads.resize(field.count);
  for (auto* words : {&field.given_keys, &field.given_payloads})
    std::ranges::generate(*words, [&noise] { return noise.word(); });
  putKeys(config, elements, field.given_keys.data());
  if (config.payload == kU32) std::ranges::copy(elements.values, field.given_payloads.begin());
  to.fields.push_back(std::move(field));
  cases::Step step{};
  step.frame = step.field = index;
  step.count = n + room;
  step.mode = config.mode;
  step.key_type = config.key_type;
  step.order = config.order;
  step.nan_rule = config.nan_rule;
  step.bits = bitsOf(config);
  if (config.scratch) step.scratch = cases::ScratchRange::exact;
  step.first_share = index % 3 == 2 ? 500 : index % 3 * 1000;  // uses the byte offset, `first`, or both
  step.found = n;
  step.state = index % kStates;
  to.steps.push_back(std::move(step));
  to.frames = static_cast<uint32_t>(to.steps.size());
  return to.steps.back();
}

void addSegments(cases::Case& to, const Config& config, const SegmentSort& sort) {
  Random noise{nextSeed()};
  Input input{sort.capacity, sort.keys, sort.payload, nextSeed()};
  input.reach = sort.reach;
  cases::Step& step = addSort(to, config, generate(config, input), 0, noise);
  for (const Extent& each : sort.table) step.segments.push_back({each.first, each.count});
  step.max_segment = sort.max_segment;
}

Report checkSorts(Rig& rig, const vksort::Sorter& sorter, const Config& config, std::span<const Input> inputs,
                  const Placement& placement) {
  Report report;
  while (report.sorts < inputs.size()) {
    cases::Case of = emptyCase(config);
    if (placement.one_buffer) {
      of.sharing = cases::Sharing::any;
      of.buffers = 1;
    }
    std::size_t words = 0;
    const std::size_t first = report.sorts;
    while (report.sorts < inputs.size() && words < kWordsPerCase && of.steps.size() < kSortsPerCase) {
      const Input& input = inputs[report.sorts++];
      Random noise{input.seed, 1};
      cases::Step& step = addSort(of, config, generate(config, input), input.room, noise);
      if (input.found) step.found = *input.found;
      if (step.scratch != cases::ScratchRange::none) step.scratch = placement.scratch;
      words += of.fields.back().given_keys.size() + of.fields.back().given_payloads.size();
    }
    const bool was_right = report.wrong == 0;
    Run(rig, sorter, config, of, report).run(placement.widen, false);
    // Names the input: the text is "keys of field 17, word 3 ..".
    if (const std::size_t at = report.first.find("field "); was_right && at != report.first.npos)
      report.first += ": " + describe(inputs[first + std::stoul(report.first.substr(at + 6))]);
  }
  return report;
}

Report checkSegments(Rig& rig, const vksort::Sorter& sorter, const Config& config, const SegmentSort& sort) {
  Report report;
  cases::Case of = emptyCase(config);
  of.gaps = 5000;
  addSegments(of, config, sort);
  const std::vector<cases::Segment> segments = segmentsOf(of.steps.front());
  report.sorts = static_cast<std::size_t>(std::ranges::count_if(segments, &cases::Segment::count));
  Run(rig, sorter, config, of, report).run(true, sort.overlapping);
  return report;
}

Elements sortOnDevice(Rig& rig, const vksort::Sorter& sorter, const Config& config, const Elements& elements) {
  cases::Case of = emptyCase(config);
  Random noise{nextSeed()};
  addSort(of, config, elements, 0, noise);
  const cases::Layout layout = layOut(of);
  cases::Gpu gpu(rig.device());
  gpu.lend(of.pool.front(), sorter);
  MockVulkan mock;
  cases::Watch watch;
  watch.made = [&mock](auto buffers, const gpu::Buffer& scratch) { widenAll(mock, buffers, scratch); };
  cases::Expected expected = expect(of, layout);
  const cases::Outcome outcome = runOn(gpu, of, layout, expected.before, watch);
  const cases::Images& after = outcome.after;
  for (const cases::Place& place : {layout.keys[0], layout.payloads[0]})
    if (place.exists()) std::fill_n(expected.undefined[place.buffer].begin() + place.word, place.words, true);
  CHECK(outcome.complaint == "");
  CHECK(compare(of, layout, expected, after) == "");
  Elements sorted = elements;
  const auto wordsAt = [&](const cases::Place& place) { return after[place.buffer].data() + place.word; };
  getKeys(config, wordsAt(layout.keys[0]), sorted);
  if (splitValues(config)) std::copy_n(wordsAt(layout.payloads[0]), elements.values.size(), sorted.values.begin());
  return sorted;
}

void memoryBarrier(const gpu::Device& device, VkCommandBuffer cmd, vksort::Access from, vksort::Access to) {
  const VkMemoryBarrier memory{VK_STRUCTURE_TYPE_MEMORY_BARRIER, nullptr, from.access, to.access};
  device.vk.vkCmdPipelineBarrier(cmd, from.stages, to.stages, 0, 1, &memory, 0, nullptr, 0, nullptr);
}

Report expectSorts(Rig& rig, const vksort::Sorter& sorter, const Config& config, std::span<const Input> inputs,
                   const Placement& placement) {
  const Report report = checkSorts(rig, sorter, config, inputs, placement);
  INFO(report.first);
  CHECK(report.wrong == 0);
  CHECK(report.missing_barriers == 0);
  return report;
}

Report expectSorts(Rig& rig, const Config& config, std::span<const Input> inputs, const Placement& placement) {
  return expectSorts(rig, rig.sorter(config), config, inputs, placement);
}

Report expectSegments(Rig& rig, const vksort::Sorter& sorter, const Config& config, const SegmentSort& sort) {
  const Report report = checkSegments(rig, sorter, config, sort);
  INFO(report.first);
  CHECK(report.ok());
  return report;
}

void expectSegments(Rig& rig, const Config& config, const SegmentSort& sort) {
  expectSegments(rig, rig.sorter(config), config, sort);
}

std::vector<Input> inputsOf(std::initializer_list<uint32_t> sizes, std::initializer_list<Keys> keys) {
  std::vector<Input> inputs;
  for (const uint32_t n : sizes)
    for (const Keys each : keys) inputs.push_back({n, each, Payload::index, nextSeed()});
  return inputs;
}

}  // namespace test
