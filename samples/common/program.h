#pragma once

#include <cstdio>
#include <functional>
#include <string>

namespace samples {

inline constexpr int kBadInput = 2;  // exit code of all errors

// Call this first in main(). If `body` throws, stdout is closed or output is lost, it prints one line that starts with
// `name`, and returns kBadInput. Exceeding the file-size limit is a write error, not a signal.
int runProgram(const char* name, const std::function<int()>& body);

// Throws std::runtime_error if output was lost, so that a long run can stop early.
void requireWritten(std::FILE* stream);

std::string versionLine(const char* name);

}  // namespace samples
