// The host's loadKey(), in the kernels that begin a sort. It comes first, so that its names and #extension do, too.
#ifdef GENERATES_KEYS
#include "load_key.glsl"  // names the host's file
#endif
