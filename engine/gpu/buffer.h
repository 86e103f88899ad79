// A buffer with its own memory.
#pragma once
#include <cstddef>
#include <span>

#include "gpu/memory.h"

namespace gpu {

// Move-only. Thread rule: const members may be called from any thread; the mapped bytes are the caller's to guard.
class Buffer {
 public:
  Buffer() = default;
  // `size` in bytes, must be above 0. Upload and readback buffers stay mapped for life.
  // Errors: size 0, no fitting memory type, out of memory.
  Buffer(const Device& device, VkDeviceSize size, VkBufferUsageFlags usage, Memory memory = Memory::device,
         const char* name = nullptr);

  VkBuffer handle() const { return buffer_.get(); }
  VkDeviceSize size() const { return size_; }

  // The whole buffer as host memory; empty for Memory::device. Call flush() after writing, invalidate() before reading.
  std::span<std::byte> bytes() const { return {mapped_, mapped_ != nullptr ? static_cast<std::size_t>(size_) : 0}; }
  template <typename T>
  std::span<T> as() const {
    return {reinterpret_cast<T*>(mapped_), bytes().size() / sizeof(T)};
  }
  // Host writes become visible to submissions made after this.
  void flush() const;
  // Device writes made available to the host (fence waited, barrier to HOST_READ) become readable.
  void invalidate() const;

 private:
  const Device* device_ = nullptr;
  VkDeviceSize size_ = 0;
  std::byte* mapped_ = nullptr;
  bool coherent_ = true;
  Owned<VkDeviceMemory> memory_;
  Owned<VkBuffer> buffer_;  // after memory_: destroyed before it
};

}  // namespace gpu
