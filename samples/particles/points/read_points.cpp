#include "points/read_points.h"

#include <algorithm>
#include <new>
#include <stdexcept>

namespace particles {
namespace {

constexpr glm::vec3 kMiddle{0.0F, 1.3F, 0.0F};  // in metres; the target of the scene's camera
constexpr float kRadius = 1.9F;

constexpr std::size_t kHead = 4096;

struct Format {
  std::string_view endings;  // separated by spaces
  Cloud (*read)(Source&, const ReadOptions&);
  const char* what = "";
  const char* instead = "";
  std::string_view begin{};  // first bytes, which override the file name
};
constexpr const char* kSplatTransform = "convert it: npx @playcanvas/splat-transform FILE OTHER.ply";
constexpr const char* kTableToPly =
    "convert it to PLY with CloudCompare, with pdal translate -r readers.text FILE OTHER.ply, or with the script in "
    "the README of the viewer";
constexpr Format kFormats[] = {
    {".ply", readPly, "", "", "ply"},
    {".splat", readSplat},
    {".spz", readSpz, "", "", "NGSP"},
    {".csv .tsv .txt .xyz .asc .pts", nullptr, "a table of points", kTableToPly},
    {".ksplat", nullptr, "a splat file of GaussianSplats3D", kSplatTransform},
    {".sog meta.json", nullptr, "a splat file of PlayCanvas", kSplatTransform},
    {".lcc", nullptr, "a splat file of XGRIDS", kSplatTransform},
    {".spx", nullptr, "a splat file of Reall3D", "convert it: gsbox -i FILE.spx -o FILE.ply"},
    {".rad", nullptr, "a splat file of Spark with levels of detail", "use the .ply or .spz file that it was made from"},
    {".glb", nullptr, "a glTF scene", "export its splats or points as .ply", "glTF"},
    {".zip", nullptr, "a ZIP archive", "unpack it: unzip FILE.zip", "PK\x03\x04"},
    {".las .laz .e57", nullptr, "a laser scan", "convert it: pdal translate FILE OTHER.ply"},
    {".pcd", nullptr, "a file of the Point Cloud Library", "convert it: pcl_pcd2ply FILE.pcd FILE.ply"},
};

const Format& formatOf(const std::string& path, std::string_view bytes = {}) {
  std::string name = lowered(path);
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  const auto matches = [&](const Format& each) {
    std::vector<std::string_view> endings;
    splitInto(endings, each.endings);
    return std::ranges::any_of(endings, [&](std::string_view ending) { return name.ends_with(ending); });
  };
  const auto* format = std::ranges::find_if(
      kFormats, [&](const Format& each) { return !each.begin.empty() && bytes.starts_with(each.begin); });
  if (format == std::end(kFormats)) format = std::ranges::find_if(kFormats, matches);
  if (format == std::end(kFormats))
    throw std::runtime_error(path + ": the name must end with .ply, .splat or .spz, optionally followed by .gz");
  if (format->read == nullptr)
    throw std::runtime_error(path + ": is " + format->what + ", which is not supported; " + format->instead);
  return *format;
}

}  // namespace

void requireKnownEnding(const std::string& path) { (void)formatOf(path); }

Cloud readCloud(Source& source, const ReadOptions& options) {
  if (source.atEnd()) source.failAtByte(0, "the file is empty");
  return formatOf(source.name(), source.peek(kHead)).read(source, options);
}

Cloud readPoints(const std::string& path, const ReadOptions& options) {
  try {
    Source source(path);
    Cloud cloud = readCloud(source, options);
    cloud.fit(kMiddle, kRadius);
    return cloud;
  } catch (const std::bad_alloc&) {
    throw std::runtime_error(path + ": not enough memory; use --first N to read only N elements");
  }
}

}  // namespace particles
