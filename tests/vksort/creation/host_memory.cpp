#include "host_memory.h"

#include <cstdlib>
#include <new>

namespace test {
namespace {

thread_local NewWatch* watch = nullptr;

}  // namespace

NewWatch::NewWatch(std::optional<uint32_t> fails) : fails_(fails) { watch = this; }
NewWatch::~NewWatch() { watch = nullptr; }

void* NewWatch::allocate(std::size_t size) {
  if (calls_++ == fails_) return nullptr;
  void* memory = std::malloc(size == 0 ? 1 : size);
  for (Block& block : blocks_) {
    if (block.memory) continue;
    block = {memory, size};
    live_ += size;
    if (live_ > most_) most_ = live_;
    break;
  }
  return memory;
}

void NewWatch::release(void* memory) {
  for (Block& block : blocks_) {
    if (!memory || block.memory != memory) continue;
    live_ -= block.size;
    block = {};
  }
}

void* HostAllocator::allocate(void* user, std::size_t size, std::size_t alignment, VkSystemAllocationScope) {
  auto& self = *static_cast<HostAllocator*>(user);
  if (self.calls++ == self.fails) return nullptr;
  void* memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  self.live.insert(memory);
  return memory;
}

void* HostAllocator::reallocate(void*, void*, std::size_t, std::size_t, VkSystemAllocationScope) { return nullptr; }

void HostAllocator::release(void* user, void* memory) {
  auto& self = *static_cast<HostAllocator*>(user);
  if (memory && self.live.erase(memory) == 0) ++self.bogus_frees;
  std::free(memory);
}

}  // namespace test

// The default ones call malloc() and free(), too.
#if !defined(__SANITIZE_ADDRESS__)
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return test::watch ? test::watch->allocate(size) : std::malloc(size == 0 ? 1 : size);
}
void* operator new[](std::size_t size, const std::nothrow_t& how) noexcept { return operator new(size, how); }
void operator delete(void* memory) noexcept {
  if (test::watch) test::watch->release(memory);
  std::free(memory);
}
void operator delete[](void* memory) noexcept { operator delete(memory); }
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }
void operator delete[](void* memory, std::size_t) noexcept { operator delete(memory); }
#endif
