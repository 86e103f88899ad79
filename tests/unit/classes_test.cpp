// Each device gets the class, subgroup size, algorithms and plans of the tables below.
#include <doctest/doctest.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "support/device/recording.h"
#include "sorts/sizes/classes.h"

namespace test {
namespace {

using vksort::DeviceClass;
using vksort::PlanDevice;

constexpr uint32_t kKiB = 1024;

// `min`, `max` and `max_subgroups` are 0 if the subgroup size is fixed. `of` and `width` are expected results.
struct Played {
  const char* name;
  const char* of;
  uint32_t vendor_id, invocations, shared_bytes, own, min, max, max_subgroups;
  uint32_t width;
  VkPhysicalDeviceType type = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
};
constexpr VkPhysicalDeviceType kPart = VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU, kCpu = VK_PHYSICAL_DEVICE_TYPE_CPU;
constexpr Played kPlayed[] = {
    {"H100", "NVIDIA", 0x10de, 1024, 48 * kKiB, 32, 0, 0, 0, 32},
    {"Vega 10, RADV", "AMD", 0x1002, 1024, 64 * kKiB, 64, 0, 0, 0, 64},
    {"Navi 31, RADV", "AMD", 0x1002, 1024, 64 * kKiB, 64, 32, 64, ~0u, 64},
    {"Navi 31, 32 wide alone", "AMD", 0x1002, 1024, 32 * kKiB, 32, 0, 0, 0, 32},
    {"Arc A770, ANV", "Intel", 0x8086, 1024, 64 * kKiB, 32, 8, 32, 64, 16},
    {"Arc B580, ANV", "Intel", 0x8086, 1024, 128 * kKiB, 32, 16, 32, 64, 16},
    {"HD 530, few threads", "Intel", 0x8086, 896, 64 * kKiB, 32, 8, 32, 28, 32},
    {"M2, MoltenVK", "Apple", 0x106b, 1024, 32 * kKiB, 32, 4, 32, 0, 32, kPart},
    {"Adreno 740, Turnip", "Qualcomm", 0x5143, 1024, 32 * kKiB, 128, 64, 128, 16, 128, kPart},
    {"Adreno, 64 wide alone", "Qualcomm", 0x5143, 1024, 32 * kKiB, 64, 0, 0, 0, 64, kPart},
    {"Mali-G610", "Arm", 0x13b5, 1024, 32 * kKiB, 16, 0, 0, 0, 16, kPart},
    {"Mali-G52", "Arm", 0x13b5, 256, 32 * kKiB, 8, 0, 0, 0, 8, kPart},
    {"V3D", "Broadcom", 0x14e4, 256, 16 * kKiB, 16, 0, 0, 0, 16, kPart},
    {"a GPU 4 wide", "Other GPUs", 0x1234, 256, 16 * kKiB, 4, 0, 0, 0, 4, kPart},
    {"lavapipe", "Software drivers", 0x10005, 1024, 32 * kKiB, 8, 0, 0, 0, 8, kCpu},
    {"SwiftShader", "Software drivers", 0x1ae0, 256, 16 * kKiB, 4, 0, 0, 0, 4, kCpu},
};

PlanDevice planDeviceOf(const Played& played) {
  PlanDevice device{};
  device.workgroup_invocations = played.invocations;
  device.shared_memory_bytes = played.shared_bytes;
  device.subgroup_size = played.own;
  device.vendor_id = played.vendor_id;
  device.max_storage_range = VkDeviceSize{1} << 30;
  device.max_storage_buffers = 8;
  device.max_subgroups = played.max_subgroups;
  device.min_subgroup_size = played.min;
  device.max_subgroup_size = played.max;
  device.type = played.type;
  return device;
}

std::vector<vksort::PassPlan> passesOn(const PlanDevice& device, vksort::Payload payload, uint32_t log2, bool scratch) {
  vksort::SorterInfo info{};
  info.payload = payload;
  return planned({.count = 1u << log2, .scratch = scratch}, info, device);
}

std::string algorithmOf(const std::vector<vksort::PassPlan>& passes) {
  if (passes.empty()) return "none";
  const std::string_view last = passes.back().name;
  return last.starts_with("radix") ? "radix" : last.starts_with("rank") ? "rank" : "bitonic";
}

constexpr uint32_t kLog2[] = {10, 16, 20, 24};

// Plans for 2^10, 2^16, 2^20 and 2^24 elements.
struct Plans {
  const char* device;
  uint32_t keys_in_place[4], pairs_in_place[4];
  std::string_view in_scratch[4];
  uint32_t tile;                                 // keys per workgroup for 2^24 keys; 0 in place
};

std::string rowOf(const Played& played) {
  const PlanDevice device = planDeviceOf(played);
  std::string row = std::string("{\"") + played.name + "\", ";
  const auto list = [&row](const auto& text) {
    for (uint32_t i = 0; i < 4; ++i) row += (i == 0 ? "{" : ", ") + text(kLog2[i]);
    row += "}, ";
  };
  for (const vksort::Payload payload : {vksort::Payload::none, vksort::Payload::index})
    list([&](uint32_t log2) { return std::to_string(passesOn(device, payload, log2, false).size()); });
  list([&](uint32_t log2) {
    const std::vector<vksort::PassPlan> keys = passesOn(device, vksort::Payload::none, log2, true);
    CHECK(keys.size() >= 1);
    return "\"" + algorithmOf(keys) + " " + std::to_string(keys.size()) + "\"";
  });
  const std::vector<vksort::PassPlan> keys = passesOn(device, vksort::Payload::none, 24, true);
  return row + std::to_string(algorithmOf(keys) == "radix" ? (1u << 24) / keys.back().workgroups : 0) + "}";
}

std::string textOf(const Plans& plans) {
  std::string row = std::string("{\"") + plans.device + "\", ";
  for (const auto& passes : {plans.keys_in_place, plans.pairs_in_place}) {
    for (uint32_t i = 0; i < 4; ++i) row += (i == 0 ? "{" : ", ") + std::to_string(passes[i]);
    row += "}, ";
  }
  for (uint32_t i = 0; i < 4; ++i) row += (i == 0 ? "{\"" : ", \"") + std::string(plans.in_scratch[i]) + "\"";
  return row + "}, " + std::to_string(plans.tile) + "}";
}

}  // namespace

TEST_CASE("plans_of_each_class_match_the_table") {
  constexpr Plans kPlans[] = {
      {"H100", {1, 7, 15, 27}, {1, 9, 18, 30}, {"bitonic 1", "rank 2", "radix 5", "radix 6"}, 8192},
      {"Vega 10, RADV", {1, 9, 17, 29}, {1, 11, 20, 32}, {"bitonic 1", "rank 2", "radix 6", "radix 6"}, 8192},
      {"Navi 31, RADV", {1, 9, 17, 29}, {1, 11, 20, 32}, {"bitonic 1", "rank 2", "radix 6", "radix 6"}, 8192},
      {"Navi 31, 32 wide alone", {1, 9, 17, 29}, {1, 11, 20, 32}, {"bitonic 1", "rank 2", "radix 6", "radix 6"}, 8192},
      {"Arc A770, ANV", {1, 9, 17, 29}, {1, 11, 20, 32}, {"bitonic 1", "rank 2", "radix 6", "radix 6"}, 2048},
      {"Arc B580, ANV", {1, 9, 17, 29}, {1, 11, 20, 32}, {"bitonic 1", "rank 2", "radix 6", "radix 6"}, 2048},
      {"HD 530, few threads", {1, 9, 17, 29}, {1, 11, 20, 32}, {"bitonic 1", "rank 2", "radix 6", "radix 6"}, 4096},
      {"M2, MoltenVK", {1, 9, 17, 29}, {1, 11, 20, 32}, {"bitonic 1", "rank 2", "radix 6", "radix 6"}, 8192},
      {"Adreno 740, Turnip", {1, 9, 17, 29}, {1, 11, 20, 32}, {"bitonic 1", "rank 2", "radix 6", "radix 6"}, 4096},
      {"Adreno, 64 wide alone", {1, 9, 17, 29}, {1, 11, 20, 32}, {"bitonic 1", "rank 2", "radix 6", "radix 6"}, 4096},
      {"Mali-G610", {1, 9, 17, 29}, {1, 11, 20, 32}, {"bitonic 1", "rank 2", "radix 6", "radix 6"}, 2048},
      {"Mali-G52", {1, 9, 17, 29}, {1, 11, 20, 32}, {"bitonic 1", "rank 2", "radix 6", "radix 6"}, 1024},
      {"V3D", {1, 11, 21, 33}, {1, 13, 24, 36}, {"bitonic 1", "radix 6", "radix 6", "radix 6"}, 2048},
      {"a GPU 4 wide", {1, 11, 21, 33}, {1, 13, 24, 36}, {"bitonic 1", "radix 6", "radix 6", "radix 6"}, 512},
      {"lavapipe", {1, 9, 17, 29}, {1, 11, 20, 32}, {"bitonic 1", "bitonic 9", "bitonic 17", "bitonic 29"}, 0},
      {"SwiftShader", {1, 11, 21, 33}, {1, 13, 24, 36}, {"bitonic 1", "bitonic 11", "bitonic 21", "bitonic 33"}, 0},
  };
  REQUIRE(std::size(kPlans) == std::size(kPlayed));
  for (std::size_t i = 0; i < std::size(kPlayed); ++i) CHECK(textOf(kPlans[i]) == rowOf(kPlayed[i]));
}

// In scratch memory, GPUs use NVIDIA's algorithm, and software drivers do not.
TEST_CASE("gpus_of_all_classes_use_the_same_algorithms") {
  for (const Played& played : kPlayed) {
    INFO(played.name);
    const PlanDevice device = planDeviceOf(played), nvidia = planDeviceOf(kPlayed[0]);
    for (const vksort::Payload payload : {vksort::Payload::none, vksort::Payload::index}) {
      for (const uint32_t log2 : {10u, 13u, 15u, 17u, 20u, 24u}) {
        CAPTURE(log2);
        const auto algorithmOn = [&](const PlanDevice& on) { return algorithmOf(passesOn(on, payload, log2, true)); };
        CHECK(algorithmOn(device) == (played.type == kCpu ? "bitonic" : algorithmOn(nvidia)));
      }
    }
  }
}

TEST_CASE("device_class_and_width_match_the_table") {
  for (const Played& played : kPlayed) {
    INFO(played.name);
    vksort::DeviceLimits limits{played.invocations, played.shared_bytes, 0, played.vendor_id};
    limits.is_software = played.type == kCpu;
    CHECK(std::string(vksort::classOf(limits).name) == played.of);
    const uint32_t min = played.min != 0 ? played.min : played.own, max = played.max != 0 ? played.max : played.own;
    const bool may_vary = played.max_subgroups != 0;
    CHECK(vksort::chooseSubgroups({played.own, min, max, played.max_subgroups}, limits) == may_vary);
    CHECK(limits.subgroup_size == played.width);
    std::string wrong;
    struct Wanted {
      uint32_t width;
      std::string& wrong;
    } wanted{may_vary ? played.width : 0, wrong};
    const auto take = [](void* context, const vksort::PipelinePlan* pipeline) {
      const auto& [width, names] = *static_cast<Wanted*>(context);
      const bool is_full = pipeline->flags == VK_PIPELINE_SHADER_STAGE_CREATE_REQUIRE_FULL_SUBGROUPS_BIT;
      if (pipeline->required_subgroup_size != (is_full ? width : 0)) names += std::string(pipeline->name) + " ";
    };
    CHECK(vksort::planPipelines({}, planDeviceOf(played), take, &wanted) == VK_SUCCESS);
    CHECK(wrong == "");
  }
}

// Kernels must support the size, and a workgroup of 512 must fit.
TEST_CASE("unsupported_subgroup_sizes_are_not_used") {
  for (const auto& [own, min, max, most] :
       {std::array{32u, 8u, 32u, 15u}, {2u, 2u, 2u, 1024u}, {256u, 256u, 256u, 8u}}) {
    CAPTURE(own);
    vksort::DeviceLimits limits{1024, 65536, 0, 0x8086};
    CHECK_FALSE(vksort::chooseSubgroups({own, min, max, most}, limits));
    CHECK(limits.subgroup_size == 0);
    CHECK(limits.counting_invocations == 0);
  }
}

}  // namespace test
