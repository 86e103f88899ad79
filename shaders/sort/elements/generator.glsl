// The host's code, in the kernels that begin a sort. It comes first, so that its #extension does, too.
#ifdef VKSORT_GENERATES_KEYS
// Written by key_generator.cmake: names the host's file. Each name of the sort that follows gets the prefix vksort_ there.
#include "load_key.glsl"
#endif
