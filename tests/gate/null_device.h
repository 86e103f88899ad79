// RADV's null device: the compiler of stock Mesa for a chosen AMD GPU, without the GPU. It makes pipelines only: it has
// no memory, and nothing can be submitted.
#pragma once
#include <memory>
#include <string>

#include "gpu/instance.h"
#include "table.h"

namespace gate {

class NullDevice {
 public:
  // `family` is a name of RADV's, for example navi21; RADV ends the process if it knows none such. `manifest` is the
  // file name of the driver's manifest, as a pattern.
  // Errors: gpu::Error if RADV is not installed or offers no statistics.
  // Thread rule: one NullDevice at a time, made while no other thread reads the environment.
  explicit NullDevice(const std::string& family, const std::string& manifest = "*radeon*");
  ~NullDevice();
  NullDevice(const NullDevice&) = delete;
  NullDevice& operator=(const NullDevice&) = delete;

  [[nodiscard]] VkInstance instance() const { return instance_->handle(); }
  [[nodiscard]] VkPhysicalDevice physical() const { return physical_; }
  [[nodiscard]] VkDevice handle() const { return device_; }
  [[nodiscard]] const std::string& driver() const { return driver_; }  // name and version
  VolkDeviceTable vk{};

  // Of a compute pipeline that was made with VK_PIPELINE_CREATE_CAPTURE_STATISTICS_BIT_KHR.
  // Errors: gpu::Error if the driver lacks one of kCounts.
  [[nodiscard]] Counts counts(VkPipeline pipeline) const;
  [[nodiscard]] std::uint32_t subgroupSize(VkPipeline pipeline) const;

 private:
  std::unique_ptr<gpu::Instance> instance_;
  VkPhysicalDevice physical_ = VK_NULL_HANDLE;
  VkDevice device_ = VK_NULL_HANDLE;
  std::string driver_;
};

}  // namespace gate
