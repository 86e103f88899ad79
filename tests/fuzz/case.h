// A case: what lies in some buffers, and what is recorded and submitted to sort it. Plain data; a number makes it.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "configuration.h"

namespace fuzz {

// What words are drawn from.
enum class Content : uint8_t {
  uniform,
  few,            // up to eight distinct ones
  small,          // numbers below 100
  equal,          // all the same
  extremes,       // the ends of the integers, and what lies beside them
  largest,        // all bits, or all but the sign
  one_bit_apart,  // equal in 31 bits
  depths,         // floats from 0.1 to 1000
  specials,       // -0 and +0, infinities, denormals, NaN with payloads, of both signs
};

// How they lie, by the order of a sort.
enum class Arrangement : uint8_t {
  shuffled,
  sorted,
  reversed,
  sawtooth,
  organ_pipe,
  bit_reversal,
  nearly_sorted,
  rotated,
  two_runs,
};

// Elements that are sorted, in part or whole, by one step or more.
struct Field {
  uint32_t count;          // of elements, at least 1
  uint32_t stride;         // words of an element in its keys: 1, or 2 for interleaved elements and 64-bit keys
  bool split;              // it has values of their own
  vksort::Ordering order;  // of the arrangement
  Content keys, values;
  vksort::KeyBits key_bits;  // in which the first words of the keys differ at most,
  uint32_t key_base;         // and what they are in the others
  uint32_t value_bits;       // that values have at most
  bool ascending;            // values are each above the one before
  Arrangement arrangement;
  uint64_t seed;

  uint32_t keptKey(uint32_t word) const {
    const uint32_t mask = maskOf(key_bits);
    return (word & mask) | (key_base & ~mask);
  }

  // What of a word fits into value_bits.
  uint32_t kept(uint32_t word) const { return value_bits == 32 ? word : word & ((1u << value_bits) - 1); }
  bool canAscend() const { return count - 1 <= kept(~0u); }
  // Words of an element that edits write: not those of values that ascend.
  uint32_t editedWords() const { return ascending && order.values == vksort::Values::interleaved ? 1 : stride; }
};

// What of a step's elements is written before, as it was before the first step.
enum class Renewal : uint8_t { none, values, elements };

// Before a step: the key of one element is written anew, by a copy of another element's or by other bits.
struct Edit {
  uint32_t element;  // of the field
  bool copies;
  uint32_t from;  // copies: element of the field, not the same
  std::array<uint32_t, 2> bits;
};

// One recording of a Sorter.
struct Step {
  uint32_t frame;          // the command buffer; they ascend
  uint32_t configuration;  // of the pool
  uint32_t field;
  uint32_t first, count;  // of the field's elements
  // SortInfo::first in thousandths of what it may be; the rest of the way is in the ranges' offsets.
  uint32_t first_share;
  uint32_t tail;                               // words that the ranges are longer than needed, where the buffer is
  uint32_t found;                              // Count::device: what the device finds
  std::vector<std::array<uint32_t, 2>> lists;  // Count::lists: {first, count}
  uint32_t largest;                            // ListTable::largest
  uint32_t state;                              // which one, where the configuration takes one
  bool lends;                                  // scratch memory, where it is of use
  Renewal renewal;
  std::vector<Edit> edits;    // of 32-bit and 64-bit keys in the field, behind it
  bool verifies;              // the Verifier looks at it afterwards,
  vksort::Ordering verified;  // for this order
  bool timed;
};

struct Case {
  uint64_t seed, number;
  std::vector<Configuration> pool;
  std::vector<Field> fields;
  std::vector<Step> steps;
  uint32_t frames;    // command buffers, all recorded before the first is submitted
  uint32_t rounds;    // submissions of each
  bool at_once;       // none waits for the one before on the host
  bool secondary;     // steps are recorded into secondary command buffers
  uint32_t states;    // state ranges, which steps share
  uint32_t buffers;   // that all lies in
  uint32_t gaps;      // words between two parts at most; 0: none
  bool share_counts;  // steps for which the device finds the same count read it in the same place
  uint64_t layout_seed;
  bool validated;

  const Configuration& of(const Step& step) const { return pool[step.configuration]; }
};

}  // namespace fuzz
