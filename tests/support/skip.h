// What a test case that did nothing has to say for itself. Without it, a case without an assertion has failed.
#pragma once
#include <string>

namespace test {

// This machine cannot show what the running case, or the rest of it, is about.
void skip(const std::string& why);

// Exit status of a program whose only case was skipped.
inline constexpr int kSkipped = 77;

}  // namespace test
