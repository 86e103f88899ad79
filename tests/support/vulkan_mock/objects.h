#pragma once
#include <optional>
#include <vector>

#include "support/vulkan_mock/mock.h"

namespace test {

// Returns null if this thread has no MockVulkan.
MockVulkan* currentScope();

// Return the mock of the function, or null if recording.cpp or self_test.cpp does not define one.
PFN_vkVoidFunction recordingFunctionOf(VkInstance instance, const char* name);
PFN_vkVoidFunction selfTestFunctionOf(VkInstance instance, const char* name);

struct MockObject {
  char kind;  // see Created
  uint64_t handle;
  bool fake;
  const VkAllocationCallbacks* allocator;
  void* memory;  // allocated if Faults::allocates is set
};
uint64_t fakeHandle();
void objectCreated(const MockObject& object);
// Counts a bogus destruction if the object does not exist or was created with another allocator.
std::optional<MockObject> objectDestroyed(char kind, uint64_t handle, const VkAllocationCallbacks* allocator);
// Keeps the first `count` objects.
std::vector<MockObject> takeObjectsSince(std::size_t count);

// Calls `create` with the allocator for the driver, unless a fault prevents it.
template <typename Handle, typename Create>
VkResult createMocked(char kind, const VkAllocationCallbacks* allocator, Handle* out, Create create,
                      Handle on_failure = (Handle)uint64_t{0xdeadbeef}) {
  MockVulkan* scope = currentScope();
  const bool fake = scope && scope->faults.fake_objects;
  MockObject made{kind, 0, fake, allocator, nullptr};
  if (scope) {
    const uint32_t index = scope->log.creations++;
    if (!allocator) ++scope->log.without_allocator;
    *out = on_failure;  // a failed creation may leave garbage
    if (scope->faults.fails_creation == index) return scope->faults.creation_error;
    if (scope->faults.allocates && allocator) {
      made.memory = allocator->pfnAllocation(allocator->pUserData, 64, 16, VK_SYSTEM_ALLOCATION_SCOPE_OBJECT);
      if (!made.memory) return VK_ERROR_OUT_OF_HOST_MEMORY;
    }
    if (fake) *out = (Handle)fakeHandle();
  }
  const VkResult result = fake ? VK_SUCCESS : create(made.memory ? nullptr : allocator);
  made.handle = (uint64_t)*out;
  if (result == VK_SUCCESS) objectCreated(made);
  if (result == VK_SUCCESS && scope) scope->log.created.push_back({kind, made.handle});
  return result;
}

template <typename Handle, typename Destroy>
void destroyMocked(char kind, const VkAllocationCallbacks* allocator, Handle handle, Destroy destroy) {
  if (handle == VK_NULL_HANDLE) return destroy(allocator);
  if (MockVulkan* scope = currentScope(); scope && scope->log.in_flight) {
    scope->log.destroyed_in_flight.push_back((uint64_t)handle);
  }
  const std::optional<MockObject> object = objectDestroyed(kind, (uint64_t)handle, allocator);
  if (!object) return;
  if (!object->fake) destroy(object->memory ? nullptr : allocator);
  if (object->memory) allocator->pfnFree(allocator->pUserData, object->memory);
}

}  // namespace test
