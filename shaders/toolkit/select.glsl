// Finds the k-th key digit by digit, and the elements up to it. Included by compact.comp.

layout(std430, set = 0, binding = VKSORT_TOOL_SEGMENTS) readonly buffer Segments { uint segments[]; };

const uint BINS = VKSORT_TOOLKIT_BINS;
const uint COPIES = (TILE + BINS / 2u) / BINS;  // copies of each counter, because additions to the same counter are
                                                // serialized
// The k-th key so far, and k minus the elements below it.
shared uint threshold[3];
uint room;            // k minus elements below the threshold and earlier equal elements

// Low half: kept. High half: kept while k has room.
uint countOf(const uint bits) { return bitCount(bits % (1u << ROWS)) + (bitCount(bits >> ROWS) << 16u); }

// Keeps the first `room` elements equal to the threshold. Sums of countOf() become places.
void fillRoom(inout uint place, inout uint count) {
  const uint before = min(place >> 16u, room), all = min(count >> 16u, room);
  uint left = room - before;
  EACH_MARK(w) {
    uint equal = marks[w] >> ROWS;
    for (uint kept = bitCount(equal); kept > left; --kept) equal &= ~(1u << findMSB(equal));
    left -= bitCount(equal);
    marks[w] = marks[w] % (1u << ROWS) | equal;
  }
  place = place % 65536u + before;
  count = count % 65536u + all;
  room -= all;
}

// Each word has three digits of 11, 11 and 10 bits.
uint shiftOf(const uint digit) { return digit % 3u == 0u ? 21u : digit % 3u == 1u ? 10u : 0u; }
uint bitsOfDigits(const uint digits) { return digits == 0u ? 0u : digits < 3u ? ~0u << shiftOf(digits - 1u) : ~0u; }

// Results of the previous pass, if NARROW stored them. Otherwise all elements are equal so far.
uint knownBits(const uint first, const uint n, const uint digits) {
  if (TASK != VKSORT_TOOLKIT_SELECT_ROWS && digits >= 2u) return scratch[markWord(first / TILE, first % TILE)];
  uint bits = 0u;
  EACH(i) bits |= first + i * INVOCATIONS < n ? 1u << ROWS + i : 0u;
  return bits;
}

// Compares the first `digits` digits of elements first + i * INVOCATIONS with the threshold. Bit i means below, and bit
// ROWS + i equal. Only elements that were equal so far are read; the others read element 0 to avoid branches.
uint order0[ROWS], order1[ROWS];
uint compareToThreshold(const uint first, const uint n, const uint digits) {
  const uint bits = knownBits(first, n, digits), open = bits >> ROWS;
  if (open == 0u) return bits;
#define OPEN_WORD(i) wordOf(row_first + ((open >> i & 1u) != 0u ? first + i * INVOCATIONS : 0u))
  EACH(i) order0[i] = source[OPEN_WORD(i) + push.is_wide];
  if (push.is_wide != 0u && digits >= 3u) {
    EACH(i) order1[i] = source[OPEN_WORD(i)] ^ push.keys.low_flip;
  } else {
    EACH(i) order1[i] = 0u;
  }
  const uint known0 = bitsOfDigits(digits), known1 = bitsOfDigits(max(digits, 3u) - 3u);
  uint found = 0u;
  EACH(i) {
    order0[i] = orderFromBits(order0[i], push.keys.mask, push.keys.flip, push.keys.rotation);
    const uint word0 = order0[i] & known0, word1 = order1[i] & known1;
    const bool same = word0 == threshold[0], equal = same && word1 == threshold[1];
    const bool below = word0 < threshold[0] || same && word1 < threshold[1];
    found |= below ? 1u << i : equal ? 1u << ROWS + i : 0u;
  }
  return bits % (1u << ROWS) | found & (open | open << ROWS);
}

// Counts digits of elements that are equal so far, in tiles tile, tile + step, ..
void countDigits(const uint digit, uint tile, const uint step, const uint n, const uint t) {
  for (uint word = t; word < BINS * COPIES; word += INVOCATIONS) exchanged[word] = 0u;
  barrier();
  const int shift = int(shiftOf(digit)), width = digit % 3u == 2u ? 10 : 11;
  const uint copy = t % COPIES;
  for (; tile < ceilOf(n, TILE); tile += step) {
    const uint bits = compareToThreshold(tile * TILE + t, n, digit);
    if (TASK == VKSORT_TOOLKIT_NARROW && digit != 0u) scratch[markWord(tile, t)] = bits;
    EACH(i) {
      if ((bits >> ROWS + i & 1u) != 0u) {
        const uint next = bitfieldExtract(digit < 3u ? order0[i] : order1[i], shift, width);
        atomicAdd(exchanged[next * COPIES + copy], 1u);
      }
    }
  }
  barrier();
}

uint binWord(const uint digit, const uint bin) {
  return push.first_threshold + VKSORT_TOOLKIT_THRESHOLDS + digit * BINS + bin;
}
uint countOfWorkgroup(const uint bin) {
  uint sum = 0u;
  for (uint copy = 0u; copy < COPIES; ++copy) sum += exchanged[bin * COPIES + copy];
  return sum;
}
uint counterOf(const uint digit, const uint bin) {
  return TASK == VKSORT_TOOLKIT_SELECT_ROWS ? countOfWorkgroup(bin) : scratch[binWord(digit, bin)];
}

void findDigit(const uint digit, const uint t) {
  const uint each = BINS / INVOCATIONS, rest = threshold[2];
  uint own = 0u, last;
  for (uint i = 0u; i < each; ++i) own += counterOf(digit, t * each + i);
  uint before = sumUpTo(own, t, last) - own;
  if (before < rest && rest - before <= own) {
    uint bin = t * each;
    for (uint here = counterOf(digit, bin); here < rest - before; here = counterOf(digit, ++bin)) before += here;
    threshold[digit / 3u] |= bin << shiftOf(digit);
    threshold[2] = rest - before;
  }
  barrier();
}

#define KEY_WORDS (push.is_wide + 1u)
uint thresholdWord(const uint digits) { return push.first_threshold + 3u * digits; }
uint maxSelected() { return countAt(push.k_word, push.k); }

// The previous dispatch has counted the last digit and stored the threshold before it.
void takeThreshold(const uint digits, const uint n, const uint t) {
  const uint word = thresholdWord(digits);
  const uint k = min(n, maxSelected());
  if (t < 3u) threshold[t] = digits != 0u ? scratch[word - 3u + t] : t == 2u ? k : 0u;
  barrier();
  if (digits != 0u) findDigit(digits - 1u, t);
  if (t < 3u && workgroup() == 0u && TASK != VKSORT_TOOLKIT_SELECT_ROWS) scratch[word + t] = threshold[t];
}

void narrow(const uint n, const uint t) {
  takeThreshold(push.digit, n, t);
  countDigits(push.digit, workgroup(), gl_NumWorkGroups.x * gl_NumWorkGroups.y, n, t);
  for (uint bin = t; bin < BINS; bin += INVOCATIONS) {
    const uint count = countOfWorkgroup(bin);
    if (count != 0u) atomicAdd(scratch[binWord(push.digit, bin)], count);
  }
}
