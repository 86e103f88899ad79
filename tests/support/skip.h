// What a test case that did nothing has to say for itself. Without it, a case without an assertion has failed.
#pragma once
#include <string>

namespace test {

// This machine cannot show what the running case, or the rest of it, is about. Only another device than the software
// driver may be the reason: there a skipped case has failed, but for those that main.cpp names.
void skip(const std::string& why);

// Name of the device that the running case is on; without a call the software driver.
void onDevice(const std::string& name);

// Exit status of a program whose only case was skipped.
inline constexpr int kSkipped = 77;

}  // namespace test
