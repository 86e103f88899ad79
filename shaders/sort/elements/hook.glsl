// The host's loadKey(), in the kernels that begin a sort; before all others, so that its names and #extension come first.
#ifdef HOOK
#include "load_key.glsl"  // names the host's file
#endif
