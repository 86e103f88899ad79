# The SPIR-V modules of the Toolkit and the Verifier, in the columns of ../sort/modules.cmake.
set_property(GLOBAL PROPERTY VKSORT_TOOLKIT_MODULES
  "toolkit_runs   toolkit/compact.comp"
  "toolkit_cull   toolkit/compact.comp -DVKSORT_CULLS"
  "toolkit_select toolkit/compact.comp -DVKSORT_SELECTS"
  "toolkit_steps  toolkit/steps.comp"
  "verify         toolkit/verify.comp")
