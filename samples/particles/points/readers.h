// The formats that are read. Errors of all: std::runtime_error that names the byte or line of what is malformed or cut
// short; CloudBuilder's and chooseColumns()'s.
#pragma once
#include "points/builder.h"
#include "points/ply_header.h"

namespace particles {

// PLY: splats, or points.
Cloud readPly(ByteSource& source, const ReadOptions& options);

// PLY with packed vertices, behind its header.
Cloud readPackedPly(ByteSource& source, const PlyHeader& header, const ReadOptions& options);

// Text, a line for each element, its columns named by a line before them or in the order x, y, z, red, green, blue;
// x, y, z, intensity; or x, y, z, intensity, red, green, blue.
Cloud readTable(ByteSource& source, const ReadOptions& options);

// Splats of 32 bytes each.
Cloud readSplat(ByteSource& source, const ReadOptions& options);

// What a gzip file of Niantic's SPZ unpacks to.
Cloud readSpz(ByteSource& source, const ReadOptions& options);

}  // namespace particles
