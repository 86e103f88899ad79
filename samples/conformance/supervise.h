// Runs cases in child processes, and says how each one ended.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "events.h"
#include "list.h"

namespace conform {

struct Supervised {
  // The command of a child process that runs these cases, in this order.
  std::function<std::vector<std::string>(const std::vector<std::string>& cases)> command;
  double seconds = 0;  // without a line of output: a hang
  // Each result, once it is final.
  std::function<void(const Json& result)> report;
};

// The cases of one group. Each gets a result {"case", "result", ...}: what its child told, or "crash" or "timeout".
// After a crash or a timeout a new child runs the rest. A case that did not pass runs again alone, and is "flaky" if it
// passes then. After kMaxHangs timeouts the rest is not run.
std::vector<Json> superviseGroup(const std::vector<std::string>& cases, const Supervised& how);
inline constexpr int kMaxHangs = 2;

// Whether the result is "pass" or "not supported".
bool isGood(const Json& result);

// The event of this name that the child tells. Errors: std::runtime_error with what it printed instead.
Json eventOfChild(const std::vector<std::string>& command, const std::string& name, double seconds);

}  // namespace conform
