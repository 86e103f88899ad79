// Unique ownership of one Vulkan object made from a VkDevice.
#pragma once
#include <volk.h>

#include <utility>

namespace gpu {

// Destroys its handle with the device function given at construction. Empty by default; moving leaves the source empty.
// The device must outlive it, and the GPU must be done with the object when it goes.
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
