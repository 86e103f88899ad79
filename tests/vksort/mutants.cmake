# Mutants: copies of the sort shaders with one thing broken, built so that the tests can prove that they would notice.

set(mutant_includes "")
set(mutant_rows "")

# vksort_add_mutant(<target> <name> <file> <text> <replacement> <kernel>...)
# `text` must occur exactly once in shaders/sort/<file>. Compiles the kernels for keys and for pairs.
function(vksort_add_mutant target name file text replacement)
  set(source_dir ${vksort_shader_dir}/sort)
  set(mutant_dir ${CMAKE_CURRENT_BINARY_DIR}/mutants/${name})
  file(GLOB sources RELATIVE ${source_dir} CONFIGURE_DEPENDS ${source_dir}/*)
  foreach(source IN LISTS sources)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source_dir}/${source})
    file(READ ${source_dir}/${source} content)
    if(source STREQUAL file)
      string(FIND "${content}" "${text}" first)
      string(FIND "${content}" "${text}" last REVERSE)
      if(first EQUAL -1 OR NOT first EQUAL last)
        message(FATAL_ERROR "Mutant '${name}': shaders/sort/${file} must hold exactly once: ${text}")
      endif()
      string(REPLACE "${text}" "${replacement}" content "${content}")
    endif()
    file(CONFIGURE OUTPUT ${mutant_dir}/${source} CONTENT "${content}" @ONLY)  # writes changes only
  endforeach()
  set(subgroup_definitions -DR=2)  # as the library compiles it
  foreach(kernel IN LISTS ARGN)
    vksort_add_shader(${target} ${mutant_dir}/${kernel}.comp ${name}_${kernel}_keys ${${kernel}_definitions})
    vksort_add_shader(${target} ${mutant_dir}/${kernel}.comp ${name}_${kernel}_pairs ${${kernel}_definitions} -DPAIRS)
    foreach(elements IN ITEMS keys pairs)
      string(APPEND mutant_includes "#include \"${name}_${kernel}_${elements}.spv.h\"\n")
      string(APPEND mutant_rows
        "  {Mutation::${name}, MutantKernel::${kernel}, Elements::${elements}, ${name}_${kernel}_${elements}},\n")
    endforeach()
  endforeach()
  set(mutant_includes "${mutant_includes}" PARENT_SCOPE)
  set(mutant_rows "${mutant_rows}" PARENT_SCOPE)
endfunction()
