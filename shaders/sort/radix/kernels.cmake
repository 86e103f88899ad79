# The radix sort's SPIR-V modules: name, source, definitions. VKSORT_ONE_WORD: elements of one word; else of two or three.
set_property(GLOBAL APPEND PROPERTY VKSORT_MODULES
  "radix_set_up      radix/set_up.comp"
  "radix_count_word  radix/count.comp -DVKSORT_ONE_WORD"
  "radix_count_words radix/count.comp"
  "radix_sum         radix/sum.comp"
  "radix_pass_word   radix/pass.comp -DVKSORT_ONE_WORD"
  "radix_pass_words  radix/pass.comp")

# Those that compute the keys where there is a key generator.
set_property(GLOBAL APPEND PROPERTY VKSORT_GENERATING_MODULES radix_count_word radix_count_words)
