#pragma once

#include "bench/output.h"
#include "gpu/device.h"

namespace bench {

// If there are no counts, the sizes are powers of two.
struct Sizes {
  std::uint32_t min_log2 = 8, max_log2 = 20;  // defaults
  std::uint32_t software_max_log2 = 20;       // default on a software driver
  std::optional<std::uint32_t> given_min, given_max;
  std::vector<std::uint32_t> counts;
};

std::vector<std::uint32_t> countsOf(const gpu::Device& device, const Sizes& sizes);

// Each subcommand only supports some options.
struct Options {
  std::optional<std::string> device;  // index, or a part of the name
  Configuration configuration;
  Sizes sizes;
  std::optional<std::uint32_t> repeat;
  std::vector<std::string> systems = {"vksort"};  // for sort: names from allSystems(), or just {"all"}
  std::uint32_t element_words = 4;
  std::string only;         // for toolkit: name of a tool, or empty for all
  bool statistics = false;  // for create; the device must support them
  bool json = false;        // prints rows as JSON on stdout, and everything else on stderr
  std::string csv, against;
};

// Returns the exit code: 0, or 1 if a result was not sorted. Throws std::exception with a one-line message; then no
// file is written.
int runSort(const gpu::Device& device, const Options& options);
int runPaper(const gpu::Device& device, const Options& options);
// Creates one Sorter without a pipeline cache. The driver can have its own cache.
int runCreate(const gpu::Device& device, const Options& options);
int runToolkit(const gpu::Device& device, const Options& options);

int exitCode(bool verified);

// All values of --system except `all`, in the order of their measurement.
const std::vector<std::string>& allSystems();
// `name` must not be "cpu". Throws gpu::Error if it is not supported.
std::unique_ptr<Algorithm> makeAlgorithm(const gpu::Device& device, const Configuration& configuration,
                                         const std::string& name);

struct Point {
  std::uint32_t count;
  std::vector<std::string> systems;
};
struct Plan {
  std::vector<Point> points;
  std::vector<std::string> skipped;
};
enum class Unable { refuse, skip };
// Throws std::invalid_argument if a combination is refused, or if nothing is left.
Plan makePlan(const gpu::Device& device, const Options& options, const std::vector<std::string>& systems,
              Unable unable);

// Writes each row to `table` or as JSON, and to the CSV file. Returns the exit code of runSort().
int measurePlan(const gpu::Device& device, const Options& options, const Plan& plan, std::unique_ptr<Output> table);

}  // namespace bench
