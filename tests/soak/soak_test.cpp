// Frames of changing sorts, three in flight beside drawing: nothing grows, and what goes wrong is noticed.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <string>

#include "soak.h"

namespace {

// Faults are planted between vksort and Vulkan, in one function at a time.
const char* planted_in = nullptr;
PFN_vkVoidFunction planted = nullptr, shipped = nullptr;

PFN_vkVoidFunction VKAPI_CALL deviceProcAddr(VkDevice device, const char* name) {
  const PFN_vkVoidFunction found = vkGetDeviceProcAddr(device, name);
  if (std::strcmp(name, planted_in) != 0) return found;
  shipped = found;
  return planted;
}

PFN_vkVoidFunction VKAPI_CALL instanceProcAddr(VkInstance instance, const char* name) {
  if (std::strcmp(name, "vkGetDeviceProcAddr") == 0) return reinterpret_cast<PFN_vkVoidFunction>(deviceProcAddr);
  return vkGetInstanceProcAddr(instance, name);
}

void VKAPI_CALL leak(VkCommandBuffer cmd, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  constexpr std::size_t kBytes = 192 << 10;
  static void* last = nullptr;  // each points to the one before, so that leak checkers find all
  void* const bytes = std::malloc(kBytes);
  std::memset(bytes, 1, kBytes);
  std::memcpy(bytes, &last, sizeof last);
  last = bytes;
  reinterpret_cast<PFN_vkCmdDispatch>(shipped)(cmd, x, y, z);
}

// Each 20th dispatch is lost.
void VKAPI_CALL lose(VkCommandBuffer cmd, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  static std::uint32_t calls = 0;
  if (++calls % 20 != 0) reinterpret_cast<PFN_vkCmdDispatch>(shipped)(cmd, x, y, z);
}

// Every version of the validation layer refuses a size of 0.
void VKAPI_CALL pushNothing(VkCommandBuffer cmd, VkPipelineLayout layout, VkShaderStageFlags stages,
                            std::uint32_t offset, std::uint32_t size, const void* values) {
  const auto push = reinterpret_cast<PFN_vkCmdPushConstants>(shipped);
  push(cmd, layout, stages, offset, size, values);
  push(cmd, layout, stages, offset, 0, values);
}

template <typename Function>
conform::SoakOptions planting(const char* name, Function function, conform::SoakOptions options) {
  planted_in = name;
  planted = reinterpret_cast<PFN_vkVoidFunction>(function);
  options.get_instance_proc_addr = instanceProcAddr;
  return options;
}

bool hasFault(const conform::SoakResult& result, const std::string& text) {
  return std::ranges::any_of(result.faults,
                             [&text](const std::string& each) { return each.find(text) != std::string::npos; });
}

}  // namespace

TEST_CASE("soaks_some_hundred_frames_without_growth_or_messages" * doctest::test_suite("one width")) {
  for (const bool validates : {true, false}) {
    const conform::SoakResult result =
        conform::soak({.frames = 240, .validates = validates, .replaces_every = 20, .verifies_every = 10});
    for (const std::string& fault : result.faults) FAIL_CHECK(fault);
    CHECK(result.frames == 240);
    CHECK(result.verified == 24);
    CHECK(result.created > 12);
    CHECK(result.messages == 0);
    CHECK(result.start.resident != 0);
  }
}

TEST_CASE("a_soak_notices_memory_that_grows" * doctest::test_suite("one width")) {
  const conform::SoakResult result =
      conform::soak(planting("vkCmdDispatch", leak, {.frames = 300, .replaces_every = 20}));
  CHECK(hasFault(result, "the memory of the process grew"));
  for (const std::string& fault : result.faults) CHECK(fault.find("grew") != std::string::npos);  // also of the device
}

TEST_CASE("a_soak_notices_a_wrong_sort" * doctest::test_suite("one width")) {
  const conform::SoakResult result =
      conform::soak(planting("vkCmdDispatch", lose, {.frames = 300, .replaces_every = 20, .verifies_every = 1}));
  CHECK(hasFault(result, "the host finds"));
}

TEST_CASE("a_soak_notices_validation_messages" * doctest::test_suite("one width")) {
  const conform::SoakResult result =
      conform::soak(planting("vkCmdPushConstants", pushNothing,
                             {.frames = 20, .validates = true, .replaces_every = 20, .verifies_every = 50}));
  CHECK(result.messages > 0);
  CHECK(hasFault(result, "validation messages"));
}
