// Graphs of every shape, drawn at random.
#pragma once
#include "graph/compile.h"

namespace test {

// Buffers and images, imported and not, with uses of every kind, passes and resources that nobody needs, and exports
// that read, write, wait alone, or do not wait. The same seed gives the same graph. Each pass calls `record`.
graph::Graph randomGraph(
    uint32_t seed, graph::Execute record = [](const graph::PassContext&) {});

// Sizes, alignments and memory types that differ between resources.
graph::MemoryNeeds randomNeeds(const graph::Resource& resource);

// Of every image there, so that any layout is allowed.
inline constexpr VkImageUsageFlags kAnyImageUsage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                                                    VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT |
                                                    VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;

}  // namespace test
