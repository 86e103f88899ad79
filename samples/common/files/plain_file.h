// Small text files that options name.
#pragma once

#include <cstddef>
#include <string>

namespace samples {

// All of a file of at most `most` bytes. `option` begins the errors: std::runtime_error for what is no plain file (a
// device, a pipe, a directory), is longer, or cannot be read.
std::string readPlainFile(const std::string& option, const std::string& path, std::size_t most);

}  // namespace samples
