#pragma once
#include <cstdint>
#include <glm/glm.hpp>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "gpu/buffer.h"
#include "gpu/descriptors.h"
#include "gpu/pipeline.h"
#include "graph/context.h"
#include "graph/executor.h"

namespace particles {

inline constexpr uint32_t kFramesInFlight = 2;
inline constexpr VkBufferUsageFlags kStorage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;

// The last accesses of the previous frame to a buffer that is kept between frames.
inline constexpr graph::Access kFrameBefore{
    VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_VERTEX_SHADER_BIT |
        VK_PIPELINE_STAGE_TRANSFER_BIT,
    VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT};

class Declaration {
 public:
  graph::Graph graph;

  // `buffer` must outlive the executor.
  graph::BufferHandle import(const std::string& name, const gpu::Buffer& buffer, VkBufferUsageFlags usage = kStorage,
                             graph::Access before = kFrameBefore);
  // `executor` must be created from `graph`.
  void bind(graph::Executor& executor) const;

 private:
  std::vector<std::pair<graph::BufferHandle, VkBuffer>> imported_;
};

inline constexpr uint32_t kMaxCount = 1U << 28U;  // maximum for sorts that use scratch memory

inline bool isSoftware(const gpu::Device& device) {
  return device.properties().core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

// The storage buffers and dispatches of the device limit the number. At least 2^22.
uint32_t maxCountOn(const gpu::Device& device);

// Must outlive every executor of a graph that it is declared in.
class Elements {
 public:
  // `count` must be 1 to maxCountOn().
  Elements(const gpu::Device& device, uint32_t count);

  struct Handles {
    graph::BufferHandle positions;
    graph::BufferHandle indices;
    graph::BufferHandle keys;  // f32 depths, written by Scene::move()
    graph::BufferHandle segments{};
    graph::BufferHandle kept{};  // first extra buffer of a scene, if the scene keeps it between frames
    // DrawArguments of the visible elements, whose indices come first. Empty if all elements are drawn.
    graph::BufferHandle arguments{};
  };
  Handles declare(Declaration& frame) const;

  uint32_t count() const { return count_; }
  const gpu::Buffer& positions() const { return positions_; }
  // The indices in drawing order, followed by the indices of elements that are not drawn.
  const gpu::Buffer& indices() const { return indices_; }

 private:
  uint32_t count_;
  gpu::Buffer positions_;
  gpu::Buffer indices_;
};

// Group g consists of `size` elements starting at g * size. The last group can be smaller.
class GroupPlaces {
 public:
  GroupPlaces() = default;
  GroupPlaces(uint32_t count, uint32_t size) : count_(count), size_(size) {}

  uint32_t groups() const { return (count_ + size_ - 1) / size_; }
  uint32_t size() const { return size_; }
  uint32_t countOf(uint32_t group) const { return group + 1 < groups() ? size_ : count_ - group * size_; }

  // Sorts the groups by dot(row, (at, 1)), farthest first. Equal distances keep their order.
  void arrange(std::span<const glm::vec3> at, const glm::vec4& depth_row);
  std::span<const uint32_t> order() const { return order_; }
  // Returns where the group at `place` in order() starts among all elements in drawing order.
  uint32_t begin(uint32_t place) const;

 private:
  uint32_t count_ = 0;
  uint32_t size_ = 1;
  std::vector<uint32_t> order_;
  uint32_t last_place_ = 0;
};

struct ProgramInfo {
  const char* name = nullptr;
  uint32_t buffers = 0;
  uint32_t push_bytes = 0;
  uint32_t images = 0;
};

struct GraphicsInfo {
  std::span<const uint32_t> vertex;
  std::span<const uint32_t> fragment;
  VkFormat format = VK_FORMAT_UNDEFINED;
  VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  bool blend = false;  // premultiplied alpha
};

class Program {
 public:
  Program() = default;
  Program(const gpu::Device& device, const ProgramInfo& info, std::span<const uint32_t> compute);
  Program(const gpu::Device& device, const ProgramInfo& info, const GraphicsInfo& graphics);

  // Can be called once per frame.
  template <typename Push>
  void use(const graph::PassContext& pass, const std::vector<VkBuffer>& buffers, const Push& push,
           const std::vector<VkImageView>& images = {}) const {
    bind(pass, buffers, images);
    pass.device().vk.vkCmdPushConstants(pass.cmd(), layout_.get(), stages_, 0, sizeof push, &push);
  }
  void bind(const graph::PassContext& pass, const std::vector<VkBuffer>& buffers,
            const std::vector<VkImageView>& images) const;

 private:
  Program(const gpu::Device& device, const ProgramInfo& info, VkPipelineBindPoint point, VkShaderStageFlags stages);

  VkPipelineBindPoint point_ = VK_PIPELINE_BIND_POINT_COMPUTE;
  VkShaderStageFlags stages_ = 0;
  gpu::Owned<VkDescriptorSetLayout> set_layout_;
  gpu::DescriptorPool pool_;
  std::vector<VkDescriptorSet> sets_;  // one per frame; empty without bindings
  gpu::Owned<VkPipelineLayout> layout_;
  gpu::Owned<VkPipeline> pipeline_;
};

void dispatchOver(const graph::PassContext& pass, uint32_t elements);

}  // namespace particles
