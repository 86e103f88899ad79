// Classes of devices, and the tuning of each. Pure arithmetic, no Vulkan calls.
#pragma once

#include <span>

#include "request/request.h"
#include "sorts/sizes/tuning.h"

namespace vksort {

// What the numbers of a class rest on.
enum class Evidence : std::uint8_t {
  executed,  // measured on a device of the class
  compiled,  // registers and spills of a compiler; the rest follows from limits
  neither,   // limits alone
};

// What workgroups have at most, and how many run at once.
struct ClassLimits {
  std::uint32_t invocations, shared_bytes;
  std::uint32_t subgroups;              // of a workgroup of the radix sort
  std::uint32_t concurrent_workgroups;  // of the radix sort
};

// Devices of a vendor, or software drivers.
struct DeviceClass {
  const char* name;
  std::uint32_t vendor_id = 0;           // exactly this; 0: any
  std::uint32_t subgroup_sizes[3] = {};  // to require if the driver may vary the size, the best first; 0: its own
  ClassLimits limits;                    // its tunings are fitted to
  Evidence evidence;
  const Tuning (&tunings)[3];   // by Element
  bool is_software = false;     // exactly this
  bool adds_in_order = false;   // shared-memory additions, in the order of a subgroup's invocations: see additions.glsl
  bool scratch_pays = true;     // rank merge and the radix sort are faster than in place
  bool keeps_own_size = false;  // full subgroups have the driver's own size even if no pipeline can require it

  [[nodiscard]] const Tuning& tuning(Element element) const { return tunings[wordsOf(element) - 1]; }
};

// All classes. A device is of the first one that it fits; the last one is any GPU.
[[nodiscard]] std::span<const DeviceClass> deviceClasses();
[[nodiscard]] const DeviceClass& classOf(const DeviceLimits& limits);

// The limits of a device, and those of its class.
[[nodiscard]] DeviceLimits limitsInClass(DeviceLimits limits);

// Sets DeviceLimits::subgroup_size, and counting_invocations as if subgroups had all operations. Both are 0 if no size
// is usable. The other members must be set. Returns whether pipelines must require the size.
bool chooseSubgroups(const SubgroupSizes& sizes, DeviceLimits& limits);

// What the kernels were compiled for; see shaders/sort/modules.cmake. A build of tests has a smaller one.
struct Compiled {
  std::uint32_t registers_log2[3];            // log2 of the elements per invocation, by Element
  std::uint32_t min_tile_invocations_log2;    // log2 of the invocations of the smallest tile
  std::uint32_t min_global_invocations_log2;  // of the smallest workgroup of a global pass
  std::uint32_t tiny_log2;                    // log2 of the elements of the largest segment that tiny_sort sorts
};
[[nodiscard]] const Compiled& compiled();

[[nodiscard]] const Tuning& baselineTuning();

}  // namespace vksort
