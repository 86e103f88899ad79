# Which pipelines a Sorter makes, on whose threads, and from which modules.
set(lib engine/vksort)

set(limited "sort/(makes_the_pipelines_that_up_to_max_count|plans_and_lends_nothing_above|reports_more_elements_than|self_tests_what_up_to_max_count).*@8")
vksort_fault(max_count_makes_all "a Sorter for few elements makes the pipelines of all"
  IN ${lib}/algorithm.cpp FROM "info.max_count == 0 ? ~0u : info.max_count}" TO "~0u}" NOTICED_BY vksort-tests ${limited})
vksort_fault(max_count_forgets_the_last "the pipelines between the last power of two and max_count are not made"
  IN ${lib}/algorithm.cpp FROM "static_cast<std::uint32_t>(power) : algorithms.most();"
  TO "static_cast<std::uint32_t>(power) : algorithms.most() / 2;" NOTICED_BY vksort-tests ${limited})
vksort_fault(max_count_without_scratch "those of sorts with scratch memory are not made"
  IN ${lib}/algorithm.cpp FROM "{n, 1, scratch}, list);" TO "{n, 1, false}, list);" NOTICED_BY vksort-tests ${limited})
vksort_fault(max_count_unchecked "more elements than max_count are taken"
  IN ${lib}/arguments.cpp FROM "> state.algorithms.most()) return" TO "> ~0u) return" NOTICED_BY vksort-tests ${limited})
vksort_fault(max_count_off_by_one "one element more than max_count is taken"
  IN ${lib}/arguments.cpp FROM "> state.algorithms.most()) return" TO "> state.algorithms.most() + 1) return"
  NOTICED_BY vksort-tests ${limited})
vksort_fault(max_count_of_the_range "lists are refused by what they lie in, and not by the largest"
  IN ${lib}/arguments.cpp FROM "if (amountOf(state, info).count > " TO "if (info.count > " NOTICED_BY vksort-tests ${limited})
vksort_fault(max_count_planned "more than max_count is planned"
  IN ${lib}/algorithm.cpp FROM "  if (amount.count > algorithms.most()) return;" TO "" NOTICED_BY vksort-tests ${limited})
vksort_fault(max_count_lends "memory is asked for above max_count"
  IN ${lib}/radix/sort.cpp FROM "n <= setting.most &&" TO "n <= kMostElements &&" NOTICED_BY vksort-tests ${limited})
vksort_fault(max_count_unproven "the self-test sorts more than max_count"
  IN ${lib}/bitonic/proof.cpp FROM "least(oddSize(log2), setting.most)" TO "oddSize(log2)" NOTICED_BY vksort-tests ${limited})
vksort_fault(max_count_of_a_node "a node takes more elements than its Sorter"
  IN engine/nodes/fit.cpp FROM "made.max_count != 0 && most > made.max_count" TO "false" NOTICED_BY vksort-node-tests
  "nodes/more_elements_than_the_sorter_.*")
vksort_fault(max_count_of_the_host_alone "as many elements as the device may count are not looked at" IN engine/nodes/fit.cpp
  FROM "made.max_count != 0 && most > made.max_count" TO "made.max_count != 0 && made.count != Count::device && most > made.max_count"
  NOTICED_BY vksort-node-tests "nodes/more_elements_than_the_sorter_.*")

set(lent "sort/(makes_the_same_pipelines_in_whatever_order|reports_each_job_that_fails|reports_jobs_that_the_host|sorts_with_pipelines_that_threads).*@8")
set(jobs ${lib}/pipeline_jobs.cpp)
vksort_fault(jobs_in_order "a job is the next one, whichever the host runs"
  IN ${jobs} FROM "pipelines.create(list[i].kernel, list[i].source," TO "pipelines.create(list[ended].kernel, list[ended].source,"
  NOTICED_BY vksort-tests ${lent})
vksort_fault(jobs_go_on "jobs go on after one has failed"
  IN ${jobs} FROM "if (!failed.load(std::memory_order_relaxed)) {" TO "{" NOTICED_BY vksort-tests ${lent})
vksort_fault(jobs_forget_errors "the error of a job is lost if a later one succeeds"
  IN ${jobs} FROM "if (jobs.results[i] != VK_SUCCESS) result = jobs.results[i];" TO "result = jobs.results[0];"
  NOTICED_BY vksort-tests ${lent})
vksort_fault(jobs_left_out "jobs that the host leaves out are not missed"
  IN ${jobs} FROM "jobs.ended.load(std::memory_order_acquire) != jobs.count || " TO "" NOTICED_BY vksort-tests ${lent})
vksort_fault(jobs_made_up "jobs that the host repeats or makes up are not told"
  IN ${jobs} FROM "more_than_once.store(true, std::memory_order_relaxed);" TO "" NOTICED_BY vksort-tests ${lent})
vksort_fault(jobs_needless "the host is asked to run no job at all"
  IN ${jobs} FROM "if (jobs.count != 0) host.run(" TO "host.run(" NOTICED_BY vksort-tests ${lent})

set(packed "sort/(modules_unpack|a_hooks_module|no_pipeline_is_made|streams_|every_packed_module).*")
set(inflate ${lib}/vulkan/inflate.cpp)
vksort_fault(inflate_past_the_room "a run is written beyond the room" IN ${inflate}
  FROM "distance > written || length > bytes - written"
  TO "distance > written" NOTICED_BY vksort-cpu-tests ${packed})
vksort_fault(inflate_before_the_first "what is before the first byte is repeated" IN ${inflate}
  FROM "distance > written || length"
  TO "length" NOTICED_BY vksort-cpu-tests ${packed})
vksort_fault(inflate_stored_past_the_room "stored bytes are written beyond the room" IN ${inflate}
  FROM "!= 0xffffu || length > bytes - written"
  TO "!= 0xffffu" NOTICED_BY vksort-cpu-tests ${packed})
vksort_fault(inflate_literal_past_the_room "a byte is written beyond the room" IN ${inflate}
  FROM "if (written == bytes) return false;"
  TO "" NOTICED_BY vksort-cpu-tests ${packed})
vksort_fault(inflate_unchecked_length "the complement of a stored length is not looked at" IN ${inflate}
  FROM "(bits.take(16) ^ length) != 0xffffu"
  TO "bits.take(16) == length" NOTICED_BY vksort-cpu-tests ${packed})
vksort_fault(inflate_unaligned "a stored block begins amid a byte" IN ${inflate}
  FROM "bits.drop(bits.count & 7u);"
  TO "" NOTICED_BY vksort-cpu-tests ${packed})
vksort_fault(inflate_cut_off "a stream that is cut off is taken for a whole one" IN ${inflate}
  FROM "!well || bits.ranOut()"
  TO "!well" NOTICED_BY vksort-cpu-tests ${packed})
vksort_fault(inflate_fewer "fewer bytes than there should be are taken for all" IN ${inflate}
  FROM "return written == bytes;"
  TO "return true;" NOTICED_BY vksort-cpu-tests ${packed})
vksort_fault(inflate_first_block "what is behind the first block is left out" IN ${inflate}
  FROM "is_last = bits.take(1) != 0;"
  TO "is_last = bits.take(1) <= 1;" NOTICED_BY vksort-cpu-tests ${packed})
vksort_fault(inflate_long_codes "codes of more than 9 bits are read from the highest bit of another length" IN ${inflate}
  FROM "first += counts[length];"
  TO "first += length < 9 ? counts[length] : 0;" NOTICED_BY vksort-cpu-tests ${packed})
vksort_fault(inflate_longest "the longest run is a byte too short" IN ${inflate}
  FROM "? 258 :"
  TO "? 257 :" NOTICED_BY vksort-cpu-tests ${packed})
vksort_fault(inflate_long_zeros "many symbols without a code are too few" IN ${inflate}
  FROM "11 + bits.take(7)"
  TO "3 + bits.take(7)" NOTICED_BY vksort-cpu-tests ${packed})
vksort_fault(inflate_repeated_length "a length is not repeated" IN ${inflate}
  FROM "symbol == 16 ? lengths[i - 1] : 0"
  TO "0" NOTICED_BY vksort-cpu-tests ${packed})
vksort_fault(inflate_fixed_codes "a fixed code is another" IN ${inflate}
  FROM "i < 280 ? 7 : 8"
  TO "i < 279 ? 7 : 8" NOTICED_BY vksort-cpu-tests ${packed})
vksort_fault(inflate_other_kinds "blocks of a kind that there is not are taken for dynamic ones" IN ${inflate}
  FROM "(kind == 1 || (kind == 2 && buildDynamic()))"
  TO "(kind == 1 || buildDynamic())" NOTICED_BY vksort-cpu-tests ${packed})
vksort_fault(inflate_bits_short "some bits may be missing" IN ${inflate}
  FROM "missing > count;"
  TO "missing > count + 7;" NOTICED_BY vksort-cpu-tests ${packed})
vksort_fault(inflate_other_symbols "symbols behind the longest run are lengths" IN ${inflate}
  FROM "if (symbol > kFirst + kLongest) return false;"
  TO "if (symbol == kNoSymbol) return false;" NOTICED_BY vksort-cpu-tests ${packed})
vksort_fault(inflate_many_distances "there may be more distances" IN ${inflate}
  FROM " || distance_count > kDistances"
  TO "" NOTICED_BY vksort-cpu-tests ${packed})
vksort_fault(inflate_repeats_too_often "a repeat may go one length beyond the last" IN ${inflate}
  FROM "if (times > count - i) return false;"
  TO "if (times > count - i + 1) return false;" NOTICED_BY vksort-cpu-tests ${packed})
vksort_fault(inflate_repeats_nothing "the first length may be as that before it" IN ${inflate}
  FROM "(symbol == 16 && i == 0)"
  TO "(symbol == 16 && i > count)" NOTICED_BY vksort-cpu-tests ${packed})
vksort_fault(packed_barely "modules are packed in a hurry" IN shaders/embed.cmake
  FROM "COMPRESSION_LEVEL 9" TO "COMPRESSION_LEVEL 1" NOTICED_BY vksort-cpu-tests ${packed})
vksort_fault(packed_damaged "a damaged module is given to the driver" IN ${lib}/vulkan/pipelines.cpp
  FROM "unpack(module, words) ?"
  TO "unpack(module, words) || true ?" NOTICED_BY vksort-cpu-tests ${packed})
vksort_fault(packed_without_memory "a module is made without memory to unpack it"
  IN ${lib}/vulkan/pipelines.cpp FROM "if (!words) return VK_ERROR_OUT_OF_HOST_MEMORY;" TO "if (!words) return VK_SUCCESS;"
  NOTICED_BY vksort-tests "sort/reports_each_operator_new_.*@8")
vksort_fault(packed_kept "what a module is unpacked to is kept"
  IN ${lib}/vulkan/pipelines.cpp FROM "  delete[] words;
" TO "" NOTICED_BY vksort-tests "sort/(reports_each_operator_new|takes_no_more_host_memory)_.*@8")

set(told "bench/(create_reports|create_names|create_refuses|creation_has).*")
set(bench samples/bench/create)
vksort_fault(create_sums_nothing "the sum is the last pipeline"
  IN ${bench}/create_report.cpp FROM "    sum.spirv_bytes += each.spirv_bytes;" TO "    sum.spirv_bytes = each.spirv_bytes;"
  NOTICED_BY vksort-bench-tests ${told})
vksort_fault(create_of_another_module "a pipeline's SPIR-V is not that of its module"
  IN ${bench}/timed_pipelines.cpp FROM "{\"\", module.bytes, module.ms + ms}" TO "{\"\", 0, module.ms + ms}"
  NOTICED_BY vksort-bench-tests ${told})

# Of few and of many kernels.
vksort_fault(max_count_untold "a Sorter does not tell its max_count" IN ${lib}/sorter.cpp
  FROM "state.hook_set, info.max_count," TO "state.hook_set, 0," NOTICED_BY vksort-node-tests
  "nodes/(a_sorter_tells_.*|more_elements_than_.*)")
vksort_fault(max_count_of_the_network "the network makes the kernels of up to max_count, and radix those of all" IN ${lib}/radix/shape.cpp
  FROM "info.max_count == 0 || info.max_count > kMostElements ? kMostElements : info.max_count;" TO "kMostElements;"
  NOTICED_BY vksort-tests ${limited})
vksort_fault(kernels_of_32_bits "a set of kernels has room for 32" IN ${lib}/algorithm.cpp
  FROM "kernels[list.passes[i].kernel] = true;" TO "kernels[list.passes[i].kernel % 32] = true;"
  NOTICED_BY vksort-tests ${limited})
vksort_fault(jobs_without_context "the host's function gets no context" IN ${jobs}
  FROM "host.run(host.context, jobs.count" TO "host.run(nullptr, jobs.count" NOTICED_BY vksort-tests ${lent})
vksort_fault(jobs_one_too_many "the host is asked for a job more than there are" IN ${jobs}
  FROM "host.run(host.context, jobs.count, runJob" TO "host.run(host.context, jobs.count + 1, runJob"
  NOTICED_BY vksort-tests ${lent})
vksort_fault(packed_hooks "a hook's modules are taken for packed ones" IN ${lib}/vulkan/pipelines.cpp
  FROM "if (!module.packed) return vk" TO "if (module.packed) return vk" NOTICED_BY vksort-tests
  "sort/(sorts_by_keys_that_a_hook_computes|hooks_.*)@8")

# What a second outsider found.
vksort_fault(self_test_of_any_family "the self-test records for the first family of queues"
  IN engine/vksort/self_test/device.cpp FROM "pool_info.queueFamilyIndex = info.self_test.queue_family;"
  TO "pool_info.queueFamilyIndex = 0;" NOTICED_BY vksort-tests "sort/the_self_test_is_of_the_queue_s_.*@8")
vksort_fault(self_test_for_hours "the self-test takes milliseconds for seconds"
  IN engine/vksort/self_test/device.cpp FROM "* 1'000'000;" TO "* 1'000'000'000;"
  NOTICED_BY vksort-tests "sort/the_self_test_is_of_the_queue_s_.*@8")
vksort_fault(algorithm_of_any_value "an algorithm that there is not is taken"
  IN engine/vksort/configuration.cpp FROM "exists(info.algorithm, Algorithm::rank)"
  TO "exists(info.algorithm, Algorithm{255})" NOTICED_BY vksort-tests "sort/refuses_each_enumeration_.*@8")
vksort_fault(self_test_of_any_mode "a mode that there is not is taken"
  IN engine/vksort/configuration.cpp FROM "SelfTestMode::never)" TO "SelfTestMode{255})"
  NOTICED_BY vksort-tests "sort/refuses_each_enumeration_.*@8")

vksort_fault(merges_as_long_as_tiles "a merge is taken to be as long to make as a tile's sort"
  IN engine/vksort/bitonic/kernels.cpp FROM "source.module.bytes / 3" TO "source.module.bytes * 3"
  NOTICED_BY vksort-tests "sort/gives_the_host_those_jobs_first_that_take_longest@8")
vksort_fault(unrolled_for_nothing "elements that the driver unrolls are taken to cost nothing"
  IN engine/vksort/radix/kernels.cpp FROM "source.module.bytes * (4 + unrolled) / 2" TO "source.module.bytes"
  NOTICED_BY vksort-cpu-tests "sort/larger_tiles_of_radix_sorts_are_made_sooner")
vksort_fault(shortest_first "pipelines that take longest are made last"
  IN engine/vksort/pipeline_jobs.cpp FROM "list[at - 1].source.effort < job.source.effort"
  TO "list[at - 1].source.effort > job.source.effort"
  NOTICED_BY vksort-tests "sort/gives_the_host_those_jobs_first_that_take_longest@8")

# Of sorts that are always lent memory.
set(always "sort/(makes_the_pipelines_that_always_lent|refuses_recordings_that_lend|self_tests_what_always_lent|tells_kernels_that_the_self_test|tries_what_always_lent|sorts_in_place_where_ranks_are_dropped).*@8")
vksort_fault(always_lends_means_nothing "a Sorter makes what sorts in place take, and takes recordings without"
  IN ${lib}/algorithm.cpp FROM "info.always_lends}" TO "false}" NOTICED_BY vksort-tests ${always})
vksort_fault(always_lends_of_every_sorter "a Sorter whose recordings may lend nothing makes nothing for them"
  IN ${lib}/algorithm.cpp FROM "info.always_lends}" TO "true}" NOTICED_BY vksort-tests ${always})
vksort_fault(always_lends_makes_all "pipelines of sorts in place are made that nobody can record"
  IN ${lib}/algorithm.cpp FROM "if (!amount.scratch && mustBeLent(algorithms, amount.count)) return;" TO ""
  NOTICED_BY vksort-tests ${always})
vksort_fault(always_lends_forgets_before_radix "the last sorts in place before those by radix have no pipelines"
  IN ${lib}/algorithm.cpp FROM "least(algorithms.radix.fewest - 1, algorithms.most())" TO "least(1, algorithms.most())"
  NOTICED_BY vksort-tests ${always})
vksort_fault(always_lends_unchecked "recordings without memory record nothing, and say that all is well"
  IN ${lib}/arguments.cpp FROM "lent || mustBeLent(state.algorithms, info.count);" TO "lent;" NOTICED_BY vksort-tests ${always})
vksort_fault(always_lends_proven_in_place "the self-test sorts in place where no recording can"
  IN ${lib}/algorithm.cpp FROM "return !by.always_lent || !takesScratch(by, n);" TO "return !by.always_lent || n != 0;"
  NOTICED_BY vksort-tests ${always})
vksort_fault(always_lends_unproven_untold "a kernel that is made and not tried is not told"
  IN ${lib}/algorithm.cpp FROM "if (is_made && !repairs" TO "if (false && is_made && !repairs"
  NOTICED_BY vksort-tests ${always})
vksort_fault(always_lends_untold "a Sorter does not tell that its recordings lend memory" IN ${lib}/sorter.cpp
  FROM "info.max_count, info.always_lends};" TO "info.max_count, false};" NOTICED_BY vksort-node-tests
  "nodes/(a_sorter_tells_.*|a_node_that_lends_nothing_.*)")
vksort_fault(always_lends_of_a_node "a node that lends nothing takes such a Sorter" IN engine/nodes/fit.cpp
  FROM "made.always_lends && node.in_place" TO "false && node.in_place" NOTICED_BY vksort-node-tests "nodes/a_node_that_lends_nothing_.*")
vksort_fault(always_lends_of_no_node "a node in place refuses each such Sorter" IN engine/nodes/fit.cpp
  FROM "node.in_place && sorter.scratchBytes(node.count) != 0" TO "node.in_place" NOTICED_BY vksort-node-tests
  "nodes/a_node_that_lends_nothing_.*")
vksort_fault(always_lends_of_create "vksort-bench create forgets the option" IN samples/bench/algorithms/make_sorter.cpp
  FROM "info.always_lends = configuration.always_lends;" TO "" NOTICED_BY vksort-bench-tests "bench/create_makes_fewer_.*")
vksort_fault(always_lends_by_ranks_as_ever "pairs of 2^11 are sorted in place, by a kernel of their own" IN ${lib}/rank/shape.cpp
  FROM "const bool leaves_out = info.always_lends &&" TO "const bool leaves_out = false &&" NOTICED_BY vksort-tests ${always})
vksort_fault(always_lends_by_ranks_in_vain "pairs of 2^11 are by ranks where what sorts them in place is made none the less"
  IN ${lib}/rank/shape.cpp FROM "info.max_count <= kMostLentPairs;" TO "info.max_count <= ~0u;"
  NOTICED_BY vksort-tests ${always})
vksort_fault(always_lends_tries_no_gap "what is in place between ranks and radix is not tried, as memory is lent to it" IN ${lib}/algorithm.cpp
  FROM "return !by.always_lent || !takesScratch(by, n);" TO "return !mustBeLent(by, n);" NOTICED_BY vksort-tests ${always})
vksort_fault(always_lends_repairs_unproven "repairs that are tried in lent memory are told as not tried" IN ${lib}/algorithm.cpp
  FROM "if (is_made && !repairs && " TO "if (is_made && (!repairs || i != 0) && " NOTICED_BY vksort-tests ${always})

# What a device says of itself, and what a hook has.
vksort_fault(subgroups_of_1_3_alone "an extension before Vulkan 1.3 is of no use" IN ${lib}/vulkan/support.cpp
  FROM "apiVersion >= VK_API_VERSION_1_3 || extensions.subgroup_size_control" TO "apiVersion >= VK_API_VERSION_1_3"
  NOTICED_BY vksort-kernel-tests "sort/uses_optional_features_only_when_they_are_offered@8")
vksort_fault(vendor_forgotten "no device has a vendor" IN ${lib}/vulkan/support.cpp
  FROM "  facts.limits.vendor_id = properties.properties.vendorID;
" TO "" NOTICED_BY vksort-kernel-tests "sort/takes_the_vendor_that_the_device_names@8")
vksort_fault(supported_without_functions "an instance that lacks functions is supported" IN ${lib}/vulkan/support.cpp
  FROM "return {false, \"the instance's Vulkan version is below 1.1\", 0};" TO "return {true, nullptr, 0};"
  NOTICED_BY vksort-kernel-tests "sort/a_device_that_cannot_be_asked_is_not_supported@8")
vksort_fault(hook_without_code "a hook's shaders may be of no bytes" IN ${lib}/configuration.cpp
  FROM "!each.words || each.bytes == 0" TO "!each.words" NOTICED_BY vksort-tests "sort/refuses_hooks_that_cannot_be@8")
vksort_fault(hook_without_words "a hook's shaders may be nowhere" IN ${lib}/configuration.cpp
  FROM "!each.words || each.bytes == 0" TO "each.bytes == 0" NOTICED_BY vksort-tests "sort/refuses_hooks_that_cannot_be@8")

# What the self-test tries, and looks at.
set(looked_at "sort/a_self_test_looks_at_each_word_of_a_result_and_beside_it@8")
vksort_fault(tested_keys_all_alike "with all bits promised to differ all keys tried are alike" IN ${lib}/self_test/cases.cpp
  FROM "count == 0 || count == 32;" TO "count == 0;"
  NOTICED_BY vksort-cpu-tests "sort/the_self_test_tries_the_bits_that_may_differ")
vksort_fault(tested_values_all_alike "with all bits promised to differ all values tried are alike" IN ${lib}/self_test/cases.cpp
  FROM "info.value_bits == 0 || info.value_bits == 32;" TO "info.value_bits == 0;"
  NOTICED_BY vksort-cpu-tests "sort/the_self_test_tries_the_bits_that_may_differ")
vksort_fault(tested_by_half_a_checksum "half of a checksum is looked at" IN ${lib}/self_test/run.cpp
  FROM " ||
        after.checksum[1] != each.before.checksum[1]) {" TO ") {" NOTICED_BY vksort-tests ${looked_at})
vksort_fault(tested_without_count "how many elements were seen is not looked at" IN ${lib}/self_test/run.cpp
  FROM "after.elements != each.n || " TO "" NOTICED_BY vksort-tests ${looked_at})
vksort_fault(tested_verifier_of_half "of the verification's own cases half is looked at" IN ${lib}/self_test/run.cpp
  FROM "seen.elements != wanted.elements ||
          seen.checksum[0]" TO "seen.checksum[0]" NOTICED_BY vksort-tests ${looked_at})
vksort_fault(tested_beside_no_result "what is written beside a result is not looked at" IN ${lib}/self_test/run.cpp
  FROM "guarded(each.result, sizeof(VerifyResult)) && " TO "" NOTICED_BY vksort-tests ${looked_at})
vksort_fault(wide_keys_in_any_order "64-bit keys alone are sorted by their high words where ties may come in any order" IN ${lib}/configuration.cpp
  FROM "return ordering.values == Values::none || ordering.ties != Ties::any;" TO "return ordering.ties != Ties::any;"
  NOTICED_BY vksort-tests "sort/wide_keys_alone_are_in_order_.*@8")
vksort_fault(few_of_two_tiles "few elements are those of two tiles, though one workgroup sorts one" IN ${lib}/radix/shape.cpp
  FROM "1u << (tuning.tile_log2 + tuning.double_tiles)" TO "2u << tuning.tile_log2"
  NOTICED_BY vksort-tests "sort/sorts_few_elements_by_one_workgroup_of_any_tuning@8")
vksort_fault(workgroups_of_the_wider_limit "a workgroup may be wider than the device allows" IN ${lib}/vulkan/support.cpp
  FROM "size_x < invocations ? size_x : invocations" TO "size_x < 128 ? size_x : invocations"
  NOTICED_BY vksort-kernel-tests "sort/has_no_workgroup_wider_.*@8")
vksort_fault(self_test_without_the_largest "a self-test has no largest key" IN ${lib}/self_test/cases.cpp
  FROM "which == 7 ? 0xffffffffu : which * 0x24924924u" TO "which * 0x24924924u"
  NOTICED_BY vksort-cpu-tests "sort/the_self_test_has_the_largest_.*")
vksort_fault(self_test_bypasses_the_allocator "a self-test's Verifier takes no memory of the host's allocator" IN ${lib}/self_test/run.cpp
  FROM "info.pipeline_cache,         info.allocator, info.enabled_features" TO "info.pipeline_cache,         nullptr, info.enabled_features"
  NOTICED_BY vksort-tests "sort/reports_each_allocation_of_a_self_test_.*@8")
vksort_fault(self_test_of_high_words "wide keys of a self-test differ by their high words" IN ${lib}/self_test/cases.cpp
  FROM "layout.split ? hash(i, n) % 2 : value" TO "layout.split ? 0 : value"
  NOTICED_BY vksort-cpu-tests "sort/the_self_test_has_wide_keys_.*")
vksort_fault(self_test_of_one_clump "a self-test has one run of equal keys" IN ${lib}/self_test/cases.cpp
  FROM "which == 1 ? 0x60000000u : hash(n, i)" TO "hash(n, i)" NOTICED_BY vksort-cpu-tests "sort/the_self_test_has_two_clumps_.*")
vksort_fault(cache_of_one_thread "who lends threads has no cache" IN ${lib}/pipeline_jobs.cpp
  FROM "info.pipeline_cache" TO "(info.parallel_for.run ? VK_NULL_HANDLE : info.pipeline_cache)"
  NOTICED_BY vksort-tests "sort/creates_every_pipeline_through_the_cache@8")
vksort_fault(value_bits_of_31 "the error of value_bits names another limit" IN ${lib}/configuration.cpp
  FROM "value_bits must be at most 32" TO "value_bits must be at most 31" NOTICED_BY vksort-tests "sort/value_bits_must_lie_in_a_value@8")
vksort_fault(proven_nowhere "a build with assertions proves no kernels by itself" IN ${lib}/paths.cpp
  FROM "constexpr bool kByDefault = true;" TO "constexpr bool kByDefault = false;"
  NOTICED_BY vksort-embed-tests "embed/a_build_with_assertions_proves_its_kernels_.*")
