// The forms of .github/ISSUE_TEMPLATE: what hosts of repositories need of them, and that what they name exists.
#include <doctest/doctest.h>

#include <map>
#include <regex>
#include <set>

#include "list.h"
#include "support/child.h"

namespace test {
namespace {

const std::filesystem::path kRoot = std::filesystem::path(VKSORT_CONFORM_SOURCE) / "../..";

const std::map<std::string, std::set<std::string>> kFields = {
    {"report", {"file", "driver", "command", "printed"}},
    {"bug", {"happens", "device", "status", "report", "validation", "count", "conform"}}};

std::string form(const std::string& name) { return readFile(kRoot / (".github/ISSUE_TEMPLATE/" + name + ".yml")); }

std::vector<std::string> found(const std::string& text, const std::string& pattern) {
  const std::regex regex(pattern);
  std::vector<std::string> list;
  for (std::sregex_iterator i(text.begin(), text.end(), regex), end; i != end; ++i) list.push_back((*i)[1]);
  return list;
}

// The part of YAML that forms need: mappings of plain values, lists of them, and blocks of text. Empty: nothing wrong.
std::string faultOfYaml(const std::string& text) {
  const std::regex member("(?!.*: .*: )(?!.* #)( *)(- )?[a-z]+:( [^ #&*!|>%@`\"'{:[].*| \\[[a-z, ]+\\])?"),
      block(".*: [|>]-?");
  std::size_t depth = 0, block_depth = 0;  // deepest that a member may be; of the block of text that it is in, or 0
  for (const std::string& line : splitLines(text)) {
    const std::size_t indent = line.find_first_not_of(' ');
    if (indent == std::string::npos || line.find('\t') != std::string::npos) return "blank or tab: " + line;
    if (block_depth != 0 && indent >= block_depth) continue;
    const bool begins = std::regex_match(line, block);
    std::smatch parts;
    const std::string plain = begins ? line.substr(0, line.rfind(':') + 1) : line;
    if (!std::regex_match(plain, parts, member) || indent % 2 != 0 || indent > depth) return line;
    const std::size_t column = indent + static_cast<std::size_t>(parts[2].length());
    const bool has_members = !begins && parts[3].length() == 0;
    depth = has_members ? column + 2 : column;
    block_depth = begins ? column + 2 : 0;
  }
  return "";
}

}  // namespace

TEST_CASE("the_forms_are_yaml_and_have_their_fields") {
  for (const auto& [name, fields] : kFields) {
    CAPTURE(name);
    const std::string text = form(name);
    CHECK(faultOfYaml(text) == "");
    for (const char* key : {"\nbody:\n", "\ndescription: ", "\nlabels: ["}) CHECK(text.find(key) != std::string::npos);
    CHECK(text.starts_with("name: "));
    const std::vector<std::string> ids = found(text, "\n    id: ([a-z]+)");
    CHECK(std::set(ids.begin(), ids.end()) == fields);
    CHECK(ids.size() == fields.size());
    CHECK(found(text, "\n  - type: (textarea|input)\n    id: ").size() == fields.size());
    CHECK(found(text, "\n  - type: ([a-z]+)").size() == fields.size() + found(text, "\n  - type: (markdown)").size());
    CHECK(found(text, "\n    attributes:\n      (label): ").size() == fields.size());
  }
  for (const char* wrong : {"a: b: c\n", "a:b\n", "a: 'b\n", "a: `b`\n", "\ta: b\n", "a: b\n  c: d\n", "a:\n b: c\n"})
    CHECK_MESSAGE(faultOfYaml(wrong) != "", wrong);
}

TEST_CASE("what_the_forms_name_exists") {
  const std::string help = run({VKSORT_CONFORM, "--help"}).output;
  std::string headers;
  for (const auto& header : std::filesystem::directory_iterator(kRoot / "engine/vksort/include"))
    headers += readFile(header.path());
  std::size_t commands = 0, functions = 0;
  for (const auto& [name, fields] : kFields) {
    const std::string text = form(name);
    for (const std::string& command : found(text, "`vksort-conform( [^`]*)?`")) {
      ++commands;
      for (const std::string& option : found(command, "(--[a-z-]+)"))
        CHECK_MESSAGE(help.find(option + ' ') != help.npos, option);
      for (const std::string& pattern : found(command, "--case ([^ ]+)"))
        CHECK(conform::selectCases({pattern}, false).size() == 1);
    }
    for (const std::string& function : found(text, "`(?:[A-Za-z]+::)?([A-Za-z]+)\\([a-z]*\\)`")) {
      ++functions;
      CHECK_MESSAGE(headers.find(' ' + function + '(') != headers.npos, function);
    }
    for (const std::string& file : found(text, "((?:engine|samples)/[A-Za-z/_.]*[A-Za-z])"))
      CHECK_MESSAGE(std::filesystem::exists(kRoot / file), file);
  }
  CHECK(commands >= 4);
  CHECK(functions >= 3);
}

}  // namespace test
