#include "points/read_points.h"

#include <algorithm>
#include <new>
#include <stdexcept>

namespace particles {
namespace {

constexpr glm::vec3 kMiddle{0.0F, 1.3F, 0.0F};  // metres; where the scene's camera looks
constexpr float kRadius = 1.9F;

// A kind of files that are read, or what makes one of them that is.
struct Kind {
  std::string_view ending;
  Cloud (*read)(Source&, const ReadOptions&);
  const char* what = "";
  const char* convert = "";
};
constexpr Kind kKinds[] = {
    {".ply", readPly},
    {".splat", readSplat},
    {".spz", readSpz},
    {".csv", readTable},
    {".tsv", readTable},
    {".txt", readTable},
    {".xyz", readTable},
    {".asc", readTable},
    {".pts", readTable},
    {".ksplat", nullptr, "a splat file of GaussianSplats3D", "npx @playcanvas/splat-transform FILE.ksplat FILE.ply"},
    {".sog", nullptr, "a splat file of PlayCanvas", "npx @playcanvas/splat-transform FILE.sog FILE.ply"},
    {"meta.json", nullptr, "a splat file of PlayCanvas", "npx @playcanvas/splat-transform meta.json FILE.ply"},
    {".las", nullptr, "a laser scan", "pdal translate FILE.las FILE.ply"},
    {".laz", nullptr, "a laser scan", "pdal translate FILE.laz FILE.ply"},
    {".e57", nullptr, "a laser scan", "pdal translate FILE.e57 FILE.ply"},
    {".pcd", nullptr, "a file of the Point Cloud Library", "pcl_pcd2ply FILE.pcd FILE.ply"},
};

const Kind& kindOf(const std::string& path) {
  std::string name = lowered(path);
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  const auto* const kind = std::ranges::find_if(kKinds, [&](const Kind& each) { return name.ends_with(each.ending); });
  if (kind == std::end(kKinds)) {
    std::string endings;
    for (const Kind& each : kKinds)
      if (each.read != nullptr) endings += (endings.empty() ? "" : ", ") + std::string(each.ending);
    throw std::runtime_error(path + ": a file of splats or points must end with " + endings + ", or that and .gz");
  }
  if (kind->read == nullptr)
    throw std::runtime_error(path + ": is " + kind->what + ", which is not read; convert it: " + kind->convert);
  return *kind;
}

}  // namespace

void requireKnownEnding(const std::string& path) { (void)kindOf(path); }

// What the first bytes say comes before what the name says.
Cloud readCloud(Source& source, const ReadOptions& options) {
  const Kind& kind = kindOf(source.name());
  const std::string_view begin = source.rest().substr(0, 4);
  if (begin == "ply\n" || begin == "ply\r") return readPly(source, options);
  if (begin == "NGSP") return readSpz(source, options);
  return kind.read(source, options);
}

Cloud readPoints(const std::string& path, const ReadOptions& options) {
  try {
    Source source = Source::ofFile(path);
    Cloud cloud = readCloud(source, options);
    cloud.fit(kMiddle, kRadius);
    return cloud;
  } catch (const std::bad_alloc&) {
    throw std::runtime_error(path + ": there is not enough memory for all of it; --first N reads N elements");
  }
}

}  // namespace particles
