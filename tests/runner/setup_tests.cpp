// third_party/setup: which systems it installs on, what, how, and what it says where it cannot.
#include <doctest/doctest.h>

#include <algorithm>

#include "paths.h"
#include "tree.h"

namespace test {
namespace {

struct System {
  const char* name;
  const char* os_release;
};

constexpr System kTried[] = {
    {"Debian 12", "PRETTY_NAME=\"Debian GNU/Linux 12 (bookworm)\"\nVERSION_ID=\"12\"\nID=debian\n"},
    {"Debian 13", "ID=debian\nVERSION_ID=\"13\"\nPRETTY_NAME=\"Debian GNU/Linux 13 (trixie)\"\n"},
    {"Ubuntu 24.04", "PRETTY_NAME=\"Ubuntu 24.04.3 LTS\"\nVERSION_ID='24.04'\nID=ubuntu\nID_LIKE=debian\n"},
};

// Each is one step away from a system that was tried.
constexpr System kOthers[] = {
    {"Debian GNU/Linux 11 (bullseye)",
     "ID=debian\nVERSION_ID=\"11\"\nPRETTY_NAME=\"Debian GNU/Linux 11 (bullseye)\"\n"},
    {"Debian GNU/Linux forky/sid", "ID=debian\nPRETTY_NAME=\"Debian GNU/Linux forky/sid\"\n"},
    {"Ubuntu 22.04", "ID=ubuntu\nVERSION_ID=\"22.04\"\nID_LIKE=debian\nPRETTY_NAME=\"Ubuntu 22.04\"\n"},
    {"Ubuntu 24.10", "ID=ubuntu\nVERSION_ID=\"24.10\"\nID_LIKE=debian\nPRETTY_NAME=\"Ubuntu 24.10\"\n"},
    {"Another 12", "ID=another\nVERSION_ID=\"12\"\nID_LIKE=debian\nPRETTY_NAME=\"Another 12\"\n"},
    {"Another 24.04", "ID=another\nVERSION_ID=\"24.04\"\nID_LIKE=ubuntu\nPRETTY_NAME=\"Another 24.04\"\n"},
    {"another system", ""},
};

const std::vector<std::string> kEverything = {"all", "engine", "samples", "tests"};

std::string joined(const std::vector<std::string>& words) {
  std::string all;
  for (const std::string& word : words) all += (all.empty() ? "" : " ") + word;
  return all;
}

// In this order.
std::vector<std::string> installing(const std::string& packages) {
  return {"apt-get update", "apt-get install -y --no-install-recommends " + packages};
}

}  // namespace

TEST_CASE("setup_installs_what_is_missing_on_the_systems_that_were_tried") {
  const Tree tree("setup-tried");
  for (const System& system : kTried) {
    CAPTURE(system.name);
    writeFile(tree.file("os-release"), system.os_release);
    const ChildResult result = tree.run("third_party/setup", kEverything, {"MISSING=xvfb libglm-dev"});
    CHECK(result.exit_code == 0);
    CHECK(result.output == "installing libglm-dev xvfb\n");
    CHECK(tree.calls("apt-get") == installing("libglm-dev xvfb"));
  }
}

TEST_CASE("setup_refuses_other_systems_and_names_what_is_missing") {
  const Tree tree("setup-others");
  const std::string missing = joined(packagesFor({"all", "tests"}));
  for (const System& system : kOthers) {
    CAPTURE(system.name);
    writeFile(tree.file("os-release"), system.os_release);
    if (system.os_release[0] == 0) std::filesystem::remove(tree.file("os-release"));
    const ChildResult result = tree.run("third_party/setup", {"all", "tests"}, {"MISSING=" + missing});
    CAPTURE(result.output);
    CHECK(result.exit_code == 2);
    CHECK(has(result.output, std::string("this is ") + system.name + "."));
    CHECK(has(result.output, "missing, as Debian names it: " + missing + "\n"));
    CHECK(has(result.output, "VKSORT_SKIP_SETUP=1"));
    CHECK(tree.calls("apt-get").empty());
    // Where everything is there, the system does not matter; nor where the user says so.
    const ChildResult there = tree.run("third_party/setup", {"all", "tests"});
    CHECK(there.exit_code == 0);
    CHECK(there.output.empty());
    const ChildResult skipped =
        tree.run("third_party/setup", {"all", "tests"}, {"VKSORT_SKIP_SETUP=1", "MISSING=" + missing});
    CHECK(skipped.exit_code == 0);
  }
}

TEST_CASE("setup_installs_what_each_word_needs_and_nothing_else") {
  const Tree tree("setup-needs");
  const std::vector<std::vector<std::string>> needs = {{"all"}, {"all", "engine"}, {"samples"}, {"tests"}, kEverything};
  const std::string all = "MISSING=ccache " + joined(packagesFor(kEverything));
  for (const std::vector<std::string>& words : needs) {
    CAPTURE(joined(words));
    CHECK(tree.run("third_party/setup", words, {all}).exit_code == 0);
    REQUIRE(packagesFor(words).size() > 3);
    CHECK(tree.calls("apt-get") == installing(joined(packagesFor(words))));
  }
  CHECK(tree.run("third_party/setup", {"nobody"}).exit_code == 2);
  CHECK(tree.run("third_party/setup").exit_code == 2);
}

TEST_CASE("the_scripts_set_up_what_they_build") {
  const Tree tree("setup-scripts");
  const std::string all = "MISSING=" + joined(packagesFor(kEverything));
  for (const auto& [script, needs] :
       {std::pair<std::string, std::vector<std::string>>{"samples/run", {"all", "engine", "samples"}},
        {"tests/run", kEverything}}) {
    CAPTURE(script);
    CHECK(tree.run(script, {}, {all}).exit_code == 0);
    CHECK(tree.calls("apt-get") == installing(joined(packagesFor(needs))));
  }
}

TEST_CASE("setup_takes_a_package_for_missing_that_is_not_wholly_installed_for_this_architecture") {
  const Tree tree("setup-states");
  for (const auto& [states, missing] : {std::pair<std::string, bool>{"amd64 installed", false},
                                        {"all installed", false},
                                        {"i386 installed\\ncmake amd64 installed", false},
                                        {"i386 installed", true},
                                        {"amd64 config-files", true},
                                        {"amd64 not-installed", true},
                                        {"amd64 half-installed", true},
                                        {"amd64 unpacked", true},
                                        {"", true}}) {
    CAPTURE(states);
    tree.program("dpkg-query",
                 "echo g++ amd64 installed\nprintf 'cmake " + states + "\\nninja-build all installed\\n'");
    CHECK(tree.run("third_party/setup", {"all"}).exit_code == 0);
    const std::string installed = joined(tree.calls("apt-get")) + " ";
    CHECK(has(installed, " cmake ") == missing);
    CHECK_FALSE(has(installed, " g++ "));
    CHECK_FALSE(has(installed, " ninja-build "));
    CHECK(has(installed, " spirv-tools "));  // of which nothing was said
  }
}

// Of what comes from elsewhere dpkg knows nothing.
TEST_CASE("setup_installs_whatever_the_build_found") {
  std::vector<std::string> command = {"sh", "-c", "dpkg -S \"$@\" 2>/dev/null", "sh"};
  for (const std::string found : kFound) {
    // Links of libraries are of packages, those to programs may be of nobody.
    const ChildResult path =
        run({"sh", "-c", "case $1 in /*) echo \"$1\" ;; *) realpath \"$(command -v \"$1\")\" ;; esac", "sh", found});
    if (path.exit_code == 0) command.push_back(splitLines(path.output).at(0));
  }
  CHECK(command.size() > 15);
  const std::vector<std::string> packages = packagesFor(kEverything);
  for (const std::string& line : splitLines(run(command).output)) {
    const std::string package = line.substr(0, line.find(':'));
    CHECK_MESSAGE(std::ranges::find(packages, package) != packages.end(), line);
  }
}

TEST_CASE("setup_fails_where_installing_fails_and_so_do_the_scripts") {
  const Tree tree("setup-fails");
  for (const std::string step : {"update", "install"}) {
    for (const std::string script : {"third_party/setup", "samples/run", "tests/run"}) {
      CAPTURE(step);
      CAPTURE(script);
      const std::string fails = "AT_APTGET=[ $1 != " + step + " ] || { echo no mirror; exit 100; }";
      const ChildResult result =
          tree.run(script, script == "third_party/setup" ? kEverything : std::vector<std::string>{},
                   {fails, "MISSING=xvfb cmake"});
      CAPTURE(result.output);
      CHECK(result.exit_code == 2);
      CHECK(has(result.output, "no mirror\n"));
      CHECK(has(result.output, "apt-get install --no-install-recommends cmake"));
      CHECK(tree.calls().back().starts_with("apt-get " + step));
    }
  }
}

TEST_CASE("setup_asks_sudo_where_the_user_is_not_root") {
  const Tree tree("setup-user");
  tree.program("id", "echo 1000");
  CHECK(tree.run("third_party/setup", {"all"}, {"MISSING=cmake"}).exit_code == 0);
  CHECK(tree.calls("sudo").size() == 2);
  CHECK(tree.run("third_party/setup", {"all"}).exit_code == 0);
  CHECK(tree.calls("sudo").empty());  // needs nobody's leave

  std::filesystem::remove(tree.file("programs/sudo"));
  for (const char* tool : {"awk", "bash", "dirname", "env", "grep", "mktemp", "rm", "sh"})
    std::filesystem::create_symlink(splitLines(run({"sh", "-c", std::string("command -v ") + tool}).output).at(0),
                                    tree.file("programs") / tool);
  const ChildResult none =
      tree.run("third_party/setup", {"all"}, {"MISSING=cmake", "PATH=" + tree.file("programs").string()});
  CHECK(none.exit_code == 2);
  CHECK(none.output == "vksort: these packages are missing; as root: apt-get install --no-install-recommends cmake\n");
  CHECK(tree.calls("apt-get").empty());
}

// A program that reads the terminal from another process group than the one in front is stopped.
TEST_CASE("sudo_may_ask_for_a_password_in_the_terminal") {
  const Tree tree("setup-terminal");
  tree.program("id", "echo 1000");
  tree.program("sudo", "read -r answer </dev/tty && echo \"password $answer\" >>\"$CALLS\" && exec \"$@\"");
  for (const std::string script : {"samples/run", "tests/run"}) {
    CAPTURE(script);
    std::string words;
    for (const std::string& word : tree.command(script, {}, {"MISSING=cmake"})) words += "'" + word + "' ";
    const ChildResult result = run({"timeout", "-s", "KILL", "60", "bash", "-c",
                                    "{ echo one; echo two; } | script -qec \"" + words + "\" /dev/null"});
    CAPTURE(result.output);
    CHECK(tree.calls("password") == std::vector<std::string>{"password one", "password two"});
  }
}

}  // namespace test
