#include "support/variants/variants.h"

#include <stdexcept>

#include "sorts/bitonic/kernels.h"
#include "sorts/radix/passes.h"
#include "sorts/rank/passes.h"
#include "toolkit/state.h"
#include "variant_list.h"

namespace test {
namespace {

using vksort::Tool, vksort::radix::Role;
using vksort::bitonic::Kernel;

constexpr std::pair<std::string_view, Role> kRoles[] = {
    {"radix_set_up", Role::set_up}, {"radix_count", Role::count}, {"radix_pass", Role::pass}, {"radix_sum", Role::sum}};
constexpr std::pair<std::string_view, Kernel> kKernels[] = {
    {"tile_", Kernel::tile_sort}, {"small_", Kernel::tiny_sort}, {"segment_setup", Kernel::segment_setup}};
constexpr std::pair<std::string_view, Tool> kToolModules[] = {{"toolkit_runs", Tool::mark_runs},
                                                              {"toolkit_cull", Tool::mark_culled},
                                                              {"toolkit_cells", Tool::cells},
                                                              {"toolkit_gather", Tool::gather},
                                                              {"toolkit_select", Tool::narrow}};

vksort::Spirv shippedOf(std::string_view module) {
  vksort::Configuration configuration{};
  if (module.ends_with("_pairs") || module.ends_with("_words")) configuration.layout.element = vksort::Element::pair;
  if (module == "segment_tiles") {
    vksort::bitonic::BitonicSetting setting{};
    setting.lists_tiles = true;
    return vksort::bitonic::sourceOf(setting, Kernel::segment_setup).module;
  }
  if (module.starts_with("rank_merge")) return vksort::rank::moduleOf(configuration);
  for (const auto& [name, role] : kRoles)
    if (module.starts_with(name)) return vksort::radix::moduleOf(configuration, role);
  if (module.starts_with("compact_"))
    return vksort::bitonic::moduleOf(Kernel::tile_sort, configuration.layout.element, true);
  for (const auto& [name, tool] : kToolModules)
    if (module == name) return vksort::toolModule(tool);
  for (const auto& [name, kernel] : kKernels)
    if (module.starts_with(name)) return vksort::bitonic::moduleOf(kernel, configuration.layout.element);
  throw std::runtime_error("no such module");
}

}  // namespace

const Variant& variantOf(std::string_view name, std::string_view module) {
  for (const Variant& each : kVariants)
    if (each.name == name && (module.empty() || each.module == module)) return each;
  throw std::runtime_error("no such variant");
}

std::string describe(const Variant& variant) {
  return std::string(variant.name) + " in " + variant.module + " (" + variant.description + ")";
}

Faults planted(const Variant& variant) {
  Faults faults;
  faults.shaders.push_back({shippedOf(variant.module), variant.code});
  return faults;
}

}  // namespace test
