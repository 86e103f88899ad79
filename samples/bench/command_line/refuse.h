// What the parser cannot see from one option alone.
#pragma once

#include <initializer_list>
#include <string>

namespace CLI {
class App;
}

namespace bench {

// Throws std::invalid_argument. `why` must be one line that names the option and what is allowed.
[[noreturn]] void refuse(const std::string& why);

// All of these must be options of the app.
bool given(const CLI::App& app, const char* option);

// Refuses the option beside any one of the others.
void refuseTogether(const CLI::App& app, const char* option, std::initializer_list<const char*> others);

// Refuses what the app was given and has no option for. The message lists what it has.
void refuseUnknown(const CLI::App& app);

}  // namespace bench
