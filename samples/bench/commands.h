// The subcommands of vksort-bench, and their options.
#pragma once

#include "bench/output.h"
#include "gpu/device.h"

namespace bench {

// The sizes that are timed. Powers of two if there are no counts.
struct Sizes {
  std::uint32_t min_log2 = 8, max_log2 = 20;          // where the command line names none
  std::uint32_t software_max_log2 = 20;               // the same on a software device
  std::optional<std::uint32_t> given_min, given_max;  // as on the command line
  std::vector<std::uint32_t> counts;                  // in elements
};

// In elements.
std::vector<std::uint32_t> countsOf(const gpu::Device& device, const Sizes& sizes);

// Of all subcommands; each has some of them.
struct Options {
  std::optional<std::string> device;  // index or part of a name; without it a real GPU before a software one
  Configuration configuration;
  Sizes sizes;
  std::optional<std::uint32_t> repeat;               // as on the command line
  std::vector<std::string> algorithms = {"vksort"};  // of sort: those of allAlgorithms(), or just {"all"}
  std::uint32_t element_words = 4;                   // of toolkit: of a structure that is gathered
  std::string only;                                  // of toolkit: a tool; empty: all
  bool statistics = false;                           // of create: of pipelines, which the device must offer
  bool json = false;                                 // rows as JSON on stdout, all else on stderr
  std::string csv, against;                          // files, or empty
};

// Each prints a table, writes the files that the options name, and returns the exit code: 0, or 1 if a result was not
// sorted. Errors: std::exception with one line; no file is written.
int runSort(const gpu::Device& device, const Options& options);
int runPaper(const gpu::Device& device, const Options& options);
// Creates one Sorter, without a pipeline cache of its own. The driver may have one.
int runCreate(const gpu::Device& device, const Options& options);
// What surrounds a sort.
int runToolkit(const gpu::Device& device, const Options& options);

// Says on stderr if a result was not sorted. Returns the exit code.
int exitCode(bool verified);

// Every word of --algorithm but `all`, in the order in which they are timed.
const std::vector<std::string>& allAlgorithms();
// `name` must be one of allAlgorithms() and not "cpu". Errors: gpu::Error with what the device or configuration lacks.
std::unique_ptr<Algorithm> makeAlgorithm(const gpu::Device& device, const Configuration& configuration,
                                         const std::string& name);

// Which algorithms are timed at which sizes.
struct Point {
  std::uint32_t count;
  std::vector<std::string> algorithms;
};
struct Plan {
  std::vector<Point> points;
  std::vector<std::string> skipped;  // a line for each thing that the device cannot do
};
// What is done about an algorithm and a size that do not go together.
enum class Unable { refuse, skip };
// Errors: std::invalid_argument that says what is not possible, if that is refused, or if nothing is left.
Plan makePlan(const gpu::Device& device, const Options& options, const std::vector<std::string>& algorithms,
              Unable unable);

// Measures the points of a plan, row by row. Writes each row to `table`, or as JSON, and to the file of the options.
// No file is finished if stdout fails. Returns and errors: as runSort().
int measurePlan(const gpu::Device& device, const Options& options, const Plan& plan, std::unique_ptr<Output> table);

}  // namespace bench
