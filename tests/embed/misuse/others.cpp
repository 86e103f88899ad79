// vksort-other-misuse CASE: a wrong call of something else than Sorter::record(). Prints what it returned.
#include <sys/resource.h>

#include <cstdio>
#include <cstring>
#include <exception>

#include "gpu/device.h"
#include "vksort.h"
#include "vksort_verifier.h"

namespace {

void verification() {
  const vksort::Verifier none;
  std::printf("%s\n", vksort::describe(none.record(VK_NULL_HANDLE, {})));
}

void verifier() {
  vksort::Verifier out;
  std::printf("%d\n", vksort::Verifier::create({}, out));
}

void sorter() {
  vksort::Sorter out;
  std::printf("%d\n", vksort::Sorter::create({}, out));
}

// With the first device.
struct Host {
  gpu::Instance instance{{.name = "vksort-other-misuse"}};
  gpu::Device device{instance, {.physical = instance.devices().at(0).handle}};

  vksort::SorterInfo info() const {
    vksort::SorterInfo out;
    out.get_instance_proc_addr = vkGetInstanceProcAddr;
    out.instance = instance.handle();
    out.physical_device = device.physical();
    out.device = device.handle();
    return out;
  }
};

void jobs() {
  const Host host;
  vksort::SorterInfo info = host.info();
  info.parallel_for.run = [](void*, std::uint32_t, void (*)(void*, std::uint32_t), void*) {};  // runs none
  vksort::Sorter out;
  std::printf("%d\n", vksort::Sorter::create(info, out));
}

// No misuse: whether a Sorter is proven where nobody says.
void proof() {
  const Host host;
  vksort::SorterInfo info = host.info();
  info.max_count = 16;
  info.self_test.queue = host.device.queue();
  info.self_test.queue_family = host.device.queueFamily();
  vksort::Sorter out;
  const VkResult made = vksort::Sorter::create(info, out);
  std::printf("%s\n", made != VK_SUCCESS ? "not made" : out.pathReport().proven ? "proven" : "not proven");
}

constexpr struct {
  const char* name;
  void (*run)();
} kCases[] = {
    {"verification", verification}, {"verifier", verifier}, {"sorter", sorter}, {"jobs", jobs}, {"proof", proof}};

}  // namespace

int main(int argc, char** argv) {
  const rlimit no_core_file = {0, 0};
  setrlimit(RLIMIT_CORE, &no_core_file);
  try {
    for (const auto& each : kCases) {
      if (argc != 2 || std::strcmp(each.name, argv[1]) != 0) continue;
      each.run();
      return 0;
    }
  } catch (const std::exception& error) {
    std::fprintf(stderr, "vksort-other-misuse: %s\n", error.what());
    return 2;
  }
  std::fprintf(stderr, "usage: vksort-other-misuse CASE\n");
  return 2;
}
