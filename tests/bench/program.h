// vksort-bench as it is started.
#pragma once

#include <string>
#include <vector>

#include "paths.h"
#include "support/child.h"

namespace test {

const std::string kAnchors = scratch("program-anchors.csv");  // 2 us for 2^10 keys
const std::string kCsv = scratch("program.csv");              // not there when it starts

// Runs it through the shell, because only one stream may be looked at; `arguments` are ours. With small kernels, and as
// shipped for what is about their shape.
ChildResult bench(const std::string& arguments, const std::string& redirection = "");
ChildResult shippedBench(const std::string& arguments, const std::string& redirection = "");

// Files that a run has left beside `path`, its own name before theirs.
std::size_t unfinished(const std::filesystem::path& path);

// The fields of a line of a CSV.
std::vector<std::string> fieldsOf(const std::string& line);

}  // namespace test
