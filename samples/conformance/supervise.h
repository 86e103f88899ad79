// Runs cases in child processes, so that a crash or a hang only affects one case.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "events.h"
#include "list.h"

namespace conform {

struct Supervised {
  // Returns the command of a child process that runs these cases, in this order.
  std::function<std::vector<std::string>(const std::vector<std::string>& cases)> command;
  double seconds = 0;  // maximum time without a line of output
  // Called with each final result.
  std::function<void(const Json& result)> report;
};

// Runs the cases of one group. The result of each case is {"case", "result", ...} from its child, or "crash" or
// "timeout", after which a new child runs the remaining cases. If a case does not pass, it is repeated in its own
// process, and is "flaky" if it then passes. After kMaxHangs timeouts, the remaining cases are not run.
std::vector<Json> superviseGroup(const std::vector<std::string>& cases, const Supervised& how);
inline constexpr int kMaxHangs = 2;

bool isGood(const Json& result);

// Returns the child's event with this name. Throws std::runtime_error with the child's output if there is none.
Json eventOfChild(const std::vector<std::string>& command, const std::string& name, double seconds);

}  // namespace conform
