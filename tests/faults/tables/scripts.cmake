# Faults in the scripts, in what all test programs share, and in what CMake does to hosts; see ../faults.cmake.
# Each lets something run on, or takes a failure for a success.
set(runner vksort-runner-tests)
set(embed vksort-embed-tests)

vksort_fault(children_survive_hup "a closed terminal leaves what the script started" IN third_party/children.sh
  FROM "for each in INT TERM HUP QUIT" TO "for each in INT TERM QUIT"
  NOTICED_BY ${runner} "runner/a_signal_ends_all_.*")
vksort_fault(children_survive_quit "a script that is to quit runs on" IN third_party/children.sh
  FROM "for each in INT TERM HUP QUIT" TO "for each in INT TERM HUP"
  NOTICED_BY ${runner} "runner/a_signal_ends_all_.*")
vksort_fault(children_end_and_scripts_go_on "a script has another status than that of QUIT" IN third_party/children.sh
  FROM "  exit $((128 + $(kill -l \"$1\")))" TO "  :"
  NOTICED_BY ${runner} "runner/a_signal_ends_all_.*")
vksort_fault(children_end_the_leader_alone "grandchildren run on" IN third_party/children.sh
  FROM "child=-$!" TO "child=$!"
  NOTICED_BY ${runner} "runner/(a_signal_ends_all_|what_ignores_).*")
vksort_fault(children_are_not_killed "what ignores TERM runs on" IN third_party/children.sh
  FROM "kill -KILL -- \"$child\" 2>/dev/null" TO ":"
  NOTICED_BY ${runner} "runner/what_ignores_a_signal_.*")
vksort_fault(children_status_is_lost "every build succeeds" IN third_party/children.sh
  FROM "return \"$status\"" TO "return 0"
  NOTICED_BY ${runner} "runner/tests_run_fails_.*")
vksort_fault(build_outlives_samples_run "a build goes on after its script" IN samples/run
  FROM "if ! in_group build" TO "if ! build"
  NOTICED_BY ${runner} "runner/a_signal_ends_all_.*")
vksort_fault(samples_run_writes_unchecked "shell errors in a read-only checkout" IN samples/run
  FROM "mkdir -p \"$root/build/release\" 2>/dev/null && [[ -w $root/build && -w $root/build/release ]] &&"
  TO "mkdir -p \"$root/build/release\" ||"
  NOTICED_BY ${runner} "runner/a_checkout_that_cannot_be_written_.*")
vksort_fault(tests_run_looks_too_late "packages are installed for a checkout that cannot be written" IN tests/run
  FROM "  for preset in \"\${presets[@]}\"; do writable \"$root/build/$preset\"; done\n" TO ""
  NOTICED_BY ${runner} "runner/a_checkout_that_cannot_be_written_.*")
vksort_fault(samples_run_goes_on_without_packages "the build fails instead of the set-up" IN samples/run
  FROM "all engine samples || exit" TO "all engine samples"
  NOTICED_BY ${runner} "runner/setup_fails_.*")
vksort_fault(setup_takes_any_debian "packages of other names and versions" IN third_party/setup
  FROM "\"debian 12\" | \"debian 13\"" TO "debian*"
  NOTICED_BY ${runner} "runner/setup_refuses_other_systems_.*")
vksort_fault(setup_leaves_ubuntu_out "a system that was tried is refused" IN third_party/setup
  FROM " | \"ubuntu 24.04\")" TO ")"
  NOTICED_BY ${runner} "runner/setup_installs_what_is_missing_.*")
vksort_fault(setup_takes_other_architectures "a library for another machine is taken for this one's" IN third_party/setup
  FROM "\"$package $own installed\"" TO "\"$package \"*\" installed\""
  NOTICED_BY ${runner} "runner/setup_takes_a_package_.*")
vksort_fault(setup_installs_after_a_failed_update "old lists, and errors of another kind" IN third_party/setup
  FROM "apt update && apt install" TO "apt update; apt install"
  NOTICED_BY ${runner} "runner/setup_fails_.*")
vksort_fault(setup_stops_at_sudo "sudo asks from the background, and is stopped" IN third_party/setup
  FROM "(in_terminal sudo env)" TO "(in_group sudo env)"
  NOTICED_BY ${runner} "runner/sudo_may_ask_.*")

vksort_fault(package_is_not_set_up "a test fails on a fresh system" IN third_party/packages.txt
  FROM "xdotool                    | tests " TO "xdotool                    | - "
  NOTICED_BY ${runner} "runner/setup_installs_whatever_.*")

vksort_fault(ctest_status_is_ignored "half a report is a success" IN tests/run
  FROM "elif ((status != 0)); then" TO "elif ((status > 128)); then"
  NOTICED_BY ${runner} "runner/tests_run_believes_.*")
vksort_fault(old_report_is_counted "the last run's passed cases" IN tests/run
  FROM "  empty \"$report\"\n" TO ""
  NOTICED_BY ${runner} "runner/tests_run_believes_.*")
vksort_fault(printed_skip_is_counted "a failed case that prints the words counts as skipped" IN tests/run
  FROM "grep -c '<skipped message=" TO "grep -c 'message="
  NOTICED_BY ${runner} "runner/tests_run_takes_each_verdict_.*")
vksort_fault(anything_passed_will_do "failed cases beside passed ones" IN tests/run
  FROM "\n((failed == 0))" TO "\n((passed > 0))"
  NOTICED_BY ${runner} "runner/the_runner_fails_with_.*")
vksort_fault(nothing_but_skips_passes "a run that showed nothing" IN tests/run
  FROM "((out == all))" TO "((out > all))"
  NOTICED_BY ${runner} "runner/the_runner_fails_where_everything_.*")
vksort_fault(three_times_as_many_skips "more skipped than any machine needs" IN tests/run
  FROM "((kinds > most_skipped))" TO "((kinds > most_skipped * 3))"
  NOTICED_BY ${runner} "runner/the_runner_fails_where_too_much_.*")
vksort_fault(full_is_inherited "a default run of everything, or debug builds at all widths" IN tests/run
  FROM "    unset VKSORT_TEST_FULL\n" TO ""
  NOTICED_BY ${runner} "runner/tests_run_tests_one_build_.*")
vksort_fault(ci_drops_its_arguments "--full is never run" IN .ci/run
  FROM "tests/run\" \"$@\"" TO "tests/run\""
  NOTICED_BY ${runner} "runner/continuous_integration_.*")

vksort_fault(faults_by_default "a default run plants all faults" IN tests/run
  FROM "arguments+=(-LE '^(full|faults)$')" TO "arguments+=(-LE '^full$')"
  NOTICED_BY ${runner} "runner/tests_run_tests_one_build_.*")
vksort_fault(faults_in_full "--full plants all faults" IN tests/run
  FROM "arguments+=(-LE '^faults$')" TO ":"
  NOTICED_BY ${runner} "runner/tests_run_tests_one_build_.*")
vksort_fault(faults_build_everything "what needs no build is built" IN tests/run
  FROM "(\$faults || cmake --build" TO "(false || cmake --build"
  NOTICED_BY ${runner} "runner/tests_run_plants_faults_.*")
vksort_fault(faults_keep_what_passed "cases that passed in another run need not pass" IN tests/run
  FROM "rm -rf \"\$root/build/faults/passed\"" TO ":"
  NOTICED_BY ${runner} "runner/tests_run_plants_faults_.*")
set(cdpath "runner/scripts_find_their_checkout_.*")
vksort_fault(cdpath_misleads_tests_run "tests/run finds nothing where CDPATH is set" IN tests/run
  FROM "unset CDPATH" TO ":" NOTICED_BY ${runner} ${cdpath})
vksort_fault(cdpath_misleads_samples_run "samples/run finds nothing where CDPATH is set" IN samples/run
  FROM "unset CDPATH" TO ":" NOTICED_BY ${runner} ${cdpath})
vksort_fault(cdpath_misleads_setup "the set-up finds nothing where CDPATH is set" IN third_party/setup
  FROM "unset CDPATH" TO ":" NOTICED_BY ${runner} ${cdpath})
vksort_fault(cdpath_misleads_measure "the table of scenes finds nothing where CDPATH is set" IN samples/particles/measure
  FROM "unset CDPATH" TO ":" NOTICED_BY ${runner} ${cdpath})
vksort_fault(measure_without_a_folder "the table of scenes is measured in /" IN samples/particles/measure
  FROM "work=$(mktemp -d) || stop \"cannot make a temporary folder\"" TO "work=$(mktemp -d)"
  NOTICED_BY ${runner} "runner/a_table_that_cannot_be_kept_.*")
set(planting "runner/(a_planted_fault_|two_faults_).*")
vksort_fault(planted_anywhere "a row that does not fit changes nothing, or too much" IN tests/faults/plant.cmake
  FROM "if(complaint)" TO "if(FALSE)" NOTICED_BY ${runner} ${planting})
vksort_fault(planted_on_the_last "the fault of the last row is still there" IN tests/faults/plant.cmake
  FROM "  restore(\${file})\n" TO "" NOTICED_BY ${runner} ${planting})
vksort_fault(planted_in_vain "a case that fails anyway notices a fault" IN tests/faults/plant.cmake
  FROM "  restore()\n  make(\"without the fault\")\n  try_cases()\n  if(fail)" TO
  "  restore()\n  make(\"without the fault\")\n  try_cases()\n  if(FALSE)" NOTICED_BY ${runner} ${planting})
vksort_fault(planted_beside "two faults are planted in one place" IN tests/faults/plant.cmake
  FROM "if(NOT locked EQUAL 0)" TO "if(FALSE)" NOTICED_BY ${runner} ${planting})
vksort_fault(planted_once_for_all "a case that passed once passes with all sources" IN tests/faults/plant.cmake
  FROM "\"\${sources}\${case}\\n" TO "\"\${case}\\n" NOTICED_BY ${runner} ${planting})

vksort_fault(main_forgets_the_result "failed assertions pass" IN tests/support/main.cpp
  FROM "if (result != 0 || " TO "if ("
  NOTICED_BY ${runner} "runner/a_failed_case_.*")
vksort_fault(main_passes_nothing_at_all "a case that is not there is skipped" IN tests/support/main.cpp
  FROM " || test::cases == 0) return 1;" TO ") return 1;"
  NOTICED_BY ${runner} "runner/the_runner_takes_a_case_that_is_not_there_.*")
vksort_fault(main_lets_exit_pass "a case that calls exit(0) passes" IN tests/support/main.cpp
  FROM "bool over = false;" TO "bool over = true;"
  NOTICED_BY ${runner} "runner/the_runner_takes_exceptions_.*")
vksort_fault(main_skips_for_one "a program with one skipped case is skipped" IN tests/support/main.cpp
  FROM "return test::skipped == test::cases ?" TO "return test::skipped > 0 ?"
  NOTICED_BY ${runner} "runner/a_program_of_several_.*")
vksort_fault(skip_without_a_device "what the software driver can show is skipped" IN tests/support/main.cpp
  FROM "if (device.empty() || isSoftware(device))" TO "if (isSoftware(device))"
  NOTICED_BY ${runner} "runner/a_case_that_the_software_driver_.*")
vksort_fault(skip_is_judged_by_the_last_device "the last device excuses all" IN tests/support/main.cpp
  FROM "if (needless)" TO "if (needless && isSoftware(device))"
  NOTICED_BY ${runner} "runner/a_case_that_the_software_driver_.*")
vksort_fault(subgroups_are_not_found "every case of subgroups is skipped" IN tests/support/device/rig.h
  FROM "bool hasSubgroupPass() const { return (features() & vksort::kFullSubgroups) != 0; }"
  TO "bool hasSubgroupPass() const { return false; }"
  NOTICED_BY vksort-kernel-tests "sort/sorts_in_subgroups_of_32_.*@8")
vksort_fault(messages_are_not_looked_at "no case fails for what validation says" IN tests/support/device/rig.cpp
  FROM "if (validated) expectNoValidationMessages();" TO "if (!validated) expectNoValidationMessages();"
  NOTICED_BY vksort-tests "sort/a_validation_message_.*@8")
vksort_fault(messages_are_printed_alone "what validation says fails nothing" IN tests/support/devices.cpp
  FROM "FAIL_CHECK(\"validation: \" << text)" TO "MESSAGE(\"validation: \" << text)"
  NOTICED_BY vksort-tests "sort/a_validation_message_.*@8")
vksort_fault(misuse_is_skipped "every case of misuse is impossible" IN tests/embed/misuse/misuse.cpp
  FROM "if (!wrong.spoil(call))" TO "if (wrong.spoil(call))"
  NOTICED_BY ${embed} "embed/a_build_without_assertions_.*")
vksort_fault(watchdog_forgets_children "a case that waits for its programs is taken for hung" IN tests/support/watchdog.cpp
  FROM "if (id == process || descends(all, id, process))" TO "if (id == process)"
  NOTICED_BY ${runner} "runner/the_runner_leaves_alone_.*")
vksort_fault(watchdog_counts_gigabytes "no case takes too much memory" IN tests/support/watchdog.cpp
  FROM "static_cast<double>(usage.ru_maxrss) / 1024;" TO "static_cast<double>(usage.ru_maxrss) / 1024 / 1024;"
  NOTICED_BY ${runner} "runner/the_runner_takes_too_much_memory_.*")
vksort_fault(test_programs_outlive_ctest "a killed run leaves its programs" IN tests/support/watchdog.cpp
  FROM "  prctl(PR_SET_PDEATHSIG, SIGKILL);" TO "  prctl(PR_SET_PDEATHSIG, 0);"
  NOTICED_BY ${runner} "runner/a_test_program_ends_with_.*")
vksort_fault(failures_are_skips "status 1 means skipped" IN tests/tests.cmake
  FROM "SKIP_RETURN_CODE 77" TO "SKIP_RETURN_CODE 1"
  NOTICED_BY ${runner} "runner/no_property_.*")
vksort_fault(source_is_not_compiled "a file of cases that is in no program" IN tests/gpu/CMakeLists.txt
  FROM "  memory.cpp\n" TO ""
  NOTICED_BY ${runner} "runner/every_case_of_the_sources_.*")
vksort_fault(program_is_not_discovered "a program whose cases nobody runs" IN tests/vksort/CMakeLists.txt
  FROM "vksort_discover_cases(vksort-cpu-tests sort)\n" TO ""
  NOTICED_BY ${runner} "runner/every_case_of_the_sources_.*")

vksort_fault(hosts_install_vksort "a host's installation has our library and headers" IN CMakeLists.txt
  FROM "its header and its CMake package\" \${PROJECT_IS_TOP_LEVEL})" TO "its header and its CMake package\" ON)"
  NOTICED_BY ${embed} "embed/a_host_installs_nothing_.*")
vksort_fault(warnings_stop_hosts "a newer compiler breaks the host's build" IN CMakeLists.txt
  FROM "own targets as errors\" \${PROJECT_IS_TOP_LEVEL})" TO "own targets as errors\" ON)"
  NOTICED_BY ${embed} "embed/a_warning_in_vksort_.*")
vksort_fault(code_has_a_fixed_place "no shared library can have it" IN engine/vksort/CMakeLists.txt
  FROM "POSITION_INDEPENDENT_CODE ON" TO "POSITION_INDEPENDENT_CODE OFF"
  NOTICED_BY ${embed} "embed/a_host_may_link_.*")
vksort_fault(package_serves_any_version "hosts of a later version find it" IN engine/vksort/CMakeLists.txt
  FROM "COMPATIBILITY SameMinorVersion" TO "COMPATIBILITY SameMajorVersion"
  NOTICED_BY ${embed} "embed/an_installed_package_is_found_.*")
vksort_fault(package_has_no_host_shaders "vksort_packed.glsl is not installed" IN shaders/CMakeLists.txt
  FROM "install(DIRECTORY host sort DEST" TO "install(DIRECTORY sort DEST"
  NOTICED_BY ${embed} "embed/an_installed_package_has_.*")
vksort_fault(package_knows_no_headers "hosts must find the Vulkan headers by themselves"
  IN engine/vksort/vksortConfig.cmake
  FROM "target_include_directories(vksort::vksort SYSTEM INTERFACE \${VKSORT_VULKAN_INCLUDE})\n" TO ""
  NOTICED_BY ${embed} "embed/an_installed_package_serves_.*")
vksort_fault(package_needs_no_headers "a package without the Vulkan headers is found" IN engine/vksort/vksortConfig.cmake
  FROM "set(vksort_FOUND FALSE)" TO "set(vksort_FOUND TRUE)"
  NOTICED_BY ${embed} "embed/an_installed_package_without_.*")
vksort_fault(includes_are_not_watched "an edited shader is not compiled" IN shaders/shader.cmake
  FROM "    DEPFILE \${base}.d\n" TO ""
  NOTICED_BY ${embed} "embed/a_change_in_an_included_.*")
vksort_fault(cache_goes_by_name "a shader's last version is taken for this one" IN shaders/optimize.cmake
  FROM "file(SHA256 \${INPUT} key)" TO "string(SHA256 key \${NAME})"
  NOTICED_BY ${embed} "embed/the_shader_cache_keeps_modules_.*")
set(unwritable "embed/the_shader_cache_is_done_without_.*")
vksort_fault(cache_must_be_made "a checkout that can only be read does not build" IN shaders/optimize.cmake
  FROM "execute_process(COMMAND \${CMAKE_COMMAND} -E make_directory \${CACHE} ERROR_QUIET)" TO "file(MAKE_DIRECTORY \${CACHE})"
  NOTICED_BY ${embed} ${unwritable})
vksort_fault(cache_must_be_written "a cache that cannot be written stops the build" IN shaders/optimize.cmake
  FROM "\${kept}.\${unique} RESULT failed)\n    if(NOT" TO "\${kept}.\${unique})\n    if(NOT"
  NOTICED_BY ${embed} ${unwritable})
vksort_fault(cache_forgets_the_optimizer "another version's modules are taken" IN shaders/optimize.cmake
  FROM "\"\${tool} \${flags}\"" TO "\"\${flags}\""
  NOTICED_BY ${embed} "embed/the_shader_cache_keeps_what_.*")
vksort_fault(invalid_modules_pass "what spirv-val refuses is built" IN shaders/optimize.cmake
  FROM "vulkan1.1 \${BASE}.spv COMMAND_ERROR_IS_FATAL ANY)" TO "vulkan1.1 \${BASE}.spv)"
  NOTICED_BY ${embed} "embed/the_shader_cache_keeps_nothing_.*")
vksort_fault(hook_of_any_name "a hook whose name is no name of C++ does not compile" IN shaders/hook.cmake
  FROM "message(FATAL_ERROR \"vksort_add_hook: \${name} is no C++ name\")" TO ""
  NOTICED_BY ${embed} "embed/a_hook_needs_.*")
vksort_fault(unity_clash "two files of the library have one name for two things" IN engine/vksort/verifier/verify_record.cpp
  FROM "enum Verified :" TO "constexpr int kFaults = 0;\nenum Verified :"
  NOTICED_BY ${embed} "embed/a_host_may_compile_all_.*")
