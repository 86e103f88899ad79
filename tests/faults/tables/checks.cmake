# Of what the cases rest on: checks that can be lost unseen; and of what hosts build with.
set(support tests/support/check)
set(sees "sort/the_check_of_(sorts|lists|verifications)_sees_.*@8")
vksort_fault(check_of_no_state "what is written behind the state of lists is not looked at" IN ${support}/list_check.cpp
  FROM "  for (uint32_t arena = 0; arena < kArenas; ++arena) {
    const std::span<const uint32_t> after" TO "  for (uint32_t arena = 0; arena < 2; ++arena) {
    const std::span<const uint32_t> after" NOTICED_BY vksort-tests ${sees})
vksort_fault(check_of_no_scratch "what is written around scratch memory is not looked at" IN ${support}/batch_check.cpp
  FROM "== guard(i)) continue;" TO "== guard(i) || arena == kScratch) continue;" NOTICED_BY vksort-tests ${sees})
vksort_fault(check_of_no_barriers "barriers of a verification are not looked at" IN ${support}/verify_check.cpp
  FROM "verified.missing_barriers += missingBarriers(hooks.log);" TO "" NOTICED_BY vksort-tests ${sees})
vksort_fault(check_of_no_calls "calls of a hook are not counted" IN ${support}/hook_sources.cpp
  FROM "calls += arena[" TO "calls += 0 * arena[" NOTICED_BY vksort-tests ${sees})

vksort_fault(own_headers_last "headers of the host come before vksort's own of the same names" IN engine/vksort/CMakeLists.txt
  FROM "target_include_directories(vksort BEFORE" TO "target_include_directories(vksort"
  NOTICED_BY vksort-embed-tests "embed/a_host_builds_the_sources_from_scratch_with_add_subdirectory")
vksort_fault(all_to_be_seen "a host's shared library shows all of vksort" IN engine/vksort/CMakeLists.txt
  FROM " -fvisibility=hidden" TO "" NOTICED_BY vksort-embed-tests "embed/a_host_may_link_the_library_into_a_shared_one")
vksort_fault(headers_of_no_sdk "a package finds no headers of an SDK" IN engine/vksort/vksortConfig.cmake
  FROM " HINTS ENV VULKAN_SDK PATH_SUFFIXES include Include" TO ""
  NOTICED_BY vksort-embed-tests "embed/an_installed_package_without_the_vulkan_headers_.*")
