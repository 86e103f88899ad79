#include "points/read_points.h"

#include <algorithm>
#include <new>
#include <stdexcept>

#include "points/byte_source.h"

namespace particles {
namespace {

constexpr glm::vec3 kMiddle{0.0F, 1.3F, 0.0F};  // metres; where the scene's camera looks
constexpr float kRadius = 1.9F;

// A kind of files that are read, or what makes one of them that is.
struct Kind {
  std::string_view ending;
  Cloud (*read)(ByteSource&, const ReadOptions&);
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

void refuseWide(ByteSource& source) {
  const std::string_view begin = source.peek(4);
  const bool marked = begin.starts_with("\xff\xfe") || begin.starts_with("\xfe\xff");
  const bool ascii = begin.size() == 4 && ((begin[0] == 0 && begin[1] > ' ' && begin[2] == 0 && begin[3] >= ' ') ||
                                           (begin[1] == 0 && begin[0] > ' ' && begin[3] == 0 && begin[2] >= ' '));
  if (marked || ascii)
    source.failAtByte(0, "the text is UTF-16, and must be UTF-8; convert it: iconv -f UTF-16 -t UTF-8 FILE > NEW");
}

// What the first bytes say comes before what the name says.
Cloud readContent(ByteSource& source, const Kind& kind, const ReadOptions& options) {
  const std::string_view begin = source.peek(4);
  if (begin == "ply\n" || begin == "ply\r") return readPly(source, options);
  if (begin == "NGSP") return readSpz(source, options);
  if (kind.read == readTable || kind.read == readPly) refuseWide(source);
  return kind.read(source, options);
}

}  // namespace

void requireKnownEnding(const std::string& path) { kindOf(path); }

Cloud readCloud(ByteSource& source, const ReadOptions& options) {
  const Kind& kind = kindOf(source.name());
  if (!isGzip(source)) return readContent(source, kind, options);
  ByteSource content = inflated(source);
  return readContent(content, kind, options);
}

Cloud readPoints(const std::string& path, std::optional<Up> up, const ReadOptions& options) {
  kindOf(path);  // before the file is looked for
  ByteSource source = ByteSource::ofFile(path);
  try {
    Cloud cloud = readCloud(source, options);
    cloud.fit(up.value_or(cloud.file_up), kMiddle, kRadius);
    return cloud;
  } catch (const std::bad_alloc&) {
    throw std::runtime_error(path + ": there is not enough memory for all of it; --first N reads N elements");
  }
}

}  // namespace particles
