#pragma once
#include <volk.h>

namespace graph {

// In Vulkan's own terms.
struct Access {
  VkPipelineStageFlags stages = 0;
  VkAccessFlags flags = 0;
  friend bool operator==(const Access&, const Access&) = default;
};

inline constexpr VkAccessFlags kWriteFlags =
    VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT | VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT |
    VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_HOST_WRITE_BIT | VK_ACCESS_MEMORY_WRITE_BIT |
    VK_ACCESS_TRANSFORM_FEEDBACK_WRITE_BIT_EXT | VK_ACCESS_TRANSFORM_FEEDBACK_COUNTER_WRITE_BIT_EXT |
    VK_ACCESS_ACCELERATION_STRUCTURE_WRITE_BIT_KHR | VK_ACCESS_COMMAND_PREPROCESS_WRITE_BIT_NV;

constexpr VkAccessFlags writeFlags(VkAccessFlags flags) { return flags & kWriteFlags; }
constexpr VkAccessFlags readFlags(VkAccessFlags flags) { return flags & ~kWriteFlags; }

inline constexpr Access kNoAccess{};
inline constexpr Access kComputeRead{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
inline constexpr Access kComputeWrite{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT};
inline constexpr Access kComputeReadWrite{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                          VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
inline constexpr Access kVertexRead{VK_PIPELINE_STAGE_VERTEX_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
inline constexpr Access kFragmentRead{VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
inline constexpr Access kIndirectRead{VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT, VK_ACCESS_INDIRECT_COMMAND_READ_BIT};
inline constexpr Access kTransferRead{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT};
inline constexpr Access kTransferWrite{VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};
inline constexpr Access kHostRead{VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT};
// Includes reads, because blending and loading read the attachment.
inline constexpr Access kColorAttachment{VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                                         VK_ACCESS_COLOR_ATTACHMENT_READ_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT};
// For images acquired from a swapchain. The submission must wait for the semaphore at this stage.
inline constexpr Access kAcquired{VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT, 0};
// For vkQueuePresentKHR. Its semaphore makes the image visible.
inline constexpr Access kPresent{VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0};

}  // namespace graph
