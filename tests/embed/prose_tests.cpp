// What a host's author reads: README, guides, public headers, --help. Its examples compile, its sentences are short,
// and its terms are those of the field.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <regex>
#include <set>
#include <sstream>
#include <utility>

#include "compile.h"
#include "paths.h"
#include "support/child.h"

namespace test {
namespace {

namespace fs = std::filesystem;

const fs::path kSource = kSourceDir;

std::vector<fs::path> filesOf(const fs::path& directory, const std::string& extension) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(directory))
    if (entry.path().extension() == extension) files.push_back(entry.path());
  std::ranges::sort(files);
  return files;
}

std::vector<fs::path> guides() { return filesOf(kSource / "engine/vksort/guides", ".md"); }

std::vector<std::string> blocksOf(const std::string& guide, const std::string& language) {
  const std::regex block("```" + language + "\n([^]*?)```");
  std::vector<std::string> blocks;
  for (std::sregex_iterator at(guide.begin(), guide.end(), block), end; at != end; ++at) blocks.push_back((*at)[1]);
  return blocks;
}

// The C++ sources of a guide: all blocks are one, but that one which includes volk begins another.
std::vector<std::string> sourcesOf(const std::string& guide) {
  std::vector<std::string> sources;
  for (const std::string& code : blocksOf(guide, "cpp")) {
    if (sources.empty() || code.starts_with("#include <volk.h>"))
      sources.push_back(code);
    else
      sources.back() += "\n" + code;
  }
  return sources;
}

ChildResult compileGuide(const std::string& source) {
  // What CMake makes of a key generator that is called depth_key.
  std::string header = readFile(kSource / "shaders/key_generator.h.in");
  writeFile(folder("guides") / "depth_key.h", std::regex_replace(header, std::regex("@name@"), "depth_key"));
  return compile("guide", source,
                 {"-std=c++20", "-I", std::string(kScratchDir) + "/guides", "-I", (kSource / "engine").string(),
                  "-idirafter", fs::path(kVolkSource).parent_path().string()});
}

// A GLSL example: part of a vertex shader if it has its inputs, else of a compute shader.
ChildResult compileShader(const std::string& code) {
  const bool is_vertex = std::regex_search(code, std::regex("gl_(Vertex|Instance)Index"));
  const fs::path directory = fs::path(kScratchDir) / "guides";
  fs::create_directories(directory);
  writeFile(directory / "example.glsl", "#version 460\n" + code + "void main() {}\n");
  return run({kGlslang, "--target-env", "vulkan1.1", "-S", is_vertex ? "vert" : "comp", "-o",
              (directory / "example.spv").string(), (directory / "example.glsl").string()});
}

// The prose of Markdown, a paragraph a line: no code, tables, pictures and targets of links.
std::string proseOf(const std::string& markdown) {
  std::string text = std::regex_replace(markdown, std::regex("```[^]*?```"), "\n");
  text = std::regex_replace(text, std::regex("!\\[[^\\]]*\\]\\([^)]*\\)|<!--[^]*?-->"), "");
  text = std::regex_replace(text, std::regex("\\[([^\\]]*)\\]\\([^)]*\\)"), "$1");
  std::string prose;
  for (const std::string& line : splitLines(text)) {
    const bool begins = line.empty() || line.starts_with("- ") || line.starts_with("#") || line.starts_with("|") ||
                        (std::isdigit(static_cast<unsigned char>(line[0])) != 0 && line.find(". ") == 1);
    if (begins) prose += "\n";
    if (!line.starts_with("#") && !line.starts_with("|")) prose += line + " ";
  }
  return prose;
}

struct Length {
  std::size_t sentences = 0, words = 0;
  double mean() const { return static_cast<double>(words) / static_cast<double>(std::max<std::size_t>(sentences, 1)); }
};

// A sentence ends with its paragraph, or where a point, colon, question or exclamation mark is before a space.
Length lengthOf(const std::string& prose) {
  Length length;
  for (const std::string& paragraph : splitLines(prose)) {
    std::istringstream words(paragraph);
    std::size_t open = 0;
    for (std::string word; words >> word;) {
      if (word == "-" || word == "->") continue;
      ++open;
      const std::size_t last = word.find_last_not_of("*)`\"");
      if (last == std::string::npos || std::string(".:?!").find(word[last]) == std::string::npos) continue;
      length.words += std::exchange(open, 0);
      ++length.sentences;
    }
    length.words += open;
    length.sentences += open > 0;
  }
  return length;
}

// Terms that readers stumbled over; the design rules have the better ones.
const std::vector<std::string>& terms() {
  static const std::vector<std::string> all = {"lent",
                                               "lends?",
                                               "lending",
                                               "always_lends",
                                               "by value",
                                               "by ranks",
                                               "lists",
                                               "needless_\\w+",
                                               "gpu alone",
                                               "count on the device",
                                               "arguments of (a|the) dispatch",
                                               "dispatch arguments",
                                               "coherent",
                                               "repairs?",
                                               "repaired",
                                               "mends?",
                                               "seams?",
                                               "hooks?",
                                               "paths?",
                                               "floors?",
                                               "proven",
                                               "dropped",
                                               "verdicts?",
                                               "notes?",
                                               "tells?",
                                               "told",
                                               "patience",
                                               "efforts?",
                                               "k(most|least|fewest)\\w*",
                                               "(most|least|fewest)_\\w+",
                                               "\\w+_(most|least|fewest)",
                                               "fewest",
                                               "complaint\\w*",
                                               "misfit\\w*",
                                               "apart",
                                               "rungs?",
                                               "ladders?",
                                               "wanted",
                                               "wish(es)?",
                                               "ways",
                                               "spoils?",
                                               "houses?"};
  return all;
}

// What those terms are part of and may be, everywhere.
const std::vector<std::string>& fieldTerms() {
  static const std::vector<std::string> all = {"broken by value",
                                               "break by value",                   // the term of the field
                                               "indirect dispatch arguments",      // the same
                                               "repair pass(es)?",                 // the same
                                               "host_(visible|coherent)_bit\\w*",  // Vulkan's
                                               "vk_\\w+"};                         // the same
  return all;
}

struct Exception {
  const char* where;   // in the file's name, or a program's
  const char* phrase;  // that may be there
  const char* reason;
};
constexpr std::array kExceptions = {
    Exception{"labels", "repair (tiles|boundaries)", "the kernels of the repair pass"},
};

// The terms in a text that no exception allows, each with the words around it.
std::set<std::string> termsIn(const std::string& where, std::string text) {
  std::ranges::transform(text, text.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  std::replace(text.begin(), text.end(), '\n', ' ');
  text = std::regex_replace(text, std::regex(" +(// +)?"), " ");
  const auto allow = [&](const std::string& phrase) {
    text = std::regex_replace(text, std::regex("\\b(" + phrase + ")\\b"), "...");
  };
  for (const std::string& phrase : fieldTerms()) allow(phrase);
  for (const Exception& exception : kExceptions)
    if (where.find(exception.where) != std::string::npos) allow(exception.phrase);
  std::string any;
  for (const std::string& term : terms()) any += (any.empty() ? "" : "|") + term;
  const std::regex pattern("\\b(" + any + ")\\b");
  std::set<std::string> found;
  for (std::sregex_iterator at(text.begin(), text.end(), pattern), end; at != end; ++at) {
    const auto from = static_cast<std::size_t>(std::max<std::ptrdiff_t>(at->position() - 30, 0));
    found.insert(where + ": " + text.substr(from, 60 + at->str().size()));
  }
  return found;
}

// The texts of the programs that are built: without samples there are none.
std::vector<std::pair<std::string, std::string>> helpTexts() {
  std::vector<std::vector<std::string>> commands = {{"vksort-particles"}, {"vksort-bench"}, {"vksort-fuzz"}};
  for (const char* subcommand : {"sort", "paper", "tune", "breakdown", "create"})
    commands.push_back({"vksort-bench", subcommand});
  std::vector<std::pair<std::string, std::string>> texts;
  for (std::vector<std::string> command : commands) {
    const fs::path program = fs::path(kBinDir) / command[0];
    if (!fs::exists(program)) continue;
    const std::string name = command[0];
    command[0] = program.string();
    command.push_back("--help");
    const ChildResult result = run(command);
    CHECK(result.exit_code == 0);
    texts.emplace_back(name, result.output);
  }
  return texts;
}

// The labels of passes: strings of the kernels' tables.
std::string labels() {
  static const std::regex quoted("\"([^\"]*)\"");
  std::string text;
  for (const char* file : {"bitonic/kernels.cpp", "radix/kernels.cpp", "rank/kernels.cpp", "marks.cpp"}) {
    const std::string code = readFile(kSource / "engine/vksort" / file);
    for (std::sregex_iterator at(code.begin(), code.end(), quoted), end; at != end; ++at)
      text += std::regex_replace((*at)[1].str(), std::regex("_"), " ") + "\n";
  }
  return text;
}

void expectNone(const std::set<std::string>& found) {
  for (const std::string& each : found) CHECK_MESSAGE(each.empty(), each);
}

}  // namespace

TEST_CASE("every_example_of_the_guides_compiles") {
  CHECK(guides().size() >= 10);
  for (const fs::path& guide : guides()) {
    CAPTURE(guide.string());
    const std::vector<std::string> sources = sourcesOf(readFile(guide));
    CHECK_FALSE(sources.empty());
    for (const std::string& source : sources) {
      const ChildResult result = compileGuide(source);
      CHECK_MESSAGE(result.exit_code == 0, result.output);
    }
    for (const std::string& shader : blocksOf(readFile(guide), "glsl")) {
      const ChildResult result = compileShader(shader);
      CHECK_MESSAGE(result.exit_code == 0, shader, result.output);
    }
  }
  // The check sees a block that does not compile.
  const std::string planted = "```cpp\n#include <vksort.h>\n```\ntext\n```cpp\nvksort::Sorter sorter = 1;\n```\n";
  REQUIRE(sourcesOf(planted).size() == 1);
  CHECK(compileGuide(sourcesOf(planted)[0]).exit_code != 0);
  CHECK(compileShader("uint unknown = slots[gl_InstanceIndex];\n").exit_code != 0);
}

TEST_CASE("every_key_generator_of_the_guides_compiles") {
  const std::string guide = readFile(kSource / "engine/vksort/guides/key_generators.md");
  static const std::regex block("```glsl\n([^]*?)```");
  const fs::path dir = folder("key-generators");
  const auto compiles = [&](const std::string& code) {
    writeFile(dir / "load_key.glsl", code);
    return run({kGlslang, "--quiet", "--target-env", "vulkan1.1", "-DVKSORT_GENERATES_KEYS", "-DVKSORT_ONE_WORD",
                "-I" + dir.string(), "-o", (dir / "a.spv").string(),
                (kSource / "shaders/sort/radix/count.comp").string()});
  };
  int generators = 0;
  for (std::sregex_iterator at(guide.begin(), guide.end(), block), end; at != end; ++at, ++generators) {
    const ChildResult result = compiles((*at)[1]);
    CHECK_MESSAGE(result.exit_code == 0, result.output);
    CHECK(run({kSpirvVal, "--target-env", "vulkan1.1", (dir / "a.spv").string()}).exit_code == 0);
  }
  CHECK(generators == 2);
  CHECK(compiles("uint loadKey(uint index) { return depth; }").exit_code != 0);
}

TEST_CASE("readme_and_guides_are_short") {
  CHECK(splitLines(readFile(kSource / "README.md")).size() <= 110);
  for (const fs::path& guide : guides()) {
    CAPTURE(guide.string());
    const std::string text = readFile(guide);
    CHECK(splitLines(text).size() < 150);
    CHECK(text.find("```cpp") < text.find("\n## "));  // it begins with an example
  }
}

TEST_CASE("sentences_of_readme_and_guides_have_18_words_at_most") {
  std::vector<fs::path> files = guides();
  files.push_back(kSource / "README.md");
  for (const fs::path& file : files) {
    const Length length = lengthOf(proseOf(readFile(file)));
    CHECK(length.sentences > 5);
    CHECK_MESSAGE(length.mean() <= 18, file.string() << ": " << length.mean() << " words a sentence");
  }
  const Length planted =
      lengthOf(proseOf("# A title\nOne two three. Four\nfive (six).\n\n- Seven: eight\n| no | no |\n"));
  CHECK(planted.sentences == 4);
  CHECK(planted.words == 8);
}

TEST_CASE("help_has_one_line_for_each_option_in_groups") {
  const std::regex option("  (-h,)?--[a-z0-9-]+( \\S+)?( \\.\\.\\.)?  +\\S.*");
  const auto expectLine = [&](const std::string& line) {
    const bool is_text = line.empty() || line[0] != ' ' || !line.starts_with("  -");
    return line.size() <= 120 && !line.starts_with("     ") && (is_text || std::regex_match(line, option));
  };
  for (const auto& [program, text] : helpTexts()) {
    if (program == "vksort-fuzz") continue;                          // for maintainers
    if (text.find("\n          --") != std::string::npos) continue;  // CLI11 2.5 wraps lines itself
    for (const std::string& line : splitLines(text)) CHECK_MESSAGE(expectLine(line), program << ": " << line);
    CHECK_MESSAGE(text.find("\nOptions:") == std::string::npos, program << ": options without a group");
  }
  CHECK_FALSE(expectLine("  --name WORD"));                     // the description is on the next line
  CHECK_FALSE(expectLine("                     description"));  // the second line of one
  CHECK(expectLine("  --name WORD   description"));
}

TEST_CASE("readme_guides_headers_help_and_labels_have_the_terms_of_the_field") {
  std::vector<fs::path> files = guides();
  files.push_back(kSource / "README.md");
  std::ranges::copy(filesOf(kSource / "engine/vksort/include", ".h"), std::back_inserter(files));
  for (const fs::path& file : files) expectNone(termsIn(file.filename().string(), readFile(file)));
  for (const auto& [program, text] : helpTexts()) expectNone(termsIn(program, text));
  expectNone(termsIn("labels", labels()));
  CHECK(labels().find("radix") != std::string::npos);
  // The check sees terms, across lines of comments, but not in the terms of the field.
  CHECK(termsIn("planted", "// Memory is lent. Equal keys are ordered by\n// value. kMostKeys").size() == 3);
  CHECK(termsIn("planted", "Ties are broken by value. Help lists it.").size() == 1);
  CHECK(termsIn("planted", "At most four, most of them; a list; a path_to").empty());
}

}  // namespace test
