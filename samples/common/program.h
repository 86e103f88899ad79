// How the program of a sample begins and ends.
#pragma once

#include <cstdio>
#include <functional>
#include <string>

namespace samples {

inline constexpr int kBadInput = 2;  // exit code of all errors

// To be called by main(), before anything else: returns the exit code of `body`; or kBadInput, with one line on stderr
// that begins with `name`, if it throws std::exception, if stdout is closed, or if something of what it printed to
// stdout was lost. A closed stdin or stderr stays so: no file that is opened takes its place. A file that grows past
// its limit is an error of writing, not a signal.
int runProgram(const char* name, const std::function<int()>& body);

// What was printed so far has been written, or std::runtime_error: a long run should not go on for nothing.
void requireWritten(std::FILE* stream);

// "NAME 0.1.0", the version of vksort.
std::string versionLine(const char* name);

}  // namespace samples
