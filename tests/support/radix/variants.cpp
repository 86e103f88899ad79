#include "support/radix/variants.h"

#include <stdexcept>
#include <string_view>

#include "bitonic/kernels.h"
#include "radix/kernels.h"
#include "radix_variants.h"
#include "rank/kernels.h"
#include "source_hook.h"

namespace test {

std::span<const Variant> radixVariants() { return kVariants; }

const Variant& variantOf(std::string_view name, std::string_view module) {
  for (const Variant& each : radixVariants())
    if (each.name == name && (module.empty() || each.module == module)) return each;
  throw std::runtime_error("no such variant");
}

std::string describe(const Variant& variant) {
  return std::string(variant.name) + " in " + variant.module + " (" + variant.description + ")";
}

bool isByValue(const Variant& variant) {
  const std::string_view name = variant.name;
  return name.starts_with("value_") || name.starts_with("portable_value_") || name.starts_with("rank_value_");
}

bool isOfRanks(const Variant& variant) { return std::string_view(variant.name).starts_with("rank_"); }

bool isPortable(const Variant& variant) { return std::string_view(variant.name).starts_with("portable_"); }

namespace {

void plant(const Variant& variant, Faults& faults) {
  using vksort::radix::Role;
  const std::string_view module = variant.module;
  vksort::Configuration configuration{};
  Role role = Role::pass;
  if (module == "radix_pass_pairs") configuration.layout.element = vksort::Element::pair;
  const bool by_value =
      module == "radix_count_pairs" || module == "radix_count_digit_pairs" || module == "radix_decision_pairs";
  if (module == "radix_count" || module == "radix_count_pairs") role = Role::count;
  if (module.starts_with("radix_count_digit")) role = Role::count_digit;
  if (module.starts_with("radix_count_values")) role = Role::count_values;
  if (module == "radix_runs") role = Role::runs;
  if (module == "radix_sum") role = Role::sum;
  if (module.starts_with("radix_decision")) role = Role::decision;
  vksort::radix::Shape shape{vksort::radix::kMostElements, 0, 1, 1, vksort::radix::Offsets::by_look_back};
  if (module.starts_with("radix_set_up")) role = Role::set_up;
  configuration.mode.device_count = module == "radix_set_up_counted" || module == "radix_count_values_told";
  if (module.starts_with("radix_first_pass")) {  // of coherent sorts
    role = Role::first_pass;
    configuration.mode.coherent = true;
  }
  if (module.ends_with("_pairs")) configuration.layout.element = vksort::Element::pair;
  if (isOfRanks(variant)) {
    const bool merges = module.starts_with("rank_merge");
    faults.shaders.push_back(
        {merges ? vksort::rank::moduleOf(configuration)
                : vksort::bitonic::moduleOf(vksort::bitonic::Kernel::apart_sort, configuration.layout.element),
         variant.code});
    return;
  }
  const bool hooked = module == "hooked_radix_count";
  const vksort::Module shipped = hooked ? vksort::plainModule(source_hook.radix_count)
                                        : vksort::radix::moduleOf(configuration, role, shape, by_value);
  faults.shaders.push_back({shipped, variant.code});
}

}  // namespace

Faults planted(const Variant& variant) {
  Faults faults;
  plant(variant, faults);
  const std::string_view name = variant.name;
  const std::string_view beside = name.starts_with("keeps_state") ? "backwards"
                                  : name == "larger_sums_kept"    ? "larger_sums_last"
                                  : name == "value_long_unseen"   ? "value_blind"
                                  : name == "value_long_in_rows"  ? "value_blind"
                                  : name == "last_seam"           ? "last_seam_at_first"
                                                                  : "";
  for (const Variant& other : radixVariants()) {
    if (other.name == beside) plant(other, faults);
  }
  return faults;
}

}  // namespace test
