// Shared by the kernels of the steps V0 to V5 of G. Rousomanis, "Bitonic Sort Using CUDA" (2025), and of three simpler
// sorts. All of it is GLSL of our own.
// A bitonic network as they all use it: elements i and i ^ stride are ordered ascending where i & size is 0.
layout(local_size_x_id = 0) in;
layout(constant_id = 1) const uint kFlip = 0u;  // 0x80000000: i32 keys, ordered as u32 with the sign flipped

layout(std430, set = 0, binding = 0) buffer Keys { uint keys[]; };

layout(push_constant) uniform Push {
  uint count;   // keys
  uint size;    // elements of the bitonic sequences that are merged
  uint stride;  // distance of partners
  uint chunk;   // elements that one workgroup sorts
} push;

// More workgroups than one dimension may have are folded into the second.
uint groupIndex() { return gl_WorkGroupID.y * gl_NumWorkGroups.x + gl_WorkGroupID.x; }

bool wrongOrder(uint a, uint b, bool ascending) {
  return ascending ? (a ^ kFlip) > (b ^ kFlip) : (a ^ kFlip) < (b ^ kFlip);
}

// Global memory: writes only if the two change places.
void compareAndSwap(uint i, uint j, bool ascending) {
  const uint a = keys[i];
  const uint b = keys[j];
  if (wrongOrder(a, b, ascending)) {
    keys[i] = b;
    keys[j] = a;
  }
}

// Lower element of pair `t` of those that are `stride` (a power of two) apart, for half a thread per element.
uint lowerPartner(uint t, uint stride) {
  const uint log2_stride = findMSB(stride);
  return ((t >> log2_stride) << (log2_stride + 1u)) + (t & (stride - 1u));
}
