// A Sorter, a Toolkit, passes of the application, and random contents, which all recipes share.
#pragma once
#include <algorithm>
#include <numeric>
#include <random>

#include "copy_comp.spv.h"
#include "hosts/pages.h"

namespace host {

using Words = std::vector<uint32_t>;
constexpr uint32_t kMaxCount = 80'000;
constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

inline Words randomWords(uint32_t count, uint32_t limit) {
  std::mt19937 random(count + limit);
  Words words(count);
  for (uint32_t& word : words) word = static_cast<uint32_t>(random()) % limit;
  return words;
}
inline std::vector<float> randomFloats(uint32_t count, uint32_t limit) {
  const Words words = randomWords(count, limit);
  return {words.begin(), words.end()};
}
inline Words iota(uint32_t count) {
  Words words(count);
  std::iota(words.begin(), words.end(), 0u);
  return words;
}

class Recipe {
 public:
  explicit Recipe(Gpu& gpu, vksort::SorterInfo info = {}) : gpu_(gpu) {
    const vksort::Device device = nodes::deviceOf(gpu.device());
    info.device = device;
    info.max_count = kMaxCount;
    gpu::check(vksort::Sorter::create(info, sorter), "vksort::Sorter::create");
    gpu::check(vksort::Toolkit::create({.device = device}, toolkit), "vksort::Toolkit::create");
  }

  vksort::Range words(uint32_t count, VkBufferUsageFlags usage = kStorage) const {
    return gpu_.allocate(VkDeviceSize{4} * count, usage);
  }
  vksort::Range scratch(uint32_t count) const { return gpu_.allocate(sorter.scratchBytes(count), kStorage); }

  // Returns a function that records a pass with the bindings `ranges`.
  template <typename Constants>
  auto pass(std::span<const uint32_t> code, const std::vector<vksort::Range>& ranges, uint32_t count,
            const Constants& constants) {
    passes_.push_back(gpu_.pass(ranges, {sizeof constants}, code));
    return [&pass = passes_.back(), count, constants](VkCommandBuffer cmd) {
      vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pass.pipeline.get());
      vkCmdBindDescriptorSets(cmd, VK_PIPELINE_BIND_POINT_COMPUTE, pass.layout.get(), 0, 1, &pass.set, 0, nullptr);
      vkCmdPushConstants(cmd, pass.layout.get(), VK_SHADER_STAGE_COMPUTE_BIT, 0, sizeof constants, &constants);
      vkCmdDispatch(cmd, (count + 63) / 64, 1, 1);
    };
  }
  auto copy(const vksort::Range& from, const vksort::Range& to) {
    return pass(copy_comp, {from, to}, static_cast<uint32_t>(to.size / 4), uint32_t{0});
  }

  template <typename Record>
  void run(const Record& record, int frames = 2) const {
    gpu_.flush();
    for (int i = 0; i < frames; ++i)
      gpu_.submit([&](VkCommandBuffer cmd) {
        record(cmd);
        if (i + 1 == frames) toHost(cmd);
      });
    gpu_.wait();
  }
  static void check(const vksort::RecordStatus& status) {
    if (!status.ok()) throw gpu::Error(vksort::describe(status).text);
  }
  bool isEqual(const vksort::Range& range, const Words& expected) const {
    const std::span<const uint32_t> words = gpu_.at<uint32_t>(range.buffer);
    return words.size() >= expected.size() && std::equal(expected.begin(), expected.end(), words.begin());
  }

  vksort::Sorter sorter;
  vksort::Toolkit toolkit;

 private:
  Gpu& gpu_;
  std::deque<Pass> passes_;
};

}  // namespace host
