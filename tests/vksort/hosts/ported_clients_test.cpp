// Hosts that were ported to vksort: a splat viewer, a tile splatter and an LBVH builder. Each has one barrier before
// the sort and one after it.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "support/check/conform.h"
#include "support/check/recorded_modes.h"
#include "support/device/call.h"
#include "support/devices.h"

namespace test {
namespace {
namespace ported {

constexpr VkBufferUsageFlags kOnDevice = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT |
                                         VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

// Words of the host. The copies stand for the passes that write them and read them on the GPU.
struct Words {
  Words(const gpu::Device& of, std::size_t count)
      : device(&of),
        on_device(of, count * 4, kOnDevice),
        on_host(of, count * 4, VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT,
                gpu::Memory::readback) {}

  vksort::Range range() const { return {on_device.handle(), 0, on_device.size()}; }
  void set(std::span<const uint32_t> words) const {
    std::ranges::copy(words, on_host.as<uint32_t>().begin());
    on_host.flush();
  }
  std::vector<uint32_t> get() const {
    on_host.invalidate();
    const auto words = on_host.as<uint32_t>();
    return {words.begin(), words.end()};
  }
  void write(VkCommandBuffer cmd) const { copy(cmd, on_host, on_device); }
  void read(VkCommandBuffer cmd) const { copy(cmd, on_device, on_host); }

  const gpu::Device* device;
  gpu::Buffer on_device, on_host;

 private:
  void copy(VkCommandBuffer cmd, const gpu::Buffer& from, const gpu::Buffer& to) const {
    const VkBufferCopy whole{0, 0, from.size()};
    device->vk.vkCmdCopyBuffer(cmd, from.handle(), to.handle(), 1, &whole);
  }
};

enum class Wait : uint8_t { none, before, after };

// The barriers of a host, but for the one that a case takes away.
struct Waits {
  const gpu::Device& device;
  Wait taken_away = Wait::none;

  void before(VkCommandBuffer cmd, vksort::Access from) const {
    if (taken_away != Wait::before) memoryBarrier(device, cmd, from, vksort::kBefore);
  }
  void after(VkCommandBuffer cmd, vksort::Access to) const {
    if (taken_away != Wait::after) memoryBarrier(device, cmd, vksort::kAfter, to);
  }
};

// A Sorter and its scratch memory.
struct Sorting {
  Sorting(Rig& rig, vksort::SorterInfo info, uint32_t max_count) : device(&rig.device()) {
    info.device = {hookedInstanceProcAddr,           device->instance(), device->physical(), device->handle(),
                   device->properties().api_version, rig.features()};
    HookScope hooks;
    hooks.faults.makes_lazily = true;
    const char* reason = "";
    if (vksort::Sorter::create(info, sorter, &reason) != VK_SUCCESS) throw gpu::Error(reason);
    scratch = gpu::Buffer(*device, sorter.scratchBytes(max_count), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  }
  // Another one for each recording in flight; null with push descriptors.
  VkDescriptorSet makeSet() {
    if (sorter.descriptorSetLayout() == VK_NULL_HANDLE) return VK_NULL_HANDLE;
    return pools.emplace_back(*device, 1, vksort::kDescriptorsPerSet).allocate(sorter.descriptorSetLayout());
  }
  vksort::Range scratchRange() const { return {scratch.handle(), 0, scratch.size()}; }

  const gpu::Device* device;
  vksort::Sorter sorter;
  gpu::Buffer scratch;
  std::vector<gpu::DescriptorPool> pools;
};

// A splat viewer. Each frame a pass culls splats. It writes the depths and numbers of the splats in sight, and their
// count. Frames in flight have elements of their own, and share the scratch memory and the state.
struct SplatViewer {
  static constexpr uint32_t kMaxSplats = 20'000, kFramesInFlight = 3;
  static constexpr Config kConfig{.key_type = vksort::KeyType::f32,
                                  .order = vksort::Order::descending,
                                  .mode = Mode::indirect,
                                  .payload = vksort::Payload::u32};
  // Culling, and the sort of the frame before, which uses the same scratch memory and state.
  static constexpr vksort::Access kBeforeSort = {kCopyWrite.stages | vksort::kAfter.stages,
                                                 kCopyWrite.access | vksort::kAfter.access};

  explicit SplatViewer(Rig& rig)
      : sorting(rig, {.payload = vksort::Payload::u32, .max_count = kMaxSplats}, kMaxSplats),
        state(rig.device(), vksort::kStateBytes, kOnDevice) {}

  struct Frame {
    Words depths, splats, count;
    VkDescriptorSet set;
  };
  Frame makeFrame() {
    const gpu::Device& device = *sorting.device;
    return {{device, kMaxSplats}, {device, kMaxSplats}, {device, 1}, sorting.makeSet()};
  }
  Call callOf(const Frame& frame) const {
    Call call;
    call.sort.keys = frame.depths.range();
    call.sort.payload = frame.splats.range();
    call.sort.count = kMaxSplats;
    call.sort.key_type = vksort::KeyType::f32;
    call.sort.order = vksort::Order::descending;
    call.sort.scratch = sorting.scratchRange();
    call.sort.descriptor_set = frame.set;
    call.count = {frame.count.on_device.handle(), 0};
    call.state = {state.handle(), 0, state.size()};
    return call;
  }
  void record(VkCommandBuffer cmd, const Frame& frame, const Waits& waits) const {
    for (const Words* each : {&frame.depths, &frame.splats, &frame.count}) each->write(cmd);
    waits.before(cmd, kBeforeSort);
    const Call call = callOf(frame);
    REQUIRE(vksort::recordIndirect(sorting.sorter, cmd, call.sort, {call.count, call.state}).ok());
    waits.after(cmd, kCopyRead);
    for (const Words* each : {&frame.depths, &frame.splats}) each->read(cmd);
    memoryBarrier(*sorting.device, cmd, kCopyWrite, kHostRead);
  }

  Sorting sorting;
  gpu::Buffer state;
};

// The splats of a frame, and the order that they must come out in.
struct Splats {
  std::vector<uint32_t> depths, splats;
  uint32_t visible = 0;

  // Behind the splats in sight there are those of frames before.
  void cull(const SplatViewer::Frame& frame, uint32_t in_sight, Random& random) {
    visible = in_sight;
    depths.resize(SplatViewer::kMaxSplats);
    splats.resize(SplatViewer::kMaxSplats);
    for (uint32_t& depth : depths) depth = std::bit_cast<uint32_t>(0.25f * static_cast<float>(random.next() % 1000));
    for (uint32_t& splat : splats) splat = random.next();
    frame.depths.set(depths);
    frame.splats.set(splats);
    frame.count.set({&visible, 1});
  }
  // Back to front. Splats of the same depth are as culling left them.
  void check(const SplatViewer::Frame& frame) const {
    std::vector<uint32_t> order(depths.size());
    std::iota(order.begin(), order.end(), 0u);
    const auto end = order.begin() + std::min(visible, SplatViewer::kMaxSplats);
    std::stable_sort(order.begin(), end, [this](uint32_t a, uint32_t b) {
      return std::bit_cast<float>(depths[a]) > std::bit_cast<float>(depths[b]);
    });
    const std::vector<uint32_t> got_depths = frame.depths.get(), got_splats = frame.splats.get();
    uint32_t wrong = 0;
    for (std::size_t i = 0; i < order.size(); ++i)
      wrong += got_depths[i] != depths[order[i]] || got_splats[i] != splats[order[i]];
    CHECK(wrong == 0);
  }
};

// A tile splatter. Keys are {tile, depth} with the depth in the low word. Payloads are the numbers of splats.
struct TileSplatter {
  static constexpr uint32_t kCount = 15'003, kTiles = 1200, kTileBits = 11;
  static constexpr Config kConfig{
      .key_type = vksort::KeyType::u64, .bit_count = 32 + kTileBits, .payload = vksort::Payload::u32};

  explicit TileSplatter(Rig& rig)
      : sorting(rig,
                {.key_bits = 64,
                 .payload = vksort::Payload::u32,
                 .scratch = vksort::Scratch::required,
                 .max_count = kCount},
                kCount),
        keys(rig.device(), 2 * kCount),
        splats(rig.device(), kCount),
        set(sorting.makeSet()) {}

  Call callOf() const {
    Call call;
    call.sort.keys = keys.range();
    call.sort.payload = splats.range();
    call.sort.count = kCount;
    call.sort.key_type = vksort::KeyType::u64;
    call.sort.significant_bits = {0, 32 + kTileBits};
    call.sort.scratch = sorting.scratchRange();
    call.sort.descriptor_set = set;
    return call;
  }
  void record(VkCommandBuffer cmd, const Waits& waits) const {
    keys.write(cmd);
    splats.write(cmd);
    waits.before(cmd, kCopyWrite);
    REQUIRE(sorting.sorter.record(cmd, callOf().sort).ok());
    waits.after(cmd, kCopyRead);
    keys.read(cmd);
    splats.read(cmd);
    memoryBarrier(*sorting.device, cmd, kCopyWrite, kHostRead);
  }

  Sorting sorting;
  Words keys, splats;
  VkDescriptorSet set;
};

// The splats of all tiles.
struct Overlaps {
  struct Overlap {
    uint64_t key;
    uint32_t splat;
  };
  std::vector<Overlap> list;

  Overlaps(const TileSplatter& host, Random& random) {
    std::vector<uint32_t> keys, splats;
    for (uint32_t i = 0; i < TileSplatter::kCount; ++i) {
      const uint32_t depth = std::bit_cast<uint32_t>(1.0f + static_cast<float>(random.next() % 64));
      const uint32_t tile = random.next() % TileSplatter::kTiles, splat = random.next() % 4096;
      list.push_back({uint64_t{tile} << 32 | depth, splat});
      keys.insert(keys.end(), {depth, tile});
      splats.push_back(splat);
    }
    host.keys.set(keys);
    host.splats.set(splats);
  }
  // By tile, and front to back.
  void check(const TileSplatter& host) const {
    std::vector<Overlap> wanted = list;
    std::ranges::stable_sort(wanted, {}, &Overlap::key);
    const std::vector<uint32_t> keys = host.keys.get(), splats = host.splats.get();
    uint32_t wrong = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i)
      wrong += (uint64_t{keys[2 * i + 1]} << 32 | keys[2 * i]) != wanted[i].key || splats[i] != wanted[i].splat;
    CHECK(wrong == 0);
  }
};

// An LBVH builder. Elements are {Morton code, number of the triangle}. Codes have 30 bits.
struct LbvhBuilder {
  static constexpr uint32_t kCount = 17'001;
  static constexpr Config kConfig{.bit_count = 30, .payload = vksort::Payload::interleaved};

  explicit LbvhBuilder(Rig& rig)
      : sorting(rig, {.payload = vksort::Payload::interleaved}, kCount),
        leaves(rig.device(), 2 * kCount),
        set(sorting.makeSet()) {}

  Call callOf() const {
    Call call;
    call.sort.keys = leaves.range();
    call.sort.count = kCount;
    call.sort.significant_bits = {0, 30};
    call.sort.scratch = sorting.scratchRange();
    call.sort.descriptor_set = set;
    return call;
  }
  void record(VkCommandBuffer cmd, const Waits& waits) const {
    leaves.write(cmd);
    waits.before(cmd, kCopyWrite);
    REQUIRE(sorting.sorter.record(cmd, callOf().sort).ok());
    waits.after(cmd, kCopyRead);
    leaves.read(cmd);
    memoryBarrier(*sorting.device, cmd, kCopyWrite, kHostRead);
  }

  Sorting sorting;
  Words leaves;
  VkDescriptorSet set;
};

// The leaves of a tree. Many triangles are in the same cell.
struct Leaves {
  struct Leaf {
    uint32_t code, triangle;
  };
  std::vector<Leaf> list;

  // Every 10 bits are a coordinate.
  static uint32_t mortonCode(const uint32_t (&cell)[3]) {
    uint32_t code = 0;
    for (uint32_t bit = 0; bit < 30; ++bit) code |= (cell[bit % 3] >> bit / 3 & 1) << bit;
    return code;
  }
  Leaves(const LbvhBuilder& host, Random& random) {
    std::vector<uint32_t> words;
    for (uint32_t i = 0; i < LbvhBuilder::kCount; ++i) {
      list.push_back({mortonCode({random.next() % 16 * 64, random.next() % 16 * 64, random.next() % 11}), i});
      words.insert(words.end(), {list.back().code, i});
    }
    host.leaves.set(words);
  }
  // By code. Triangles with the same code keep their order.
  void check(const LbvhBuilder& host) const {
    std::vector<Leaf> wanted = list;
    std::ranges::stable_sort(wanted, {}, &Leaf::code);
    const std::vector<uint32_t> words = host.leaves.get();
    uint32_t wrong = 0;
    for (std::size_t i = 0; i < wanted.size(); ++i)
      wrong += words[2 * i] != wanted[i].code || words[2 * i + 1] != wanted[i].triangle;
    CHECK(wrong == 0);
  }
};

// A host's recording, for the checks of its barriers.
struct Recording {
  std::string name;
  const vksort::Sorter& sorter;
  Config config;
  Call call;
  std::vector<Role> written, read;  // by the host, before and after the sort
  uint32_t frames_in_flight;        // they share the scratch memory and the state
  vksort::Access before;            // what the barrier before the sort waits for
  std::function<void(VkCommandBuffer, const Waits&)> record;
};

// The oracle looks at pairs of uses. The sort is between the two transfers.
Moment transferOf(const std::vector<Role>& roles, vksort::Access access) {
  constexpr uint32_t kTransfers = 99;
  Moment moment;
  for (const Role role : roles) {
    const auto byte = static_cast<VkDeviceSize>(role);
    moment.uses.push_back({0, byte, byte + 1, access, role, kTransfers});
  }
  return moment;
}

uint32_t hazardsOf(Rig& rig, const Recording& host, Wait taken_away, vksort::Access before) {
  const std::vector<Moment> sort = momentsOf(recordMode(rig, host.sorter, host.config, host.call), 0);
  std::vector<Moment> moments;
  for (uint32_t frame = 1; frame <= host.frames_in_flight; ++frame) {
    std::vector<Moment> around = {transferOf(host.written, kCopyWrite)};
    if (taken_away != Wait::before) around.push_back({{}, before, vksort::kBefore});
    around.insert(around.end(), sort.begin(), sort.end());
    if (taken_away != Wait::after) around.push_back({{}, vksort::kAfter, kCopyRead});
    around.push_back(transferOf(host.read, kCopyRead));
    for (Moment& moment : around) {
      for (Use& use : moment.uses)
        if (use.role != Role::scratch && use.role != Role::state) use.memory = frame;
      moments.push_back(std::move(moment));
    }
  }
  return hazards(moments);
}

// Validation messages about the host's recording.
std::size_t messagesOf(Rig& rig, const Recording& host, Wait taken_away) {
  const gpu::Device& device = rig.device();
  gpu::CommandPool pool(device);
  const VkCommandBuffer cmd = pool.allocate();
  gpu::begin(device, cmd);
  host.record(cmd, {device, taken_away});
  REQUIRE(device.vk.vkEndCommandBuffer(cmd) == VK_SUCCESS);
  return takeValidationMessages();
}

void expectBothBarriersNeeded(Rig& rig, const Recording& host) {
  INFO(host.name);
  CHECK(hazardsOf(rig, host, Wait::none, host.before) == 0);
  CHECK(hazardsOf(rig, host, Wait::before, host.before) > 0);
  CHECK(hazardsOf(rig, host, Wait::after, host.before) > 0);
  // Frames in flight must wait for the sort of the frame before, too.
  CHECK((hazardsOf(rig, host, Wait::none, kCopyWrite) > 0) == (host.frames_in_flight > 1));
  if (!validationWanted() || !instance().looksAtShaders()) return;
  instance().messages().setPrinting(false);
  CHECK(messagesOf(rig, host, Wait::none) == 0);
  CHECK(messagesOf(rig, host, Wait::before) > 0);
  CHECK(messagesOf(rig, host, Wait::after) > 0);
  instance().messages().setPrinting(true);
}

}  // namespace ported
}  // namespace

// The host waits for a frame when it is about to record the third one after it. Only the GPU reads the count.
TEST_CASE("a_splat_viewer_sorts_what_culling_left_with_three_frames_in_flight" * doctest::test_suite("one width")) {
  using ported::SplatViewer;
  constexpr uint32_t kSlots = SplatViewer::kFramesInFlight, kMax = SplatViewer::kMaxSplats;
  constexpr uint32_t kVisible[] = {1000, kMax, 0, 12'345, 1, kMax + 7, 2049, 64};
  onEveryDevice([&](Rig& rig) {
    const gpu::Device& device = rig.device();
    SplatViewer viewer(rig);
    Random random(nextSeed());
    std::vector<SplatViewer::Frame> frames;
    std::vector<ported::Splats> splats(kSlots);
    std::vector<gpu::CommandPool> pools;
    std::vector<gpu::Owned<VkFence>> fences;
    for (uint32_t i = 0; i < kSlots; ++i) {
      frames.push_back(viewer.makeFrame());
      pools.emplace_back(device);
      fences.push_back(gpu::createFence(device));
    }
    for (std::size_t i = 0; i < std::size(kVisible); ++i) {
      const std::size_t slot = i % kSlots;
      const VkFence fence = fences[slot].get();
      if (i >= kSlots) {
        REQUIRE(device.vk.vkWaitForFences(device.handle(), 1, &fence, VK_TRUE, 60'000'000'000) == VK_SUCCESS);
        REQUIRE(device.vk.vkResetFences(device.handle(), 1, &fence) == VK_SUCCESS);
        splats[slot].check(frames[slot]);
        pools[slot].reset();
      }
      splats[slot].cull(frames[slot], kVisible[i], random);
      const VkCommandBuffer cmd = pools[slot].allocate();
      gpu::begin(device, cmd);
      viewer.record(cmd, frames[slot], {device});
      REQUIRE(device.vk.vkEndCommandBuffer(cmd) == VK_SUCCESS);
      VkSubmitInfo info{};
      info.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
      info.commandBufferCount = 1;
      info.pCommandBuffers = &cmd;
      REQUIRE(device.vk.vkQueueSubmit(device.queue(), 1, &info, fence) == VK_SUCCESS);
    }
    device.waitIdle();
    for (uint32_t i = 0; i < kSlots; ++i) splats[i].check(frames[i]);
  });
}

TEST_CASE("a_tile_splatter_sorts_tiles_and_depths_with_payloads_in_scratch_memory" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const ported::TileSplatter splatter(rig);
    Random random(nextSeed());
    for (uint32_t frame = 0; frame < 2; ++frame) {
      const ported::Overlaps overlaps(splatter, random);
      gpu::submitAndWait(rig.device(), [&](VkCommandBuffer cmd) { splatter.record(cmd, {rig.device()}); });
      overlaps.check(splatter);
    }
  });
}

TEST_CASE("an_lbvh_builder_sorts_morton_codes_and_keeps_the_order_of_equal_ones" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const ported::LbvhBuilder builder(rig);
    Random random(nextSeed());
    for (uint32_t frame = 0; frame < 2; ++frame) {
      const ported::Leaves leaves(builder, random);
      gpu::submitAndWait(rig.device(), [&](VkCommandBuffer cmd) { builder.record(cmd, {rig.device()}); });
      leaves.check(builder);
    }
  });
}

TEST_CASE("notices_each_barrier_that_a_ported_client_lacks" * doctest::test_suite("one width")) {
  using ported::SplatViewer;
  lookAtShaders();
  onEveryDevice([](Rig& rig) {
    SplatViewer viewer(rig);
    const SplatViewer::Frame frame = viewer.makeFrame();
    const ported::TileSplatter splatter(rig);
    const ported::LbvhBuilder builder(rig);
    const std::vector<Role> keys = {Role::keys}, pairs = {Role::keys, Role::payload};
    const auto recordingOf = [](const auto& host) {
      return [&host](VkCommandBuffer cmd, const ported::Waits& waits) { host.record(cmd, waits); };
    };
    const auto record_frame = [&](VkCommandBuffer cmd, const ported::Waits& waits) {
      viewer.record(cmd, frame, waits);
    };
    ported::expectBothBarriersNeeded(rig, {"splat viewer",
                                           viewer.sorting.sorter,
                                           viewer.kConfig,
                                           viewer.callOf(frame),
                                           {Role::keys, Role::payload, Role::count},
                                           pairs,
                                           viewer.kFramesInFlight,
                                           viewer.kBeforeSort,
                                           record_frame});
    ported::expectBothBarriersNeeded(rig, {"tile splatter", splatter.sorting.sorter, splatter.kConfig,
                                           splatter.callOf(), pairs, pairs, 1, kCopyWrite, recordingOf(splatter)});
    ported::expectBothBarriersNeeded(rig, {"LBVH builder", builder.sorting.sorter, builder.kConfig, builder.callOf(),
                                           keys, keys, 1, kCopyWrite, recordingOf(builder)});
  });
}

}  // namespace test
