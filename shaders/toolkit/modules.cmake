# SPIR-V modules of the Toolkit and the Verifier: name, source, definitions. VKSORT_PUSH is the struct of the push
# constants.
set_property(GLOBAL PROPERTY VKSORT_TOOLKIT_MODULES
  "toolkit_runs   toolkit/compact.comp -DVKSORT_PUSH=RunPush -DVKSORT_RUNS"
  "toolkit_cull   toolkit/compact.comp -DVKSORT_PUSH=CullPush -DVKSORT_CULLS"
  "toolkit_select toolkit/compact.comp -DVKSORT_PUSH=SelectPush -DVKSORT_SELECTS"
  "toolkit_clear  toolkit/clear.comp"
  "toolkit_cells  toolkit/cells.comp"
  "toolkit_gather toolkit/gather.comp"
  "verify         toolkit/verify.comp")
