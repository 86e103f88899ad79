// Wraps every Vulkan function that vksort loads, so that a test can log calls, change their results, or make them fail.
#pragma once
#include <volk.h>

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

#include "device/module.h"

namespace test {

struct SwappedShader {
  vksort::Spirv shipped;
  std::span<const uint32_t> mutant;
};

struct WholeBuffer {
  VkBuffer buffer;
  VkDeviceSize size;
  bool at_any_binding = false;  // otherwise only at the bindings of elements
};

std::vector<uint32_t> spirvOf(const vksort::Spirv& module);
bool isSpirvOf(const vksort::Spirv& module, std::span<const uint32_t> words);

// Shared by Sorters with the same kernels, in creation order, because compiling is slow. Order and 32-bit key types do
// not matter.
struct SharedPipelines {
  VkDevice device = VK_NULL_HANDLE;
  std::vector<VkPipeline> list{};
  std::vector<VkPipelineLayout> layouts{};  // outlive the pipelines
  std::vector<VkDescriptorSetLayout> set_layouts{};
  explicit SharedPipelines(VkDevice of) : device(of) {}
  ~SharedPipelines();
  SharedPipelines(const SharedPipelines&) = delete;
  SharedPipelines& operator=(const SharedPipelines&) = delete;
};

struct Log;

struct Faults {
  std::function<void(VkPhysicalDeviceProperties2&)> edit_properties;
  std::function<void(VkPhysicalDeviceFeatures2&)> edit_features;
  std::function<void(VkQueueFamilyProperties&)> edit_queue_family;
  std::function<void(VkPhysicalDeviceMemoryProperties&)> edit_memory{};  // allocations then use memory type 0
  uint32_t memory_type_bits = 0;                                         // for buffers, unless 0
  VkDeviceSize buffer_bytes = 0;                                         // for all buffers, unless 0
  bool hide_extensions = false;
  std::map<uint32_t, VkResult> listing{};     // results by call index
  uint32_t hides_at_first = 0;                // missing from the first call's count
  std::string missing_function;
  std::map<std::string, VkResult> returns{};  // results that replace calls of these functions
  std::function<void(Log&)> after_wait{};
  std::optional<uint32_t> fails_creation;     // index of a creation that fails with garbage as output
  VkResult creation_error = VK_ERROR_OUT_OF_DEVICE_MEMORY;
  // The driver is only called if this returns VK_SUCCESS.
  std::function<VkResult(const VkComputePipelineCreateInfo&)> compiles{};
  bool core_push_descriptors = false;    // instead of the extension's function
  std::optional<uint32_t> fails_naming;
  bool fake_objects = false;             // creation does not call the driver; see only_logs
  bool allocates = false;                // creations use the application's allocator
  std::vector<SwappedShader> shaders;
  SharedPipelines* shared = nullptr;
  // Pipeline keys in a simulated VkPipelineCache.
  std::set<std::vector<uint32_t>>* cache = nullptr;
  bool makes_lazily = false;  // see lazy_pipelines.h
  // Index of a pipeline whose dispatches are dropped, together with later indirect dispatches.
  std::optional<uint32_t> idles;
  VkDeviceSize widen_by = 0;              // bytes added to descriptors of elements
  std::vector<WholeBuffer> widen;         // descriptors reach their end, so only shaders check bounds
  std::optional<uint32_t> drops_barrier;
  bool only_logs = false;
};

struct Bound {
  uint32_t binding;
  VkDescriptorBufferInfo range;
};

struct Command {
  enum class Kind : uint8_t {
    bind_pipeline,
    bind_ranges,
    push_constants,
    dispatch,
    barrier,
    timestamp,
    begin_label,
    end_label,
  } kind;
  VkPipeline pipeline = VK_NULL_HANDLE;
  VkPipelineLayout layout = VK_NULL_HANDLE;
  VkExtent3D groups{};
  VkBuffer arguments = VK_NULL_HANDLE;  // for an indirect dispatch or a barrier
  VkDeviceSize arguments_offset = 0;    // in bytes
  VkPipelineStageFlags source_stages = 0, target_stages = 0;
  VkAccessFlags source_access = 0, target_access = 0;
  uint32_t query = 0;
  std::string label{};
  std::vector<Bound> bound{};
  uint32_t first_word = 0;
  std::vector<uint32_t> words{};
};

struct Created {
  char kind;  // m: shader module, s: set layout, l: pipeline layout, p: pipeline
  uint64_t handle;
};

struct Named {
  VkObjectType type;
  uint64_t handle;
  std::string name;
};

// Calls before any fault was applied.
struct Log {
  std::vector<Command> commands;
  std::vector<VkDescriptorBufferInfo> ranges;
  std::map<VkDescriptorSet, std::vector<Bound>> sets{};
  std::vector<uint32_t> workgroups;
  std::vector<VkPipeline> subgroup_pipelines;        // pipelines that require full subgroups
  std::vector<uint32_t> pinned_sizes;                // subgroup size for each pipeline, or 0
  std::vector<VkPipelineCache> caches{};
  std::vector<std::vector<uint32_t>> constants{};    // for each pipeline, by ID
  std::vector<uint32_t> memory_types{};
  std::vector<uint32_t> queue_families{};
  std::vector<VkDeviceSize> buffer_bytes{};
  uint32_t buffer_queries = 0;
  std::vector<uint64_t> timeouts{};                  // in ns, for each wait
  uint32_t pool_sets = 0, pool_descriptors = 0;
  std::vector<VkDescriptorSetLayout> set_layouts{};
  uint32_t listings = 0;
  uint32_t* mapped = nullptr;                        // memory of a self-test
  bool in_flight = false;                            // submitted work might be running
  std::vector<uint64_t> destroyed_in_flight{};
  // For Faults::cache: module words, and a description of all layouts.
  std::map<VkShaderModule, std::vector<uint32_t>> modules{};
  std::vector<uint32_t> layout_words{};
  VkPipeline idle = VK_NULL_HANDLE;
  bool bound_idle = false, idled = false;
  uint32_t creations = 0;
  uint32_t without_allocator = 0;
  std::vector<Created> created{};
  std::vector<Named> names{};
};

// Applies faults and keeps a log on this thread. Only the innermost object is active.
class MockVulkan {
 public:
  explicit MockVulkan(Faults faults = {});
  ~MockVulkan();
  MockVulkan(const MockVulkan&) = delete;
  MockVulkan& operator=(const MockVulkan&) = delete;

  Faults faults;
  Log log;

 private:
  MockVulkan* outer_;
};

// Can be used as Device::get_instance_proc_addr. Only affects threads with a MockVulkan.
PFN_vkVoidFunction VKAPI_CALL mockInstanceProcAddr(VkInstance instance, const char* name);

// Objects created through the mock.
struct ObjectCount {
  int64_t live = 0;
  uint64_t bogus_destructions = 0;
};
ObjectCount objectCount();

// Destroys objects created after `before`. The device must be idle.
void destroyLeft(VkDevice device, const ObjectCount& before);

}  // namespace test
