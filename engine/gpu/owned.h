// Unique ownership of a Vulkan object that belongs to a VkDevice.
#pragma once
#include <volk.h>

#include <utility>

namespace gpu {

// Moving leaves the source empty. The device must outlive the object, and the GPU must not use it when it is destroyed.
template <typename Handle>
class Owned {
 public:
  using Destroy = void(VKAPI_PTR*)(VkDevice, Handle, const VkAllocationCallbacks*);

  Owned() = default;
  Owned(VkDevice device, Handle handle, Destroy destroy) : device_(device), handle_(handle), destroy_(destroy) {}
  Owned(Owned&& other) noexcept
      : device_(other.device_), handle_(std::exchange(other.handle_, Handle{})), destroy_(other.destroy_) {}
  Owned& operator=(Owned&& other) noexcept {
    Owned moved(std::move(other));
    std::swap(device_, moved.device_);
    std::swap(handle_, moved.handle_);
    std::swap(destroy_, moved.destroy_);
    return *this;
  }
  ~Owned() {
    if (handle_ != Handle{}) destroy_(device_, handle_, nullptr);
  }

  Handle get() const { return handle_; }
  explicit operator bool() const { return handle_ != Handle{}; }

 private:
  VkDevice device_ = VK_NULL_HANDLE;
  Handle handle_{};
  Destroy destroy_ = nullptr;
};

}  // namespace gpu
