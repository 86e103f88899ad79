// Files that end with .splat: 32 bytes for each, as https://github.com/antimatter15/splat writes them: place and
// standard deviations as floats, red, green, blue and opacity as bytes, and w, x, y, z of the turn as bytes around 128.
#include <array>

#include "points/progress.h"
#include "points/readers.h"

namespace particles {
namespace {

constexpr std::size_t kBytes = 32;

float byteAt(const char* record, std::size_t at) { return static_cast<float>(static_cast<uint8_t>(record[at])); }

Gaussian splatOf(const char* record) {
  const auto number = [&](std::size_t at) { return static_cast<float>(plyNumber(record + at, PlyType::f32, false)); };
  const auto turn = [&](std::size_t at) { return (byteAt(record, at) - 128.0F) / 128.0F; };
  Gaussian gaussian;
  gaussian.at = {number(0), number(4), number(8)};
  gaussian.deviation = {number(12), number(16), number(20)};
  gaussian.color = glm::vec3(byteAt(record, 24), byteAt(record, 25), byteAt(record, 26)) / 255.0F;
  gaussian.opacity = byteAt(record, 27) / 255.0F;
  gaussian.turn = {turn(28), turn(29), turn(30), turn(31)};
  return gaussian;
}

}  // namespace

Cloud readSplat(ByteSource& source, const ReadOptions& options) {
  Columns columns;
  columns.scales = 3;
  columns.paint = Paint::given;
  columns.what = "splats";
  CloudBuilder builder(source, options, columns, source.size() / kBytes);
  Progress progress(source.size());
  while (!builder.full()) {
    const uint64_t first = source.position();
    const std::span<const char> records = source.records(kBytes, ~uint64_t{0});
    for (std::size_t at = 0; at < records.size() && !builder.full(); at += kBytes) {
      const Gaussian gaussian = splatOf(records.data() + at);
      builder.add(gaussian.at, gaussian, {});
    }
    progress.at(source.position());
    if (!records.empty()) continue;
    if (!source.peek(1).empty())
      source.failAtByte(first,
                        "the file is cut short: a .splat file has 32 bytes for each splat, and the last one has " +
                            std::to_string(source.peek(kBytes).size()));
    break;
  }
  return builder.finish();
}

}  // namespace particles
