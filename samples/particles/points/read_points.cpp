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
  const char* instead = "";
  std::string_view begin{};  // its first bytes, which come before what the name says
};
constexpr const char* kSplatTransform = "convert it: npx @playcanvas/splat-transform FILE OTHER.ply";
constexpr const char* kTable = "a table of points";
constexpr const char* kTableToPly =
    "convert it to PLY with CloudCompare, with pdal translate -r readers.text FILE OTHER.ply, or with the script in "
    "the "
    "README of the viewer";
constexpr Kind kKinds[] = {
    {".ply", readPly, "", "", "ply"},
    {".splat", readSplat},
    {".spz", readSpz, "", "", "NGSP"},
    {".csv", nullptr, kTable, kTableToPly},
    {".tsv", nullptr, kTable, kTableToPly},
    {".txt", nullptr, kTable, kTableToPly},
    {".xyz", nullptr, kTable, kTableToPly},
    {".asc", nullptr, kTable, kTableToPly},
    {".pts", nullptr, kTable, kTableToPly},
    {".ksplat", nullptr, "a splat file of GaussianSplats3D", kSplatTransform},
    {".sog", nullptr, "a splat file of PlayCanvas", kSplatTransform},
    {"meta.json", nullptr, "a splat file of PlayCanvas", kSplatTransform},
    {".lcc", nullptr, "a splat file of XGRIDS", kSplatTransform},
    {".spx", nullptr, "a splat file of Reall3D", "convert it: gsbox -i FILE.spx -o FILE.ply"},
    {".rad", nullptr, "a splat file of Spark with levels of detail", "give the .ply or .spz that it was made from"},
    {".glb", nullptr, "a glTF scene", "export its splats or points as .ply", "glTF"},
    {".zip", nullptr, "a ZIP archive", "unpack it: unzip FILE.zip", "PK\x03\x04"},
    {".las", nullptr, "a laser scan", "convert it: pdal translate FILE.las FILE.ply"},
    {".laz", nullptr, "a laser scan", "convert it: pdal translate FILE.laz FILE.ply"},
    {".e57", nullptr, "a laser scan", "convert it: pdal translate FILE.e57 FILE.ply"},
    {".pcd", nullptr, "a file of the Point Cloud Library", "convert it: pcl_pcd2ply FILE.pcd FILE.ply"},
};

// By the end of the name, but for first bytes that say another.
const Kind& kindOf(const std::string& path, std::string_view bytes = {}) {
  std::string name = lowered(path);
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  const auto* kind = std::ranges::find_if(
      kKinds, [&](const Kind& each) { return !each.begin.empty() && bytes.starts_with(each.begin); });
  if (kind == std::end(kKinds))
    kind = std::ranges::find_if(kKinds, [&](const Kind& each) { return name.ends_with(each.ending); });
  if (kind == std::end(kKinds)) {
    std::string endings;
    for (const Kind& each : kKinds)
      if (each.read != nullptr) endings += (endings.empty() ? "" : ", ") + std::string(each.ending);
    throw std::runtime_error(path + ": a file of splats or points must end with " + endings + ", or that and .gz");
  }
  if (kind->read == nullptr)
    throw std::runtime_error(path + ": is " + kind->what + ", which is not read; " + kind->instead);
  return *kind;
}

}  // namespace

void requireKnownEnding(const std::string& path) { (void)kindOf(path); }

Cloud readCloud(Source& source, const ReadOptions& options) {
  if (source.rest().empty()) source.failAtByte(0, "the file is empty");
  return kindOf(source.name(), source.rest()).read(source, options);
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
