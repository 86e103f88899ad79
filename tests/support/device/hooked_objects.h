// What the hooks have in common: the faults in force, and the objects that are live.
#pragma once
#include <vector>

#include "support/device/hooks.h"

namespace test {

// The innermost one on this thread; null without.
HookScope* currentScope();

struct HookedObject {
  char kind;  // keeps handles of different types apart
  uint64_t handle;
  bool fake;
};
void objectCreated(const HookedObject& object);
// True if the driver is to destroy it.
bool objectDestroyed(char kind, uint64_t handle);
// Forgets those behind the first `count`.
std::vector<HookedObject> takeObjectsSince(std::size_t count);

// Runs a creation, or does as the scope says.
template <typename Handle, typename Create>
VkResult createHooked(char kind, Handle* out, Create create, Handle on_failure = (Handle)uint64_t{0xdeadbeef}) {
  HookScope* scope = currentScope();
  const bool fake = scope && scope->faults.fake_objects;
  if (scope) {
    const uint32_t index = scope->log.creations++;
    if (scope->faults.fails_creation == index) {
      *out = on_failure;  // what a failed creation may leave in its output
      return scope->faults.creation_error;
    }
    if (fake) *out = (Handle)uint64_t{0xfa0000 + index};
  }
  const VkResult result = fake ? VK_SUCCESS : create();
  if (result == VK_SUCCESS) objectCreated({kind, (uint64_t)*out, fake});
  if (result == VK_SUCCESS && scope) scope->log.created.push_back({kind, (uint64_t)*out});
  return result;
}

template <typename Handle>
bool destroyHooked(char kind, Handle handle) {
  return handle == VK_NULL_HANDLE || objectDestroyed(kind, (uint64_t)handle);
}

}  // namespace test
