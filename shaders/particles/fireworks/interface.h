// What the fireworks and their shaders agree on besides timed.h. Read by C++ and by GLSL.
#ifndef VKSORT_PARTICLES_FIREWORKS_INTERFACE_H
#define VKSORT_PARTICLES_FIREWORKS_INTERFACE_H

#define FIREWORKS_BURST 512u  // sparks of a burst, which are one group

#endif
