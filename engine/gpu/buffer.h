// Buffers with their own memory.
#pragma once
#include <cstddef>
#include <span>

#include "gpu/memory.h"

namespace gpu {

// const functions can be called from any thread, but access to the mapped bytes is not synchronized.
class Buffer {
 public:
  Buffer() = default;
  // `size` is in bytes and must be above 0. Upload and readback buffers are always mapped.
  Buffer(const Device& device, VkDeviceSize size, VkBufferUsageFlags usage, Memory memory = Memory::device,
         const char* name = nullptr);

  VkBuffer handle() const { return buffer_.get(); }
  VkDeviceSize size() const { return size_; }

  // Empty for Memory::device. Call flush() after writing, and invalidate() before reading.
  std::span<std::byte> bytes() const { return {mapped_, mapped_ != nullptr ? static_cast<std::size_t>(size_) : 0}; }
  template <typename T>
  std::span<T> as() const {
    return {reinterpret_cast<T*>(mapped_), bytes().size() / sizeof(T)};
  }
  void flush() const;
  // Requires a barrier to HOST_READ and a fence.
  void invalidate() const;

 private:
  const Device* device_ = nullptr;
  VkDeviceSize size_ = 0;
  std::byte* mapped_ = nullptr;
  bool coherent_ = true;
  Owned<VkDeviceMemory> memory_;
  Owned<VkBuffer> buffer_;  // declared after memory_, so it is destroyed first
};

}  // namespace gpu
