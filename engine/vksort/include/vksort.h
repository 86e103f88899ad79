// vksort: sorts keys, alone or with values, in place on the GPU, inside any Vulkan engine.
//
// The whole public interface, for C++17. No name in it is a macro of <X11/Xlib.h> or <windows.h>. A Sorter is made once
// per configuration and recorded into command buffers as often as needed. It allocates nothing while recording, needs
// no scratch memory but can use it, and is immutable: see thread rules.
//
// Algorithms: bitonic sorting network with mirrored first steps (K. Batcher, 1968), any element count, in place; and
// with SortInfo::scratch, which is said to be lent, sorted tiles merged by ranks (N. Satish and others, 2009), or radix
// sort from the least significant digit on.
#pragma once

#include <vulkan/vulkan_core.h>

#include <cstdint>

#include "vksort_hook.h"
#include "vksort_plan.h"
#include "vksort_self_test.h"
#include "vksort_tuning.h"
#include "vksort_types.h"

namespace vksort {

// What a device offers to vksort.
struct Support {
  bool supported;      // false: no Sorter can be created, or listing the device's extensions failed
  const char* reason;  // why not, a static string; null if supported
  Features features;   // the optional features that the device offers and a Sorter would use once the host enables them
};

// Asks a device, before vkCreateDevice.
//   instance must be of Vulkan 1.1 or later. With a null argument nothing is supported, and the reason says so.
// Thread rule: any thread.
[[nodiscard]] Support querySupport(PFN_vkGetInstanceProcAddr get_instance_proc_addr, VkInstance instance,
                                   VkPhysicalDevice physical_device);

// Bits [first, first + count) of the keys, from the lowest: the others are alike in all keys of a sort. A count of 0
// promises nothing.
struct KeyBits {
  std::uint32_t first = 0;
  std::uint32_t count = 0;  // first + count must be at most 32; 0 with KeyType::u64
};

// Threads that a host lends to create(), whose pipelines need nothing of each other; the library starts none.
struct ParallelFor {
  // Must call job(jobs, i) once for each i below `count`, on whatever threads and in whatever order, and return when
  // all of these calls have. `count` is that of the pipelines. It must throw nothing. Null: create() makes one pipeline
  // after the other itself.
  void (*run)(void* context, std::uint32_t count, void (*job)(void* jobs, std::uint32_t i), void* jobs) = nullptr;
  void* context = nullptr;  // the first argument of run()
};

struct SorterInfo {
  PFN_vkGetInstanceProcAddr get_instance_proc_addr = nullptr;  // must not be null; all functions come through it
  VkInstance instance = VK_NULL_HANDLE;                        // must not be null
  VkPhysicalDevice physical_device = VK_NULL_HANDLE;           // must not be null; Vulkan 1.1 or later
  VkDevice device = VK_NULL_HANDLE;                            // must not be null, must outlive the Sorter
  VkPipelineCache pipeline_cache = VK_NULL_HANDLE;             // optional
  // Optional, must outlive the Sorter; for Vulkan objects. Host memory comes from operator new: less than 2 KB for as
  // long as the Sorter lives, and while create() or querySupport() runs 260 bytes for each extension of the device,
  // then up to 335 KB for each pipeline that is being made.
  const VkAllocationCallbacks* allocator = nullptr;
  Features enabled_features = 0;  // those of Support::features, and kDebugUtils, that the host enabled

  KeyType key_type = KeyType::u32;
  Order order = Order::ascending;
  Values values = Values::none;
  Ties ties = Ties::value;  // without values it means nothing
  Path path = Path::automatic;
  NanRule nan_rule = NanRule::total_order;  // without f32 keys it means nothing
  // Optional, read by create() alone: the shape of the kernels, in place of what vksort's table has for the device.
  const Tuning* tuning = nullptr;
  // Optional. A path that does not sort on the device is dropped for the next slower one: without subgroups, then the
  // floor with vksort's own tuning. See Sorter::pathReport().
  SelfTest self_test{};
  Count count = Count::host;
  // For elements that lie in the order of the last sort, with keys that changed little since. What takes
  // more than one pass is first repaired: tiles (2^Tuning::tile_log2 elements) that are out of order are sorted, then
  // the seams between tiles. If that leaves all in order the device skips the passes of the sort, else they run as
  // well. Always a correct sort; it is enough if no element is further than half a tile from its place. With
  // SortInfo::scratch nothing is repaired: a radix sort (see Algorithm) moves no element if all are in order, and a sort
  // by ranks sorts whatever the order was. Needs SortInfo::state.
  bool coherent = false;  // must be false with Values::iota, which has no values to keep, and with Count::lists
  // Optional, read by create() alone: the first pass computes the keys, see vksort_hook.h. Must be null with u64,
  // interleaved and coherent.
  const Hook* hook = nullptr;
  Algorithm algorithm = Algorithm::automatic;
  // Promises, by which more sorts make use of SortInfo::scratch, or take less time with it. Where one is broken the
  // order is undefined; nothing is lost, and nothing outside the range is touched. Without values those of values mean
  // nothing.
  bool ascending_values = false;  // each value is above the one before it, as indices that nobody has moved
  KeyBits key_bits{};
  // The values are below 2^value_bits; at most 32, and 0 promises nothing. It saves radix passes where values order equal
  // keys and need not ascend.
  std::uint32_t value_bits = 0;
  // The most elements that a recording will ask for, or 0 for any number: pipelines that only more would take are not
  // made, and up to two tiles (4096 pairs on most GPUs) of elements of two words, whose last word orders those that are
  // equal but for it, are sorted by others, which are made in half of the time. See SortStatus::above_max_count.
  std::uint32_t max_count = 0;
  // Each recording will lend SortInfo::scratch wherever Sorter::scratchBytes() of its count is not 0: pipelines that
  // only sorts in place of so many would take are not made. With a max_count that may spare create() half of its time;
  // with a max_count of at most 65536, pairs from 1025 elements on are sorted in lent memory. See
  // SortStatus::null_scratch_buffer.
  bool always_lends = false;
  // Optional, used by create() alone. Its jobs call Vulkan: `allocator` must then be for many threads at once, and
  // `pipeline_cache` not VK_PIPELINE_CACHE_CREATE_EXTERNALLY_SYNCHRONIZED_BIT.
  ParallelFor parallel_for{};
};

// A range of a buffer, in bytes.
struct Range {
  VkBuffer buffer = VK_NULL_HANDLE;  // must have usage VK_BUFFER_USAGE_STORAGE_BUFFER_BIT
  VkDeviceSize offset = 0;           // must be a multiple of the element size: 4, or 8 if interleaved or u64
  VkDeviceSize size = 0;             // must not reach past the buffer's end; VK_WHOLE_SIZE is misuse
};

// Queries of a pool for GPU timestamps: Plan::timestamps of them, of plan(count, true) where scratch is lent, are
// written from `first` on, one before the first pass and one after each, so that pass i took the time from query first
// + i to first + i + 1; but passes without a barrier between them (the set-up of a device count and the next one, the
// sorts of lists) may overlap. Others are left alone.
struct TimestampRange {
  VkQueryPool pool = VK_NULL_HANDLE;  // of VK_QUERY_TYPE_TIMESTAMP; null: no timestamps. The queue must have them
  std::uint32_t first = 0;            // the queries must be reset, and first + count be no more than the pool has
  std::uint32_t count = 0;            // must be at least Plan::timestamps
};

// Where the count is when the sort runs, when nothing may change it; the buffer must live until the sort is done.
struct CountSource {
  VkBuffer buffer = VK_NULL_HANDLE;  // must have usage VK_BUFFER_USAGE_STORAGE_BUFFER_BIT
  VkDeviceSize offset = 0;           // of a u32, in bytes; must be a multiple of 4
};

// What Count::device and SorterInfo::coherent need of SortInfo::state, in bytes, on any device and for any count.
inline constexpr VkDeviceSize kStateBytes = 2048;

// Where the lists of Count::lists are: a table of {first, count}, two u32 for each list, read when the sort runs. A
// list is the elements [first, first + count), counted from SortInfo::first; what of it lies past SortInfo::count is
// not there. They may come in any order, with gaps, and with any counts, 0 and 1 too; Values::iota begins anew in each.
// They must not overlap, else their contents are undefined; nothing outside the range is touched even then.
struct ListTable {
  VkBuffer buffer = VK_NULL_HANDLE;  // must have usage VK_BUFFER_USAGE_STORAGE_BUFFER_BIT
  VkDeviceSize offset = 0;           // in bytes; must be a multiple of 4
  std::uint32_t list_count = 0;      // must be at most kMaxLists; 0 records nothing, as SortInfo::count of 0
  // The most elements of one list, which bounds the passes that are recorded: of a larger one only the first `largest`
  // are sorted. 0: SortInfo::count.
  std::uint32_t largest = 0;
};
inline constexpr std::uint32_t kMaxLists = 65536;

// What Count::lists needs of SortInfo::state, in bytes, on any device: it grows with the number of lists, and not with
// that of the elements.
constexpr VkDeviceSize listStateBytes(std::uint32_t list_count) { return 2048 + VkDeviceSize{32} * list_count; }

// A buffer or a descriptor set that the Sorter has no use for must be null, but for scratch, which is then ignored;
// what stands beside a null one is not looked at. So it is with every struct that a record() takes.
struct SortInfo {
  Range keys;               // keys, or interleaved {key, value}
  Range values;             // Values::split and iota only: the part to sort must not overlap that of keys
  std::uint32_t first = 0;  // first element to sort, in both ranges
  // Elements to sort; first + count must fit each range, and count alone the device's maxStorageBufferRange, so that it
  // is below 2^30, or 2^29 of 64 bits (see also SorterInfo::max_count: clamp a count that comes from data). 0 records
  // nothing, and checks nothing but that the Sorter was created; 1 records nothing, but for Values::iota and a hook,
  // which have something to write.
  // With Count::device: the most elements to sort; what the device finds beyond that counts as that.
  // With Count::lists: the elements that lists may lie in.
  std::uint32_t count = 0;
  // Without kPushDescriptor: a set of Sorter::descriptorSetLayout(), which record() writes, one for each recording that
  // has not run yet, of kDescriptorsPerSet storage buffers each. It must not be in use by the device or by another
  // recording, and must live until this one has run.
  VkDescriptorSet descriptor_set = VK_NULL_HANDLE;
  TimestampRange timestamps{};  // optional
  // With a Hook::set_layout: a set of it. record() binds it as set 1.
  VkDescriptorSet hook_set = VK_NULL_HANDLE;
  // With Count::device; must not overlap the elements that may be sorted, nor the state.
  CountSource device_count{};
  ListTable lists{};  // with Count::lists; the same
  // With Count::device, Count::lists or SorterInfo::coherent. At least kStateBytes, or listStateBytes(), from a
  // multiple of 4 on, in a buffer with VK_BUFFER_USAGE_STORAGE_BUFFER_BIT and VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT. So
  // many bytes are used; they must not overlap the elements that may be sorted, nor the count or the lists. What they
  // hold is of no meaning before and after; sorts that may run at the same time must not share them.
  Range state{};
  // Optional, except with SorterInfo::always_lends: memory that the sort may use, at least Sorter::scratchBytes(count),
  // as less is misuse and not a sort in place, from a multiple of 4 on (from one of 128 on large sorts take some
  // percent less), in a buffer with VK_BUFFER_USAGE_STORAGE_BUFFER_BIT. Where those are 0 it is not looked at. So many
  // bytes are used; they must not overlap anything else that the sort uses. What they hold is of no meaning before and
  // after; sorts that may run at the same time must not share them. Results are the same with and without, but for what
  // Ties::any leaves open.
  Range scratch{};
};

// What record() says. Everything but ok is misuse: nothing was recorded. Libraries built without NDEBUG stop with the
// message instead; define VKSORT_ASSERT(message) when building vksort to do something else.
enum class SortStatus : std::uint32_t {
  ok,
  no_sorter,  // the Sorter was never created
  null_command_buffer,
  null_keys_buffer,
  null_values_buffer,
  null_descriptor_set,  // the host enabled no push descriptors, so it must pass a set
  needless_descriptor_set,
  null_hook_set,
  needless_hook_set,
  misaligned_keys_offset,
  misaligned_values_offset,
  keys_range_too_small,  // first + count elements do not fit
  values_range_too_small,
  // The sorted part spans more than maxStorageBufferRange, counted from where it is bound: the multiple of
  // minStorageBufferOffsetAlignment, or of 8 bytes if that is less, at or below its first element.
  keys_range_too_large,
  values_range_too_large,
  overlapping_ranges,      // the sorted parts do
  keys_range_past_buffer,  // the range reaches past the memory that its buffer takes
  values_range_past_buffer,
  too_few_queries,        // SortInfo::timestamps has not the Plan::timestamps of this count, or of these lists
  needless_device_count,  // the Sorter's count is not Count::device
  null_count_buffer,
  null_state_buffer,
  misaligned_count_offset,
  misaligned_state_offset,
  state_range_too_small,
  overlapping_count,  // with what may be sorted
  overlapping_state,  // with what may be sorted, or the count or the lists
  count_past_buffer,
  state_range_past_buffer,
  needless_state,  // the Sorter's count is the host's, and it is not coherent
  needless_lists,  // it is not Count::lists
  null_lists_buffer,
  misaligned_lists_offset,
  too_many_lists,
  overlapping_lists,  // with what may be sorted
  lists_past_buffer,
  needless_values,  // the Sorter has none in a buffer of their own
  misaligned_scratch_offset,
  scratch_range_too_small,
  overlapping_scratch,  // with what may be sorted, the count, or the state
  scratch_range_past_buffer,
  above_max_count,      // SortInfo::count, or of lists `largest` if that is less and not 0, is above max_count
  null_scratch_buffer,  // SorterInfo::always_lends, and Sorter::scratchBytes() is not 0
};

// One line that names the argument and says what is allowed; a static string.
[[nodiscard]] const char* describe(SortStatus status);

// How one use of a range synchronizes with others. The flags have the same values as VkPipelineStageFlags2 and
// VkAccessFlags2, so that they fit the barriers of Vulkan 1.0 and those of synchronization2.
struct Access {
  VkPipelineStageFlags stages;
  VkAccessFlags access;
};

// Synchronization, as data. Before record() the caller makes its writes to each range available to kBefore, and earlier
// uses of whatever the sort writes, SortInfo::scratch too, such as the last frame's reads, must be over. Later uses
// wait for kAfter. That holds for the values of Values::iota too, though what they hold does not matter. Between the
// passes of one sort record() places its own barriers, by vkCmdPipelineBarrier: from kAfter to kBefore, and to indirect
// reads where passes take their workgroups from the state. Two sorts of one range need a barrier kAfter -> kBefore
// between them; so do two that share SortInfo::scratch, though what is in it before a sort never matters. Buffers of
// VK_SHARING_MODE_EXCLUSIVE that a queue of another family used need a transfer of ownership to the family that sorts,
// with kBefore on its side, and one back with kAfter; keys that a hook computes only the one back.
inline constexpr Access kBefore = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                   VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
inline constexpr Access kAfter = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                  VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};

// The same for Count::device and Count::lists: of the count or the table, and of SortInfo::state, whose contents need
// no barrier but whose memory does when it is used again.
inline constexpr Access kBeforeCount = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT};
inline constexpr Access kAfterCount = kBeforeCount;
inline constexpr Access kBeforeState = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT};
inline constexpr Access kAfterState = {
    VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
    VK_ACCESS_INDIRECT_COMMAND_READ_BIT | VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
// Of what SorterInfo::hook reads.
inline constexpr Access kBeforeHook = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                       VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_UNIFORM_READ_BIT};
inline constexpr Access kAfterHook = kBeforeHook;

// The most descriptors that one set of Sorter::descriptorSetLayout() takes from a pool, all of the type
// VK_DESCRIPTOR_TYPE_STORAGE_BUFFER.
inline constexpr std::uint32_t kDescriptorsPerSet = 5;

// What a Sorter was made for: the members of SorterInfo that decide what a recording takes and leaves.
struct SorterConfiguration {
  KeyType key_type = KeyType::u32;
  Order order = Order::ascending;
  Values values = Values::none;
  Ties ties = Ties::value;
  NanRule nan_rule = NanRule::total_order;
  Count count = Count::host;
  bool coherent = false;
  bool hooked = false;    // SorterInfo::hook was given
  bool hook_set = false;  // and with a Hook::set_layout: recordings need SortInfo::hook_set
  std::uint32_t max_count = 0;
  bool always_lends = false;  // recordings need SortInfo::scratch, wherever Sorter::scratchBytes() is not 0
};

struct SorterState;

// A sort of one configuration. Movable, not copyable.
// Lifetime: a Sorter must outlive the execution of every command buffer that it recorded into; create() into it and
//   assignment to it end the life of what it held.
// Thread rules: create(), destruction and assignment need the Sorter to themselves. record() and the queries are const
//   and may run on many threads at once, on command buffers of different pools and on different descriptor sets.
//   Separate Sorters share only what the host gave them: the allocator, and the pipeline cache, which Vulkan
//   synchronizes unless it was created with VK_PIPELINE_CACHE_CREATE_EXTERNALLY_SYNCHRONIZED_BIT.
class Sorter {
 public:
  Sorter() = default;
  ~Sorter();
  Sorter(Sorter&& other) noexcept;
  Sorter& operator=(Sorter&& other) noexcept;
  Sorter(const Sorter&) = delete;
  Sorter& operator=(const Sorter&) = delete;

  // Creates the pipelines, which takes the driver seconds where no cache has them: 0.24 to 3.9 s beside an NVIDIA H200
  // on one thread, 0.1 to 0.66 s on 16, and 5 to 9 ms with a cache. On failure `out` is empty, nothing is leaked but
  // after VK_TIMEOUT, and *reason (if given) is a static string.
  //   VK_ERROR_FEATURE_NOT_PRESENT: the device is not supported, or a feature is said to be enabled that it lacks, or
  //     SorterInfo::tuning is not for this device, configuration or version of vksort; or no path passed its
  //     self-test, not even the floor: the reason names the fault.
  //   VK_TIMEOUT: the device did not finish the self-test in time, or Vulkan could not say whether it did. It may still
  //     use what create() made, which is therefore leaked; to be treated as a lost device.
  //   VK_ERROR_INITIALIZATION_FAILED: a function is missing; or a required handle is null, an enumeration has no such
  //     value, members do not go together, or parallel_for did not run each job once, where a library built without
  //     NDEBUG stops.
  //   Others: as Vulkan returned them, VK_INCOMPLETE too, of a list of extensions that went on growing;
  //     VK_ERROR_OUT_OF_HOST_MEMORY also of operator new.
  [[nodiscard]] static VkResult create(const SorterInfo& info, Sorter& out, const char** reason = nullptr);

  // Records a sort into a primary or secondary command buffer that is recording, outside a render pass and dynamic
  // rendering, for a queue with compute. The range's elements [first, first + count) come out sorted where they were;
  // of keys and values nothing else is read or written. Allocates nothing. Undefined afterwards, for the host to set
  // again: the compute pipeline, all descriptor sets bound for compute, and the push constants of all stages.
  [[nodiscard]] SortStatus record(VkCommandBuffer command_buffer, const SortInfo& info) const;

  // What record() does for `count` elements; on an empty Sorter, and above max_count, nothing. They allocate nothing.
  // With Count::device `count` is the most there may be, and workgroups and bytes are those if the device finds as
  // many; with Count::lists it is the count of the only list. Passes that repair, or sort few, in lent memory have the
  // workgroups that they take if they are needed, and no bytes. `scratch`: with SortInfo::scratch; without what
  // always_lends says must be lent, nothing.
  [[nodiscard]] Plan plan(std::uint32_t count, bool scratch = false) const;
  [[nodiscard]] PassPlan planPass(std::uint32_t count, std::uint32_t index, bool scratch = false) const;
  // The same of Count::lists; on other Sorters, and above kMaxLists, nothing. `largest`: with a ListTable::largest of 0
  // SortInfo::count; 0 here is no elements.
  [[nodiscard]] Plan planLists(std::uint32_t list_count, std::uint32_t largest) const;
  [[nodiscard]] PassPlan planListsPass(std::uint32_t list_count, std::uint32_t largest, std::uint32_t index) const;

  // What SortInfo::scratch must have for `count` elements; with Count::device that is the most there may be. Allocate
  // that of the largest count once: it is enough for all smaller ones, unless it is 0. A little more than the elements
  // take themselves; by radix with an odd number of passes twice that. There is a pass for each 8 bits of the keys
  // (SorterInfo::key_bits), at least two, and for each 8 bits of the values (SorterInfo::value_bits) where these order
  // equal keys and need not ascend. 0 where memory is of no use:
  //   - on an empty Sorter, above max_count, and for so few elements that it does not pay;
  //   - with Path::floor, Algorithm::bitonic, Count::lists, and KeyType::u64 with values that order equal keys;
  //   - without kFullSubgroups, but for Algorithm::rank; with subgroups of fewer than 32 for Algorithm::automatic, if
  //     Tuning::radix_from is 0;
  //   - by radix alone also without subgroups that ballot and add, of 4 at least; where a device has fewer storage
  //     buffers, smaller workgroups or less shared memory than that takes (with subgroups of 32 or more 512 invocations
  //     and 25 KiB); for 2^28 or more, with subgroups of fewer than 32 for more than 2^23, and for more than can be bound
  //     at once.
  [[nodiscard]] VkDeviceSize scratchBytes(std::uint32_t count) const;

  // For code that records other people's Sorters. The defaults on an empty Sorter.
  [[nodiscard]] SorterConfiguration configuration() const;

  // Which path create() took, and which it dropped and why.
  [[nodiscard]] PathReport pathReport() const;

  // The shape of the kernels; zeros on an empty Sorter.
  [[nodiscard]] Tuning tuning() const;

  // For hosts without push descriptors; null with them, and on an empty Sorter. Lives as long as the Sorter.
  [[nodiscard]] VkDescriptorSetLayout descriptorSetLayout() const;

  [[nodiscard]] explicit operator bool() const { return state_ != nullptr; }

 private:
  // Makes what SorterInfo says, without a self-test. `looks_back`: that a radix sort may. `misfit`: the tuning is why
  // it could not.
  [[nodiscard]] static VkResult createPath(const SorterInfo& info, bool looks_back, bool by_ranks, Sorter& out,
                                           const char** reason, bool& misfit);
  void destroy();
  // Forgets what the device may still use.
  void abandon();

  SorterState* state_ = nullptr;
};

}  // namespace vksort
