// If memory runs out at any allocation on the CPU, creation reports it and leaks nothing.
#include <doctest/doctest.h>

#include <cstdlib>
#include <new>
#include <set>

#include "support/check/conform.h"

namespace test {
namespace {

constexpr Config kAllocatingConfigs[] = {
    {},
    {.payload = kU32, .ties = kByValue},
    {.payload = kIndex, .scratch = true},
};

class HostAllocator {
 public:
  // Allocation `fails`, counted from 0, returns null.
  explicit HostAllocator(std::optional<uint32_t> fails = {}) : fails_(fails) {}
  const VkAllocationCallbacks* given() const { return &callbacks_; }
  uint32_t calls() const { return calls_; }
  bool isClean() const { return live_.empty() && bogus_frees_ == 0; }

 private:
  static void* VKAPI_CALL allocate(void* user, std::size_t size, std::size_t alignment, VkSystemAllocationScope) {
    auto& self = *static_cast<HostAllocator*>(user);
    if (self.calls_++ == self.fails_) return nullptr;
    void* memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
    self.live_.insert(memory);
    return memory;
  }
  static void* VKAPI_CALL reallocate(void*, void*, std::size_t, std::size_t, VkSystemAllocationScope) {
    return nullptr;
  }
  static void VKAPI_CALL release(void* user, void* memory) {
    auto& self = *static_cast<HostAllocator*>(user);
    if (memory && self.live_.erase(memory) == 0) ++self.bogus_frees_;
    std::free(memory);
  }

  std::optional<uint32_t> fails_;
  uint32_t calls_ = 0, bogus_frees_ = 0;
  std::set<void*> live_;
  VkAllocationCallbacks callbacks_{this, allocate, reallocate, release, nullptr, nullptr};
};

// Watches operator new (std::nothrow) on this thread. Only one can exist.
class NewWatch {
 public:
  explicit NewWatch(std::optional<uint32_t> fails = {}) : fails_(fails) { current = this; }
  ~NewWatch() { current = nullptr; }
  NewWatch(const NewWatch&) = delete;
  NewWatch& operator=(const NewWatch&) = delete;

  const VkAllocationCallbacks* given() const { return nullptr; }
  uint32_t calls() const { return calls_; }
  bool isClean() const { return live_ == 0; }
  std::size_t live() const { return live_; }  // bytes
  std::size_t peak() const { return peak_; }

  void* allocate(std::size_t size) {
    if (calls_++ == fails_) return nullptr;
    void* memory = std::malloc(size == 0 ? 1 : size);
    for (Block& block : blocks_) {
      if (block.memory) continue;
      block = {memory, size};
      live_ += size;
      peak_ = std::max(peak_, live_);
      break;
    }
    return memory;
  }
  void release(void* memory) {
    for (Block& block : blocks_) {
      if (!memory || block.memory != memory) continue;
      live_ -= block.size;
      block = {};
    }
  }

  static inline thread_local NewWatch* current = nullptr;

 private:
  struct Block {
    void* memory;
    std::size_t size;
  };
  std::optional<uint32_t> fails_;
  uint32_t calls_ = 0;
  std::size_t live_ = 0, peak_ = 0;
  Block blocks_[32] = {};
};

using Creating = std::function<VkResult(const VkAllocationCallbacks* allocator)>;

// The callbacks no longer exist when the object is destroyed.
template <typename Object, typename Info>
VkResult createChecked(const Info& info, vksort::Device& device, const VkAllocationCallbacks* allocator) {
  VkAllocationCallbacks copy{};
  if (allocator) copy = *allocator;
  device.allocator = allocator ? &copy : nullptr;
  Object object;
  const char* reason = nullptr;
  const VkResult result = Object::create(info, object, &reason);
  CHECK(bool(object) == (result == VK_SUCCESS));
  CHECK((reason == nullptr) == (result == VK_SUCCESS));
  copy = {};
  return result;
}

Creating creatingSorter(const SorterSetup& setup) {
  return [setup](const VkAllocationCallbacks* allocator) {
    vksort::SorterInfo info = setup.get();
    return createChecked<vksort::Sorter>(info, info.device, allocator);
  };
}
Creating creatingVerifier(const SorterSetup& setup) {
  return [setup](const VkAllocationCallbacks* allocator) {
    vksort::Device device = setup.info.device;
    return createChecked<vksort::Verifier>(device, device, allocator);
  };
}

// Shared pipelines must exist before allocations are counted.
void warmUp(const Creating& create, SharedPipelines& pipelines) {
  Faults faults;
  faults.shared = &pipelines;
  const MockVulkan mock(faults);
  CHECK(create(nullptr) == VK_SUCCESS);
}

// There must be at least `min_calls` allocations.
template <typename Watch>
void expectEachReported(const Creating& create, const Faults& faults, uint32_t min_calls) {
  const ObjectCount before = objectCount();
  uint32_t calls = 0;
  {
    const MockVulkan mock(faults);
    const Watch watch;
    CHECK(create(watch.given()) == VK_SUCCESS);
    calls = watch.calls();
    CHECK(watch.isClean());
    CHECK(mock.log.creations > 0);
    if (watch.given()) CHECK(mock.log.without_allocator == 0);
  }
  CHECK(calls >= min_calls);
  for (uint32_t i = 0; i < calls; ++i) {
    INFO("allocation " << i);
    const MockVulkan mock(faults);
    const Watch watch(i);
    CHECK(create(watch.given()) == VK_ERROR_OUT_OF_HOST_MEMORY);
    CHECK(watch.isClean());
  }
  CHECK(objectCount().live == before.live);
  CHECK(objectCount().bogus_destructions == before.bogus_destructions);
}

}  // namespace

TEST_CASE("failed_allocations_are_reported_without_leaks" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    Faults faults;
    faults.fake_objects = faults.allocates = true;
    for (const Config& config : kAllocatingConfigs) {
      INFO(describe(config));
      expectEachReported<HostAllocator>(creatingSorter(rig.setupOf(config)), faults, 6);
    }
    expectEachReported<HostAllocator>(creatingVerifier(rig.setupOf({})), faults, 6);
  });
}

TEST_CASE("failed_self_test_allocations_are_reported_without_leaks" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    SharedPipelines pipelines(rig.device().handle());
    Faults faults;
    faults.allocates = true;
    faults.shared = &pipelines;
    const Creating create = creatingSorter(tested(rig, {.push_descriptor = false}));
    warmUp(create, pipelines);
    expectEachReported<HostAllocator>(create, faults, 15);
  });
}

#if !defined(__SANITIZE_ADDRESS__)
TEST_CASE("failed_operator_new_is_reported_without_leaks" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    Faults faults;
    faults.fake_objects = true;
    for (const Config& config : kAllocatingConfigs) {
      INFO(describe(config));
      SorterSetup setup = rig.setupOf(config);
      expectEachReported<NewWatch>(creatingSorter(setup), faults, 6);  // extensions, Sorter, modules
      setup.creation.staged = true;
      expectEachReported<NewWatch>(creatingSorter(setup), faults, 6);
    }
    expectEachReported<NewWatch>(creatingVerifier(rig.setupOf({})), faults, 2);
    const vksort::Device device = rig.setupOf({}).info.device;
    const MockVulkan mock(faults);
    const NewWatch watch(0);
    const vksort::Support support =
        vksort::querySupport(mockInstanceProcAddr, device.instance, device.physical_device, device.api_version);
    CHECK_FALSE(support.supported);
    CHECK(support.reason != nullptr);
    CHECK(watch.live() == 0);
  });
}

TEST_CASE("failed_operator_new_in_a_self_test_is_reported" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    SharedPipelines pipelines(rig.device().handle());
    const Creating create = creatingSorter(tested(rig, {}));
    warmUp(create, pipelines);
    Faults faults;
    faults.shared = &pipelines;
    // Extensions, the Sorter with its Verifier, the tested Sorter, and its modules.
    expectEachReported<NewWatch>(create, faults, 4);
  });
}

// A Sorter, and temporarily a list of extensions or an unpacked module.
TEST_CASE("creation_needs_little_cpu_memory" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    constexpr std::size_t kOfSorter = 4096, kOfExtension = 260, kOfModule = 335'000;
    uint32_t extensions = 0;
    REQUIRE(vkEnumerateDeviceExtensionProperties(rig.device().physical(), nullptr, &extensions, nullptr) == VK_SUCCESS);
    Faults faults;
    faults.fake_objects = true;
    const MockVulkan mock(faults);
    for (const Config& config : kAllocatingConfigs) {
      const SorterSetup setup = rig.setupOf(config);
      const NewWatch watch;
      vksort::Sorter sorter;
      REQUIRE(vksort::Sorter::create(setup.get(), sorter) == VK_SUCCESS);
      CHECK(watch.live() > 0);
      CHECK(watch.live() < kOfSorter);
      CHECK(watch.peak() <= kOfSorter + std::max(extensions * kOfExtension, kOfModule));
    }
  });
}
#endif

}  // namespace test

// AddressSanitizer replaces these operators itself.
#if !defined(__SANITIZE_ADDRESS__)
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return test::NewWatch::current ? test::NewWatch::current->allocate(size) : std::malloc(size == 0 ? 1 : size);
}
void* operator new[](std::size_t size, const std::nothrow_t& how) noexcept { return operator new(size, how); }
void operator delete(void* memory) noexcept {
  if (test::NewWatch::current) test::NewWatch::current->release(memory);
  std::free(memory);
}
void operator delete[](void* memory) noexcept { operator delete(memory); }
void operator delete(void* memory, std::size_t) noexcept { operator delete(memory); }
void operator delete[](void* memory, std::size_t) noexcept { operator delete(memory); }
#endif
