// A pass that does next to nothing: what a dispatch costs, with its barrier. STEP makes two pipelines of it.
#version 450

layout(local_size_x = 32) in;
layout(constant_id = 0) const uint STEP = 1;
layout(std430, set = 0, binding = 0) buffer Words { uint words[]; };
layout(push_constant) uniform Push { uint unused[9]; };

void main() {
  words[gl_LocalInvocationIndex] += STEP;
}
