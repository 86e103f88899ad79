// SPIR-V of a file, word by word as it is there: `name` up to `name_end`. For ELF, by GCC or Clang, without link-time
// optimization: the names are the object file's own.
#pragma once
#include <cstdint>

#define VKSORT_MODULE_FILE(name, path)                                                            \
  __asm__(".pushsection .rodata\n.balign 4\n" #name ":\n.incbin \"" path "\"\n" #name "_end:\n" \
          ".popsection");                                                                         \
  extern "C" const std::uint32_t name[], name##_end[];
