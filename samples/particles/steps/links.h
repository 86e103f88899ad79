// What one step does to the elements, drawn below their bars. Private to this folder.
#pragma once
#include "steps/layout.h"
#include "steps/walk.h"

struct ImDrawList;

namespace particles::steps {

// `elements` as they are before the step; `share` of it is done.
void drawLinks(ImDrawList& list, const Step& step, const std::vector<Element>& elements, float share,
               const Layout& layout);

}  // namespace particles::steps
