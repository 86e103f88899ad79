// What a compiled library defines, needs and keeps, judged from the output of nm and size.
#pragma once
#include <string>
#include <vector>

namespace test {

// Names from `nm -C --defined-only --extern-only` that are not in vksort::.
std::vector<std::string> foreignDefinitions(const std::string& nm_output);

// Names from `nm -C --undefined-only` beyond the library itself and what every C++ platform gives without exceptions.
std::vector<std::string> foreignNeeds(const std::string& nm_output);

// Names that one member of an archive needs, from `nm -C --undefined-only ARCHIVE`; one name that says so if it is not
// there.
std::vector<std::string> memberNeeds(const std::string& nm_output, const std::string& member);

// Sections from `size -A` that hold writable data.
std::vector<std::string> writableSections(const std::string& size_output);

}  // namespace test
