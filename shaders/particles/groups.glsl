// Which group is drawn where.
#include "interface.h"

layout(local_size_x = PARTICLES_WORKGROUP) in;
layout(push_constant) uniform Constants { KeysPush push; };

// The place among the groups of a place among the elements; `first`: where its elements begin.
uint groupPlace(const uint place, out uint first) {
  const uint missing = push.groups * push.size - push.count;  // elements of the last group
  const uint end = (push.last_place + 1u) * push.size - missing;
  const uint at = place < end ? place / push.size : (place + missing) / push.size;
  first = at * push.size - (at > push.last_place ? missing : 0u);
  return at;
}
