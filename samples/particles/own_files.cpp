#include "own_files.h"

#include "files/whole_file.h"
#include "picture/sequence.h"

namespace particles {
namespace {

struct File {
  const char* option;
  std::string path;
};

void requireOther(const File& written, const File& other) {
  if (samples::sameFile(written.path, other.path))
    throw UsageError(std::string(written.option) + ": cannot write " + written.path + ": it is the file of " +
                     other.option);
}

// The last frame's picture may have both names: it is the same.
void requireOutside(const Options& options, const File& output, const std::vector<File>& others) {
  const uint32_t frames = options.frames.value_or(kDefaultFrames);
  for (uint64_t frame = 0; frame < frames; frame += options.every) {
    const File picture{"--sequence", fileOf(*options.sequence, static_cast<uint32_t>(frame))};
    for (const File& other : others) requireOther(picture, other);
    if (frame + 1 != frames) requireOther(output, picture);
  }
}

}  // namespace

void requireOwnFiles(const Options& options) {
  const File output{"--output", options.output};
  std::vector<File> others;
  if (options.points) others.push_back({"--points", *options.points});
  if (options.stats) {
    const File stats{"--stats", *options.stats};
    for (const File& other : others) requireOther(stats, other);
    others.push_back(stats);
  }
  for (const File& other : others) requireOther(output, other);
  if (options.sequence) requireOutside(options, output, others);
}

}  // namespace particles
