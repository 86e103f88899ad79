#include "bench/program.h"

#include <sstream>

namespace test {
namespace {

ChildResult start(const std::string& program, const std::string& arguments, const std::string& redirection) {
  writeFile(kAnchors, "system,mode,log2_n,gpu_us\nsome system,keys,10,2\n");
  std::filesystem::remove(kCsv);
  return run({"sh", "-c", "exec '" + program + "' " + arguments + " " + redirection});
}

}  // namespace

ChildResult bench(const std::string& arguments, const std::string& redirection) {
  return start(kProgram, arguments, redirection);
}

ChildResult shippedBench(const std::string& arguments, const std::string& redirection) {
  return start(kShippedProgram, arguments, redirection);
}

std::size_t unfinished(const std::filesystem::path& path) {
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::directory_iterator(path.parent_path()))
    count += entry.path().filename().string().starts_with(path.filename().string() + ".");
  return count;
}

std::vector<std::string> fieldsOf(const std::string& line) {
  std::vector<std::string> found;
  std::istringstream stream(line);
  for (std::string field; std::getline(stream, field, ',');) found.push_back(field);
  return found;
}

}  // namespace test
