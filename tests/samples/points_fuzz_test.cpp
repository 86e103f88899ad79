// Files of splats and points with bytes changed: they are read, or refused in one line; nothing is read beyond them and
// no time is lost. VKSORT_POINTS_FUZZ is how many.
#include <algorithm>

#include "point_files.h"

using namespace particles;
using namespace test::points;
using test::errorOf;

namespace {

// One or a few changes: bytes, pieces cut out or doubled, the end lost.
std::string changed(std::string file, std::mt19937& random) {
  const std::string_view words[] = {"nan", "-1",   "4294967295", "1e999", "property list uchar int x\n",
                                    "\n",  "\0\0", ","};
  for (std::size_t changes = 1 + random() % 3; changes != 0 && !file.empty(); --changes) {
    const std::size_t at = random() % file.size();
    const std::size_t length = std::min<std::size_t>(1 + random() % 24, file.size() - at);
    switch (random() % 5) {
      case 0:
        file[at] = static_cast<char>(file[at] ^ static_cast<int>(1 + random() % 255));
        break;
      case 1:
        file.erase(at, length);
        break;
      case 2:
        file.insert(at, file.substr(at, length));
        break;
      case 3:
        file.resize(at);
        break;
      default:
        file.insert(at, words[random() % std::size(words)]);
    }
  }
  return file;
}

std::size_t fromEnvironment(const char* name, std::size_t otherwise) {
  const char* text = std::getenv(name);
  return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

}  // namespace

TEST_CASE("changed_files_of_points_are_read_or_refused") {
  struct File {
    const char* name;
    std::string bytes;
    bool gzip = false;  // packed once it is changed
  };
  const File files[] = {
      {"FILE.ply", binarySplats(4)},
      {"FILE.ply", splatHeader("ascii", 2) + splatText() + splatText()},
      {"FILE.ply", splatHeader("ascii", 1, 72) + splatText(72)},
      {"FILE.ply", kAscii + "element camera 1\nproperty int a\nelement vertex 2\n" + kXyz +
                       "property uchar red\nproperty uchar green\nproperty uchar blue\nend_header\n1\n"
                       "1 2 3 4 5 6\n7 8 9 10 11 12\n"},
      {"FILE.csv", "id,x,y,z,r,g,b\n1,2,3,4,5,6,7\n8,9,10,11,12,13,14\n"},
      {"FILE.xyz", "# X Y Z intensity\n1 2 3 4\n\n+4 5 nan 7\n1\t2\t3\t4\n"},
      {"FILE.txt", "2\n1;2,5;3;\n4;5;6;\n"},
      {"FILE.ply", packedPly(3, 0)},
      {"FILE.ply", packedPly(257, 24)},
      {"FILE.splat", splatFile(3)},
      {"FILE.spz", spzContent(3, 3, 1), true},
      {"FILE.spz", spzContent(2, 1, 4), true},
      {"FILE.spz", gzipped(spzContent(3, 2, 0))},
  };
  const std::size_t count = fromEnvironment("VKSORT_POINTS_FUZZ", 6000), seed = fromEnvironment("VKSORT_TEST_SEED", 1);
  CAPTURE(seed);
  std::mt19937 random(static_cast<uint32_t>(seed));
  std::size_t read = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const File& good = files[i % std::size(files)];
    std::string bytes = changed(good.bytes, random);
    if (good.gzip) bytes = gzipped(bytes);
    const auto degree = static_cast<uint32_t>(random() % 4);
    const ReadOptions options{.first = static_cast<uint32_t>(random() % 4), .degree = degree};
    Cloud cloud;
    const std::string error = errorOf([&] { cloud = readBytes(good.name, bytes, options); });
    if (!error.empty()) {
      checkRefusal(error, "", "");
      continue;
    }
    ++read;
    bool whole = cloud.count() > 0 && cloud.count() <= 1000 && !cloud.summary.empty() &&
                 cloud.splats.size() == cloud.count() &&
                 cloud.harmonics.words.size() == std::size_t{cloud.count()} * wordsOf(cloud.harmonics.degree);
    cloud.fit(Up::z, {0.0F, 1.0F, 0.0F}, 2.0F);
    for (const glm::vec4& p : cloud.positions)
      for (int c = 0; c < 4; ++c) whole = whole && !std::isnan(p[c]);
    CHECK(whole);
  }
  // Neither are all refused, nor none.
  CHECK(read > count / 20);
  CHECK(read < count - count / 20);
}
