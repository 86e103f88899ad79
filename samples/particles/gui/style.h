// How all of Dear ImGui's windows look. Needs a current context.
#pragma once

namespace particles {

// Sizes, colours and the font for `scale` pixels per unit; the font's atlas is to be built anew then. The font is
// DejaVu Sans where it is installed, else the one that Dear ImGui has in itself.
void setStyle(float scale);

}  // namespace particles
