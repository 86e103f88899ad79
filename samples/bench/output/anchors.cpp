#include "output/anchors.h"

#include <algorithm>
#include <charconv>
#include <sstream>
#include <stdexcept>

#include "files/plain_file.h"
#include "output/json.h"

namespace bench {
namespace {

constexpr std::size_t kMostBytes = 1 << 20;  // of a table; ours has 12,000
constexpr std::uint32_t kMostLog2 = 30;
constexpr double kLeastUs = 0.001, kMostUs = 1e9;

// The whole of `text` as a number.
template <typename Number>
bool parse(const std::string& text, Number& out) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, out);
  return error == std::errc() && stop == end;
}

bool parseAnchor(const std::string& line, Anchor& out) {
  std::istringstream fields(line);
  std::string log2_n, gpu_us;
  return std::getline(fields, out.system, ',') && std::getline(fields, out.mode, ',') &&
         std::getline(fields, log2_n, ',') && std::getline(fields, gpu_us) && !out.system.empty() &&
         !out.mode.empty() && parse(log2_n, out.log2_n) && out.log2_n <= kMostLog2 && parse(gpu_us, out.gpu_us) &&
         out.gpu_us >= kLeastUs && out.gpu_us <= kMostUs;  // neither is so of what is not a number
}

}  // namespace

std::vector<Anchor> readAnchors(const std::string& path) {
  constexpr const char* kHeader = "system,mode,log2_n,gpu_us";
  std::istringstream file(samples::readPlainFile("--against", path, kMostBytes));
  std::string line;
  const auto nextLine = [&] {
    const bool got = static_cast<bool>(std::getline(file, line));
    if (got && line.ends_with('\r')) line.pop_back();
    return got;
  };
  const auto fail = [&](std::size_t number, const std::string& wanted) {
    throw std::runtime_error("--against: " + path + ":" + std::to_string(number) + ": must be " + wanted);
  };
  if (!nextLine() || line != kHeader) fail(1, kHeader);
  std::vector<Anchor> anchors;
  for (std::size_t number = 2; nextLine(); ++number) {
    Anchor anchor;
    if (!isJsonText(line)) fail(number, "UTF-8");
    if (!parseAnchor(line, anchor)) fail(number, std::string(kHeader) + " with n up to 2^30 and 0.001 to 1e9 us");
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
