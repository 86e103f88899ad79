#include "output/outputs.h"

#include "output/csv.h"
#include "output/json.h"

namespace bench {

std::vector<std::unique_ptr<Output>> openOutputs(const OutputOptions& options, const Configuration& configuration,
                                                 std::unique_ptr<Output> table) {
  if (options.json) table = std::make_unique<JsonArray>(configuration, stdout);
  std::vector<std::unique_ptr<Output>> outputs;
  outputs.push_back(std::move(table));
  if (!options.csv.empty()) outputs.push_back(std::make_unique<CsvFile>(configuration, options.csv));
  return outputs;
}

}  // namespace bench
