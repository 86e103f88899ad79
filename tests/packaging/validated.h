// Runs programs of this build under synchronization validation.
#pragma once
#include <cstdlib>
#include <string>
#include <vector>

#include "paths.h"
#include "support/child.h"

namespace test {

// Validation, with checks across submissions, writes its messages to stdout. Version 1.3.239 never returns from
// vkDeviceWaitIdle with these checks once a fence was waited for, so other programs of the tests run without them.
// Later versions only look at shader accesses if the environment asks for it. With `adds_family`, a device with one
// queue family gets a second one from the layer in support/layer_queues.
inline ChildResult runValidated(const std::string& program, const std::string& argument = {},
                                bool adds_family = false) {
  const char* const path = std::getenv("VK_LAYER_PATH");
  const std::string before = path != nullptr ? std::string(path) + ":" : "";
  std::vector<std::string> command = {
      // The validation layer must come first to find the added family, and loaders order layers by directory.
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

// Strings that a program only prints if validation found an error.
inline constexpr const char* kObjections[] = {"Error", "VUID", "SYNC-"};

}  // namespace test
