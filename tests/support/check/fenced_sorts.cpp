#include "support/check/fenced_sorts.h"

#if defined(__unix__)
#include <doctest/doctest.h>

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <deque>
#include <stdexcept>

#include "cases/record.h"

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

}  // namespace

FencedRange::FencedRange(Rig& rig, std::string of, std::size_t bytes, Side side) : name(std::move(of)) {
  constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;
  const std::size_t page = pageBytes();
  const std::size_t inner = (bytes + page - 1) / page * page;
  buffer = {rig.device(), inner + 4 * kReach + 2 * page, kUsage, gpu::Memory::readback};
  const auto begin = reinterpret_cast<std::uintptr_t>(buffer.bytes().data());
  // Find a page that is at least kReach after the start of its binding.
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
      pages_[pages_count_++] = {part.data(), part.size(), each->name.c_str()};
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
  signal(SIGSEGV, SIG_DFL);  // a fault outside the fences
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

namespace {

cases::Case caseOf(const Config& config, const FencedSort& sort) {
  cases::Case of = emptyCase(config);
  of.sharing = cases::Sharing::none;
  of.gaps = 0;
  if (config.mode == Mode::segments) {
    SegmentSort segments{.table = sort.table, .capacity = sort.n};
    addSegments(of, config, segments);
  } else {
    Input input{sort.n, sort.keys, Payload::random, nextSeed()};
    input.reach = sort.reach;
    Random noise{nextSeed()};
    cases::Step& step = addSort(of, config, generate(config, input), 0, noise);
    step.found = sort.found;
    step.verifies = sort.verifies;
  }
  return of;
}

// Moves the places of the layout into fenced ranges.
class FencedBuffers {
 public:
  FencedBuffers(Rig& rig, cases::Layout& layout, Side side) {
    for (uint32_t i = 0; i < layout.buffers.size(); ++i) {
      const std::string where = whereIs(layout, i, 0);
      add(rig, where.substr(0, where.find(" of ")), layout.buffers[i] * std::size_t{4}, side);
    }
    for (auto* places :
         {&layout.keys, &layout.payloads, &layout.states, &layout.counts, &layout.tables, &layout.results})
      for (cases::Place& place : *places)
        if (place.exists()) place.word = static_cast<uint32_t>(ranges_[place.buffer].range.offset / 4);
    for (std::size_t i = 0; i < layout.buffers.size(); ++i)
      layout.buffers[i] = static_cast<uint32_t>(buffers_[i].size() / 4);
  }

  FencedRange& add(Rig& rig, const std::string& name, std::size_t bytes, Side side) {
    FencedRange& made = ranges_.emplace_back(rig, name, bytes, side);
    buffers_.push_back(std::move(made.buffer));
    return made;
  }
  const std::vector<gpu::Buffer>& buffers() const { return buffers_; }
  std::vector<const FencedRange*> ranges() const {
    std::vector<const FencedRange*> all;
    for (const FencedRange& each : ranges_) all.push_back(&each);
    return all;
  }

 private:
  std::deque<FencedRange> ranges_;
  std::vector<gpu::Buffer> buffers_;
};

}  // namespace

Outside outsideOf(Rig& rig, const vksort::Sorter& sorter, const Config& config, const FencedSort& sort, Side side,
                  bool checked) {
  const cases::Case of = caseOf(config, sort);
  cases::Layout layout = layOut(of);
  FencedBuffers fenced(rig, layout, side);
  const cases::Expected expected = expect(of, layout);
  REQUIRE(expected.broken == "");
  for (std::size_t i = 0; i < expected.before.size(); ++i)
    std::ranges::copy(expected.before[i], fenced.buffers()[i].as<uint32_t>().begin());
  MockVulkan mock(ofCoarseDevice({}));  // for the verifier
  cases::Gpu gpu(rig.device(), mockInstanceProcAddr);
  gpu.lend(of.pool.front(), sorter);
  if (sort.verifies) gpu.verifier(config.push_descriptor);
  vksort::Range scratch{};
  if (const VkDeviceSize bytes = scratchBytes(gpu, of); bytes != 0) {
    const FencedRange& range = fenced.add(rig, "scratch memory", bytes, side);
    constexpr uint32_t kMany = 1u << 17;
    std::fill_n(range.words, bytes / 4, kMany);
    scratch = range.range;
  }
  for (const gpu::Buffer& each : fenced.buffers()) mock.faults.widen.push_back({each.handle(), each.size(), true});
  cases::Recorder recorder(gpu, of, layout, fenced.buffers(), scratch);
  const std::vector<VkCommandBuffer> frames = {recorder.record(0)};
  REQUIRE(recorder.complaint() == "");
  Outside outside;
  {
    const Fence fence(fenced.ranges());
    submitAll(rig.device(), of, frames);
    outside = {Fence::count(), Fence::touched()};
  }
  if (!checked) return outside;
  cases::Images after;
  for (std::size_t i = 0; i < expected.before.size(); ++i) {
    fenced.buffers()[i].invalidate();
    const auto words = fenced.buffers()[i].as<uint32_t>();
    after.emplace_back(words.begin(), words.end());
  }
  CHECK(compare(of, layout, expected, after) == "");
  return outside;
}

std::vector<FencedSort> partialSorts(const vksort::KernelSizes& shape, const Config& config) {
  const uint32_t tile = 1u << shape.tile_log2, tiny = 1u << shape.tiny_log2;
  const bool segments = config.mode == Mode::segments;
  // The largest sort uses every kernel, because its last stages have more strides than one global pass.
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
    // Sort a single segment, then the same one among others that partly use another method.
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
