#include "support/vulkan_mock/objects.h"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace test {
namespace {

std::mutex objects_mutex;
std::vector<MockObject>& objects() {
  static auto* list = new std::vector<MockObject>;  // outlives every Sorter
  return *list;
}
uint64_t bogus_destructions = 0;

}  // namespace

uint64_t fakeHandle() {
  static std::atomic<uint64_t> last = 0xfa0000;
  return ++last;
}

void objectCreated(const MockObject& object) {
  const std::lock_guard lock(objects_mutex);
  objects().push_back(object);
}

std::optional<MockObject> objectDestroyed(char kind, uint64_t handle, const VkAllocationCallbacks* allocator) {
  const std::lock_guard lock(objects_mutex);
  const auto same = [&](const MockObject& each) { return each.kind == kind && each.handle == handle; };
  const auto found = std::ranges::find_if(objects(), same);
  if (found == objects().end() || found->allocator != allocator) {
    ++bogus_destructions;
    return {};
  }
  const MockObject object = *found;
  objects().erase(found);
  return object;
}

std::vector<MockObject> takeObjectsSince(std::size_t count) {
  const std::lock_guard lock(objects_mutex);
  const std::vector<MockObject> taken(objects().begin() + static_cast<std::ptrdiff_t>(count), objects().end());
  objects().resize(count);
  return taken;
}

ObjectCount objectCount() {
  const std::lock_guard lock(objects_mutex);
  return {static_cast<int64_t>(objects().size()), bogus_destructions};
}

}  // namespace test
