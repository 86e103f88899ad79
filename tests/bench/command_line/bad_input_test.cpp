// What the program refuses.
#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>

#include "bench/program.h"

namespace test {
namespace {

struct BadInput {
  const char* arguments;
  const char* said;  // part of the one line
};

const BadInput kBadInputs[] = {
    {"--algorithm v7", "--algorithm: v7"},
    {"--algorithm ''", "--algorithm"},
    {"--count 0", "--count"},
    {"--count -1", "--count"},
    {"--count 2000000000", "--count"},
    {"--count many", "--count: must be a whole number from 1 to 1073741824, not 'many'"},
    {"--count 010", "not '010'"},  // no octal
    {"--count 0x10", "not '0x10'"},
    {"--count ' 8'", "not ' 8'"},
    {"--count +8", "not '+8'"},
    {"--count 99999999999999999999", "--count: must be"},
    {"--count 1,many", "not 'many'"},
    {"tune --count", "--count: must be given a value"},
    {"tune --count=", "--count: must be given a value"},
    {"tune --keys", "--keys: must be given a value"},
    {"--count --json", "not '--json'"},
    {"--count 1073741824", "too large for a storage buffer"},
    {"--count 1000 --algorithm v0", "v0: sorts powers of two only"},
    {"--count 1000 --algorithm vksort,step", "step: sorts powers of two only"},
    {"--count 8 --min-log2 3", "--count"},
    {"--repeat 0", "--repeat: must be a whole number from 1 to 1000, not '0'"},
    {"--repeat 1.5", "not '1.5'"},
    {"--repeat 1 --repeat 2", "--repeat: must be given once"},
    {"--min-log2 0", "--min-log2: must be a whole number from 1 to 30, not '0'"},
    {"--max-log2 31", "--max-log2: must be a whole number from 1 to 30, not '31'"},
    {"--lists 65537", "--lists: must be a whole number from 1 to 65536, not '65537'"},
    {"--capacity 0 --count-on gpu", "--capacity: must be a whole number from 1 to 1073741824, not '0'"},
    {"--seed -1", "--seed: must be a whole number from 0 to 9223372036854775807, not '-1'"},
    {"--seed 9223372036854775808", "--seed: must be"},
    {"--min-log2 9 --max-log2 8", "--min-log2: must not exceed --max-log2"},
    {"--min-log2 21", "--min-log2: must not exceed --max-log2"},
    {"--keys u16", "--keys: u16 not in {f32,i32,u32,u64}"},
    {"--keys u64 --algorithm v5 --count 1024", "v5: the ladder sorts integers of 32 bits, not u64"},
    {"--keys u64 --values u32 --layout interleaved", "--layout: is split for --keys u64"},
    {"--keys f32 --algorithm v5", "v5: the ladder sorts integers, not f32"},
    {"--values i32", "--values: i32 not in {iota,none,u32}"},
    {"--values iota --algorithm block", "block: writes no indices"},
    {"--values iota --algorithm cpu --count 8", "cpu: writes no indices"},
    {"--values iota --layout split", "--layout: needs --values u32"},
    {"--values iota --value-bits 9", "--value-bits: needs --values u32"},
    {"--values iota --coherent", "--coherent: does not go with --values iota"},
    {"create --values iota --coherent", "--coherent: does not go with --values iota"},
    {"--values iota --keys f32 --key-pass", "--key-pass: writes the indices, too, and does not go with --values iota"},
    {"--values u32 --algorithm block", "block: the ladder sorts keys alone"},
    {"--layout interleaved", "--layout: needs --values u32"},
    {"--ties none", "--ties"},
    {"--order random", "--order"},
    {"--distribution normal", "--distribution"},
    {"--device nonesuch", "no Vulkan device is called 'nonesuch'"},
    {"--device 99", "99"},
    {"--device ''", "--device: must not be empty"},
    {"--device --json", "--device: must be given a value before --json"},
    {"--csv --json", "--csv: must be given a value before --json"},
    {"--csv ''", "--csv: must not be empty"},
    {"--against ''", "--against: must not be empty"},
    {"--against --json", "--against: must be given a value before --json"},
    {"tune --save-tuning --keys u32", "--save-tuning: must be given a value before --keys"},
    {"tune --save-tuning ''", "--save-tuning: must not be empty"},
    {"tune --save-tuning /", "--save-tuning: cannot write /: not a plain file"},
    {"--path fast", "--path: fast not in {automatic,floor}"},
    {"--csv /nonexistent/rows.csv", "--csv: cannot write /nonexistent/rows.csv"},
    {"--csv /", "--csv: cannot write /"},
    {"--against /nonexistent", "--against: cannot read /nonexistent: No such file or directory"},
    {"--against /dev/null", "--against: cannot read /dev/null: not a plain file"},
    {"--against /dev/zero", "--against: cannot read /dev/zero: not a plain file"},
    {"--against /", "--against: cannot read /: not a plain file"},
    {"--tuning /nonexistent", "--tuning: cannot read /nonexistent"},
    {"--tuning /", "--tuning: cannot read /"},
    {"--tuning /dev/zero", "--tuning: cannot read /dev/zero: not a plain file"},
    {"--tuning ''", "--tuning: cannot read"},
    {"--tuning 'vksort-tuning 1 tile_log2=12'", "--tuning: must be a line like 'vksort-tuning "},
    {"ladder --keys f32", "--keys: f32 not in {i32,u32}"},
    {"ladder --keys u64", "--keys: u64 not in {i32,u32}"},
    {"ladder --min-log2 30", "--min-log2: must not exceed --max-log2"},
    {"ladder --min-log2 30 --max-log2 30", "nothing to time"},
    {"ladder --against /dev/null", "--against"},
    {"growth --count 8 --min-log2 3", "--count"},
    {"growth --layout split", "--layout: needs --values u32"},
    {"breakdown --count 1073741824", "too large for a storage buffer"},
    {"breakdown --lists 0", "--lists"},
    {"--capacity 1024", "--capacity: needs --count-on gpu"},
    {"--count-on host", "--count-on"},
    {"--count-on gpu --lists 3", "--lists: does not go with --count-on gpu"},
    {"--coherent --lists 3", "--coherent: does not go with --lists"},
    {"--count-on gpu --count 1024 --algorithm v5", "v5: knows the count on the CPU alone"},
    {"--count-on gpu --count 1025 --capacity 1024", "vksort: more than --capacity"},
    {"--camera x", "--camera: must be a number from 0 to 180 degrees, not 'x'"},
    {"--camera -1", "not '-1'"},
    {"--camera 180.5", "not '180.5'"},
    {"--camera nan", "not 'nan'"},
    {"--camera 1e1", "not '1e1'"},
    {"--camera ''", "--camera"},
    {"--camera 0.5", "--camera: needs --keys f32"},
    {"--camera 0.5 --keys f32", "--camera: needs --values u32, split"},
    {"--camera 0.5 --keys f32 --values iota", "--camera: needs --values u32, split"},
    {"--camera 0.5 --keys f32 --values u32 --layout interleaved", "--camera: needs --values u32, split"},
    {"--camera 0.5 --keys f32 --values u32 --hook", "--camera: does not go with --hook"},
    {"--camera 0.5 --keys f32 --values u32 --lists 3", "--camera: does not go with --lists"},
    {"--camera 0.5 --keys f32 --values u32 --count-on gpu", "--camera: does not go with --count-on"},
    {"--camera 0.5 --keys f32 --values u32 --distribution sorted", "--camera: does not go with --distribution"},
    {"--camera 0.5 --keys f32 --values u32 --key-bits 9", "--camera: does not go with --key-bits"},
    {"--camera 0.5 --keys f32 --values u32 --count 1024 --algorithm cpu", "cpu: is not timed with a camera"},
    {"--value-bits 0 --values u32", "--value-bits: must be a whole number from 1 to 32, not '0'"},
    {"--value-bits 33 --values u32", "--value-bits: must be a whole number from 1 to 32, not '33'"},
    {"--value-bits 20", "--value-bits: needs --values u32"},
    {"--value-bits 20 --hook --keys f32 --values u32", "--hook: does not go with --value-bits"},
    {"--camera 0.5 --keys f32 --values u32 --value-bits 10 --count 1025", "vksort: more indices than --value-bits"},
    {"tune --camera 1", "--camera: unknown to tune"},
    {"tune --use radix", "--use: tune sorts in place and by radix"},
    {"tune --scratch on", "--scratch: tune sorts in place and by radix"},
    {"--hook", "--hook: needs --keys f32"},
    {"--key-pass --keys i32", "--key-pass: needs --keys f32"},
    {"--hook --key-pass --keys f32", "--hook: does not go with --key-pass"},
    {"--hook --keys f32 --lists 3", "--hook: does not go with --lists"},
    {"--hook --keys f32 --coherent", "--hook: does not go with --coherent"},
    {"--hook --keys f32 --count-on gpu", "--hook: does not go with --count-on"},
    {"--key-pass --keys f32 --distribution sorted", "--key-pass: does not go with --distribution"},
    {"--hook --keys f32 --key-bits 16", "--hook: does not go with --key-bits"},
    {"--key-pass --keys f32 --key-bits 16", "--key-pass: does not go with --key-bits"},
    {"--hook --keys f32 --values u32 --layout interleaved", "--hook: does not go with --layout interleaved"},
    {"--key-pass --keys u64", "--key-pass: needs --keys f32"},
    {"--hook --keys f32 --count 1024 --algorithm cpu", "cpu: reads its keys from the buffer"},
    {"--frobnicate", "--frobnicate: unknown to sort, which takes "},
    {"stray", "stray: unknown to sort, which takes "},
    {"--count 8 -- stray", "stray"},
    {"--json=1", "--json: takes no value"},
    {"create --always-lends=0", "--always-lends: takes no value"},
    {"create --statistics=1", "--statistics: takes no value"},
    {"--seed", "--seed"},
};

}  // namespace

TEST_CASE("bad_input_is_one_line_and_exit_code_2_and_writes_no_file") {
  for (const BadInput& bad : kBadInputs) {
    const std::string arguments = bad.arguments;
    CAPTURE(arguments);
    const bool names_csv = arguments.find("--csv") != std::string::npos || arguments.starts_with("tune");
    const ChildResult result = bench(arguments + (names_csv ? "" : " --csv '" + kCsv + "'"));
    CAPTURE(result.output);
    CHECK(result.exit_code == 2);
    const std::vector<std::string> lines = splitLines(result.output);
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].starts_with("vksort-bench: "));
    CHECK(lines[0].find(bad.said) != std::string::npos);
    CHECK_FALSE(std::filesystem::exists(kCsv));
    CHECK(unfinished(kCsv) == 0);
  }
}

TEST_CASE("anchors_are_of_whole_sorts_of_random_keys_of_32_bits_alone") {
  const ChildResult wide = bench("--keys u64 --count 1024 --against '" + kAnchors + "'");
  CHECK(wide.exit_code == 2);
  CHECK(wide.output == "vksort-bench: --against: compares keys of 32 bits, not --keys u64\n");
  const ChildResult hook = bench("--keys f32 --hook --count 1024 --against '" + kAnchors + "'");
  CHECK(hook.exit_code == 2);
  CHECK(hook.output == "vksort-bench: --hook: does not go with --against\n");
  for (const std::string less : {"--lists 3", "--key-bits 8", "--coherent"}) {
    const ChildResult result = bench(less + " --count 1024 --against '" + kAnchors + "'");
    CHECK(result.exit_code == 2);
    CHECK(result.output == "vksort-bench: --against: does not go with " + less.substr(0, less.find(' ')) + "\n");
  }
}

// The loader tells of drivers that have not all of Vulkan only where it is asked to.
TEST_CASE("a_portability_driver_is_a_driver") {
  const std::string manifest = scratch("portability.json");
  bool written = false;
  for (const auto& entry : std::filesystem::directory_iterator("/usr/share/vulkan/icd.d")) {
    if (!entry.path().filename().string().starts_with("lvp_icd")) continue;
    std::string text = readFile(entry.path());
    const std::size_t driver = text.find("\"library_path\"");
    REQUIRE(driver != std::string::npos);
    std::ofstream(manifest) << text.insert(driver, "\"is_portability_driver\": true, ");
    written = true;
  }
  REQUIRE(written);
  const ChildResult result = run({"env", "VK_ICD_FILENAMES=" + manifest, "VK_DRIVER_FILES=" + manifest, kProgram,
                                  "--count", "8", "--repeat", "1"});
  CAPTURE(result.output);
  CHECK(result.exit_code == 0);
}

TEST_CASE("without_a_driver_one_line_says_so") {
  const ChildResult result = run({"env", "VK_ICD_FILENAMES=/none", "VK_DRIVER_FILES=/none", kProgram});
  CHECK(result.exit_code == 2);
  CHECK(splitLines(result.output).size() == 1);
}

}  // namespace test
