// Between vksort and Vulkan: every function that vksort loads goes through here, where a test can watch it, change what
// it says, or make it fail. The shipped code knows nothing of it.
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

// SPIR-V to create in place of what vksort asks for.
struct SwappedShader {
  vksort::Spirv shipped;
  std::span<const uint32_t> mutant;
};

struct WholeBuffer {
  VkBuffer buffer;
  VkDeviceSize size;
  bool at_any_binding = false;  // else where elements are bound
};

// What Vulkan is given of a module.
std::vector<uint32_t> spirvOf(const vksort::Spirv& module);
// Whether these words are it.
bool isSpirvOf(const vksort::Spirv& module, std::span<const uint32_t> words);

// Pipelines that sorters of the same kernels have in common, to save the time that they take to create: those of a
// sorter are taken from the list in the order of their creation. Order and 32-bit key types make no difference to them.
struct SharedPipelines {
  VkDevice device = VK_NULL_HANDLE;
  std::vector<VkPipeline> list{};
  std::vector<VkPipelineLayout> layouts{};  // of them, which must be there as long, as must
  std::vector<VkDescriptorSetLayout> set_layouts{};
  explicit SharedPipelines(VkDevice of) : device(of) {}
  ~SharedPipelines();
  SharedPipelines(const SharedPipelines&) = delete;
  SharedPipelines& operator=(const SharedPipelines&) = delete;
};

struct Log;

struct Faults {
  // Creation and queries.
  std::function<void(VkPhysicalDeviceProperties2&)> edit_properties;
  std::function<void(VkPhysicalDeviceFeatures2&)> edit_features;
  std::function<void(VkQueueFamilyProperties&)> edit_queue_family;       // each of them
  std::function<void(VkPhysicalDeviceMemoryProperties&)> edit_memory{};  // types that the device has not become its 0
  uint32_t memory_type_bits = 0;                                         // that buffers may be in; 0: as it is
  VkDeviceSize buffer_bytes = 0;                                         // that buffers are said to take; 0: as it is
  bool hide_extensions = false;                                          // the device offers none
  std::map<uint32_t, VkResult> listing{};     // these calls that list the extensions, counted from 0, return this
  uint32_t hides_at_first = 0;                // the first of them says so many extensions less than there are
  std::string missing_function;               // loads as null
  std::map<std::string, VkResult> returns{};  // these functions of a self-test do nothing but return this
  std::function<void(Log&)> after_wait{};     // when the device is done with a self-test
  std::optional<uint32_t> fails_creation;     // this creation of an object, counted from 0, fails and returns garbage
  VkResult creation_error = VK_ERROR_OUT_OF_DEVICE_MEMORY;
  // The result of the creation of a pipeline; VK_SUCCESS: it goes on.
  std::function<VkResult(const VkComputePipelineCreateInfo&)> compiles{};
  bool core_push_descriptors = false;    // vkCmdPushDescriptorSet of Vulkan 1.4 is there in place of the extension's
  std::optional<uint32_t> fails_naming;  // this naming of an object, counted from 0, fails
  bool fake_objects = false;             // creation succeeds without the driver; see only_logs
  bool allocates = false;                // creations take memory from the host's allocator, and the driver does not
  std::vector<SwappedShader> shaders;
  SharedPipelines* shared = nullptr;
  // Keys of the pipelines in a VkPipelineCache, as a driver keeps them.
  std::set<std::vector<uint32_t>>* cache = nullptr;
  bool makes_lazily = false;  // pipelines, on any device; see lazy_pipelines.h
  // This pipeline, counted from 0, does nothing, nor do indirect dispatches behind it in the sort.
  std::optional<uint32_t> idles;
  // Recording.
  VkDeviceSize widen_by = 0;              // descriptors of elements reach so many bytes further
  std::vector<WholeBuffer> widen;         // they reach to the end of these, so the shaders' bounds checks count
  std::optional<uint32_t> drops_barrier;  // this barrier, counted from 0, is not recorded
  bool only_logs = false;                 // the driver records nothing, so that objects may be fakes
};

// What a recording binds to set 0.
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
  VkPipelineLayout layout = VK_NULL_HANDLE;  // of push constants
  VkExtent3D groups{};
  VkBuffer arguments = VK_NULL_HANDLE;  // of an indirect dispatch; of a barrier of one buffer
  VkDeviceSize arguments_offset = 0;    // in it, in bytes
  VkPipelineStageFlags source_stages = 0, target_stages = 0;
  VkAccessFlags source_access = 0, target_access = 0;
  uint32_t query = 0;
  std::string label{};
  std::vector<Bound> bound{};
  uint32_t first_word = 0;        // of push constants
  std::vector<uint32_t> words{};  // push constants
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

// What vksort asked for, before any fault.
struct Log {
  std::vector<Command> commands;
  std::vector<VkDescriptorBufferInfo> ranges;
  std::map<VkDescriptorSet, std::vector<Bound>> sets{};  // as written
  std::vector<uint32_t> workgroups;                      // invocations of each pipeline
  std::vector<VkPipeline> subgroup_pipelines;            // those that require full subgroups
  std::vector<uint32_t> pinned_sizes;                    // required subgroup size of each pipeline, 0: none
  std::vector<VkPipelineCache> caches{};                 // given to the creation of each pipeline
  std::vector<std::vector<uint32_t>> constants{};        // specialization constants of each pipeline, by id
  std::vector<uint32_t> memory_types{};                  // of each allocation of device memory
  std::vector<uint32_t> queue_families{};                // of each command pool
  std::vector<VkDeviceSize> buffer_bytes{};              // of each buffer
  uint32_t buffer_queries = 0;                           // for the memory of a buffer
  std::vector<uint64_t> timeouts{};                      // ns, of each wait for fences
  uint32_t pool_sets = 0, pool_descriptors = 0;          // of the descriptor pool of a self-test
  std::vector<VkDescriptorSetLayout> set_layouts{};      // of the sets that it allocates
  uint32_t listings = 0;                                 // calls that list the extensions
  uint32_t* mapped = nullptr;                            // the memory of a self-test
  bool in_flight = false;                                // the device may still be at what was submitted
  std::vector<uint64_t> destroyed_in_flight{};           // objects, meanwhile
  // With Faults::cache: the words of each module; and those that describe set layouts and pipeline layouts.
  std::map<VkShaderModule, std::vector<uint32_t>> modules{};
  std::vector<uint32_t> layout_words{};
  VkPipeline idle = VK_NULL_HANDLE;        // of Faults::idles
  bool bound_idle = false, idled = false;  // it is bound; the sort has left out a dispatch
  uint32_t creations = 0;
  uint32_t without_allocator = 0;  // of these
  std::vector<Created> created{};
  std::vector<Named> names{};
};

// Puts faults in force and keeps a log, on this thread, for as long as it lives. The innermost one counts.
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

// To be given to vksort as SorterInfo::get_instance_proc_addr. Without a MockVulkan on the thread it changes nothing.
PFN_vkVoidFunction VKAPI_CALL mockInstanceProcAddr(VkInstance instance, const char* name);

// Objects created and not destroyed through the mock so far, and destructions of something never created.
struct ObjectCount {
  int64_t live = 0;
  uint64_t bogus_destructions = 0;
};
ObjectCount objectCount();

// Destroys the live objects that were created through the mock since there were `before` of them. The device must be
// idle.
void destroyLeft(VkDevice device, const ObjectCount& before);

}  // namespace test
