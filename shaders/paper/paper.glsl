// Shared by three simple sorts and the steps V0 to V5 of G. Rousomanis, "Bitonic Sort Using CUDA" (2025). The GLSL is
// our own. In all of these networks, elements i and i ^ stride ascend if bit `size` of i is 0.
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint kFlip = 0u;  // 0x80000000 for i32 keys

layout(std430, set = 0, binding = 0) buffer Keys { uint keys[]; };

layout(push_constant) uniform Push {
  uint count;   // number of keys
  uint size;    // length of the bitonic sequences to merge
  uint stride;  // distance between partners
  uint chunk;   // elements that a workgroup sorts
} push;

// Grids that exceed the maximum width are folded into two dimensions.
uint groupIndex() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

bool wrongOrder(uint a, uint b, bool ascending) {
  return ascending ? (a ^ kFlip) > (b ^ kFlip) : (a ^ kFlip) < (b ^ kFlip);
}

// In global memory, writes only if the elements must be exchanged.
void compareAndSwap(uint i, uint j, bool ascending) {
  const uint a = keys[i];
  const uint b = keys[j];
  if (wrongOrder(a, b, ascending)) {
    keys[i] = b;
    keys[j] = a;
  }
}

// Lower element of pair `t`, if `stride` is a power of two and each thread processes a pair.
uint lowerPartner(uint t, uint stride) {
  const uint log2_stride = findMSB(stride);
  return ((t >> log2_stride) << (log2_stride + 1u)) + (t & (stride - 1u));
}
