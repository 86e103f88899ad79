#include "verifier_case.h"

#include <cstring>

#include "cases/contents.h"
#include "gpu/commands.h"
#include "gpu/descriptors.h"

namespace conform {
namespace {

constexpr VkBufferUsageFlags kUsage =
    VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT;

gpu::Buffer bufferOf(const gpu::Device& device, const std::vector<std::uint32_t>& words) {
  gpu::Buffer buffer(device, words.size() * 4, kUsage);
  gpu::upload(device, buffer, std::as_bytes(std::span(words)));
  return buffer;
}

vksort::Range rangeOf(const gpu::Buffer& buffer) {
  return buffer.handle() == VK_NULL_HANDLE ? vksort::Range{} : vksort::Range{buffer.handle(), 0, buffer.size()};
}

std::string describe(const vksort::VerifyResult& result) {
  return std::to_string(result.inversions) + " inversions of " + std::to_string(result.elements) + " elements, sums " +
         std::to_string(result.checksum[0]) + " and " + std::to_string(result.checksum[1]);
}

}  // namespace

std::string verifierFault(cases::Gpu& gpu, const cases::Case& sorts) {
  const gpu::Device& device = gpu.device();
  const cases::Step& step = sorts.steps[0];
  const cases::Field& field = sorts.fields[step.field];
  const cases::FieldWords words = contentsOf(field);
  const gpu::Buffer keys = bufferOf(device, words.keys);
  const gpu::Buffer payloads = field.split ? bufferOf(device, words.payloads) : gpu::Buffer();
  const gpu::Buffer result(device, sizeof(vksort::VerifyResult), kUsage);

  const vksort::Verifier& verifier = gpu.verifier(sorts.of(step).push_descriptor);
  gpu::DescriptorPool pool;
  vksort::VerifyInfo info{sorts.orderingOf(step), rangeOf(keys), rangeOf(payloads), 0, field.count, rangeOf(result)};
  if (const VkDescriptorSetLayout layout = verifier.descriptorSetLayout(); layout != VK_NULL_HANDLE) {
    pool = {device, 1, VKSORT_VERIFY_DESCRIPTORS_PER_SET};
    info.descriptor_set = pool.allocate(layout);
  }
  vksort::RecordStatus status{};
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
    gpu::fullBarrier(device, cmd);
    status = verifier.record(cmd, info);
    gpu::fullBarrier(device, cmd);
  });
  if (!status.ok()) return std::string("cannot record a verification: ") + vksort::describe(status).text;
  const std::vector<std::byte> bytes = gpu::download(device, result.handle(), result.size());
  vksort::VerifyResult on_device{};
  std::memcpy(&on_device, bytes.data(), sizeof on_device);
  const vksort::VerifyResult on_host =
      vksort::verifyRange(info.ordering, words.keys.data(), field.split ? words.payloads.data() : nullptr, field.count);
  if (std::memcmp(&on_device, &on_host, sizeof on_host) == 0) return "";
  return "the verifier returned " + describe(on_device) + "; expected " + describe(on_host);
}

}  // namespace conform
