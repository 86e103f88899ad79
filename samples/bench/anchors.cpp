#include "anchors.h"

#include <algorithm>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace bench {

std::vector<Anchor> readAnchors(const std::string& path) {
  std::ifstream file(path);
  std::vector<Anchor> anchors;
  std::string line;
  std::getline(file, line);  // header
  for (std::size_t number = 2; std::getline(file, line); ++number) {
    std::istringstream fields(line);
    Anchor anchor;
    std::string log2_n, gpu_us;
    try {
      std::getline(fields, anchor.system, ',');
      std::getline(fields, anchor.mode, ',');
      std::getline(fields, log2_n, ',');
      std::getline(fields, gpu_us);
      anchor.log2_n = static_cast<std::uint32_t>(std::stoul(log2_n));
      anchor.gpu_us = std::stod(gpu_us);
    } catch (const std::logic_error&) {
      throw std::runtime_error(path + ":" + std::to_string(number) + ": not system,mode,log2_n,gpu_us");
    }
    anchors.push_back(anchor);
  }
  return anchors;
}

std::vector<Anchor> anchorsFor(const std::vector<Anchor>& anchors, const std::string& mode, std::uint32_t log2_n) {
  std::vector<Anchor> found;
  std::copy_if(anchors.begin(), anchors.end(), std::back_inserter(found),
               [&](const Anchor& a) { return a.mode == mode && a.log2_n == log2_n; });
  std::sort(found.begin(), found.end(), [](const Anchor& a, const Anchor& b) { return a.gpu_us < b.gpu_us; });
  return found;
}

}  // namespace bench
