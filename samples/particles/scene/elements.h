// What simulation, sort and drawing share: elements and their groups, the declaration of a frame, and its programs.
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

// What the frame before did last with a buffer that is kept from frame to frame.
inline constexpr graph::Access kFrameBefore{
    VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_VERTEX_SHADER_BIT |
        VK_PIPELINE_STAGE_TRANSFER_BIT,
    VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT};

// The graph of a frame while its passes are being declared. Remembers the buffers that the graph was given, so that its
// executor gets them too.
class Declaration {
 public:
  graph::Graph graph;

  // A buffer that outlives the executor; `before` as in Graph::importBuffer().
  graph::BufferHandle import(const std::string& name, const gpu::Buffer& buffer, VkBufferUsageFlags usage = kStorage,
                             graph::Access before = kFrameBefore);
  // `executor` must be of this graph.
  void bind(graph::Executor& executor) const;

 private:
  std::vector<std::pair<graph::BufferHandle, VkBuffer>> imported_;
};

inline constexpr uint32_t kMaxCount = 1U << 28U;  // that are sorted in scratch memory

inline bool isSoftware(const gpu::Device& device) {
  return device.properties().core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
}

// As many as the largest storage range and grid of the device take: 4 MiB of them at least.
uint32_t maxCountOn(const gpu::Device& device);

// Must outlive every executor of a graph it was declared in.
class Elements {
 public:
  // 1 to maxCountOn() of them. Errors: gpu::Error out of memory.
  Elements(const gpu::Device& device, uint32_t count);

  // In one graph.
  struct Handles {
    graph::BufferHandle positions;
    graph::BufferHandle indices;
    graph::BufferHandle keys;        // f32 depths; written by Scene::move()
    graph::BufferHandle segments{};  // DepthSort::addSegments(), or empty
    graph::BufferHandle kept{};      // first extra buffer of a scene that keeps it between frames
    // DrawArguments of the visible elements, which are the first of the indices. Empty if all are drawn.
    graph::BufferHandle arguments{};
  };
  Handles declare(Declaration& frame) const;

  uint32_t count() const { return count_; }
  // A vec4 for each element, see shaders/particles/interface.h.
  const gpu::Buffer& positions() const { return positions_; }
  // A u32 for each, the element to be drawn; after a frame in the order drawn, and those that are not drawn behind.
  const gpu::Buffer& indices() const { return indices_; }

 private:
  uint32_t count_;
  gpu::Buffer positions_;
  gpu::Buffer indices_;
};

// Group g has the elements from g * size on; the last one may have fewer.
class GroupPlaces {
 public:
  GroupPlaces() = default;
  // `size` above 0.
  GroupPlaces(uint32_t count, uint32_t size) : count_(count), size_(size) {}

  uint32_t groups() const { return (count_ + size_ - 1) / size_; }
  uint32_t size() const { return size_; }
  uint32_t countOf(uint32_t group) const { return group + 1 < groups() ? size_ : count_ - group * size_; }

  // Draws the farthest first by dot(row, (at, 1)), those as far away in their own order. A place for each group.
  void arrange(std::span<const glm::vec3> at, const glm::vec4& depth_row);
  // The groups in the order drawn; empty before arrange().
  std::span<const uint32_t> order() const { return order_; }
  // The first of all places for elements that the group drawn as number `place` takes.
  uint32_t begin(uint32_t place) const;

 private:
  uint32_t count_ = 0;
  uint32_t size_ = 1;
  std::vector<uint32_t> order_;
  uint32_t last_place_ = 0;
};

// What the shaders of a program share: storage buffers at the first bindings, then images that fragments read.
struct ProgramInfo {
  const char* name = nullptr;
  uint32_t buffers = 0;
  uint32_t push_bytes = 0;  // 0: no push constants
  uint32_t images = 0;
};

struct GraphicsInfo {
  std::span<const uint32_t> vertex;
  std::span<const uint32_t> fragment;
  VkFormat format = VK_FORMAT_UNDEFINED;
  VkPrimitiveTopology topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST;
  bool blend = false;  // premultiplied alpha
};

// Move-only. Errors of the constructors: whatever the driver returns.
class Program {
 public:
  Program() = default;
  Program(const gpu::Device& device, const ProgramInfo& info, std::span<const uint32_t> compute);
  Program(const gpu::Device& device, const ProgramInfo& info, const GraphicsInfo& graphics);

  // Binds everything for the pass that is being recorded: once for each frame in flight.
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
  std::vector<VkDescriptorSet> sets_;  // by frame; none without bindings
  gpu::Owned<VkPipelineLayout> layout_;
  gpu::Owned<VkPipeline> pipeline_;
};

// One invocation of a compute program for each element.
void dispatchOver(const graph::PassContext& pass, uint32_t elements);

}  // namespace particles
