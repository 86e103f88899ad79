# Faults of sorts in lent memory, and where they meet counts, hooks, repairs, few kernels and the graph.
set(lib engine/vksort)
set(radix ${lib}/radix)
set(bits "sort/sorts_by_the_bits_that_differ@8")
set(repaired "sort/coherent_sorts_by_radix_do_what_it_takes_and_no_more@8")

# Where things lie in the memory.
vksort_fault(lent_table_short "the first copy begins in the middle of the table" IN ${radix}/shape.cpp
  FROM "return tiles * (kRow + kSharedRow);" TO "return tiles * kRow;"
  NOTICED_BY vksort-tests ${repaired})
vksort_fault(lent_second_copy_outside "the second copy lies behind the memory that is asked for" IN ${radix}/shape.cpp
  FROM "elements * setting.copies() +" TO "elements +"
  NOTICED_BY vksort-tests ${bits})
vksort_fault(lent_copies_overlap "the second copy begins in the middle of the first one" IN ${radix}/shape.cpp
  FROM "static_cast<std::uint32_t>(out.copy + elements);" TO "static_cast<std::uint32_t>(out.copy + n);"
  NOTICED_BY vksort-tests ${bits})
vksort_fault(lent_pairs_end_outside "a copy of pairs that begins behind an odd word ends outside" IN ${radix}/shape.cpp
  FROM "(of_pairs ? 1 : 0)" TO "(of_pairs ? 0 : 0)" NOTICED_BY vksort-tests ${bits})
vksort_fault(lent_pairs_counted_as_keys "copies of pairs are counted as copies of keys" IN ${radix}/sort.cpp
  FROM "words.copied = wordsOf(setting.configuration.layout.element);" TO "words.copied = 1;"
  NOTICED_BY vksort-tests "sort/sorts_by_radix_without_looking_back@8")
vksort_fault(lent_pairs_at_any_word "pairs of a device that binds at any word begin at any" IN ${lib}/vulkan/support.cpp
  FROM "alignment > kTwoWords ?" TO "alignment > 0 ?" NOTICED_BY vksort-tests "sort/binds_the_arguments_and_nothing_else@8")
vksort_fault(lent_looked_at_in_vain "memory that is of no use is checked" IN ${lib}/arguments.cpp
  FROM "const bool scratch = scratch_words != 0;" TO "const bool scratch = lent;" NOTICED_BY vksort-tests "sort/reports_misuse_of_scratch_memory@8")

# Digits.
vksort_fault(lent_last_digit_lost "bits that fill no digit are not sorted by" IN ${radix}/shape.cpp
  FROM "(bits + kDigitBits - 1) / kDigitBits" TO "bits / kDigitBits" NOTICED_BY vksort-tests ${bits})
vksort_fault(lent_flips_again "keys that are converted are converted again in each pass" IN ${radix}/sort.cpp
  FROM "words.load_flip = digit == setting.value_digits ? conversion.flip : 0;" TO "words.load_flip = conversion.flip;"
  NOTICED_BY vksort-tests "sort/sorts_every_key_type_and_order_by_radix@8")

vksort_fault(lent_proves_by_what_ascends "indices that are to descend are proven by values that ascend, beyond their bits"
  IN ${lib}/self_test/cases.cpp FROM " && conversionOf(orderingOf(info)).second_flip == 0;" TO ";"
  NOTICED_BY vksort-tests "sort/a_radix_sort_passes_its_self_test@8")
vksort_fault(lent_overcharges "passes that count later digits are said to take memory for those of values" IN ${radix}/shape.cpp
  FROM "(VKSORT_RADIX_KEY_PASSES - 1)" TO "(VKSORT_RADIX_PASSES - 1)"
  NOTICED_BY vksort-cpu-tests "sort/radix_sorts_have_kernels_that_fit_the_device")

# Counts on the device.
vksort_fault(lent_moves_the_capacity "passes have the workgroups of the most there may be" IN ${radix}/sort.cpp
  FROM "mode.coherent || setsUpArguments(mode, shape);" TO "mode.coherent;" NOTICED_BY vksort-tests "sort/radix_sorts_follow_the_count_.*@8")
vksort_fault(lent_passes_of_any_width "passes of a device count are as wide as on most devices" IN ${radix}/kernels.cpp
  FROM "out[VKSORT_RADIX_MAX_GROUPS_X] = setting.max_groups_x;" TO "out[VKSORT_RADIX_MAX_GROUPS_X] = 65535;"
  NOTICED_BY vksort-tests "sort/folds_the_grids_of_radix_sorts@8")

# Proofs.
vksort_fault(lent_proves_the_smaller "the proof of a shape is a sort by the one before" IN ${radix}/shape.cpp
  FROM ": shapes[shape - 1].most + 1;" TO ": shapes[shape - 1].most;" NOTICED_BY vksort-cpu-tests "sort/every_shape_of_a_radix_sort_.*")
vksort_fault(lent_proves_what_is_not_taken "the first sort that pays is taken for one by a shape that no sort takes"
  IN ${radix}/sort.cpp FROM "    if (fewest == 0) continue;  // no sort takes it\n" TO ""
  NOTICED_BY vksort-cpu-tests "sort/every_shape_of_a_radix_sort_.*")
vksort_fault(lent_unproven_untold "kernels that are too large to be proven count as proven" IN ${radix}/sort.cpp
  FROM "} else if (!out.unproven) {" TO "} else if (false) {" NOTICED_BY vksort-cpu-tests "sort/every_shape_of_a_radix_sort_.*")
vksort_fault(lent_drops_more "where radix fails, the path in place goes too" IN ${lib}/paths.cpp
  FROM "      tried.algorithm = Algorithm::bitonic;\n" TO "" NOTICED_BY vksort-tests "sort/a_radix_sort_that_fails_.*@8")

# Kernels.
vksort_fault(lent_subgroups_in_part "kernels of radix sorts may have subgroups that are not full" IN ${radix}/kernels.cpp
  FROM "source.in_subgroups = true;" TO "source.in_subgroups = role == Role::set_up;"
  NOTICED_BY vksort-tests "sort/uses_subgroups_of_4_.*@8")
vksort_fault(lent_scratch_always_bound "a Sorter that never takes memory has a binding for it" IN ${lib}/sorter.cpp
  FROM "if (algorithms.radix.shape_count != 0 || algorithms.rank.most != 0) bindings |=" TO "bindings |=" NOTICED_BY vksort-tests "sort/binds_the_arguments_and_nothing_else@8")

# Repairs.
vksort_fault(lent_repairs_larger_tiles "the decision thinks of larger tiles than the repair" IN ${lib}/radix/shape.cpp
  FROM "out.repair_log2 = tuning.tile_log2;" TO "out.repair_log2 = tuning.tile_log2 + 1;"
  NOTICED_BY vksort-tests ${repaired})
vksort_fault(lent_seams_beside_tiles "seams do not wait for the tiles they are between" IN ${lib}/bitonic/coherent.cpp
  FROM "add(setting, Kernel::repair_seams, Wait::passes, tiles - 1, out);\n  out.passes[out.count - 2]"
  TO "add(setting, Kernel::repair_seams, Wait::nothing, tiles - 1, out);\n  out.passes[out.count - 2]"
  NOTICED_BY vksort-tests "sort/(notices_the_loss_of_any_barrier|orders_.*|coherent_sorts_by_radix_).*@8")

# The graph's node.
set(nodes "nodes/a_node_takes_the_scratch_memory_that_its_sort_makes_use_of")
vksort_fault(lent_though_in_place "a node that is to sort in place takes memory" IN engine/nodes/sort.cpp
  FROM "node.in_place ? 0 : sorter.scratchBytes(node.count)" TO "sorter.scratchBytes(node.count)"
  NOTICED_BY vksort-node-tests ${nodes})
vksort_fault(lent_late "a node's memory is not its own while it sorts" IN engine/nodes/sort.cpp
  FROM "return pass.write(graph.createBuffer(\"sort scratch\", {bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT}), kSort);"
  TO "return pass.write(graph.createBuffer(\"sort scratch\", {bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT}), kCount);"
  NOTICED_BY vksort-node-tests ${nodes})
vksort_fault(lent_unordered "a node's memory waits for copies, and copies for it" IN engine/nodes/sort.cpp
  FROM "return pass.write(graph.createBuffer(\"sort scratch\", {bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT}), kSort);"
  TO "return pass.write(graph.createBuffer(\"sort scratch\", {bytes, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT}), graph::kTransferWrite);"
  NOTICED_BY vksort-node-tests "nodes/scratch_memory_is_read_and_written_where_elements_are")
