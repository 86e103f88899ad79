// Skips the farthest visible elements, which are drawn first, if the budget is exceeded, and reports the counts to the
// CPU. Runs as a single invocation.
#version 450
#extension GL_GOOGLE_include_directive : require
#include "interface.h"

layout(push_constant) uniform Constants { BudgetPush push; };
layout(std430, set = 0, binding = 0) buffer Arguments { DrawArguments draw; };
layout(std430, set = 0, binding = 1) writeonly buffer Reports { DrawArguments reports[]; };

void main() {
  const uint most = 0xffffffffu / draw.vertices;
  const uint first = min(draw.seen - min(draw.seen, push.budget), most);
  draw.instances = draw.seen - first;
  draw.first_vertex = first * draw.vertices;
  reports[push.frame] = draw;
}
