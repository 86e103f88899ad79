// Whatever a file of points holds: it is read, or refused in one line. VKSORT_POINTS_FUZZ is how many files are made of
// the good ones; builds with sanitizers see what the checks here do not.
#include <doctest/doctest.h>

#include <cmath>
#include <cstdlib>
#include <random>

#include "points/files.h"
#include "points/ply_header.h"

using namespace particles;

namespace {

constexpr std::size_t kFiles = 6000;

std::size_t fromEnvironment(const char* name, std::size_t otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

std::vector<std::string> goodFiles() {
  std::string binary = test::splatHeader("binary_little_endian", 4);
  std::string text = test::splatHeader("ascii", 4);
  for (int i = 0; i < 4; ++i) {
    for (const float value : test::kSplat) {
      test::append(binary, value);
      text += std::to_string(value) + " ";
    }
    text += "\n";
  }
  std::string directed = test::splatHeader("ascii", 1);
  std::string rests;
  for (int i = 0; i < 9; ++i) rests += "property float f_rest_" + std::to_string(i) + "\n";
  directed.insert(directed.find("element face"), rests);
  for (const float value : test::kSplat) directed += std::to_string(value) + " ";
  directed += "1 2 3 4 5 6 7 8 9\n";
  return {
      binary,
      text,
      directed,
      "ply\nformat ascii 1.0\nelement camera 1\nproperty int a\nelement vertex 2\nproperty double x\nproperty short y\n"
      "property uint z\nproperty uchar red\nproperty uchar green\nproperty uchar blue\nend_header\n1\n1 2 3 4 5 6\n"
      "7 8 9 10 11 12\n",
      "id,x,y,z,r,g,b\n1,2,3,4,5,6,7\n8,9,10,11,12,13,14\n",
      "1,2,3\n4,5,6\n"};
}

// One or a few changes: bytes, pieces cut out or doubled, the end lost.
std::string spoiled(std::string file, std::mt19937& random) {
  const std::string_view words[] = {"nan", "-1",   "4294967295", "1e999", "property list uchar int x\n",
                                    "\n",  "\0\0", ","};
  for (std::size_t changes = 1 + random() % 4; changes != 0 && !file.empty(); --changes) {
    const std::size_t at = random() % file.size();
    const std::size_t length = std::min<std::size_t>(1 + random() % 24, file.size() - at);
    switch (random() % 6) {
      case 0:
        file[at] = static_cast<char>(random());
        break;
      case 1:
        file[at] = static_cast<char>(file[at] ^ (1 << random() % 8));
        break;
      case 2:
        file.erase(at, length);
        break;
      case 3:
        file.insert(at, file.substr(at, length));
        break;
      case 4:
        file.resize(at);
        break;
      default:
        file.insert(at, words[random() % std::size(words)]);
    }
  }
  return file;
}

// True if it was read.
bool survives(const std::string& bytes, bool csv, std::size_t piece, uint32_t degree) {
  Cloud cloud;
  const std::string error =
      test::errorOf([&] { cloud = csv ? test::readCsvText(bytes, piece) : test::readPlyText(bytes, piece, degree); });
  if (!error.empty()) {
    const bool one_line = error.starts_with("FILE: ") && error.size() < 400;
    CHECK(one_line);
    return false;
  }
  bool good = cloud.count() > 0 && cloud.count() <= 1000 && cloud.splats.size() == cloud.count();
  good = good && cloud.harmonics.words.size() == std::size_t{cloud.count()} * wordsOf(cloud.harmonics.degree);
  cloud.fit(Up::z, {0.0F, 1.0F, 0.0F}, 2.0F);
  for (const glm::vec4& p : cloud.positions)
    for (int i = 0; i < 4; ++i) good = good && !std::isnan(p[i]);
  CHECK(good);
  return true;
}

}  // namespace

TEST_CASE("spoiled_files_of_points_are_read_or_refused") {
  const std::vector<std::string> files = goodFiles();
  const std::size_t count = fromEnvironment("VKSORT_POINTS_FUZZ", kFiles);
  const std::size_t seed = fromEnvironment("VKSORT_TEST_SEED", 1);
  CAPTURE(seed);
  std::mt19937 random(static_cast<uint32_t>(seed));
  std::size_t read = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string& good = files[i % files.size()];
    const std::string bytes = spoiled(good, random);
    if (survives(bytes, !good.starts_with("ply"), 1 + random() % 200, i % files.size() == 2 ? i % 4 : 0)) ++read;
  }
  // Neither are all refused, nor none.
  CHECK(read > count / 20);
  CHECK(read < count - count / 20);
}
