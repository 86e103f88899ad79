// The cache of optimized SPIR-V never gives another module than the tools would.
#include <doctest/doctest.h>

#include "paths.h"
#include "support/child.h"

namespace test {
namespace {

namespace fs = std::filesystem;

const std::string kScript = std::string(kSourceDir) + "/shaders/optimize.cmake";

struct Tools {
  std::string optimizer = kSpirvOpt;
  std::string validator = kSpirvVal;
};

class Kitchen {
 public:
  explicit Kitchen(const std::string& name) : path_(fs::path(kScratchDir) / name) {
    fs::remove_all(path_);
    fs::create_directories(path_);
  }

  // SPIR-V of a kernel that writes `value`, in a file of always the same name.
  void compile(int value) const {
    writeFile(path_ / "a.comp",
              "#version 450\nlayout(local_size_x = 1) in;\nlayout(set = 0, binding = 0) buffer B { uint "
              "word; };\nvoid main() { word = " +
                  std::to_string(value) + "u + word; }\n");
    const ChildResult result = run({kGlslang, "--quiet", "--target-env", "vulkan1.1", "-o",
                                    (path_ / "a.raw.spv").string(), (path_ / "a.comp").string()});
    REQUIRE_MESSAGE(result.exit_code == 0, result.output);
  }

  // The array of words that optimize.cmake makes of it; empty if it fails.
  std::string optimized(const std::string& cache, const Tools& tools = {}) const {
    fs::remove(path_ / "a.spv");
    fs::remove(path_ / "a.spv.h");
    const std::string base = (path_ / "a").string();
    std::vector<std::string> command = {kCmake, "-DINPUT=" + base + ".raw.spv", "-DBASE=" + base, "-DNAME=a"};
    command.push_back("-DOPT=" + tools.optimizer);
    command.push_back("-DVAL=" + tools.validator);
    if (!cache.empty()) command.push_back("-DCACHE=" + (path_ / cache).string());
    command.push_back("-P");
    command.push_back(kScript);
    const ChildResult result = run(command);
    return result.exit_code == 0 ? readFile(path_ / "a.spv.h") : "";
  }

  // A tool that does this.
  std::string tool(const std::string& name, const std::string& script) const {
    const fs::path file = path_ / name;
    writeFile(file, "#!/bin/sh\n" + script + "\n");
    fs::permissions(file, fs::perms::owner_all);
    return file.string();
  }

 private:
  fs::path path_;
};

}  // namespace

TEST_CASE("the_shader_cache_keeps_modules_apart_by_content") {
  const Kitchen kitchen("cache-content");
  kitchen.compile(1);
  const std::string first = kitchen.optimized("");
  kitchen.compile(2);
  const std::string second = kitchen.optimized("");
  REQUIRE(!first.empty());
  REQUIRE(first != second);
  for (const int value : {1, 2, 1, 2}) {
    kitchen.compile(value);
    CHECK(kitchen.optimized("cache") == (value == 1 ? first : second));
  }
}

TEST_CASE("the_shader_cache_keeps_what_each_optimizer_makes_apart") {
  const Kitchen kitchen("cache-tools");
  kitchen.compile(1);
  const std::string optimized = kitchen.optimized("cache");
  Tools copies;
  copies.optimizer = kitchen.tool(
      "copies", "for last; do :; done; for file; do case $file in *.raw.spv) cp \"$file\" \"$last\" ;; esac; done");
  const std::string copied = kitchen.optimized("", copies);
  REQUIRE(!copied.empty());
  REQUIRE(copied != optimized);
  CHECK(kitchen.optimized("cache", copies) == copied);
  CHECK(kitchen.optimized("cache") == optimized);
}

TEST_CASE("the_shader_cache_keeps_nothing_that_a_tool_refuses") {
  const Kitchen kitchen("cache-refused");
  kitchen.compile(1);
  Tools refuses, fails;
  refuses.validator = kitchen.tool("refuses", "exit 1");
  fails.optimizer = kitchen.tool("fails", "exit 1");
  for (int attempt = 0; attempt < 2; ++attempt) {
    CHECK(kitchen.optimized("cache", refuses).empty());
    CHECK(kitchen.optimized("cache", fails).empty());
  }
  CHECK(!kitchen.optimized("cache").empty());
}

// It lies in the checkout, which another user may own.
TEST_CASE("the_shader_cache_is_done_without_where_it_cannot_be_made_or_written") {
  const Kitchen kitchen("cache-unwritable");
  kitchen.compile(1);
  const std::string optimized = kitchen.optimized("");
  REQUIRE(!optimized.empty());
  for (const char* cache : {"/proc/none/cache", "/proc", "a.comp", "a.comp/cache"}) {
    CAPTURE(cache);
    CHECK(kitchen.optimized(cache) == optimized);
  }
}

TEST_CASE("the_shader_cache_saves_the_work") {
  const Kitchen kitchen("cache-saves");
  kitchen.compile(1);
  Tools tools;
  tools.validator = kitchen.tool("once", "[ ! -e \"$0.used\" ] && touch \"$0.used\"");
  const std::string made = kitchen.optimized("cache", tools);
  CHECK(!made.empty());
  CHECK(kitchen.optimized("cache", tools) == made);
  CHECK(kitchen.optimized("", tools).empty());
}

}  // namespace test
