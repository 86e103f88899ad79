// One triangle that covers the picture.
#version 450

layout(location = 0) out vec2 clip;

void main() {
  clip = vec2(gl_VertexIndex & 1, gl_VertexIndex >> 1) * 4.0 - 1.0;
  gl_Position = vec4(clip, 0.0, 1.0);
}
