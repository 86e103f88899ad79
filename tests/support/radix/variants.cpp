#include "support/radix/variants.h"

#include <stdexcept>
#include <string_view>

#include "radix/kernels.h"
#include "radix_variants.h"

namespace test {

std::span<const Variant> radixVariants() { return kVariants; }

std::string describe(const Variant& variant) {
  return std::string(variant.name) + " in " + variant.module + " (" + variant.description + ")";
}

Faults planted(const Variant& variant) {
  using vksort::radix::Role;
  const std::string_view module = variant.module;
  vksort::Configuration configuration{};
  Role role = Role::pass;
  if (module == "radix_pass_pairs") configuration.layout.element = vksort::Element::pair;
  if (module == "radix_count") role = Role::histogram;
  if (module.starts_with("radix_set_up")) role = Role::set_up;
  configuration.mode.device_count = module == "radix_set_up_counted";
  Faults faults;
  faults.shaders.push_back({vksort::radix::moduleOf(configuration, role), variant.code});
  return faults;
}

}  // namespace test
