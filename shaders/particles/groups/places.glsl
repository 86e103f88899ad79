// Which group is drawn where. Needs Push push.

// The place among the groups of a place among the elements; `first`: where its elements begin.
uint groupPlace(const uint place, out uint first) {
  const uint last = push.arranged != 0u ? push.last_place : push.groups - 1u;
  const uint missing = push.groups * push.size - push.count;  // elements of the last group
  const uint begin = last * push.size;
  const uint end = begin + push.size - missing;
  const uint at = place < end ? place / push.size : (place + missing) / push.size;
  first = at * push.size - (at > last ? missing : 0u);
  return at;
}
