#pragma once
#include <doctest/doctest.h>

#include <cstdlib>
#include <string>
#include <vector>

#include "paths.h"
#include "support/child.h"

namespace test {

// Writes validation messages to stdout. Checks across submissions are only used here, because version 1.3.239 then
// never returns from vkDeviceWaitIdle after a fence wait. Later versions only check shader accesses if an environment
// variable is set. `adds_family` uses the layer of support/layer_queues to add a queue family.
inline ChildResult runValidated(const std::string& program, const std::string& argument = {},
                                bool adds_family = false) {
  const char* const path = std::getenv("VK_LAYER_PATH");
  const std::string before = path != nullptr ? std::string(path) + ":" : "";
  std::vector<std::string> command = {
      // The validation layer must come first to see the added family, and loaders sort layers by directory.
      "env",
      "VK_LAYER_PATH=" + before + kValidationDir + ":" + kBuildDir + "/lib",
      std::string("VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation") +
          (adds_family ? ":VK_LAYER_VKSORT_two_queues" : ""),
      "VK_KHRONOS_VALIDATION_SYNCVAL_SHADER_ACCESSES_HEURISTIC=true",
      "VK_LAYER_ENABLES=VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT:"
      "VALIDATION_CHECK_ENABLE_SYNCHRONIZATION_VALIDATION_QUEUE_SUBMIT",
      std::string(kBinDir) + "/" + program};
  if (!argument.empty()) command.push_back(argument);
  return run(command);
}

// Checks for strings that only appear if validation detected an error.
inline void expectNoObjection(const std::string& output) {
  for (const char* const objection : {"Error", "VUID", "SYNC-"}) CHECK(output.find(objection) == std::string::npos);
}

}  // namespace test
