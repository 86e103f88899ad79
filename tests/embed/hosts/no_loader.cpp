// A host that links no Vulkan library: every public function links, and says why it cannot work. It has a header of the
// name of one of vksort's own, and each finds its own.
#include <type_traits>

#include "plan.h"
#include "vksort.h"
#include "vksort_verifier.h"

static_assert(__cplusplus == 201703L, "linking vksort leaves a host the standard that it set");
static_assert(host::kPlan == 1);
static_assert(!std::is_copy_constructible_v<vksort::Sorter> && !std::is_copy_constructible_v<vksort::Verifier>);

namespace {

PFN_vkVoidFunction VKAPI_CALL findNothing(VkInstance, const char*) { return nullptr; }

}  // namespace

int main() {
  int object = 0;
  vksort::SorterInfo info;
  info.get_instance_proc_addr = findNothing;
  info.instance = reinterpret_cast<VkInstance>(&object);
  info.physical_device = reinterpret_cast<VkPhysicalDevice>(&object);
  info.device = reinterpret_cast<VkDevice>(&object);

  const vksort::Support support =
      vksort::querySupport(info.get_instance_proc_addr, info.instance, info.physical_device);
  if (support.supported || !support.reason) return 1;

  vksort::Sorter sorter;
  const char* reason = nullptr;
  if (vksort::Sorter::create(info, sorter, &reason) != VK_ERROR_INITIALIZATION_FAILED || !reason || sorter) return 2;
  vksort::Sorter other = static_cast<vksort::Sorter&&>(sorter);
  other = vksort::Sorter();
  if (other.descriptorSetLayout()) return 3;
  if (other.record(VK_NULL_HANDLE, vksort::SortInfo()) != vksort::SortStatus::no_sorter) return 4;
  if (!vksort::describe(vksort::SortStatus::no_sorter)) return 5;
  return vksort::plan({}, {}, 1000).dispatches == 1 ? 0 : 6;
}
