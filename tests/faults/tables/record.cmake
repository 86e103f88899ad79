# What is recorded: barriers, bindings, and the checks of arguments.
set(bound_together "sort/orders_what_is_bound_together_wherever_the_arguments_lie@8")
vksort_fault(set_up_beside_values "a set-up whose state is bound together with values runs beside the first pass"
  IN engine/vksort/record.cpp FROM "!boundTogether(bindings.values, bindings.state) && " TO ""
  NOTICED_BY vksort-tests ${bound_together})
vksort_fault(set_up_beside_values_of_count "a set-up whose count is bound with values runs beside the first pass"
  IN engine/vksort/record.cpp FROM " && !boundTogether(bindings.values, bindings.counts)" TO ""
  NOTICED_BY vksort-tests ${bound_together})
vksort_fault(lists_beside_state "sorts of lists whose state is bound together with elements are not ordered"
  IN engine/vksort/bitonic/lists.cpp FROM "Wait::passes_if_shared" TO "Wait::nothing"
  NOTICED_BY vksort-tests ${bound_together})
vksort_fault(coherent_beside_set_up "a repair does not wait for a set-up that names a word of the keys"
  IN engine/vksort/bitonic/coherent.cpp FROM "Wait::passes_if_shared : Wait::passes" TO
  "Wait::passes_if_shared : Wait::nothing" NOTICED_BY vksort-tests ${bound_together})
vksort_fault(bound_apart_by_range "of two bindings one is taken to begin where it ends"
  IN engine/vksort/vulkan/ranges.cpp
  FROM "b.buffer.offset < a.buffer.offset + a.buffer.range;\n}\n\n}  // namespace vksort"
  TO "b.buffer.offset < a.buffer.offset;\n}\n\n}  // namespace vksort" NOTICED_BY vksort-tests ${bound_together})

set(told "sort/(tells_hosts_of_every_use.*|orders_what_two_recordings_share.*)@8")
vksort_fault(state_reads_untold "the header does not tell that arguments of dispatches are read from a state"
  IN engine/vksort/include/vksort.h FROM "VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,"
  TO "VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT," NOTICED_BY vksort-tests ${told})
vksort_fault(state_writes_untold "the header tells that a state is read first"
  IN engine/vksort/include/vksort.h
  FROM "kBeforeState = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT}"
  TO "kBeforeState = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT}" NOTICED_BY vksort-tests ${told})
vksort_fault(verdict_writes_untold "the header tells that the result of a verification is only read"
  IN engine/vksort/include/vksort_verifier.h FROM "VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT}"
  TO "VK_ACCESS_SHADER_READ_BIT}" NOTICED_BY vksort-tests ${told})

vksort_fault(arguments_unseen "the writes of a set-up are not made visible to the reading of arguments"
  IN engine/vksort/record.cpp FROM "to.access |= VK_ACCESS_INDIRECT_COMMAND_READ_BIT;" TO ""
  NOTICED_BY vksort-tests "sort/(notices_the_loss_of_any_barrier_and.*|orders_what_two_recordings_share.*)@8")
vksort_fault(self_test_verifies_at_once "the self-test's verifications do not wait for its sorts"
  IN engine/vksort/self_test/run.cpp FROM "    barrier(kAfter, kVerifyElements);\n" TO ""
  NOTICED_BY vksort-tests "sort/the_self_test_orders_what_it_sorts_verifies_and_reads@8")
vksort_fault(verdict_uncleared "a verification adds to a result that is not yet seen as cleared"
  IN engine/vksort/verifier/verify_record.cpp
  FROM "kVerifyResult.access,\n                                   kVerifyResult.access};"
  TO "kVerifyResult.access,\n                                   kVerifyElements.access};" NOTICED_BY vksort-tests
  "sort/(a_verification_is_two_dispatches.*|orders_what_two_recordings_share.*)@8")

set(binds "sort/binds_.*@8")
vksort_fault(whole_state_bound "all of a state's range is bound, not what is used of it"
  IN engine/vksort/arguments.cpp FROM "static_cast<std::uint32_t>(state_bytes / kWord)"
  TO "static_cast<std::uint32_t>((state_bytes > info.state.size ? state_bytes : info.state.size) / kWord)"
  NOTICED_BY vksort-tests ${binds})
vksort_fault(half_table_bound "a table is taken to have one word for each list"
  IN engine/vksort/arguments.cpp FROM "info.lists.list_count * 2" TO "info.lists.list_count"
  NOTICED_BY vksort-tests ${binds})
vksort_fault(word_past_range "the word for a count that is not there lies behind a short range"
  IN engine/vksort/vulkan/ranges.cpp FROM "begin + kWord <= part.buffer.range" TO "begin <= part.buffer.range"
  NOTICED_BY vksort-tests ${binds})
vksort_fault(count_of_binding "the shaders are told of the keys' place in the place of the count's"
  IN engine/vksort/record.cpp FROM "                     bindings.counts.first," TO
  "                     bindings.keys.first," NOTICED_BY vksort-tests ${binds})

set(limits "sort/(takes_a.*|reports_the_first_of_two_mistakes)@8")
vksort_fault(past_buffer_at_end "a range that ends with its buffer is refused"
  IN engine/vksort/vulkan/ranges.cpp FROM "argument.range.size > memory.size - argument.range.offset"
  TO "argument.range.size >= memory.size - argument.range.offset" NOTICED_BY vksort-tests ${limits})
vksort_fault(past_buffer_by_offset "the end of a buffer is looked for without the offset"
  IN engine/vksort/vulkan/ranges.cpp FROM "argument.range.size > memory.size - argument.range.offset"
  TO "argument.range.size > memory.size" NOTICED_BY vksort-tests ${limits})
vksort_fault(coherent_state_unchecked "the state of a coherent sort is taken as it comes"
  IN engine/vksort/arguments.cpp FROM "kWord), kWord}, mode.takesState()};" TO
  "kWord), kWord}, mode.device_count || mode.lists};" NOTICED_BY vksort-tests ${limits})
vksort_fault(state_of_one_list "a state is large enough if one list has room in it"
  IN engine/vksort/arguments.cpp FROM "mode.lists ? listStateBytes(info.lists.list_count)"
  TO "mode.lists ? listStateBytes(1)"
  NOTICED_BY vksort-tests ${limits})
vksort_fault(null_count_first "a missing count is reported before what is wrong with the keys"
  IN engine/vksort/arguments.cpp FROM "climb(kKeys, kCount, Fault::null, Fault::null)"
  TO "climb(kKeys, kArguments, Fault::null, Fault::null)" NOTICED_BY vksort-tests ${limits})

vksort_fault(verification_unfolded "a verification has more workgroups in a row than the device may take"
  IN engine/vksort/verifier/verify_record.cpp FROM "foldGrid(groups, state.limits.max_groups_x)"
  TO "foldGrid(groups, 65535)"
  NOTICED_BY vksort-tests "sort/keeps_to_the_workgroups_per_axis.*@8")
vksort_fault(one_pass_unspared "where the repair was enough, the last pass of the sort runs all the same"
  IN engine/vksort/bitonic/coherent.cpp FROM "passes.count - 1 - verdict" TO "passes.count - 2 - verdict"
  NOTICED_BY vksort-tests "sort/coherent_sorts_run_in_full_only_if.*@8")
vksort_fault(empty_sorts_checked "arguments are checked where there is nothing to sort"
  IN engine/vksort/record.cpp FROM "if (info.count == 0 || amount.list_count == 0)" TO "if (amount.list_count == 0)"
  NOTICED_BY vksort-tests "sort/checks_nothing_where_there_is_nothing_to_sort@8")
vksort_fault(largest_of_lists_unbounded "passes are recorded for lists that are larger than the range"
  IN engine/vksort/arguments.cpp FROM "largest == 0 || largest > info.count" TO "largest == 0"
  NOTICED_BY vksort-tests "sort/plans_what_is_recorded_for_lists@8")
vksort_fault(driver_taken_for_tuning "a driver that lacks a feature is taken for a tuning without room"
  IN engine/vksort/paths.cpp FROM "if (misfit && i > 0"
  TO "if (created == VK_ERROR_FEATURE_NOT_PRESENT && candidate.info.tuning && i > 0" NOTICED_BY vksort-tests
  "sort/a_driver_without_a_feature_for_the_next_path_fails_creation@8")

# What a second outsider found.
vksort_fault(labels_left_open "what looks whether a repair was enough begins a merge stage"
  IN engine/vksort/bitonic/kernels.h FROM "kernel >= Kernel::few_merge && kernel <= Kernel::global_long_5"
  TO "kernel >= Kernel::few_merge && kernel <= Kernel::verdict"
  NOTICED_BY vksort-tests "sort/labels_each_pass_of_every_mode_.*@8")
vksort_fault(folds_no_bytes "bytes of a folded grid are those of a straight one"
  IN engine/vksort/bitonic/bytes.cpp FROM "foldGrid(pass.groups, setting.max_groups_x)" TO "foldGrid(pass.groups, ~0u)"
  NOTICED_BY vksort-tests "sort/plans_the_bytes_of_a_folded_grid@8")
vksort_fault(record_may_wait "recordings have a function that waits" IN engine/vksort/vulkan/functions.h
  FROM "DO(CmdDispatchIndirect) " TO "DO(CmdDispatchIndirect) DO(DeviceWaitIdle) "
  NOTICED_BY vksort-cpu-tests "sort/recording_has_no_function_that_waits")

# Misuse of all but recordings of sorts, which a build with assertions stops at, too.
set(all_else "embed/so_do_wrong_calls_of_all_else")
set(misuse vksort-embed-tests ${all_else} ALSO vksort-other-misuse-checked vksort-other-misuse-unchecked)
vksort_fault(misuse_verification_goes_on "a wrong verification is recorded on and on" IN engine/vksort/verifier/verify_record.cpp
  FROM "  VKSORT_ASSERT(describe(status));
" TO "" NOTICED_BY ${misuse})
vksort_fault(misuse_verifier_goes_on "a Verifier of nothing is asked for on and on" IN engine/vksort/verifier/verifier.cpp
  FROM "    VKSORT_ASSERT(null_handle);
" TO "" NOTICED_BY ${misuse})
vksort_fault(misuse_sorter_goes_on "a Sorter that cannot be is asked for on and on" IN engine/vksort/sorter.cpp
  FROM "    VKSORT_ASSERT(complaint);
" TO "" NOTICED_BY ${misuse})
vksort_fault(misuse_jobs_go_on "a host that leaves out jobs goes on" IN engine/vksort/pipeline_jobs.cpp
  FROM "      VKSORT_ASSERT(kNotOnce);
" TO "" NOTICED_BY ${misuse})
vksort_fault(verify_status_of_keys "a result that is too small is told as keys that are" IN engine/vksort/verifier/verify_record.cpp
  FROM "record(): VerifyInfo::result.size must be at least 16 bytes" TO "record(): VerifyInfo::keys.size must be at least 12 bytes"
  NOTICED_BY vksort-tests "sort/describes_every_verify_status@8")
vksort_fault(verify_status_of_size "values past their buffer are told as too few" IN engine/vksort/verifier/verify_record.cpp
  FROM "record(): VerifyInfo::values must lie inside its buffer" TO "record(): VerifyInfo::values.size must be 4 bytes"
  NOTICED_BY vksort-tests "sort/describes_every_verify_status@8")

# Plans of lists without a Sorter, lists of very many slots, and Verifiers that there were.
vksort_fault(plans_a_list_more "a plan without a device has a list more" IN engine/vksort/plan.cpp
  FROM "described.algorithms, amountOfLists(list_count, largest), index)"
  TO "described.algorithms, amountOfLists(list_count + 1, largest), index)"
  NOTICED_BY vksort-tests "sort/plans_what_is_recorded_for_lists@8")
vksort_fault(lists_of_few_slots "workgroups of a list of many slots look among those of fewer"
  IN shaders/sort/elements/lists.glsl FROM "for (uint bit = 16u; bit > 0u; bit >>= 1u)" TO "for (uint bit = 8u; bit > 0u; bit >>= 1u)"
  NOTICED_BY vksort-tests "sort/workgroups_find_their_part_of_a_list_of_any_size@8")
vksort_fault(verifier_leaks_the_old_one "a Verifier that is assigned to leaks what it was" IN engine/vksort/verifier/verifier.cpp
  FROM "  destroy();\n  state_ = taken;" TO "  state_ = taken;"
  NOTICED_BY vksort-tests "sort/creating_a_verifier_reports_what_fails_and_leaks_nothing@8")
vksort_fault(pushes_shared_words "push constants are those that all kernels share" IN engine/vksort/record.cpp
  FROM "sizeof constants, &constants" TO "sizeof push, &constants"
  NOTICED_BY vksort-tests "sort/pushes_all_that_the_layout_has_in_each_pass@8")
