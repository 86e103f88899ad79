// words[i] = kFirst * 1000 + kSecond + i + added
#version 450
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint kFirst = 0;
layout(constant_id = 2) const uint kSecond = 0;
layout(set = 0, binding = 0) writeonly buffer Words { uint words[]; };
layout(push_constant) uniform Push { uint added; };

void main() {
  uint i = gl_GlobalInvocationID.x;
  words[i] = kFirst * 1000 + kSecond + i + added;
}
