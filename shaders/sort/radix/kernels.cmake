# The radix sort's SPIR-V modules: name, source, definitions. -DPAIRS: elements with values, of what
# counts those that are ordered by them.
set_property(GLOBAL APPEND PROPERTY VKSORT_MODULES
  "radix_set_up         radix/set_up.comp"
  "radix_set_up_counted radix/set_up.comp -DCOUNTED"
  "radix_count          radix/count.comp"
  "radix_count_pairs    radix/count.comp -DPAIRS"
  "radix_count_digit    radix/count_digit.comp"
  "radix_count_digit_pairs radix/count_digit.comp -DPAIRS"
  "radix_count_values   radix/count_values.comp"
  "radix_runs           radix/runs.comp"
  "radix_sum            radix/sum.comp"
  "radix_decision       radix/decision.comp"
  "radix_decision_pairs radix/count_values.comp -DTELLS -DDECIDES"
  "radix_count_values_told radix/count_values.comp -DTELLS"
  "radix_pass_keys      radix/pass.comp"
  "radix_pass_pairs     radix/pass.comp -DPAIRS"
  "radix_first_pass_keys radix/pass.comp -DDECIDES"
  "radix_first_pass_pairs radix/pass.comp -DDECIDES -DPAIRS")

# What computes the keys where there is a hook.
set_property(GLOBAL APPEND PROPERTY VKSORT_HOOKED_MODULES radix_count radix_count_pairs)
