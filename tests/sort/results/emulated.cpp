#include "support/device/subgroups.h"

#include "sorts/bitonic/kernels.h"
#include "emulated_global_keys.spv.h"
#include "emulated_global_pairs.spv.h"
#include "emulated_global_triples.spv.h"
#include "emulated_medium_keys.spv.h"
#include "emulated_radix_pass_word.spv.h"
#include "emulated_radix_pass_words.spv.h"
#include "emulated_scratch_keys.spv.h"
#include "emulated_scratch_pairs.spv.h"
#include "emulated_small_keys.spv.h"
#include "emulated_small_pairs.spv.h"
#include "emulated_small_triples.spv.h"
#include "emulated_tile_keys.spv.h"
#include "emulated_tile_pairs.spv.h"
#include "emulated_tile_triples.spv.h"
#include "sorts/radix/passes.h"

namespace test {
namespace {

using vksort::Element;
using vksort::bitonic::Kernel;
using Words = std::span<const uint32_t>;

struct Emulated {
  Kernel kernel;
  Element element;
  Words code;
};
const Emulated kEmulated[] = {
    {Kernel::small_sort, Element::key, emulated_small_keys},
    {Kernel::small_sort, Element::pair, emulated_small_pairs},
    {Kernel::small_sort, Element::triple, emulated_small_triples},
    {Kernel::medium_sort, Element::key, emulated_medium_keys},
    {Kernel::scratch_sort, Element::key, emulated_scratch_keys},
    {Kernel::scratch_sort, Element::pair, emulated_scratch_pairs},
    {Kernel::tile_sort, Element::key, emulated_tile_keys},
    {Kernel::tile_sort, Element::pair, emulated_tile_pairs},
    {Kernel::tile_sort, Element::triple, emulated_tile_triples},
    {Kernel::global_short, Element::key, emulated_global_keys},
    {Kernel::global_short, Element::pair, emulated_global_pairs},
    {Kernel::global_short, Element::triple, emulated_global_triples},
};

}  // namespace

Faults emulated(uint32_t size, uint32_t shared_bytes) {
  Faults faults;
  faults.edit_properties = [size, shared_bytes](VkPhysicalDeviceProperties2& out) {
    out.properties.deviceType = VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
    if (shared_bytes != 0) out.properties.limits.maxComputeSharedMemorySize = shared_bytes;
    for (auto* link = static_cast<VkBaseOutStructure*>(out.pNext); link; link = link->pNext) {
      if (link->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_PROPERTIES) {
        reinterpret_cast<VkPhysicalDeviceSubgroupProperties*>(link)->subgroupSize = size;
      } else if (link->sType == VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SUBGROUP_SIZE_CONTROL_PROPERTIES) {
        auto* control = reinterpret_cast<VkPhysicalDeviceSubgroupSizeControlProperties*>(link);
        control->minSubgroupSize = control->maxSubgroupSize = size;
      }
    }
  };
  for (const auto& [kernel, element, code] : kEmulated)
    faults.shaders.push_back({vksort::bitonic::moduleOf(kernel, element), code});
  const auto addPass = [&faults](Element element, Words code) {
    vksort::Configuration configuration{};
    configuration.layout.element = element;
    faults.shaders.push_back({vksort::radix::moduleOf(configuration, vksort::radix::Role::pass), code});
  };
  addPass(Element::key, emulated_radix_pass_word);
  addPass(Element::pair, emulated_radix_pass_words);
  return faults;
}

Faults inClass(const vksort::DeviceClass& of, uint32_t size, uint32_t shared_bytes, bool emulates) {
  Faults faults = emulates ? emulated(size, shared_bytes) : Faults{};
  faults.edit_properties = [of, shared_bytes, before = faults.edit_properties](VkPhysicalDeviceProperties2& out) {
    constexpr uint32_t kUnknownVendor = 0x1234;
    if (before) before(out);
    out.properties.vendorID = of.vendor_id != 0 ? of.vendor_id : kUnknownVendor;
    out.properties.deviceType = of.is_software ? VK_PHYSICAL_DEVICE_TYPE_CPU : VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU;
    out.properties.limits.maxComputeSharedMemorySize = shared_bytes;
  };
  return faults;
}

}  // namespace test
