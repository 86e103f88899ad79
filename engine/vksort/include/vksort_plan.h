// vksort: what a sort will take, without a device. Part of the public interface; vksort.h includes it.
#pragma once

#include <vulkan/vulkan_core.h>

#include <cstdint>

namespace vksort {

struct SorterInfo;

// What record() does for a count of elements. All is 0 where it records nothing.
struct Plan {
  std::uint32_t dispatches;
  std::uint32_t barriers;       // one between each two dispatches, but for those that need nothing of each other; with
                                // Count::device one more, but for radix sorts, and with Count::lists up to two, if
                                // count, state and elements lie too close to be bound apart
  std::uint32_t timestamps;     // queries for one before the first dispatch and one after each
  std::uint64_t bytes_read;     // of keys and values in the ranges; each pass loads and stores an element at most once.
  std::uint64_t bytes_written;  // A partial workgroup's repeated loads of its last element are not counted, nor, with
                                // SorterInfo::coherent, what it takes to find out what is in order; the rest counts as
                                // if nothing were
};

// One dispatch of a plan.
struct PassPlan {
  const char* name;     // the kernel's, a static string
  std::uint32_t stage;  // log2 of the sorted blocks once this pass's merge stage is complete
  std::uint32_t workgroups;
  std::uint64_t bytes_read;
  std::uint64_t bytes_written;
};

// The device that a plan is for. The defaults are what every Vulkan 1.1 device has.
struct PlanDevice {
  std::uint32_t workgroup_invocations = 128;  // lesser of maxComputeWorkGroupInvocations and maxComputeWorkGroupSize[0]
  std::uint32_t shared_memory_bytes = 16384;  // maxComputeSharedMemorySize
  std::uint32_t subgroup_size = 0;            // 0 without kFullSubgroups; below 4 and above 128 it is as 0
  std::uint32_t vendor_id = 0;                // VkPhysicalDeviceProperties::vendorID
  std::uint32_t max_groups_x = 65535;         // maxComputeWorkGroupCount[0], must not be 0
  VkDeviceSize max_storage_range = VkDeviceSize{1} << 27;  // maxStorageBufferRange, of scratch memory
  std::uint32_t max_storage_buffers = 4;                   // maxPerStageDescriptorStorageBuffers
};

// The plan of a Sorter of that configuration on such a device, without the device: handles and features in `info` are
// not used. With `scratch`, of a recording that is lent Sorter::scratchBytes(); without, zeros where
// SorterInfo::always_lends says that these are lent. Zeros if create() would refuse the
// configuration or its tuning on such a device, or the device has less than the defaults of invocations and shared
// memory, as none has. Taken for granted: a hook's shaders; subgroups that vote, shuffle, ballot and add, as many in a
// workgroup as fit; arguments bound at multiples of 256 bytes. Sorter::plan() knows. Thread rule: any thread.
[[nodiscard]] Plan plan(const SorterInfo& info, const PlanDevice& device, std::uint32_t count, bool scratch = false);
// Its dispatch `index`, counted from 0; an empty name and zeros where there is none.
[[nodiscard]] PassPlan planPass(const SorterInfo& info, const PlanDevice& device, std::uint32_t count,
                                std::uint32_t index, bool scratch = false);

// The plan for Count::lists, of so many lists in the table, each of at most `largest` elements: 0 are none here, unlike
// ListTable::largest, for which SortInfo::count is to be given. Zeros above kMaxLists. How many workgroups there are
// and how many bytes they move is in the table, and 0 here, but for the workgroups of the set-up.
[[nodiscard]] Plan planLists(const SorterInfo& info, const PlanDevice& device, std::uint32_t list_count,
                             std::uint32_t largest);
[[nodiscard]] PassPlan planListsPass(const SorterInfo& info, const PlanDevice& device, std::uint32_t list_count,
                                     std::uint32_t largest, std::uint32_t index);

}  // namespace vksort
