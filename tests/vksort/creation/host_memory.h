// Host memory of this thread that can run out: what operator new gives to code without exceptions, and an allocator for
// Vulkan objects.
#pragma once
#include <volk.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>

namespace test {

// Watches operator new (std::nothrow) on this thread for as long as it lives; at most one at a time.
class NewWatch {
 public:
  // The allocation `fails`, counted from 0, gives null.
  explicit NewWatch(std::optional<uint32_t> fails = {});
  ~NewWatch();
  NewWatch(const NewWatch&) = delete;
  NewWatch& operator=(const NewWatch&) = delete;

  [[nodiscard]] uint32_t calls() const { return calls_; }
  // Bytes that are allocated now, and the most that were. Always 0 under AddressSanitizer, which looks itself.
  [[nodiscard]] std::size_t live() const { return live_; }
  [[nodiscard]] std::size_t most() const { return most_; }

  // For operator new and delete.
  void* allocate(std::size_t size);
  void release(void* memory);

 private:
  struct Block {
    void* memory;
    std::size_t size;
  };
  static constexpr uint32_t kMostBlocks = 32;
  std::optional<uint32_t> fails_;
  uint32_t calls_ = 0;
  std::size_t live_ = 0, most_ = 0;
  Block blocks_[kMostBlocks] = {};
};

// Counts what is allocated and not freed; `fails`: as above.
struct HostAllocator {
  std::optional<uint32_t> fails{};
  uint32_t calls = 0;
  std::set<void*> live{};
  uint32_t bogus_frees = 0;
  VkAllocationCallbacks callbacks{this, allocate, reallocate, release, nullptr, nullptr};

  static void* VKAPI_CALL allocate(void* user, std::size_t size, std::size_t alignment, VkSystemAllocationScope);
  static void* VKAPI_CALL reallocate(void*, void*, std::size_t, std::size_t, VkSystemAllocationScope);
  static void VKAPI_CALL release(void* user, void* memory);
};

}  // namespace test
