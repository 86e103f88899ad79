// Two triangles over the left half of the image.
#version 450

void main() {
  const vec2 corners[6] = vec2[](vec2(-1, -1), vec2(0, -1), vec2(-1, 1), vec2(0, -1), vec2(0, 1), vec2(-1, 1));
  gl_Position = vec4(corners[gl_VertexIndex], 0, 1);
}
