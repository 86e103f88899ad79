#include "nodes/record.h"

namespace nodes {

VkDescriptorSet descriptorSetOf(std::span<const VkDescriptorSet> sets, std::uint32_t frame, const std::string& pass,
                                const char* member) {
  if (sets.empty()) return VK_NULL_HANDLE;
  if (frame < sets.size()) return sets[frame];
  throw graph::Error("pass '" + pass + "' records frame " + std::to_string(frame) + ", but " + member + " contains " +
                     std::to_string(sets.size()) + " set(s); add one for each frame");
}

void requireOk(const vksort::RecordStatus& status, const std::string& pass) {
  if (!status.ok()) throw graph::Error("pass '" + pass + "': " + vksort::describe(status).text);
}

}  // namespace nodes
