// Runs programs of this build under synchronization validation.
#pragma once
#include <cstdlib>
#include <string>
#include <vector>

#include "paths.h"
#include "support/child.h"

namespace test {

// Validation, with checks across submissions, writes what it finds to stdout. With --queues=2 the program has two queue
// families. Version 1.3.239 never returns from vkDeviceWaitIdle with these checks once a fence was waited for, so other
// programs of the tests run without them. Later ones look at what shaders access only if told.
inline ChildResult runValidated(const std::string& program, const std::string& argument = {}) {
  const char* const asked = std::getenv("VK_INSTANCE_LAYERS");
  const bool two_queues = asked != nullptr && std::string(asked).find("VKSORT_two_queues") != std::string::npos;
  std::vector<std::string> command = {
      "env", std::string("VK_INSTANCE_LAYERS=") + (two_queues ? asked : "VK_LAYER_KHRONOS_validation"),
      "VK_KHRONOS_VALIDATION_SYNCVAL_SHADER_ACCESSES_HEURISTIC=true",
      "VK_LAYER_ENABLES=VK_VALIDATION_FEATURE_ENABLE_SYNCHRONIZATION_VALIDATION_EXT:"
      "VALIDATION_CHECK_ENABLE_SYNCHRONIZATION_VALIDATION_QUEUE_SUBMIT",
      std::string(kBinDir) + "/" + program};
  if (!argument.empty()) command.push_back(argument);
  return run(command);
}

// What a clean run does not print.
inline constexpr const char* kObjections[] = {"Error", "VUID", "SYNC-"};

}  // namespace test
