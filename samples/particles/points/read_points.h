// Points and splats from files.
#pragma once
#include "points/byte_source.h"
#include "points/cloud.h"
#include "scene/elements.h"

namespace particles {

inline constexpr float kMostDistance = 1e9F;                 // of a coordinate, in the units of the file
inline constexpr glm::vec3 kUncolored{0.72F, 0.74F, 0.78F};  // points without colours

// Of a PLY file: 3D Gaussian splats, where vertices have opacity (as a logit), scale (as a logarithm), rot and f_dc,
// the colour seen from everywhere, with f_rest by direction up to `degree`; else points with the colours red, green and
// blue, or grey ones.
// Says on standard error how far it is, if that is a terminal. Errors: std::runtime_error that names the byte or line
// of what is missing, is not a number, or too large; readPlyHeader()'s.
Cloud readPly(ByteSource& source, uint32_t most = kMaxCount, uint32_t degree = 0);

// Of lines "x,y,z" or "x,y,z,red,green,blue", colours from 0 to 255, or with one line of names before them, which may
// be in any order and among others. Points without colours are grey. Errors: as readPly().
Cloud readCsv(ByteSource& source, uint32_t most = kMaxCount);

// A file of either kind, by the end of its name, brought to where the camera of the scene looks. Without `up`: -y of
// splats, as they are trained; z of points. Errors: std::runtime_error that begins with --points and the file's name.
Cloud readPoints(const std::string& path, std::optional<Up> up, uint32_t degree);

}  // namespace particles
