#pragma once
#include <string>

namespace test {

// Reports that this machine cannot run the case, which is a failure on the software driver. A case without assertions
// fails unless it is skipped.
void skip(const std::string& why);

// The default is the software driver.
void onDevice(const std::string& name);

// Exit status if the only case was skipped.
inline constexpr int kSkipped = 77;

}  // namespace test
