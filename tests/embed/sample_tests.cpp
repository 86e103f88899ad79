#include <doctest/doctest.h>

#include "paths.h"
#include "support/child.h"

namespace test {
namespace {

const std::string kSample = std::string(kBinDir) + "/vksort-embed";

// The layer, with checks across submissions, writes what it finds to stdout. Version 1.3.239 never returns from
// vkDeviceWaitIdle with these checks once a fence was waited for, so other programs of the tests run without them.
std::vector<std::string> validated(const std::string& program) {
  return {"env", "VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation",
          "VK_LAYER_ENABLES=VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT:"
          "VALIDATION_CHECK_ENABLE_SYNCHRONIZATION_VALIDATION_QUEUE_SUBMIT",
          program};
}

}  // namespace

TEST_CASE("the_embedding_sample_sorts_and_validation_has_nothing_to_say") {
  const ChildResult result = run(validated(kSample));
  CAPTURE(result.output);
  CHECK(result.exit_code == 0);
  const std::vector<std::string> lines = splitLines(result.output);
  REQUIRE_FALSE(lines.empty());
  CHECK(lines.back().starts_with("vksort-embed: 100000 depths"));
  CHECK(lines.back().ends_with("sorted, far to near"));
  // Newer layers say first that settings have other names now.
  if (result.output.find("VALIDATION-SETTINGS") == std::string::npos) CHECK(lines.size() == 1);
  for (const char* objection : {"Error", "VUID", "SYNC-"}) CHECK(result.output.find(objection) == std::string::npos);
}

TEST_CASE("validation_by_environment_sees_a_planted_fault") {
  const ChildResult result = run(validated(std::string(kBinDir) + "/vksort-unsynchronized"));
  CHECK(result.output.find("SYNC-HAZARD") != std::string::npos);
}

TEST_CASE("the_embedding_sample_says_in_one_line_that_there_is_no_driver") {
  const ChildResult result = run({"env", "VK_ICD_FILENAMES=/none", "VK_DRIVER_FILES=/none", kSample});
  CHECK(result.exit_code == 2);
  CHECK(result.output == "vksort-embed: vkCreateInstance: no Vulkan driver is installed\n");
}

}  // namespace test
