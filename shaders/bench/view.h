// The view that the benchmark's depths are of. Read by C++ and by GLSL.
#ifndef VKSORT_BENCH_VIEW_H
#define VKSORT_BENCH_VIEW_H

// Depth of p is ((X * p.x + Y * p.y) + Z * p.z) + W, in this order and without fused operations.
#define VIEW_X 0.375
#define VIEW_Y 0.125
#define VIEW_Z 0.875
#define VIEW_W 7.5

#define DEPTH_KEYS_WORKGROUP 256

#endif
