# Faults in the library: its creation, its self-test, its limits, what it refuses, and what a host sees of it.
set(vk engine/vksort/vulkan)
set(lib engine/vksort)

# Creation: errors as Vulkan gave them, and nothing shared between threads.
vksort_fault(listing_forgets_its_error "a device whose extensions cannot be listed has none"
  IN ${vk}/support.cpp
  FROM "  if (result != VK_SUCCESS) return result;
  auto* list"
  TO "  if (result != VK_SUCCESS) return VK_SUCCESS;
  auto* list"
  NOTICED_BY vksort-tests "sort/reports_why_extensions_cannot_be_listed@8")
vksort_fault(listing_takes_what_there_is "a list that grew meanwhile is taken for all"
  IN ${vk}/support.cpp
  FROM "  delete[] list;
  return result;"
  TO "  delete[] list;
  return result == VK_INCOMPLETE ? VK_SUCCESS : result;"
  NOTICED_BY vksort-tests "sort/lists_extensions_again_where_the_list_grew@8")
vksort_fault(listing_without_memory "a device has no extensions where host memory has run out"
  IN ${vk}/support.cpp FROM "if (!list) return VK_ERROR_OUT_OF_HOST_MEMORY;" TO "if (!list) return VK_SUCCESS;"
  NOTICED_BY vksort-tests "sort/reports_each_operator_new_.*@8")
vksort_fault(listing_keeps_its_list "the list is kept where it could not be filled"
  IN ${vk}/support.cpp
  FROM "  delete[] list;
"
  TO "  if (result != VK_SUCCESS) return result;
  delete[] list;
"
  NOTICED_BY vksort-tests "sort/keeps_no_list_of_extensions_that_could_not_be_filled@8")
vksort_fault(verifier_forgets_the_error "a Verifier says that a feature is missing, whatever Vulkan said"
  IN ${vk}/connection.cpp
  FROM "if (inspected != VK_SUCCESS) return fail(inspected, out.facts.support.reason);"
  TO "static_cast<void>(inspected);"
  NOTICED_BY vksort-tests "sort/reports_why_.*@8")
vksort_fault(one_list_of_constants "the constants of a pipeline lie in one place for all threads"
  IN ${lib}/pipeline_jobs.cpp
  FROM "      results[i] = pipelines.create(list[i].kernel, list[i].source, info.pipeline_cache, subgroups);"
  TO "      static PipelineSource source;
      source = list[i].source;
      results[i] = pipelines.create(list[i].kernel, source, info.pipeline_cache, subgroups);"
  NOTICED_BY vksort-tests "sort/creates_on_many_threads_at_once_.*@8")
vksort_fault(one_set_of_facts "what a device offers is found out in one place for all threads"
  IN ${lib}/sorter.cpp FROM "  Connection connection{};" TO "  static Connection connection;
  connection = {};"
  NOTICED_BY vksort-tests "sort/creates_on_many_threads_at_once_.*@8")
vksort_fault(own_allocator_for_the_driver "a set layout is destroyed without the host's allocator"
  IN ${vk}/pipelines.cpp
  FROM "vk.DestroyDescriptorSetLayout(device, set_layout, allocator);"
  TO "vk.DestroyDescriptorSetLayout(device, set_layout, nullptr);"
  NOTICED_BY vksort-tests "sort/reports_each_allocation_that_fails_and_leaks_nothing@8")
vksort_fault(own_memory_for_the_self_test "the self-test's memory does not come from the host's allocator"
  IN ${lib}/self_test/device.cpp
  FROM "vk.AllocateMemory(info.device, &memory_info, info.allocator, &allocated)"
  TO "vk.AllocateMemory(info.device, &memory_info, nullptr, &allocated)"
  NOTICED_BY vksort-tests "sort/reports_each_allocation_of_a_self_test_.*@8")
vksort_fault(verifier_without_memory "a Verifier goes on without memory"
  IN ${lib}/verifier/verifier.cpp
  FROM "  if (!out.state_) return fail(VK_ERROR_OUT_OF_HOST_MEMORY, \"out of host memory\");"
  TO "  if (!out.state_) return fail(VK_ERROR_INITIALIZATION_FAILED, \"out of host memory\");"
  NOTICED_BY vksort-tests "sort/reports_each_operator_new_.*@8")

vksort_fault(drops_what_ran_out "a path for which there was no memory is dropped like one that does not fit"
  IN ${lib}/paths.cpp
  FROM "if (misfit && i > 0" TO "if (created != VK_SUCCESS && candidate.info.tuning && i > 0"
  NOTICED_BY vksort-tests "sort/a_creation_that_fails_behind_a_dropped_path_is_reported@8")

# The self-test: what it may destroy, and what the host reads of it.
vksort_fault(destroys_what_is_in_flight "what the device may still use is destroyed"
  IN ${lib}/self_test/device.cpp FROM "  in_flight = !isDone(result);
" TO "  in_flight = result == VK_TIMEOUT;
"
  NOTICED_BY vksort-tests "sort/a_wait_of_the_self_test_that_fails_.*@8")
vksort_fault(leaks_after_a_wait_that_failed "what the device is done with is left where a wait failed"
  IN ${lib}/self_test/device.cpp
  FROM "  in_flight = !isDone(vk.QueueWaitIdle(info.self_test.queue));
  return in_flight ? VK_TIMEOUT : result;"
  TO "  return result;"
  NOTICED_BY vksort-tests "sort/a_wait_of_the_self_test_that_fails_.*@8")
vksort_fault(leaks_what_a_lost_device_had "what a lost device used is left"
  IN ${lib}/self_test/device.cpp
  FROM "return waited == VK_SUCCESS || waited == VK_ERROR_DEVICE_LOST;" TO "return waited == VK_SUCCESS;"
  NOTICED_BY vksort-tests "sort/a_wait_of_the_self_test_that_fails_.*@8")
vksort_fault(nobody_knows_but_says_why "the wait's own error is told where the device may still go on"
  IN ${lib}/self_test/device.cpp FROM "return in_flight ? VK_TIMEOUT : result;" TO "return result;"
  NOTICED_BY vksort-tests "sort/a_self_test_that_takes_too_long_is_given_up@8")
vksort_fault(no_barrier_to_the_host "the host reads what it cannot see"
  IN ${lib}/self_test/run.cpp
  FROM "            {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT});"
  TO "            {VK_PIPELINE_STAGE_BOTTOM_OF_PIPE_BIT, 0});"
  NOTICED_BY vksort-tests "sort/the_self_test_makes_all_that_was_written_.*@8")
vksort_fault(no_barrier_to_the_verifier "sorts are verified before they are done"
  IN ${lib}/self_test/run.cpp FROM "    barrier(kAfter, kVerifyElements);
" TO ""
  NOTICED_BY vksort-tests "sort/the_self_test_makes_all_that_was_written_.*@8")
vksort_fault(memory_that_needs_invalidation "the self-test's memory is cached and not coherent"
  IN ${lib}/self_test/device.cpp
  FROM "for (const VkMemoryPropertyFlags wanted : {kCoherent | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, kCoherent})"
  TO "for (const VkMemoryPropertyFlags wanted : {VkMemoryPropertyFlags{VK_MEMORY_PROPERTY_HOST_CACHED_BIT}, kCoherent})"
  NOTICED_BY vksort-tests "sort/the_self_test_takes_memory_that_needs_no_invalidation@8")
vksort_fault(memory_that_is_not_allowed "the self-test's memory is of a type that its buffer cannot be in"
  IN ${lib}/self_test/device.cpp
  FROM "const bool is_allowed = (allowed >> i & 1) != 0;" TO "const bool is_allowed = allowed >> i != 0;"
  NOTICED_BY vksort-tests "sort/the_self_test_takes_memory_that_needs_no_invalidation@8")

# Limits as devices have them.
vksort_fault(row_of_all_lists "as many workgroups in a row as there may be lists, one more than a device has"
  IN ${lib}/bitonic/kernels.cpp
  FROM "max_groups_x >= kMaxLists ? kMaxLists : row" TO "max_groups_x + 1 >= kMaxLists ? kMaxLists : row"
  NOTICED_BY vksort-tests "sort/keeps_to_65535_workgroups_with_more_lists@8")
vksort_fault(slots_of_any_width "the merges of lists are as wide as on most devices"
  IN ${lib}/bitonic/kernels.cpp
  FROM "out[VKSORT_LISTS_MAX_GROUPS_X] = max_groups_x;" TO "out[VKSORT_LISTS_MAX_GROUPS_X] = 65535;"
  NOTICED_BY vksort-tests "sort/folds_grids_and_aligns_offsets_of_lists@8")
vksort_fault(counted_merges_of_any_width "the merges of a device count are as wide as on most devices"
  IN ${lib}/bitonic/kernels.cpp
  FROM "out[VKSORT_SETUP_MAX_GROUPS_X] = max_groups_x;" TO "out[VKSORT_SETUP_MAX_GROUPS_X] = 65535;"
  NOTICED_BY vksort-tests "sort/folds_grids_and_aligns_offsets_of_a_device_count@8")
vksort_fault(verifications_of_any_width "verifications are as wide as on most devices"
  IN ${lib}/verifier/verify_record.cpp
  FROM "foldGrid(groups, state.limits.max_groups_x)" TO "foldGrid(groups, 65535)"
  NOTICED_BY vksort-tests "sort/a_verification_keeps_to_the_workgroups_of_the_device@8")
vksort_fault(no_subgroups_of_4 "subgroups of 4 are done without"
  IN ${lib}/device_limits.h FROM "size >= 4 &&" TO "size > 4 &&"
  NOTICED_BY vksort-tests "sort/uses_subgroups_of_4_to_128_.*@8")
vksort_fault(subgroups_of_any_size "subgroups that no kernel knows are used"
  IN ${lib}/device_limits.h FROM " && size <= 128;" TO ";"
  NOTICED_BY vksort-tests "sort/uses_subgroups_of_4_to_128_.*@8")
vksort_fault(small_lists_without_a_kernel "small lists are sorted where no kernel sorts small ones"
  IN ${lib}/bitonic/lists.cpp
  FROM "if (shape.uses(Kernel::list_sort, setting.configuration.mode) && amount.count" TO "if (amount.count"
  NOTICED_BY vksort-tests "sort/(sorts_lists_with_each_size_of_small_sorts|plans_lists_by_a_tuning_.*)@8")
vksort_fault(eight_keys_too_large "a tuning may ask for a stage that the module of 8 keys has not"
  IN ${lib}/bitonic/tuning_check.cpp FROM "kLargestOfEight = 12" TO "kLargestOfEight = 13"
  NOTICED_BY vksort-cpu-tests "sort/tuning_check_names_the_member_and_what_is_allowed")
vksort_fault(small_sorts_taken_for_granted "sorts are small where the tuning has no kernel for them"
  IN ${lib}/bitonic/kernels.cpp FROM "  return elementsLog2(kernel) != 0 && rowOf" TO "  return rowOf"
  NOTICED_BY vksort-tests "sort/(sorts_without_kernels_for_small_sorts|self_tests_without_.*)@8")

# Arguments without a use.
vksort_fault(needless_values_ignored "values for keys alone are not looked at"
  IN ${lib}/arguments.cpp
  FROM "  if (!configuration.layout.split && info.values.buffer) return SortStatus::needless_values;
" TO ""
  NOTICED_BY vksort-tests "sort/(takes_each_buffer_and_set_.*|reports_misuse_and_records_nothing)@8")
vksort_fault(needless_lists_of_one_count "a table of lists is refused with a host's count alone"
  IN ${lib}/arguments.cpp FROM "if (!mode.lists && info.lists.buffer)" TO "if (!mode.takesState() && info.lists.buffer)"
  NOTICED_BY vksort-tests "sort/takes_each_buffer_and_set_.*@8")
vksort_fault(needless_count_of_coherent "a coherent sort takes a device count that it does not read"
  IN ${lib}/arguments.cpp
  FROM "if (!mode.device_count && info.device_count.buffer)"
  TO "if (!mode.device_count && !mode.coherent && info.device_count.buffer)"
  NOTICED_BY vksort-tests "sort/takes_each_buffer_and_set_.*@8")
vksort_fault(needless_values_to_verify "a verification ignores values that its ordering has not"
  IN ${lib}/verifier/verify_record.cpp
  FROM "if (!layout.split && info.values.buffer) return" TO "if (has_keys && !layout.split && info.values.buffer) return"
  NOTICED_BY vksort-tests "sort/a_verification_reports_misuse_and_records_nothing@8")
vksort_fault(a_status_without_words "a status has no description"
  IN ${lib}/misuse.cpp
  FROM "      return \"record(): SortInfo::values.buffer must be null when no values are in a buffer of their own\";"
  TO "      break;"
  NOTICED_BY vksort-tests "sort/describes_every_status@8")

# What a host sees.
vksort_fault(a_name_of_xlib "an enumeration has the name of a macro of Xlib.h"
  IN ${lib}/include/vksort_packed.h FROM "inline constexpr std::uint32_t kFewestIndexBits = 8;"
  TO "enum class Complex { None };
inline constexpr std::uint32_t kFewestIndexBits = 8;"
  NOTICED_BY vksort-embed-tests "embed/(no_public_name_is_a_macro_.*|the_headers_compile_before_and_after_.*)")
vksort_fault(a_name_of_windows "a parameter has the name of a macro of windows.h"
  IN ${lib}/include/vksort_packed.h FROM "packedIndex(const Packing& packing, std::uint32_t key) {
  return key"
  TO "packedIndex(const Packing& packing, std::uint32_t far) {
  return far"
  NOTICED_BY vksort-embed-tests "embed/(no_public_name_is_a_macro_.*|the_headers_compile_before_and_after_.*)")
vksort_fault(a_header_of_20 "a header needs C++20"
  IN ${lib}/include/vksort_verifier.h
  FROM "  return {info.key_type, info.order, info.values, info.ties, info.nan_rule};"
  TO "  return {.key_type = info.key_type, .order = info.order, .values = info.values, .ties = info.ties,
          .nan_rule = info.nan_rule};"
  NOTICED_BY vksort-embed-tests "embed/(the_public_header|each_public_header)_.*")
vksort_fault(a_host_is_raised "a host that links the library gets its standard"
  IN CMakeLists.txt FROM "target_compile_features(\${target} PRIVATE cxx_std_20)"
  TO "target_compile_features(\${target} PUBLIC cxx_std_20)"
  NOTICED_BY vksort-embed-tests "embed/a_host_builds_the_sources_from_scratch_with_add_subdirectory")
vksort_fault(packs_in_the_fpu "a product has as many digits as the FPU has"
  IN ${lib}/include/vksort_packed.h
  FROM "static_cast<std::uint32_t>(asFloat(offset * packing.steps_per_unit))"
  TO "static_cast<std::uint32_t>(offset * packing.steps_per_unit)"
  NOTICED_BY vksort-embed-tests "embed/packed_keys_are_the_same_with_every_fpu")
vksort_fault(packs_through_registers "an intermediate result is not taken through memory"
  IN ${lib}/include/vksort_packed.h
  FROM "      volatile float stored = result;" TO "      const float stored = result;"
  NOTICED_BY vksort-embed-tests "embed/packed_keys_are_the_same_with_every_fpu")

# What nobody noticed until a reader asked.
vksort_fault(ranks_in_any_subgroups "tiles that are sorted apart may have subgroups of any size"
  IN ${lib}/bitonic/kernels.cpp FROM ".hooked = &kHookedApart},
    {.name = \"apart_double\""
  TO ".hooked = &kHookedApart,
     .in_subgroups = false},
    {.name = \"apart_double\"" NOTICED_BY vksort-tests "sort/uses_subgroups_of_4_to_128_.*@8")
vksort_fault(repairs_in_any_subgroups "seams are repaired by subgroups of any size"
  IN ${lib}/bitonic/kernels.cpp FROM "     .task = VKSORT_TILE_SEAM}"
  TO "     .task = VKSORT_TILE_SEAM,
     .in_subgroups = false}" NOTICED_BY vksort-tests "sort/uses_subgroups_of_4_to_128_.*@8")
vksort_fault(ranges_of_4_GiB "ranges begin in the first 4 GiB of a buffer"
  IN ${vk}/ranges.cpp FROM "const VkDeviceSize begin = range.offset + part.first * part.element;"
  TO "const VkDeviceSize begin = static_cast<std::uint32_t>(range.offset + part.first * part.element);"
  NOTICED_BY vksort-tests "sort/(binds_arguments|a_verification_binds_ranges)_above_.*@8")
vksort_fault(abandons_another "the Sorter with a hook is left behind, and not the one that is tested in its place"
  IN ${lib}/paths.cpp FROM "if (found.in_flight) subject.abandon();" TO "if (found.in_flight) out.abandon();"
  NOTICED_BY vksort-tests "sort/a_self_test_that_takes_too_long_is_given_up@8")
vksort_fault(guards_unread "the self-test finds no word written outside the range"
  IN ${lib}/self_test/run.cpp FROM "return guarded(each) ? Failure::none : Failure::trespassed;"
  TO "return Failure::none;"
  NOTICED_BY vksort-tests "sort/(the_self_test_tells_each_kind|a_self_test_notices_a_word)_.*@8")
vksort_fault(guards_of_scratch_unread "the self-test finds no word written behind lent memory"
  IN ${lib}/self_test/run.cpp FROM "(!lends(each) || guarded(each.scratch, scratchBytes(each)))" TO "true"
  NOTICED_BY vksort-tests "sort/a_self_test_notices_a_word_.*@8")
vksort_fault(ties_untried "the self-test sorts no keys of which many are equal"
  IN ${lib}/self_test/run.cpp FROM "Pattern::reversed, Pattern::ties}" TO "Pattern::reversed}"
  NOTICED_BY vksort-tests "sort/the_self_test_tells_each_kind_.*@8")
vksort_fault(no_reason_left "what failed on the last path is not told"
  IN ${lib}/paths.cpp FROM "if (i + 1 == count) return fail(" TO "if (i == count) return fail("
  NOTICED_BY vksort-tests "sort/the_self_test_tells_each_kind_.*@8")
vksort_fault(verdict_has_bytes "what looks whether a repair was enough counts as a pass of all elements"
  IN ${lib}/bitonic/bytes.cpp FROM " || kernel == Kernel::verdict) return {};" TO ") return {};"
  NOTICED_BY vksort-tests "sort/plans_the_bytes_that_coherent_sorts_store@8")
vksort_fault(unproven_untold "a Sorter does not tell which kernel was not tried"
  IN ${lib}/paths.cpp FROM "      out.state_->report.unproven_kernel = found.unproven;
"
  TO "" NOTICED_BY vksort-tests "sort/tells_kernels_that_the_self_test_.*@8")
vksort_fault(nan_rule_untold "a Sorter does not tell where NaN go"
  IN ${lib}/sorter.cpp FROM "info.nan_rule,  info.count," TO "NanRule::total_order,  info.count,"
  NOTICED_BY vksort-tests "sort/tells_the_order_.*@8")
vksort_fault(verifier_without_cache "a Verifier makes its pipelines without the cache"
  IN ${lib}/verifier/verifier.cpp FROM "createObjects(state.pipelines, info.pipeline_cache)"
  TO "createObjects(state.pipelines, VK_NULL_HANDLE)"
  NOTICED_BY vksort-tests "sort/creates_every_pipeline_through_the_cache@8")
vksort_fault(lists_looked_at_one_by_one "one workgroup looks at all lists"
  IN ${lib}/bitonic/lists.cpp FROM "VKSORT_LISTS_CLASSIFY, amount.list_count, out);"
  TO "VKSORT_LISTS_CLASSIFY, 1, out);" NOTICED_BY vksort-tests "sort/plans_what_is_recorded_for_lists@8")
vksort_fault(plans_for_no_device "devices with less than any has are planned for"
  IN ${lib}/plan.cpp FROM "if (limits.workgroup_invocations < kLeastInvocations || limits.shared_memory_bytes < kLeastSharedBytes) return {};"
  TO "" NOTICED_BY vksort-cpu-tests "sort/plans_nothing_for_devices_that_there_are_not")
vksort_fault(plans_any_subgroup "subgroups of any size are planned with"
  IN ${lib}/plan.cpp FROM "has_subgroups = isUsableSubgroup(device.subgroup_size);" TO "has_subgroups = true;"
  NOTICED_BY vksort-cpu-tests "sort/plans_without_subgroups_where_a_sorter_uses_none")
vksort_fault(plans_any_buffers "a device without one storage buffer more is planned with it"
  IN ${lib}/plan.cpp FROM "device.max_storage_buffers," TO "device.max_storage_buffers + 1,"
  NOTICED_BY vksort-cpu-tests "sort/plans_in_place_where_memory_cannot_be_bound")
vksort_fault(plans_less_than_nothing "what can be bound of less than one alignment is 2^64"
  IN ${lib}/vulkan/support.h FROM "max_range < offset_alignment ? 0 : " TO ""
  NOTICED_BY vksort-cpu-tests "sort/plans_in_place_where_memory_cannot_be_bound")
vksort_fault(plans_too_many_lists "more lists are planned than are recorded"
  IN ${lib}/plan.cpp FROM "list_count <= kMaxLists ? largest : 0," TO "largest,"
  NOTICED_BY vksort-cpu-tests "sort/plans_lists_as_they_are_recorded_or_nothing")
vksort_fault(plans_what_is_refused "enumerations that there are not are planned"
  IN ${lib}/plan.cpp FROM "if (noValueIn(info) || conflictIn(info)" TO "if (conflictIn(info)"
  NOTICED_BY vksort-tests "sort/refuses_each_enumeration_.*@8")
vksort_fault(slots_of_lists_unbounded "lists that overlap may have workgroups without end"
  IN shaders/sort/bitonic/list_setup.comp FROM "TILE_LOG2) + pass.list_count;" TO "TILE_LOG2) * pass.list_count;"
  NOTICED_BY vksort-tests "sort/touches_nothing_outside_lists_that_overlap@8")
vksort_fault(sets_of_four "a set has descriptors for four arguments"
  IN ${lib}/include/vksort.h FROM "kDescriptorsPerSet = 5;" TO "kDescriptorsPerSet = 4;"
  NOTICED_BY vksort-tests "sort/binds_the_arguments_.*@8")
vksort_fault(sets_of_verifiers_of_two "a Verifier's set has descriptors for two"
  IN ${lib}/include/vksort_verifier.h FROM "kVerifyDescriptorsPerSet = 3;" TO "kVerifyDescriptorsPerSet = 2;"
  NOTICED_BY vksort-tests "sort/a_verification_binds_.*@8")
vksort_fault(samples_of_all "each shape of ranks has samples of the most elements"
  IN ${lib}/rank/kernels.cpp FROM "= of.most >> VKSORT_RANK_SAMPLE_LOG2;"
  TO "= setting.most >> VKSORT_RANK_SAMPLE_LOG2;" NOTICED_BY vksort-cpu-tests "sort/ranks_fit_the_device")

# What software does not show: barriers inside workgroups, and shared memory of more than 32 KiB.
set(waits "sort/kernels_synchronize_as_was_recorded")
vksort_fault(straight_stride_missing "where a subgroup's stages are straight, one leaves its last stride out"
  IN shaders/sort/bitonic/subgroup.comp FROM "if (q > 1u) laneStep(lane, 1u);" TO "" NOTICED_BY vksort-kernel-tests
  "sort/sorts_in_subgroups_of_32_64_and_128_invocations@8")
vksort_fault(loops_of_few_masks "a subgroup's loops know no mask above 4" IN shaders/sort/bitonic/subgroup.comp
  FROM "mask >>= 1) laneStep(lane, mask);" TO "mask >>= 1) laneStep(lane, mask & 7u);" NOTICED_BY vksort-kernel-tests
  "sort/sorts_in_subgroups_of_32_64_and_128_invocations@8")
vksort_fault(loops_of_few_stages "a subgroup's loops end before the fifth stage" IN shaders/sort/bitonic/subgroup.comp
  FROM "for (uint q = 1u; IS_NEEDED(q); ++q)" TO "for (uint q = 1u; q < 5u && IS_NEEDED(q); ++q)" NOTICED_BY vksort-kernel-tests
  "sort/sorts_in_subgroups_of_32_64_and_128_invocations@8")
set(looped "sort/stages_of_a_subgroup_are_loops_.*")
vksort_fault(loops_everywhere "every GPU has a subgroup's stages in loops" IN ${lib}/bitonic/tuning.cpp
  FROM "usable.vendor_id == kNvidia ||" TO "usable.vendor_id != 1 ||" NOTICED_BY vksort-cpu-tests ${looped})
vksort_fault(loops_of_software_alone "no GPU has a subgroup's stages in loops" IN ${lib}/bitonic/tuning.cpp
  FROM "usable.vendor_id == kNvidia ||" TO "" NOTICED_BY vksort-cpu-tests ${looped})
vksort_fault(loops_nowhere_in_kernels "a subgroup's stages are straight whatever the shape says" IN ${lib}/bitonic/kernels.cpp
  FROM "out[VKSORT_SPEC_LOOPS] = shape.loops;" TO "out[VKSORT_SPEC_LOOPS] = 0;" NOTICED_BY vksort-cpu-tests ${looped})
vksort_fault(windows_in_a_hurry "a subgroup moves on before its elements are there" IN shaders/sort/bitonic/window.glsl
  FROM "subgroupBarrier();" TO "" NOTICED_BY vksort-cpu-tests ${waits})
vksort_fault(lists_in_a_hurry "what a step of lists stores need not be there for the next" IN shaders/sort/bitonic/list_setup.comp
  FROM "gl_StorageSemanticsBuffer | gl_StorageSemanticsShared," TO "gl_StorageSemanticsShared," NOTICED_BY vksort-cpu-tests ${waits})
vksort_fault(lists_in_caches "the state of lists may stay in a cache" IN shaders/sort/bitonic/list_setup.comp
  FROM ") coherent buffer State" TO ") buffer State" NOTICED_BY vksort-cpu-tests ${waits})
vksort_fault(tiles_of_two_halves "two tiles of one workgroup stay two" IN shaders/sort/bitonic/tile.comp
  FROM "  STAGE(13u)" TO "" NOTICED_BY vksort-kernel-tests
  "sort/sorts_pairs_of_tiles_where_shared_memory_has_room_for_them@8")

# Found by reading: what no case noticed.
vksort_fault(pinned_too_few "subgroups are pinned for workgroups of 256" IN ${vk}/support.cpp
  FROM "pinned >= 512;" TO "pinned >= 256;" NOTICED_BY vksort-tests "sort/subgroups_that_are_too_few_to_be_pinned_are_not_used@8")
vksort_fault(self_test_guards_behind "the self-test looks at what lies behind an argument alone" IN ${lib}/self_test/run.cpp
  FROM "isWhole(offset - kGuard, offset) && " TO ""
  NOTICED_BY vksort-tests "sort/a_self_test_notices_a_word_written_before_or_behind_each_argument@8")
vksort_fault(dropped_by_any_count "a path is said to have failed a sort of two elements" IN ${lib}/paths.cpp
  FROM "found.proof.kernel, found.proof.count, describe(found.failure)};\n  }" TO "found.proof.kernel, 2u, describe(found.failure)};\n  }"
  NOTICED_BY vksort-tests "sort/(a_wrong_subgroup_shader_.*|a_radix_sort_that_fails_its_self_test_leaves_.*)@8")
vksort_fault(ranks_dropped_by_any_count "ranks are said to have failed a sort of two elements" IN ${lib}/paths.cpp
  FROM "{\"rank\", found.proof.kernel, found.proof.count," TO "{\"rank\", found.proof.kernel, 2u,"
  NOTICED_BY vksort-tests "sort/a_sort_by_ranks_that_fails_.*@8")
vksort_fault(text_of_another_status "a count past its buffer is said to overlap" IN ${lib}/misuse.cpp
  FROM "device_count must not overlap the elements that may be sorted" TO "device_count must lie inside its buffer, all of it"
  NOTICED_BY vksort-tests "sort/describes_every_status@8")

# Found by reading again.
vksort_fault(ranks_need_subgroups "what sorts by ranks goes with the subgroups of sorts in place" IN ${lib}/paths.cpp
  FROM "    tried.algorithm = info.algorithm;  // what sorts by ranks needs no subgroups\n" TO ""
  NOTICED_BY vksort-tests "sort/a_wrong_subgroup_shader_.*@8")
vksort_fault(lists_of_fifteen_sizes "lists of 2^16 tiles and more are in no order" IN shaders/sort/bitonic/list_setup.comp
  FROM "for (uint k = 31u; k >= t" TO "for (uint k = 15u; k >= t" NOTICED_BY vksort-tests "sort/set_up_parts_lists_of_every_size@8")
vksort_fault(arguments_of_fifteen_sizes "lists of 2^15 tiles and more have no workgroups" IN shaders/sort/bitonic/list_setup.comp
  FROM "if (t < VKSORT_LISTS_SLOTS_LOG2)" TO "if (t < 15u)" NOTICED_BY vksort-tests "sort/set_up_parts_lists_of_every_size@8")
vksort_fault(lists_visible_too_late "what a step of lists stores is made visible behind the wait for it"
  IN shaders/sort/bitonic/list_setup.comp FROM "  controlBarrier(gl_ScopeWorkgroup, gl_ScopeWorkgroup, gl_StorageSemanticsBuffer | gl_StorageSemanticsShared,
                 gl_SemanticsAcquireRelease);" TO "  barrier();
  groupMemoryBarrier();"
  NOTICED_BY vksort-cpu-tests ${waits})
vksort_fault(wide_keys_of_lists "64-bit keys of lists are compared by their low words" IN ${lib}/bitonic/kernels.cpp
  FROM "= configuration.layout.interleaved;"
  TO "= mode.lists && configuration.layout.element == Element::pair && configuration.layout.interleaved == 2 ? 1 : configuration.layout.interleaved;"
  NOTICED_BY vksort-tests "sort/sorts_lists_of_wide_keys_with_values_and_without@8")
vksort_fault(nan_of_counted_frames "NaN stay where their bits put them in coherent sorts of a device count"
  IN ${lib}/bitonic/kernels.cpp FROM "= configuration.conversion.rotation"
  TO "= mode.coherent && mode.device_count ? 0 : configuration.conversion.rotation"
  NOTICED_BY vksort-tests "sort/coherent_sorts_of_a_device_count_leave_the_rest_alone@8")
vksort_fault(self_test_sets_of_half "the self-test's pool has half of its sets" IN ${lib}/self_test/run.cpp
  FROM "has_sets ? 2 * most : 0" TO "has_sets ? most : 0"
  NOTICED_BY vksort-tests "sort/the_self_test_allocates_no_more_sets_than_its_pool_has@8")
vksort_fault(self_test_descriptors_of_verifiers "the self-test's pool has descriptors of verifications alone"
  IN ${lib}/self_test/run.cpp FROM "most * (kDescriptorsPerSet + kVerifyDescriptorsPerSet)"
  TO "most * kVerifyDescriptorsPerSet"
  NOTICED_BY vksort-tests "sort/the_self_test_allocates_no_more_sets_than_its_pool_has@8")
vksort_fault(self_test_of_one_submission "of a self-test's submissions the first alone counts" IN ${lib}/self_test/run.cpp
  FROM "out.failure == Failure::none && next()) {" TO "out.failure == Failure::none && end_case == 0 && next()) {"
  NOTICED_BY vksort-tests "sort/a_self_test_has_little_memory_for_many_sorts@8")
vksort_fault(self_test_all_at_once "a self-test sorts all at once" IN ${lib}/self_test/run.cpp
  FROM "size > kSubmissionBytes" TO "size > 100 * kSubmissionBytes"
  NOTICED_BY vksort-tests "sort/a_self_test_has_little_memory_for_many_sorts@8")
vksort_fault(self_test_fence_of_before "a self-test waits for a fence that is signalled already" IN ${lib}/self_test/device.cpp
  FROM "vk.ResetFences(info.device, 1, &fence)" TO "VK_SUCCESS"
  NOTICED_BY vksort-tests "sort/a_self_test_has_little_memory_for_many_sorts@8")
vksort_fault(self_test_room_of_the_last "a self-test has room for its last submission" IN ${lib}/self_test/run.cpp
  FROM "if (size > bytes) bytes = size;" TO "bytes = size;"
  NOTICED_BY vksort-tests "sort/a_self_test_has_little_memory_for_many_sorts@8")
vksort_fault(verifiers_that_find_none "a Verifier that finds nothing out of order is right" IN ${lib}/self_test/run.cpp
  FROM "seen.inversions != wanted.inversions || " TO ""
  NOTICED_BY vksort-tests "sort/a_verifier_that_is_wrong_drops_no_path_but_fails_creation@8")
vksort_fault(iota_made_up_before "a self-test finds the values that the sort is to make up" IN ${lib}/self_test/run.cpp
  FROM "values[at] = ~at" TO "values[at] = at" NOTICED_BY vksort-tests "sort/the_self_test_tells_each_kind_of_fault_.*@8")
vksort_fault(small_lists_of_few "a small list may have fewer invocations than a subgroup" IN ${lib}/bitonic/tuning.cpp
  FROM "shape.registers_log2 > shape.subgroup_log2 ? shape.registers_log2 : shape.subgroup_log2;" TO "shape.registers_log2;"
  NOTICED_BY vksort-cpu-tests "sort/tuning_of_lists_asks_for_no_more_than_the_limits")
vksort_fault(set_up_of_512 "a set-up of lists doubles once too often" IN ${lib}/bitonic/tuning.cpp
  FROM "shape.setup_invocations * 2 <= usable.workgroup_invocations" TO "shape.setup_invocations < usable.workgroup_invocations"
  NOTICED_BY vksort-cpu-tests "sort/tuning_of_lists_asks_for_no_more_than_the_limits")
vksort_fault(verifies_any_ordering "a Verifier takes 64-bit keys side by side with values" IN ${lib}/configuration.cpp
  FROM " &&\n         !(ordering.key_type == KeyType::u64 && ordering.values == Values::interleaved);" TO ";"
  NOTICED_BY vksort-tests "sort/a_verification_reports_misuse_and_records_nothing@8")
vksort_fault(hooks_without_a_kernel "a hook may lack one of its shaders" IN ${lib}/configuration.cpp
  FROM "shaders.medium_keys, " TO "" NOTICED_BY vksort-tests "sort/refuses_hooks_that_cannot_be@8")
