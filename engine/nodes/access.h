// What vksort does to buffers, in the graph's terms. Private to engine/nodes.
#pragma once
#include "graph/access.h"
#include "vksort.h"

namespace nodes {

static_assert(vksort::kBefore.stages == vksort::kAfter.stages && vksort::kBefore.access == vksort::kAfter.access);

inline constexpr graph::Access kReadWrite{vksort::kBefore.stages, vksort::kBefore.access};
inline constexpr graph::Access kRead{vksort::kBefore.stages, graph::readBits(vksort::kBefore.access)};

}  // namespace nodes
