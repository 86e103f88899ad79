// Counts the words that a pass loads and stores, in the last words of the keys' binding: the sorted range must not reach
// there, and the host sets them to 0.
#define LOADED 1    // distance from the binding's end
#define REPEATED 2  // loads in the place of elements that do not exist
#define STORED 3

bool repeats = false;

void countAccess(const uint counter) {
  atomicAdd(keys[keys.length() - (repeats && counter == LOADED ? REPEATED : counter)], 1u);
}
