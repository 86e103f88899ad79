// A command buffer can be submitted again with another count or table, although state and scratch memory contain old
// data.
#include <doctest/doctest.h>

#include <algorithm>
#include <span>

#include "gpu/commands.h"
#include "support/check/segment_check.h"
#include "support/device/call.h"

namespace test {
namespace {

constexpr uint32_t kCapacity = 20'001;
constexpr uint32_t kSegments = 40;
constexpr VkDeviceSize kSource = 4, kState = 4096;  // byte offsets in arena 2

class Recording {
 public:
  Recording(Rig& rig, const Config& config) : rig_(rig), config_(config), pool_(rig.device()), cmd_(pool_.allocate()) {
    const vksort::Sorter& sorter = rig.sorter(config);
    const Call call = callOf(sorter);
    const gpu::Device& device = rig.device();
    VkCommandBufferBeginInfo many_times{};
    many_times.sType = VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO;
    REQUIRE(device.vk.vkBeginCommandBuffer(cmd_, &many_times) == VK_SUCCESS);
    gpu::fullBarrier(device, cmd_);
    REQUIRE(record(sorter, cmd_, config, call).ok());
    gpu::fullBarrier(device, cmd_);
    REQUIRE(device.vk.vkEndCommandBuffer(cmd_) == VK_SUCCESS);
  }

  Elements submit(const Elements& before, std::span<const std::byte> source) const {
    const gpu::Device& device = rig_.device();
    std::vector<uint32_t> keys(kCapacity);
    putKeys(config_, before, keys.data());
    gpu::upload(device, rig_.arena(0, 0).device, std::as_bytes(std::span(keys)));
    gpu::upload(device, rig_.arena(1, 0).device, std::as_bytes(std::span(before.values)));
    gpu::upload(device, rig_.arena(2, 0).device, source, kSource);
    VkSubmitInfo submit{};
    submit.sType = VK_STRUCTURE_TYPE_SUBMIT_INFO;
    submit.commandBufferCount = 1;
    submit.pCommandBuffers = &cmd_;
    REQUIRE(device.vk.vkQueueSubmit(device.queue(), 1, &submit, VK_NULL_HANDLE) == VK_SUCCESS);
    device.waitIdle();
    Elements after = before;
    getKeys(config_, wordsOf(0).data(), after);
    after.values = wordsOf(1);
    return after;
  }

 private:
  Call callOf(const vksort::Sorter& sorter) {
    Call call;
    setOrder(config_, call.sort);
    call.sort.keys = {rig_.arena(0, 0).device.handle(), 0, kCapacity * 4};
    call.sort.payload = {rig_.arena(1, 0).device.handle(), 0, kCapacity * 4};
    call.sort.count = kCapacity;
    const VkBuffer source = rig_.arena(2, 0).device.handle();
    const bool segmented = config_.mode == Mode::segments;
    call.segments = {source, kSource, kSegments, 0};
    call.count = {source, kSource};
    call.work = {source, kState, segmented ? VKSORT_SEGMENT_WORK_BYTES(kSegments) : VKSORT_WORK_BYTES};
    const VkDeviceSize scratch = segmented ? sorter.scratchBytes(kCapacity, kSegments) : sorter.scratchBytes(kCapacity);
    REQUIRE((scratch > 0) == config_.scratch);
    if (config_.scratch) call.sort.scratch = {rig_.arena(4, 0).device.handle(), 4, scratch};
    if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) {
      sets_ = {rig_.device(), 1, VKSORT_DESCRIPTORS_PER_SET};
      call.sort.descriptor_set = sets_.allocate(sorter.descriptorSetLayout());
    }
    return call;
  }

  std::vector<uint32_t> wordsOf(uint32_t arena) const {
    const std::vector<std::byte> bytes =
        gpu::download(rig_.device(), rig_.arena(arena, 0).device.handle(), kCapacity * 4);
    const auto* words = reinterpret_cast<const uint32_t*>(bytes.data());
    return {words, words + kCapacity};
  }

  Rig& rig_;
  Config config_;
  gpu::CommandPool pool_;
  gpu::DescriptorPool sets_;
  VkCommandBuffer cmd_;
};

Elements part(const Elements& all, uint32_t first, uint32_t count) {
  return {{all.keys.begin() + first, all.keys.begin() + first + count},
          {all.values.begin() + first, all.values.begin() + first + count}};
}

// All elements outside the segments must be unchanged.
void expectSorted(const Config& config, const Elements& before, const Elements& after,
                  std::span<const Extent> segments) {
  Elements rest = after;
  for (const auto& [first, count] : segments) {
    INFO(count << " elements from " << first << " on");
    CHECK(explainWrong(config, part(before, first, count), part(after, first, count)) == "");
    std::copy_n(before.keys.begin() + first, count, rest.keys.begin() + first);
    std::copy_n(before.values.begin() + first, count, rest.values.begin() + first);
  }
  CHECK((rest.keys == before.keys && rest.values == before.values));
}

Elements elementsFor(const Config& config) {
  return generate(config, {kCapacity, Keys::entropy_3, Payload::index, nextSeed()});
}

}  // namespace

TEST_CASE("sorts_another_count_at_each_execution_of_one_command_buffer" * doctest::test_suite("one width")) {
  constexpr Config kConfigs[] = {
      {.mode = Mode::indirect, .payload = kU32, .ties = kByValue},
      {.mode = Mode::indirect, .payload = kU32, .ties = kByValue, .push_descriptor = false},
      {.mode = Mode::indirect, .payload = kU32, .scratch = true},
      {.mode = Mode::indirect, .payload = kU32, .scratch = true, .portable = true},
      {.mode = Mode::indirect, .payload = kU32, .ties = kByValue, .scratch = true, .rank = true},
  };
  for (const Config& config : kConfigs) {
    INFO(describe(config));
    onEveryDevice([&](Rig& rig) {
      const Recording recording(rig, config);
      for (const uint32_t found : {kCapacity, 3u, 15'000u, 0u, 0xffffffffu, 1'025u, 12'000u}) {
        INFO("the GPU finds " << found);
        const Elements before = elementsFor(config);
        const Elements after = recording.submit(before, std::as_bytes(std::span(&found, 1)));
        const Extent sorted{0, std::min(found, kCapacity)};
        expectSorted(config, before, after, {&sorted, 1});
      }
    });
  }
}

TEST_CASE("sorts_other_segments_at_each_execution_of_one_command_buffer" * doctest::test_suite("one width")) {
  constexpr Config kConfigs[] = {{.payload = kU32, .ties = kByValue},
                                 {.payload = kU32, .scratch = true},
                                 {.payload = kU32, .scratch = true, .portable = true}};
  for (const Config& layout : kConfigs) {
    const Config config = segmented(layout);
    onEveryDevice([&](Rig& rig) {
      const Recording recording(rig, config);
      std::vector<uint32_t> one_large(kSegments, 3), all_sizes(kSegments);
      one_large[0] = kCapacity - 1000;
      for (uint32_t i = 0; i < kSegments; ++i) all_sizes[i] = i * i * 3 / 4;
      for (const std::vector<uint32_t>& counts :
           {one_large, std::vector<uint32_t>(kSegments, 400), std::vector<uint32_t>(kSegments, 0), all_sizes,
            std::vector<uint32_t>(kSegments, 5), one_large}) {
        const SegmentSort sort = placedSegments(counts, nextSeed());
        REQUIRE(sort.capacity <= kCapacity);
        const Elements before = elementsFor(config);
        const Elements after = recording.submit(before, std::as_bytes(std::span(sort.table)));
        expectSorted(config, before, after, sort.table);
      }
    });
  }
}

}  // namespace test
