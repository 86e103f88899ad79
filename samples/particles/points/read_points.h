// Points and splats from files.
#pragma once
#include "points/builder.h"

namespace particles {

// Whether files of this name are read. Errors: std::runtime_error that names how to convert them, or all endings.
void requireKnownEnding(const std::string& path);

// A file of any kind, by its first bytes and the end of its name, gzipped or not. Errors: requireKnownEnding()'s;
// std::runtime_error that begins with the name and names the byte or line.
Cloud readCloud(ByteSource& source, const ReadOptions& options);

// The same, brought to where the camera of the scene looks. Without `up`: y of SPZ and -y of other splats, as they are
// trained; z of points.
Cloud readPoints(const std::string& path, std::optional<Up> up, const ReadOptions& options);

}  // namespace particles
