#include "algorithms/verify_algorithm.h"

#include "input/keys.h"
#include "nodes/device.h"

namespace bench {
namespace {

vksort::Verifier makeVerifier(const gpu::Device& device) {
  vksort::Verifier verifier;
  const char* reason = "verify";
  const VkResult result = vksort::Verifier::create(nodes::deviceOf(device), verifier, &reason);
  if (result != VK_SUCCESS) throw gpu::Error(reason, result);
  return verifier;
}

}  // namespace

Verify::Verify(const gpu::Device& device, const vksort::Ordering& ordering)
    : verifier_(makeVerifier(device)),
      results_(device, kSlots * sizeof(vksort::VerifyResult), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT) {
  info_.ordering = ordering;
  const VkDescriptorSetLayout layout = verifier_.descriptorSetLayout();
  if (layout == VK_NULL_HANDLE) return;
  pool_ = gpu::DescriptorPool(device, kSlots, kSlots * vksort::kVerifyDescriptorsPerSet);
  for (VkDescriptorSet& set : sets_) set = pool_.allocate(layout);
}

void Verify::prepare(std::span<const gpu::Buffer> buffers, std::uint32_t count) {
  info_.keys = {buffers[0].handle(), 0, buffers[0].size()};
  info_.payload = {};
  if (buffers.size() > 1) info_.payload = {buffers[1].handle(), 0, buffers[1].size()};
  info_.count = count;
}

std::uint64_t Verify::bytesMoved() const { return std::uint64_t{info_.count} * bytesPerElement(info_.ordering); }

void Verify::record(VkCommandBuffer cmd, std::uint32_t slot) const {
  vksort::VerifyInfo info = info_;
  info.result = {results_.handle(), slot * sizeof(vksort::VerifyResult), sizeof(vksort::VerifyResult)};
  info.descriptor_set = sets_[slot];
  const vksort::RecordStatus status = verifier_.record(cmd, info);
  if (!status.ok()) throw gpu::Error(vksort::describe(status));
}

}  // namespace bench
