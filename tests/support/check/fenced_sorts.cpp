#include "support/check/fenced_sorts.h"

#if defined(__unix__)
#include <doctest/doctest.h>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "support/check/conform.h"
#include "support/check/counts.h"
#include "support/check/verify_check.h"

namespace test {
namespace {

std::size_t pageBytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

constexpr uint32_t kGroupsPerAxis = 5;

Faults ofCoarseDevice(Faults faults) {
  faults.edit_properties = [](VkPhysicalDeviceProperties2& out) {
    out.properties.limits.minStorageBufferOffsetAlignment = kCoarseAlignment;
    out.properties.limits.maxComputeWorkGroupCount[0] = kGroupsPerAxis;
  };
  return faults;
}

// The arguments of one recording.
class Arguments {
 public:
  Arguments(Rig& rig, Side side) : rig_(rig), side_(side) {}

  FencedRange& add(const char* name, std::size_t bytes) {
    ranges_.push_back(std::make_unique<FencedRange>(rig_, name, std::max<std::size_t>(bytes, 4), side_));
    return *ranges_.back();
  }

  // Submits what `record` records, with descriptors that reach to the ends of the buffers.
  template <typename Record>
  Outside run(Record record) {
    std::vector<const FencedRange*> fenced;
    MockVulkan mock;
    for (const auto& each : ranges_) {
      mock.faults.widen.push_back({each->buffer.handle(), each->buffer.size(), true});
      fenced.push_back(each.get());
    }
    const Fence fence(fenced);
    gpu::submitAndWait(rig_.device(), [&](VkCommandBuffer cmd) {
      record(cmd);
      memoryBarrier(rig_.device(), cmd, vksort::kAfter, {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT});
    });
    return {Fence::count(), Fence::touched()};
  }

 private:
  Rig& rig_;
  Side side_;
  std::vector<std::unique_ptr<FencedRange>> ranges_;
};

Elements part(const Elements& all, const Extent& extent) {
  const auto begin = static_cast<std::ptrdiff_t>(extent.first), end = begin + static_cast<std::ptrdiff_t>(extent.count);
  Elements elements{{all.keys.begin() + begin, all.keys.begin() + end}, {}};
  if (!all.values.empty()) elements.values.assign(all.values.begin() + begin, all.values.begin() + end);
  return elements;
}

void checkResult(const Config& config, const FencedSort& sort, const Elements& before, const Elements& after) {
  std::vector<Extent> sorted = sort.table;
  if (config.mode != Mode::segments)
    sorted = {{0, config.mode == Mode::indirect ? std::min(sort.found, sort.n) : sort.n}};
  for (const Extent& extent : sorted) {
    Elements was = part(before, extent);
    if (config.payload == vksort::Payload::index)
      for (uint32_t i = 0; i < extent.count; ++i) was.values[i] = i;
    CHECK(explainWrong(config, was, part(after, extent)) == "");
  }
}

}  // namespace

FencedRange::FencedRange(Rig& rig, const char* of, std::size_t bytes, Side side) : name(of) {
  constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;
  const std::size_t page = pageBytes();
  const std::size_t inner = (bytes + page - 1) / page * page;
  buffer = {rig.device(), inner + 4 * kReach + 2 * page, kUsage, gpu::Memory::readback};
  const auto begin = reinterpret_cast<std::uintptr_t>(buffer.bytes().data());
  // The first page whose binding begins no less than kReach before.
  std::size_t offset = (page - begin % page) % page + kReach;
  while (offset % kCoarseAlignment < kReach) offset += page;
  std::byte* const pages = buffer.bytes().data() + offset;
  const std::size_t slack = side == Side::before ? 0 : inner - bytes;
  words = reinterpret_cast<uint32_t*>(pages + slack);
  range = {buffer.handle(), offset + slack, bytes};
  outside[0] = {pages - kReach, kReach};
  outside[1] = {pages + inner, kReach};
}

Fence::Fence(std::span<const FencedRange* const> ranges) {
  pages_count_ = 0;
  for (const FencedRange* each : ranges) {
    for (const std::span<std::byte> part : each->outside) {
      if (pages_count_ == kMost) throw std::runtime_error("more ranges than a fence has room for");
      faults_[pages_count_] = 0;
      pages_[pages_count_++] = {part.data(), part.size(), each->name};
    }
  }
  struct sigaction action {};
  action.sa_sigaction = onFault;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, &old_);
  for (std::size_t i = 0; i < pages_count_; ++i) mprotect(pages_[i].begin, pages_[i].size, PROT_NONE);
}

Fence::~Fence() {
  for (std::size_t i = 0; i < pages_count_; ++i) mprotect(pages_[i].begin, pages_[i].size, PROT_READ | PROT_WRITE);
  sigaction(SIGSEGV, &old_, nullptr);
}

uint32_t Fence::count() {
  uint32_t all = 0;
  for (std::size_t i = 0; i < pages_count_; ++i) all += faults_[i];
  return all;
}

std::string Fence::touched() {
  std::string names;
  for (std::size_t i = 0; i < pages_count_; ++i) {
    if (faults_[i] == 0) continue;
    names += std::string(names.empty() ? "" : ", ") + (i % 2 == 0 ? "before " : "behind ") + pages_[i].name;
  }
  return names;
}

void Fence::onFault(int, siginfo_t* info, void*) {
  auto* address = static_cast<std::byte*>(info->si_addr);
  for (std::size_t i = 0; i < pages_count_; ++i) {
    if (address < pages_[i].begin || address >= pages_[i].begin + pages_[i].size) continue;
    ++faults_[i];
    const auto in_page = reinterpret_cast<std::uintptr_t>(address) % pageBytes();
    mprotect(address - in_page, pageBytes(), PROT_READ | PROT_WRITE);
    return;
  }
  signal(SIGSEGV, SIG_DFL);  // not ours
}

vksort::Sorter fencedSorter(Rig& rig, const Config& config, Faults faults, const vksort::Tuning* tuning) {
  const MockVulkan mock(ofCoarseDevice(std::move(faults)));
  SorterSetup setup = rig.setupOf(config);
  if (tuning) setup.tuning = *tuning;
  vksort::Sorter sorter;
  const char* reason = "";
  if (setup.create(sorter, &reason) != VK_SUCCESS) throw gpu::Error(reason);
  return sorter;
}

vksort::Verifier fencedVerifier(Rig& rig, Faults faults) {
  const MockVulkan mock(ofCoarseDevice(std::move(faults)));
  return rig.makeVerifier();
}

Outside outsideOf(Rig& rig, const vksort::Sorter& sorter, const Config& config, const FencedSort& sort, Side side,
                  bool checked) {
  Input input{sort.n, sort.keys, Payload::random, nextSeed()};
  input.reach = sort.reach;
  const Elements before = generate(config, input);
  Arguments arguments(rig, side);
  const FencedRange& keys = arguments.add("keys", std::size_t{sort.n} * keyWords(config) * 4);
  putKeys(config, before, keys.words);
  Call call;
  vksort::SortInfo& info = call.sort;
  setOrder(config, info);
  info.keys = keys.range;
  info.count = sort.n;
  uint32_t* values = nullptr;
  if (splitValues(config)) {
    const FencedRange& range = arguments.add("values", std::size_t{sort.n} * 4);
    values = range.words;
    std::ranges::copy(before.values, values);
    info.payload = range.range;
  }
  VkDeviceSize state_bytes = config.mode == Mode::indirect ? vksort::kStateBytes : 0;
  if (config.mode == Mode::indirect) {
    const FencedRange& count = arguments.add("the count", 4);
    count.words[0] = sort.found;
    call.count = {count.range.buffer, count.range.offset};
  } else if (config.mode == Mode::segments) {
    const auto segments = static_cast<uint32_t>(sort.table.size());
    const FencedRange& table = arguments.add("the table", sort.table.size() * sizeof(Extent));
    std::memcpy(table.words, sort.table.data(), sort.table.size() * sizeof(Extent));
    call.segments = {table.range.buffer, table.range.offset, segments, 0, {}};
    state_bytes = vksort::segmentStateBytes(segments);
  }
  if (state_bytes != 0) {
    const FencedRange& state = arguments.add("the state", state_bytes);
    // What is no segment, and taken for one, lies right behind the range.
    std::fill_n(state.words, state_bytes / 4, 0u);
    if (config.mode == Mode::segments) std::fill(state.words + 512, state.words + state_bytes / 4, sort.n);
    call.state = state.range;
  }
  if (const VkDeviceSize bytes = config.scratch ? sorter.scratchBytes(sort.n) : 0; bytes != 0) {
    const FencedRange& scratch = arguments.add("the scratch memory", bytes);
    constexpr uint32_t kMany = 1u << 17;  // of whatever what was there before is taken for
    std::fill_n(scratch.words, bytes / 4, kMany);
    info.scratch = scratch.range;
  }
  const gpu::Device& device = rig.device();
  gpu::DescriptorPool sets, generator_sets;
  if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) {
    sets = {device, 1, vksort::kDescriptorsPerSet};
    info.descriptor_set = sets.allocate(sorter.descriptorSetLayout());
  }
  KeySources sources;
  gpu::Buffer source;
  if (config.generator) {
    sources.add(before, sort.n);
    source = {device, sources.words() * VkDeviceSize{4}, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, gpu::Memory::readback};
    sources.fill(source.as<uint32_t>());
    generator_sets = {device, 1, 1};
    info.generator_set = rig.generatorSet(generator_sets, sources.range(source.handle(), 0));
  }
  Outside outside = arguments.run([&](VkCommandBuffer cmd) { REQUIRE(record(sorter, cmd, config, call).ok()); });
  if (config.generator) {
    const std::size_t stray = sources.strayCalls(source.as<uint32_t>());
    outside.pages += static_cast<uint32_t>(stray);
    if (stray > 0) outside.where += " what loadKey() reads";
  }
  if (!checked) return outside;
  Elements after = before;
  getKeys(config, keys.words, after);
  if (values) std::copy_n(values, sort.n, after.values.begin());
  checkResult(config, sort, before, after);
  return outside;
}

Outside outsideOf(Rig& rig, const vksort::Verifier& verifier, const Config& config, uint32_t n, Side side) {
  const Elements elements = generate(config, {n, Keys::random, Payload::random, nextSeed()});
  Arguments arguments(rig, side);
  const FencedRange& keys = arguments.add("keys", std::size_t{n} * keyWords(config) * 4);
  putKeys(config, elements, keys.words);
  vksort::VerifyInfo info;
  info.ordering = orderingOf(config);
  info.keys = keys.range;
  info.count = n;
  if (splitValues(config)) {
    const FencedRange& values = arguments.add("values", std::size_t{n} * 4);
    std::ranges::copy(elements.values, values.words);
    info.payload = values.range;
  }
  info.result = arguments.add("the result", sizeof(vksort::VerifyResult)).range;
  gpu::DescriptorPool sets;
  if (verifier.descriptorSetLayout() != VK_NULL_HANDLE) {
    sets = {rig.device(), 1, vksort::kVerifyDescriptorsPerSet};
    info.descriptor_set = sets.allocate(verifier.descriptorSetLayout());
  }
  return arguments.run([&](VkCommandBuffer cmd) { REQUIRE(verifier.record(cmd, info).ok()); });
}

std::vector<FencedSort> partialSorts(const vksort::KernelSizes& shape, const Config& config) {
  const uint32_t tile = 1u << shape.tile_log2, tiny = 1u << shape.tiny_log2;
  const bool segments = config.mode == Mode::segments;
  // The largest one takes every kernel: its last stages have more strides than one global pass.
  std::vector<uint32_t> sizes = {2, 3, 31};
  for (const uint32_t eighths : {1u, 2u, 4u, 8u, 16u, 72u, 512u}) sizes.push_back(tile * eighths / 8 + 1);
  for (const uint32_t halves : {2u, 4u, 5u, 8u}) sizes.push_back(tile * halves / 2 - (halves == 5 ? 0 : 1));
  for (const uint32_t log2 : {shape.small_log2, shape.medium_log2, shape.large_log2})
    if (log2 != 0) sizes.push_back((1u << log2) - 1);
  if (segments) sizes.insert(sizes.end(), {1u, tiny - 1, tiny + 1});
  std::vector<FencedSort> sorts;
  for (const uint32_t n : sizes) {
    sorts.push_back({.n = n});
    if (config.mode == Mode::indirect) sorts.push_back({.n = n, .found = n / 2 + 1});
    if (!segments) continue;
    // One segment; and one at the end, among others on its side of each limit or not.
    sorts.back().table = {{0, n}};
    FencedSort several;
    for (const uint32_t count : {n, 3u, tiny, n, tile / 2 + 3, n}) {
      several.table.push_back({several.n, count});
      several.n += count;
    }
    if (n % 2 == 0) std::ranges::reverse(several.table);
    sorts.push_back(several);
  }
  return sorts;
}

}  // namespace test

#endif
