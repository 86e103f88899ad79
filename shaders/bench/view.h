// The view that the benchmark's depths are of. Read by C++ and by GLSL.
#ifndef VKSORT_BENCH_VIEW_H
#define VKSORT_BENCH_VIEW_H

// The depth of a position, in this order and without fused operations.
#define VIEW_DEPTH(p) (((0.375f * (p).x + 0.125f * (p).y) + 0.875f * (p).z) + 7.5f)
#define DEPTH_KEYS_WORKGROUP 256

#endif
