#include "points/read_points.h"

#include <algorithm>
#include <new>
#include <stdexcept>

using namespace std::literals;

namespace particles {
namespace {

constexpr glm::vec3 kMiddle{0.0F, 1.3F, 0.0F};  // in metres; the target of the scene's camera
constexpr float kRadius = 1.9F;

constexpr std::size_t kHead = 4096;
constexpr char kZeros[256]{};

constexpr const char* kAgain = "download the file itself";
constexpr const char* kColmap =
    "convert its folder: colmap model_converter --input_path FOLDER --output_path OTHER.ply --output_type PLY";
constexpr const char* kExport = "export its splats or points as PLY with the program that wrote it";
constexpr const char* kMesh = "save it as PLY in Blender or MeshLab to draw its vertices as points";
constexpr const char* kOther = "open the splats of the scene, such as point_cloud.ply";
constexpr const char* kTransform = "convert it: npx @playcanvas/splat-transform FILE OTHER.ply";
constexpr const char* kTable =
    "convert it to PLY with CloudCompare, with pdal translate -r readers.text FILE OTHER.ply, or with the script in "
    "the README of the viewer";

// An unsupported format.
struct Format {
  std::string_view begin;
  std::string_view words;  // separated by '|'; one of them must follow
  const char* what;
  const char* instead;
};

// In lower case, without blanks at the start.
constexpr Format kTexts[] = {
    {"version https://git-lfs", "", "a Git LFS pointer", "run git lfs pull"},
    {"<", "", "a web page or an error message of a server", kAgain},
    {"{", "\"means\"", "the index of a SOG file of PlayCanvas", kTransform},
    {"{", "\"totalsplats\"", "a splat file of XGRIDS", kTransform},
    {"{", "\"asset\"", "a glTF scene", kExport},
    {"", "\"transform_matrix\"|\"camera_angle_x\"|\"img_name\"|\"camera_model\"", "a list of cameras", kOther},
    {"{", "", "a JSON file, possibly an error message of a server", kAgain},
    {"[", "{", "a JSON file", kOther},
    {"", "# .pcd|\nfields ", "a file of the Point Cloud Library", "convert it: pcl_pcd2ply FILE.pcd OTHER.ply"},
    {"#", "# 3d point list|# image list|# camera list", "a COLMAP model", kColmap},
    {"solid ", "facet", "a triangle mesh", kMesh},
    {"", "\nv |\nmtllib ", "a triangle mesh", kMesh},
    {"404", "not found", "an error message of a server", kAgain},
};

constexpr Format kBinaries[] = {
    {"\x1f\x8b", "", "a gzip file inside a gzip file", "unpack it once: gunzip -c FILE > OTHER.gz"},
    {"\x28\xb5\x2f\xfd", "", "a file packed by zstd", "unpack it: zstd -dc FILE > OTHER"},
    {"BZh", "", "a file packed by bzip2", "unpack it: bzip2 -dc FILE > OTHER"},
    {"\xfd\x37zXZ", "", "a file packed by xz", "unpack it: xz -dc FILE > OTHER"},
    {"7z\xbc\xaf", "", "a 7z archive", "unpack it: 7z x FILE"},
    {"", "\0ustar"sv, "a tar archive", "unpack it: tar xf FILE"},
    {"PK\3\4", "means_l.webp|meta.json", "a SOG file of PlayCanvas", kTransform},
    {"PK\3\4", "/data.pkl", "a PyTorch checkpoint", kExport},
    {"PK\3\4", ".usd", "a USD scene", kExport},
    {"PK\3\4", "", "a ZIP archive", "unpack it: unzip FILE"},
    {"\x80\2\x8a\n", "", "a PyTorch checkpoint", kExport},
    {"\x93NUMPY", "", "a NumPy array", "write it with numpy.savetxt, then use the script in the README of the viewer"},
    {"\0\1\0\0\1\0\0\0"sv, "", "a splat file of GaussianSplats3D", kTransform},
    {"glTF", "", "a glTF scene", kExport},
    {"LASF", "", "a laser scan", "convert it: pdal translate -r readers.las FILE OTHER.ply"},
    {"ASTM-E57", "", "a laser scan", "convert it: pdal translate -r readers.e57 FILE OTHER.ply"},
    {"", "\x89PNG|JFIF|Exif", "a picture", kOther},
    {"\xff\xfe", "\0\n\0"sv, "text in UTF-16", "convert it: iconv -f UTF-16 -t UTF-8 FILE > OTHER"},
    {{kZeros, sizeof kZeros}, "", "a file of zeros, such as an incomplete download", kAgain},
};

// File name endings, for formats without a signature.
constexpr Format kEndings[] = {
    {"", "points3d.bin\n|cameras.bin\n|images.bin\n|rigs.bin\n|frames.bin\n|points3d.txt\n|rigs.txt\n|frames.txt\n",
     "a COLMAP model", kColmap},
    {"", ".ksplat\n", "a splat file of GaussianSplats3D", kTransform},
    {"", ".lcc\n", "a splat file of XGRIDS", kTransform},
    {"", ".spx\n", "a splat file of Reall3D", "convert it: gsbox -i FILE.spx -o FILE.ply"},
    {"", ".rad\n", "a splat file of Spark with levels of detail", "use the .ply or .spz file that it was made from"},
    {"", ".stl\n", "a triangle mesh", kMesh},
    {"", ".csv\n|.tsv\n|.txt\n|.xyz\n|.asc\n|.pts\n", "a table of points", kTable},
};

bool contains(std::string_view bytes, std::string_view words) {
  const std::size_t end = words.find('|');
  if (bytes.find(words.substr(0, end)) != std::string_view::npos) return true;
  return end != std::string_view::npos && contains(bytes, words.substr(end + 1));
}

void rejectAny(const std::string& path, std::span<const Format> formats, std::string_view bytes) {
  for (const Format& format : formats)
    if (bytes.starts_with(format.begin) && contains(bytes, format.words))
      throw std::runtime_error(path + ": this is " + format.what + "; " + format.instead);
}

// Returns an empty string if the file is not text. Only looks at the first bytes, because binary data can follow.
std::string textOf(std::string_view head) {
  const auto control = [](unsigned char c) { return c < '\t' || (c > '\r' && c < ' '); };
  if (std::ranges::any_of(head.substr(0, 64), control)) return "";
  head.remove_prefix(head.starts_with("\xef\xbb\xbf") ? 3 : 0);
  return lowered(head.substr(std::min(head.find_first_not_of(" \t\r\n"), head.size())));
}

}  // namespace

Cloud readCloud(Source& source, const ReadOptions& options) {
  if (source.atEnd()) source.failAtByte(0, "the file is empty");
  const std::string head(source.peek(kHead)), text = textOf(head);
  if (head.starts_with("ply") || text.starts_with("ply")) return readPly(source, options);
  if (head.starts_with("NGSP")) return readSpz(source, options);
  rejectAny(source.name(), text.empty() ? std::span<const Format>(kBinaries) : kTexts, text.empty() ? head : text);
  if (looksLikeSplats(head)) return readSplat(source, options);
  std::string name = lowered(source.name());
  if (name.ends_with(".gz")) name.resize(name.size() - 3);
  rejectAny(source.name(), kEndings, name + "\n");
  const auto is_number = [](char c) { return "0123456789.,;+-e \t\r\n"sv.find(c) != std::string_view::npos; };
  if (5 * std::ranges::count_if(text, is_number) > 4 * std::ssize(text)) rejectAny(source.name(), kEndings, ".csv\n");
  source.failAtByte(0, "unknown format; the viewer draws PLY (which starts with \"ply\"), SPZ and .splat files");
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
