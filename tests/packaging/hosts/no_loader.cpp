// Checks that every public function links without a Vulkan library, and returns a reason why it cannot work. The
// application has a header with the same name as a header of vksort.
#include <initializer_list>
#include <type_traits>

#include "sorts/pass.h"
#include "vksort.h"
#include "vksort_plan.h"
#include "vksort_toolkit.h"

static_assert(__cplusplus == 201703L, "linking vksort leaves a host the standard that it set");
static_assert(host::kPasses == 1);
static_assert(!std::is_copy_constructible_v<vksort::Sorter> && !std::is_copy_constructible_v<vksort::Verifier>);

namespace {

PFN_vkVoidFunction VKAPI_CALL findNothing(VkInstance, const char*) { return nullptr; }

}  // namespace

int main() {
  int object = 0;
  vksort::SorterInfo info{};
  vksort::Device& device = info.device;
  device.get_instance_proc_addr = findNothing;
  device.instance = reinterpret_cast<VkInstance>(&object);
  device.physical_device = reinterpret_cast<VkPhysicalDevice>(&object);
  device.device = reinterpret_cast<VkDevice>(&object);
  device.api_version = VK_API_VERSION_1_1;

  const vksort::Support support =
      vksort::querySupport(device.get_instance_proc_addr, device.instance, device.physical_device, device.api_version);
  if (support.supported || !support.reason) return 1;
  if (vksort::querySupport(info).supported) return 11;

  vksort::Sorter sorter;
  const char* reason = nullptr;
  if (vksort::Sorter::create(info, sorter, &reason) != VK_ERROR_INITIALIZATION_FAILED || !reason || sorter) return 2;
  vksort::Sorter other = static_cast<vksort::Sorter&&>(sorter);
  other = vksort::Sorter();
  if (other.descriptorSetLayout() || other.scratchBytes(1000) != 0) return 3;
  const vksort::SortInfo sort{};
  const vksort::RecordStatus statuses[] = {
      other.record(VK_NULL_HANDLE, sort), other.record(VK_NULL_HANDLE, sort, vksort::IndirectInfo{}),
      other.record(VK_NULL_HANDLE, sort, vksort::SegmentInfo{}), vksort::Verifier().record(VK_NULL_HANDLE, {})};
  for (const vksort::RecordStatus& status : statuses) {
    if (status.argument != vksort::Argument::sorter || status.fault != vksort::Fault::missing) return 4;
    if (vksort::describe(status).text[0] == 0) return 5;
  }
  if (maxCounts(other).segment != 0 || getReport(other).level) return 6;
  if (getConfiguration(other).key_bits != 0) return 7;
  vksort::PlanInfo asked{};
  asked.count = 1000;
  if (plan(other, asked) != 0) return 9;
  const auto take = [](void* count, const vksort::PipelinePlan*) { ++*static_cast<int*>(count); };
  int pipelines = 0;
  if (vksort::planPipelines(info, vksort::PlanDevice(), take, &pipelines) != VK_SUCCESS || pipelines < 5) return 12;
  return vksort::plan(info, vksort::PlanDevice(), asked) == 1 ? 0 : 10;
}
