// Runs cases in child processes, so that a crash or a hang only affects one case.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "events.h"
#include "list.h"

namespace conform {

struct Supervised {
  // Returns the command of a child that runs these cases in this order.
  std::function<std::vector<std::string>(const std::vector<std::string>& cases)> command;
  double seconds = 0;  // maximum time without a line of output
  std::function<void(const Json& result)> report;
};

// The result of each case is {"case", "result", ...} from its child, or "crash" or "timeout". Then, a new child runs
// the remaining cases, but none after kMaxHangs timeouts. If a case does not pass, it is repeated in its own process,
// and is "flaky" if it then passes.
std::vector<Json> superviseGroup(const std::vector<std::string>& cases, const Supervised& how);
inline constexpr int kMaxHangs = 2;

bool isGood(const Json& result);

// Throws std::runtime_error with the child's output if this event is missing.
Json eventOfChild(const std::vector<std::string>& command, const std::string& name, double seconds);

}  // namespace conform
