// Buffers with their own memory.
#pragma once
#include <cstddef>
#include <span>

#include "gpu/memory.h"

namespace gpu {

// Move-only. Threads: const functions can be called from any thread, but access to the mapped bytes is not
// synchronized.
class Buffer {
 public:
  Buffer() = default;
  // `size` is in bytes. Must be above 0. Upload and readback buffers are always mapped.
  // Errors: size 0, no fitting memory type, out of memory.
  Buffer(const Device& device, VkDeviceSize size, VkBufferUsageFlags usage, Memory memory = Memory::device,
         const char* name = nullptr);

  VkBuffer handle() const { return buffer_.get(); }
  VkDeviceSize size() const { return size_; }

  // Returns the mapped bytes, or an empty span for Memory::device. Call flush() after writing, and invalidate() before
  // reading.
  std::span<std::byte> bytes() const { return {mapped_, mapped_ != nullptr ? static_cast<std::size_t>(size_) : 0}; }
  template <typename T>
  std::span<T> as() const {
    return {reinterpret_cast<T*>(mapped_), bytes().size() / sizeof(T)};
  }
  // Makes CPU writes visible to later submissions.
  void flush() const;
  // Makes GPU writes visible to the CPU. They must have been made available by a barrier to HOST_READ and a fence.
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
