# Faults in the benchmark: what is timed, and what rows say of it.
set(bench samples/bench)

# How rows were made.
set(growth "bench/growth_plans_what_it_records")
vksort_fault(bench_plans_in_place "growth plans sorts in place whatever is lent" IN ${bench}/growth/growth.cpp
  FROM "row.planned = sort.plan();" TO "row.planned = sort.sorter().plan(point.count);"
  NOTICED_BY vksort-bench-tests ${growth} ALSO vksort-bench-small)
vksort_fault(bench_growth_lends_untold "growth does not say what was lent" IN ${bench}/growth/growth.cpp
  FROM "    row.scratch_bytes = sort.scratchBytes();\n" TO ""
  NOTICED_BY vksort-bench-tests ${growth} ALSO vksort-bench-small)
vksort_fault(bench_growth_made_otherwise "rows of growth are said to be of random keys in ascending order"
  IN ${bench}/growth/growth_report.cpp FROM "madeFields(configuration," TO "madeFields({},"
  NOTICED_BY vksort-bench-tests "bench/growth_rows_hold_.*")
vksort_fault(bench_breakdown_lends_untold "breakdown does not write what was lent"
  IN ${bench}/breakdown/breakdown_report.cpp FROM "b.used, b.scratch_bytes)" TO "b.used, 0)"
  NOTICED_BY vksort-bench-tests "bench/breakdown_rows_hold_.*")
set(plain "bench/growth_and_breakdown_are_drawn_of_plain_sorts_in_place_alone")
vksort_fault(plot_growth_of_any "growth is drawn of whatever was sorted" IN ${bench}/plot
  FROM [[$14 == "yes" && $12 > 0 && plain(15)]] TO [[$14 == "yes" && $12 > 0]] NOTICED_BY vksort-bench-tests ${plain})
vksort_fault(plot_breakdown_of_any "breakdowns are drawn of whatever was sorted" IN ${bench}/plot
  FROM [[$13 == "yes" && plain(20)]] TO [[$13 == "yes"]] NOTICED_BY vksort-bench-tests ${plain})
vksort_fault(plot_of_frames "times of a camera's frames are drawn as those of plain sorts" IN ${bench}/plot
  FROM [[ && ($24 == "" || $24 == "no")]] TO "" NOTICED_BY vksort-bench-tests "bench/times_are_drawn_of_plain_.*")
vksort_fault(plot_nothing_old "rows that do not say how they were made are not drawn" IN ${bench}/plot
  FROM "NF < from || " TO "" NOTICED_BY vksort-bench-tests "bench/growth_and_breakdown_are_drawn_for_.*")
set(curves "bench/curves_have_the_numbers_.*")
vksort_fault(plot_steps_upside_down "a step of the ladder is as much slower as it is faster" IN ${bench}/plot
  FROM [[(\$2 / \$3)]] TO [[(\$3 / \$2)]] NOTICED_BY vksort-bench-tests ${curves})
vksort_fault(plot_rates_upside_down "elements per second are seconds per element" IN ${bench}/plot
  FROM [[($1 / $2)]] TO [[($2 / $1)]] NOTICED_BY vksort-bench-tests ${curves})
vksort_fault(plot_copy_rate_upside_down "planned bytes at the copy rate are upside down" IN ${bench}/plot
  FROM [[$8 * $12 / $11]] TO [[$8 * $11 / $12]] NOTICED_BY vksort-bench-tests ${curves})
vksort_fault(plot_worst_anchors_first "the worst anchors have the colours" IN ${bench}/plot
  FROM [["$work/anchors" | sort -n |]] TO [["$work/anchors" | sort -rn |]] NOTICED_BY vksort-bench-tests ${curves})
vksort_fault(plot_breakdowns_added "passes of several breakdowns of one size are added" IN ${bench}/plot
  FROM [[if (!again[$5]) print]] TO "print" NOTICED_BY vksort-bench-tests "bench/of_several_breakdowns_.*")
vksort_fault(plot_breakdown_of_lists "breakdowns of lists are drawn as those of one" IN ${bench}/plot
  FROM [[(NF < from + 9 || $(from + 9) == 1)]] TO "1" NOTICED_BY vksort-bench-tests ${plain})
vksort_fault(bench_growth_in_megabytes "rates of growth are a thousand times as high" 
  IN ${bench}/growth/growth_report.cpp FROM "bytesPerSecond(row) / 1e9" TO "bytesPerSecond(row) / 1e6"
  NOTICED_BY vksort-bench-tests "bench/growth_has_a_rate_.*")
vksort_fault(bench_growth_in_no_time "the rate of what took no time is infinite" IN ${bench}/growth/growth_report.cpp
  FROM "row.measured.median_us > 0 ? bytesOf(row)" TO "true ? bytesOf(row)"
  NOTICED_BY vksort-bench-tests "bench/growth_has_a_rate_.*")
vksort_fault(bench_breakdown_lists_untold "breakdown does not write how many lists there are"
  IN ${bench}/breakdown/breakdown_report.cpp FROM "std::max(configuration.lists, 1u)" TO "1"
  NOTICED_BY vksort-bench-tests "bench/breakdown_rows_hold_.*")

# What is lent.
set(holds "bench/what_the_device_holds_.*")
vksort_fault(bench_lends_beyond "what is lent is not counted among what the device must hold"
  IN ${bench}/algorithms/algorithms.cpp FROM " + lentBytes(configuration, elements)" TO ""
  NOTICED_BY vksort-bench-tests ${holds})
vksort_fault(bench_lends_once "an odd number of passes is lent one copy" IN ${bench}/algorithms/algorithms.cpp
  FROM "(two ? 2 : 1)" TO "(two ? 1 : 1)" NOTICED_BY vksort-bench-tests ${holds})
vksort_fault(bench_always_lends_value "--always-lends takes a value" IN ${bench}/create/create_options.cpp
  FROM [[addFlag(app, "--always-lends",]] TO [[app.add_flag("--always-lends",]]
  NOTICED_BY vksort-bench-tests "bench/bad_input_.*" ALSO vksort-bench-small)
set(positions "positions are not counted among what the device must hold")
vksort_fault(bench_positions_beyond "${positions}" IN ${bench}/algorithms/algorithms.cpp
  FROM "bytesPerElement(input.ordering) + positions +" TO "bytesPerElement(input.ordering) +"
  NOTICED_BY vksort-bench-tests ${holds})
vksort_fault(bench_positions_in_any_range "positions may be larger than a range" IN ${bench}/algorithms/algorithms.cpp
  FROM "std::max(bytes, positions)" TO "bytes" NOTICED_BY vksort-bench-tests ${holds})
set(lent "bench/tune_times_others_and_radix_in_lent_memory")
vksort_fault(tune_lends_nothing "tunings of lent memory are timed in place" IN ${bench}/tune/tune_device.cpp
  FROM "configuration_.scratch = algorithm != vksort::Algorithm::bitonic;" TO "configuration_.scratch = false;"
  NOTICED_BY vksort-bench-tests ${lent})
vksort_fault(tune_times_exchanged "radix comes before what it is compared with" IN ${bench}/tune/tune_device.cpp
  FROM "timesOf(workload, *other, *radix," TO "timesOf(workload, *radix, *other," NOTICED_BY vksort-bench-tests ${lent})
vksort_fault(tune_slower_wins "radix is taken where it is slower" IN ${bench}/tune/tune_crossover.cpp
  FROM "both->b_us < both->a_us" TO "both->a_us < both->b_us"
  NOTICED_BY vksort-tune-tests "bench/tune_finds_from_where_.*")
vksort_fault(tune_times_first_twice "the second of two tunings takes as long as the first"
  IN ${bench}/tune/tune_device.cpp
  FROM "times.b_us += *b_us / passes" TO "times.b_us += *a_us / passes" NOTICED_BY vksort-bench-tests ${lent})
set(kept "bench/tune_keeps_what_is_faster_.*")
vksort_fault(tune_forgets_crossover "the tuning does not say from where on radix is faster" IN ${bench}/tune/tune.cpp
  FROM "    tuning = better;\n" TO "" NOTICED_BY vksort-bench-tests ${kept})
vksort_fault(tune_takes_luck "what is not faster once more is taken" IN ${bench}/tune/tune.cpp
  FROM "  if (meanRatio(times) > 1 - limits.least_gain) result.best = timed.start();\n" TO ""
  NOTICED_BY vksort-bench-tests ${kept})
vksort_fault(tune_radix_never_is_any "where radix is never faster vksort decides" IN ${bench}/tune/tune_crossover.cpp
  FROM "found.value_or(most + 1)" TO "found.value_or(0 * most)"
  NOTICED_BY vksort-tune-tests "bench/tune_finds_from_where_.*")
vksort_fault(tune_lost_without_memory "what was found is lost where there is no memory to lend"
  IN ${bench}/tune/tune.cpp
  FROM "catch (const gpu::Error& error) {" TO "catch (const gpu::Error& error) {\n    throw;"
  NOTICED_BY vksort-bench-tests "bench/tune_keeps_what_it_found_.*")

# Inputs and outputs.
set(near "bench/nearly_sorted_.*")
vksort_fault(bench_moves_far "nearly sorted keys are far from their places" IN ${bench}/input/input.cpp
  FROM "2 * i + 1) % 1000" TO "2 * i + 1) % 4000" NOTICED_BY vksort-bench-tests ${near})
vksort_fault(bench_moves_many "one key in ten is not nearly in its place" IN ${bench}/input/input.cpp
  FROM "i < count / 100;" TO "i < count / 10;" NOTICED_BY vksort-bench-tests ${near})
vksort_fault(bench_few_bits_not_arranged "sorted keys of few bits are the low bits of sorted ones"
  IN ${bench}/input/input.cpp FROM "few_bits ? place >> (32 - input.key_bits) : place" TO "place"
  NOTICED_BY vksort-bench-tests "bench/keys_of_fewer_bits_.*")
vksort_fault(bench_few_bits_have_signs "positive floats are in the order of negative ones" IN ${bench}/input/input.cpp
  FROM "few_bits ? vksort::KeyType::u32 : ordering.key_type" TO "ordering.key_type"
  NOTICED_BY vksort-bench-tests "bench/keys_of_fewer_bits_.*")
vksort_fault(bench_ignores_the_seed "--seed does nothing" IN ${bench}/input/input.cpp
  FROM "seed = seedFor(input.seed, count)" TO "seed = seedFor(1, count)"
  NOTICED_BY vksort-bench-tests "bench/a_seed_has_the_same_.*")
vksort_fault(bench_overwrites_tuning "a tuning that is read is written over" IN ${bench}/command_line/common.cpp
  FROM [[, app.get_option_no_throw("--tuning")}]] TO "}"
  NOTICED_BY vksort-bench-tests "bench/a_file_that_is_read_.*" ALSO vksort-bench-small)
vksort_fault(bench_lists_against_whole "sorts of lists are compared with those of one" IN ${bench}/sort/sort_options.cpp
  FROM [["--against", {"--lists", ]] TO [["--against", {]]
  NOTICED_BY vksort-bench-tests "bench/anchors_are_of_whole_.*" ALSO vksort-bench-small)
vksort_fault(anchor_bytes "an anchor of bytes that are no UTF-8" IN ${bench}/output/anchors.cpp
  FROM "if (!isJsonText(line))" TO "if (false && !isJsonText(line))"
  NOTICED_BY vksort-bench-tests "bench/an_anchor_table_is_of_utf_8_.*")

# Measurements.
vksort_fault(bench_submits_each "each sort is submitted alone" IN ${bench}/measure/measure.cpp
  FROM "return count < 1u << 22 ? Algorithm::kSlots : 1;" TO "return count != 0 ? 1 : 0;"
  NOTICED_BY vksort-bench-tests "bench/sorts_of_few_elements_.*")
vksort_fault(bench_modules_in_no_time "a pipeline takes no time for its module" IN ${bench}/create/timed_pipelines.cpp
  FROM "module.ms + ms" TO "ms" NOTICED_BY vksort-bench-tests "bench/a_pipeline_takes_.*")
set(statistics "bench/pipelines_have_the_statistics_.*")
vksort_fault(bench_statistics_not_captured "pipelines are made without the statistics that are asked for"
  IN ${bench}/create/timed_pipelines.cpp FROM "if (times->statistics) info.flags" TO "if (false) info.flags"
  NOTICED_BY vksort-bench-tests ${statistics})
vksort_fault(bench_statistics_always_captured "every pipeline is made with statistics"
  IN ${bench}/create/timed_pipelines.cpp FROM "if (times->statistics) info.flags" TO "info.flags"
  NOTICED_BY vksort-bench-tests "bench/pipelines_are_made_as_ever_.*")
vksort_fault(bench_statistics_of_one_executable "statistics are those of a pipeline's first executable"
  IN ${bench}/create/pipeline_statistics.cpp FROM "info.executableIndex < executables"
  TO "info.executableIndex < executables && info.executableIndex < 1"
  NOTICED_BY vksort-bench-tests ${statistics})
vksort_fault(bench_statistics_unsigned "statistics with a sign are told without" IN ${bench}/create/pipeline_statistics.cpp
  FROM "std::to_string(statistic.value.i64)" TO "std::to_string(statistic.value.u64)"
  NOTICED_BY vksort-bench-tests ${statistics})
vksort_fault(bench_statistics_quoted_once "a quote ends the field of a CSV" IN ${bench}/create/create_report.cpp
  FROM [[c == '"' ? "\"\"" : std::string(1, c)]] TO "c" NOTICED_BY vksort-bench-tests "bench/create_reports_end_.*")
vksort_fault(bench_statistics_without_device "statistics are read on a device without them" IN ${bench}/commands.cpp
  FROM "return options.statistics;" TO "return options.csv.empty();"
  NOTICED_BY vksort-bench-tests "bench/a_device_that_tells_no_.*" ALSO vksort-bench-small)
vksort_fault(bench_any_threads "jobs run on as many threads as there are cores" IN samples/common/threads/on_threads.cpp
  FROM "std::min(threads, *static_cast<const std::uint32_t*>(most))" TO "threads"
  NOTICED_BY vksort-bench-tests "bench/jobs_are_done_.*")
set(measured "bench/a_measurement_is_the_median_.*")
vksort_fault(bench_sorts_sorted "std::sort sorts anew what it has sorted" IN ${bench}/measure/std_sort.h
  FROM "    forPieces(count," TO "    if (i == 0) forPieces(count," NOTICED_BY vksort-bench-tests "bench/std_sort_has_fresh_.*")
vksort_fault(bench_repeats_std_sort_as_ever "std::sort is timed five times whatever --repeat says"
  IN ${bench}/measure/std_sort.cpp FROM "std::min(repeat.value_or(5), 5u)" TO "std::min(repeat.value_or(5) + 5u, 5u)"
  NOTICED_BY vksort-bench-tests "bench/std_sort_is_timed_.*")
vksort_fault(bench_records_in_milliseconds "times to record are in milliseconds" IN ${bench}/measure/measure.cpp
  FROM "std::micro>" TO "std::milli>" NOTICED_BY vksort-bench-tests ${measured})
vksort_fault(bench_repeats_large_as_ever "large inputs are timed five times whatever --repeat says"
  IN ${bench}/measure/measure.cpp FROM "repeat.value_or(large ? 5 : 15)" TO "large ? 5 : repeat.value_or(15)"
  NOTICED_BY vksort-bench-tests "bench/large_inputs_have_.*")
vksort_fault(bench_copies_half "half of what the copy rate is of is copied" IN ${bench}/measure/bandwidth.cpp
  FROM "kBytesPerGroup = 128 * 4 * 16;" TO "kBytesPerGroup = 128 * 4 * 32;"
  NOTICED_BY vksort-bench-tests "bench/the_copy_rate_.*")
set(passes "bench/every_pass_is_timed_.*")
vksort_fault(bench_passes_in_nanoseconds "passes are timed in nanoseconds" IN ${bench}/breakdown/pass_times.cpp
  FROM "timestamp_period / 1000)" TO "timestamp_period)" NOTICED_BY vksort-bench-tests ${passes})
vksort_fault(bench_passes_warm_up "warm-ups are timed passes" IN ${bench}/breakdown/pass_times.cpp
  FROM "round = rounds.warm_ups;" TO "round = 0;" NOTICED_BY vksort-bench-tests ${passes})
vksort_fault(bench_passes_of_first_round "a pass takes as long as in the first round"
  IN ${bench}/breakdown/pass_times.cpp FROM "median(passes[i])" TO "passes[i].front()"
  NOTICED_BY vksort-bench-tests ${passes})

# Lists.
vksort_fault(bench_lists_mixed "elements may be in any list" IN ${bench}/input/verify.cpp FROM "(run << 32)" TO "(run & 0)"
  NOTICED_BY vksort-bench-tests "bench/each_tile_has_.*")
vksort_fault(bench_lists_of_first_round "lists have what they had in the first round" IN ${bench}/input/workload.cpp
  FROM "turn = firstOf(round);" TO "turn = firstOf(0 * round);"
  NOTICED_BY vksort-bench-tests "bench/lists_are_sorted_.*")
vksort_fault(bench_passes_of_lists "timed passes of lists are verified as the first round"
  IN ${bench}/breakdown/pass_times.cpp FROM "verify(sort.run(), total - 1)" TO "verify(sort.run())"
  NOTICED_BY vksort-bench-tests "bench/every_pass_is_timed_.*")
set(sets "bench/sorts_in_one_submission_.*")
set(indices "bench/indices_that_the_sort_writes_are_verified")
vksort_fault(bench_indices_turned "indices are turned round with their keys" IN ${bench}/input/workload.cpp
  FROM "input_.writesValues() && input_.source == KeySource::buffer" TO "false" NOTICED_BY vksort-bench-tests ${indices})
vksort_fault(bench_indices_of_hooks "where a hook computes keys they are taken for those of the buffer"
  IN ${bench}/input/workload.cpp FROM "input_.writesValues() && input_.source == KeySource::buffer" TO "input_.writesValues()"
  NOTICED_BY vksort-bench-tests ${indices})
vksort_fault(bench_indices_of_all "indices of lists go on from list to list" IN ${bench}/input/workload.cpp
  FROM "(part.place + first + i) % run" TO "part.place + first + i" NOTICED_BY vksort-bench-tests ${indices})
vksort_fault(bench_indices_there "indices are there before the sort" IN ${bench}/input/workload.cpp
  FROM "computed || input.writesValues()" TO "computed" NOTICED_BY vksort-bench-tests ${indices})
vksort_fault(bench_indices_called_values "rows call indices values" IN ${bench}/input/words.cpp
  FROM [[  if (values == vksort::Values::iota) return "iota";
]] TO "" NOTICED_BY vksort-bench-tests "bench/indices_that_the_sort_writes_are_timed_and_written" ALSO vksort-bench-small)
set(measured "bench/tables_are_measured_that_were_asked_for_and_all_without")
vksort_fault(measure_without_names "rows do not say which table they are of" IN ${bench}/results/measure
  FROM [[name=$1; shift; lent]] TO [[shift; lent]] NOTICED_BY vksort-bench-tests ${measured})
vksort_fault(measure_goes_on "a sort that fails is left out of a table" IN ${bench}/results/measure
  FROM [[|| stop "$program $*: exit status $?"]] TO "|| true" NOTICED_BY vksort-bench-tests "bench/a_table_that_cannot_.*")
vksort_fault(measure_in_place "a table that cannot be measured is lost" IN ${bench}/results/measure
  FROM [[file=$work/$table.csv]] TO [[file=$out/$table.csv]] NOTICED_BY vksort-bench-tests "bench/a_table_that_cannot_.*")
set(middle "bench/a_creation_is_measured_in_seven_processes_.*")
vksort_fault(measure_the_quickest "of the processes that create the quickest is told" IN ${bench}/results/measure
  FROM "$((processes / 2 + 1))s/" TO "1s/" NOTICED_BY vksort-bench-tests ${middle})
vksort_fault(measure_the_first_pipeline "processes that create are compared by their first pipeline" IN ${bench}/results/measure
  FROM "END { print (ms" TO "NR == 2 { print (ms" NOTICED_BY vksort-bench-tests ${middle})
vksort_fault(measure_heads_each "each part of a table has a head" IN ${bench}/results/measure
  FROM "NR > 1 || first" TO "1" NOTICED_BY vksort-bench-tests ${measured})
vksort_fault(plot_indices_by_value "indices are taken for values that order equal keys" IN ${bench}/plot
  FROM [[rule == "iota" ? ", stable order" : ]] TO "" NOTICED_BY vksort-bench-tests "bench/every_plot_is_drawn_as_svg_and_png")
vksort_fault(bench_one_set "a sort changes the descriptors of the one before" IN ${bench}/algorithms/vksort_algorithm.cpp
  FROM "sets_[slot]" TO "sets_[0 * slot]" NOTICED_BY vksort-bench-tests ${sets})
vksort_fault(bench_one_set_verifies "a verification changes the descriptors of the one before"
  IN ${bench}/algorithms/verify_algorithm.cpp FROM "sets_[slot]" TO "sets_[0 * slot]" NOTICED_BY vksort-bench-tests ${sets})

# Rows.
set(session "bench/rows_have_their_share_.*")
vksort_fault(bench_pairs_against_keys "anchors of pairs are those of keys" IN ${bench}/session/session.cpp
  FROM [[ordering.values == vksort::Values::none ? "keys" : "pairs"]]
  TO [[ordering.values == vksort::Values::none ? "keys" : "keys"]] NOTICED_BY vksort-bench-tests ${session})
vksort_fault(bench_lends_untold "rows do not say what was lent" IN ${bench}/session/session.cpp
  FROM "      row.scratch_bytes = algorithm(name).scratchBytes();\n" TO "" NOTICED_BY vksort-bench-tests ${session})
vksort_fault(bench_copy_share_upside_down "the share of the copy rate is upside down" IN ${bench}/session/session.cpp
  FROM "moved_per_second / copy_rate_;" TO "copy_rate_ / moved_per_second;" NOTICED_BY vksort-bench-tests ${session})
vksort_fault(bench_json_of_quickest "the median in JSON is the quickest round" IN ${bench}/output/json.cpp
  FROM [[{"median_us", m.median_us}]] TO [[{"median_us", m.min_us}]] NOTICED_BY vksort-bench-tests "bench/json_rows_.*")

# Sorters: the members that a configuration decides; always_lends is in creation.cmake.
set(sorters "bench/sorters_are_made_as_the_configuration_says")
set(made ${bench}/algorithms/make_sorter.cpp)
vksort_fault(bench_sorts_upwards "--order is forgotten" IN ${made}
  FROM "  info.order = configuration.input.ordering.order;\n" TO "" NOTICED_BY vksort-bench-tests ${sorters})
vksort_fault(bench_sorts_by_value "--ties is forgotten" IN ${made}
  FROM "  info.ties = configuration.input.ordering.ties;\n" TO "" NOTICED_BY vksort-bench-tests ${sorters})
vksort_fault(bench_sorts_on_any_path "--path is forgotten" IN ${made}
  FROM "  info.path = configuration.path;\n" TO "" NOTICED_BY vksort-bench-tests ${sorters})
vksort_fault(bench_repairs_nothing "--coherent is forgotten" IN ${made}
  FROM "  info.coherent = configuration.coherent;\n" TO "" NOTICED_BY vksort-bench-tests ${sorters})
vksort_fault(bench_uses_any "--use is forgotten" IN ${made}
  FROM "  info.algorithm = configuration.algorithm;\n" TO "" NOTICED_BY vksort-bench-tests ${sorters})
vksort_fault(bench_sorts_by_all_bits "--key-bits is forgotten" IN ${made}
  FROM "  info.key_bits.count = configuration.input.key_bits;\n" TO "" NOTICED_BY vksort-bench-tests ${sorters})
vksort_fault(bench_sorts_any_values "--value-bits is forgotten" IN ${made}
  FROM "  info.value_bits = configuration.input.value_bits;\n" TO "" NOTICED_BY vksort-bench-tests ${sorters})
vksort_fault(bench_sorts_any_number "--max-count is forgotten" IN ${made}
  FROM "  info.max_count = configuration.max_count;\n" TO "" NOTICED_BY vksort-bench-tests ${sorters})
vksort_fault(bytes_of_the_capacity "bytes are counted of the most that there may be" IN samples/bench/algorithms/vksort_algorithm.cpp
  FROM "plan(count_, isLent())" TO "plan(info_.count, isLent())" NOTICED_BY vksort-bench-tests "bench/sorts_are_timed_whose_count_is_on_the_gpu")
vksort_fault(copies_of_one_pass "few bits of keys are said to take a second copy" IN samples/bench/algorithms/algorithms.cpp
  FROM "std::max(bits, 16u)" TO "std::max(bits, 8u)" NOTICED_BY vksort-bench-tests "bench/what_the_device_holds_.*")
vksort_fault(camera_by_no_value "frames of all values are left out of a table" IN samples/bench/results/measure
  FROM "in '--ties any' '--value-bits 20' ''" TO "in '--ties any' '--value-bits 20'"
  NOTICED_BY vksort-bench-tests "bench/tables_are_measured_that_.*")
