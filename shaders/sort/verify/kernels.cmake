# The verifier's SPIR-V modules: name, source, definitions. VKSORT_TRIPLES: for 64-bit keys with values.
set_property(GLOBAL APPEND PROPERTY VKSORT_MODULES
  "verify         verify/verify.comp"
  "verify_triples verify/verify.comp -DVKSORT_TRIPLES")
