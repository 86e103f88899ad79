#include "symbols.h"

#include <algorithm>
#include <array>
#include <sstream>

#include "support/child.h"

namespace test {
namespace {

// "0000000000000000 T name" or "                 U name" gives the name; a line of another form gives nothing.
std::string symbolName(const std::string& line) {
  constexpr std::size_t kNameColumn = 19;
  return line.size() > kNameColumn && line[kNameColumn - 1] == ' ' ? line.substr(kNameColumn) : std::string();
}

bool isOwn(const std::string& name) { return name.starts_with("vksort::"); }

bool isPlatform(const std::string& name) {
  constexpr std::array kAllowed = {
      "memcmp",
      "memcpy",
      "memmove",
      "memset",
      "strcmp",
      "std::nothrow",
      "operator new(unsigned long, std::nothrow_t const&)",
      "operator new[](unsigned long, std::nothrow_t const&)",
      "operator delete(void*)",
      "operator delete(void*, unsigned long)",
      "operator delete[](void*)",
      "operator delete[](void*, unsigned long)",
      "_GLOBAL_OFFSET_TABLE_",
      "__stack_chk_fail",
  };
  return std::find(kAllowed.begin(), kAllowed.end(), name) != kAllowed.end();
}

template <typename Accept>
std::vector<std::string> namesExcept(const std::string& nm_output, Accept accept) {
  std::vector<std::string> names;
  for (const std::string& line : splitLines(nm_output)) {
    const std::string name = symbolName(line);
    if (!name.empty() && !accept(name)) names.push_back(name);
  }
  return names;
}

}  // namespace

std::vector<std::string> foreignDefinitions(const std::string& nm_output) { return namesExcept(nm_output, isOwn); }

std::vector<std::string> foreignNeeds(const std::string& nm_output) {
  return namesExcept(nm_output, [](const std::string& name) { return isOwn(name) || isPlatform(name); });
}

std::vector<std::string> memberNeeds(const std::string& nm_output, const std::string& member) {
  const std::size_t begin = nm_output.find("\n" + member + ":\n");
  if (begin == std::string::npos) return {"(no such member): operator new"};
  const std::size_t end = nm_output.find("\n\n", begin + 1);
  return namesExcept(nm_output.substr(begin, end - begin), [](const std::string&) { return false; });
}

std::vector<std::string> writableSections(const std::string& size_output) {
  std::vector<std::string> found;
  for (const std::string& line : splitLines(size_output)) {
    std::istringstream words(line);
    std::string section;
    unsigned long bytes = 0;
    if (!(words >> section >> bytes) || bytes == 0 || section.starts_with(".data.rel.ro")) continue;
    for (const char* writable : {".data", ".bss", ".tdata", ".tbss"}) {
      if (section.starts_with(writable)) found.push_back(section);
    }
  }
  return found;
}

}  // namespace test
