#include "symbols.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "consumer.h"
#include "paths.h"

namespace test {
namespace {

std::string definitions(const std::filesystem::path& file) {
  return run({kNm, "-C", "--defined-only", "--extern-only", file.string()}).output;
}

std::string needs(const std::filesystem::path& file) {
  return run({kNm, "-C", "--undefined-only", file.string()}).output;
}

std::string sections(const std::filesystem::path& file) { return run({"size", "-A", file.string()}).output; }

bool mentions(const std::vector<std::string>& names, const std::string& part) {
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& name) { return name.find(part) != std::string::npos; });
}

void expectNone(const std::vector<std::string>& names) {
  for (const std::string& name : names) FAIL_CHECK(name);
}

}  // namespace

TEST_CASE("the_library_defines_symbols_of_its_own_namespace_alone") {
  const std::string defined = definitions(consumerLibrary());
  CHECK(defined.find("vksort::Sorter::record") != std::string::npos);
  expectNone(foreignDefinitions(defined));
}

TEST_CASE("the_library_needs_no_vulkan_symbol_no_exceptions_and_no_type_information") {
  const std::string needed = needs(consumerLibrary());
  CHECK(needed.find("operator new(unsigned long, std::nothrow_t const&)") != std::string::npos);
  expectNone(foreignNeeds(needed));
}

TEST_CASE("the_library_has_no_static_state") {
  const std::string sizes = sections(consumerLibrary());
  CHECK(sizes.find(".rodata") != std::string::npos);
  expectNone(writableSections(sizes));
}

TEST_CASE("recording_has_no_way_to_allocate_or_to_wait") {
  const std::string needed = needs(consumerLibrary());
  for (const char* member : {"record.cpp.o", "arguments.cpp.o", "algorithm.cpp.o", "sort.cpp.o", "schedule.cpp.o",
                             "bytes.cpp.o", "kernels.cpp.o", "device_count.cpp.o", "coherent.cpp.o", "lists.cpp.o",
                             "plan.cpp.o", "marks.cpp.o", "functions.cpp.o", "layouts.cpp.o", "misuse.cpp.o",
                             "ranges.cpp.o", "tuning_text.cpp.o", "verify_record.cpp.o"}) {
    CAPTURE(member);
    for (const char* word : {"new", "mutex", "pthread", "condition", "sleep", "futex"})
      CHECK_FALSE(mentions(memberNeeds(needed, member), word));
  }
  // Creation does allocate, so the check can see it.
  CHECK(mentions(memberNeeds(needed, "sorter.cpp.o"), "operator new"));
}

TEST_CASE("the_symbol_check_finds_planted_symbols") {
  std::filesystem::create_directories(kScratchDir);
  const std::string object = std::string(kScratchDir) + "/foreign.o";
  const ChildResult compiled = run({kCompiler, "-std=c++20", "-fPIC", "-isystem", kVulkanInclude, "-c",
                                    std::string(kSourceDir) + "/tests/embed/planted/foreign.cpp", "-o", object});
  REQUIRE_MESSAGE(compiled.exit_code == 0, compiled.output);

  const std::vector<std::string> defined = foreignDefinitions(definitions(object));
  for (const char* name :
       {"foreign_state", "foreignFunction", "std::vector", "vtable for ForeignType", "typeinfo for ForeignType"}) {
    CAPTURE(name);
    CHECK(mentions(defined, name));
  }
  const std::vector<std::string> needed = foreignNeeds(needs(object));
  for (const std::string name : {"vkCmdDispatch", "__cxa_throw", "operator new(unsigned long)", "typeinfo for int"}) {
    CAPTURE(name);
    CHECK(mentions(needed, name));
  }
  CHECK(mentions(writableSections(sections(object)), ".data"));
}

}  // namespace test
