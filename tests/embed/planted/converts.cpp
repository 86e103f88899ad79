// The header and one narrowing, for the header check to refuse.
#include "vksort.h"

int narrow(VkDeviceSize size) { return size; }
