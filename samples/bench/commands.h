// The subcommands of vksort-bench.
#pragma once

namespace bench {

// Parses the command line, does what it asks for and returns the exit code: 0, or 1 if a result was wrong, and 0
// also for --help. Errors: std::exception; bad input is one line that names the option and what is allowed.
int runCommand(int argc, const char* const* argv);

}  // namespace bench
