#pragma once

#include <span>

#include "request/request.h"
#include "sorts/sizes/tuning.h"

namespace vksort {

// Source of the class numbers.
enum class Evidence : std::uint8_t {
  executed,  // measured on a device of the class
  compiled,  // registers and spills that a compiler reports
  neither,   // only limits
};

struct ClassLimits {
  std::uint32_t invocations, shared_bytes;
  std::uint32_t subgroups;
  std::uint32_t concurrent_workgroups;
};

struct DeviceClass {
  const char* name;
  std::uint32_t vendor_id = 0;           // 0 means any vendor
  std::uint32_t subgroup_sizes[3] = {};  // sizes to require if the driver can vary the size, the best first
  ClassLimits limits;
  Evidence evidence;
  const Tuning (&tunings)[3];  // indexed by Element
  bool is_software = false;
  bool adds_in_order = false;  // a subgroup adds to shared memory in the order of its invocations, see additions.glsl
  bool scratch_pays = true;
  bool keeps_own_size = false;  // full subgroups always use the reported size

  [[nodiscard]] const Tuning& tuning(Element element) const { return tunings[wordsOf(element) - 1]; }
};

// All classes. A device belongs to the first one that matches; the last one matches any GPU.
[[nodiscard]] std::span<const DeviceClass> deviceClasses();
[[nodiscard]] const DeviceClass& classOf(const DeviceLimits& limits);

// The lower limits of a device and its class.
[[nodiscard]] DeviceLimits limitsInClass(DeviceLimits limits);

// Sets DeviceLimits::subgroup_size, and counting_invocations as if subgroups had all operations. Both are 0 if no size
// is usable. The other members must be set. Returns true if pipelines must require the size.
bool chooseSubgroups(const SubgroupSizes& sizes, DeviceLimits& limits);

// The sizes that the modules were compiled for; see shaders/sort/modules.cmake. Some tests use smaller ones.
struct Compiled {
  std::uint32_t registers_log2[3];            // elements per invocation, indexed by Element
  std::uint32_t min_tile_invocations_log2;    // invocations of the smallest tile
  std::uint32_t min_global_invocations_log2;  // invocations of the smallest workgroup of a global pass
  std::uint32_t tiny_log2;                    // elements of the largest segment for tiny_sort
};
[[nodiscard]] const Compiled& compiled();

[[nodiscard]] const Tuning& baselineTuning();

}  // namespace vksort
