// A case: what lies in some buffers, and what is recorded and submitted to sort it. Plain data; a number makes it.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <random>
#include <string>
#include <vector>

#include "vksort_verifier.h"

namespace fuzz {

// Numbers that are the same on every machine: the engine is the standard's, its distributions are not.
class Random {
 public:
  explicit Random(std::initializer_list<uint64_t> seeds) {
    std::vector<uint32_t> words;
    for (const uint64_t seed : seeds) {
      words.push_back(static_cast<uint32_t>(seed));
      words.push_back(static_cast<uint32_t>(seed >> 32));
    }
    std::seed_seq mixed(words.begin(), words.end());
    engine_.seed(mixed);
  }

  uint64_t bits() { return engine_(); }
  uint32_t word() { return static_cast<uint32_t>(engine_()); }
  // Below n, which must not be 0.
  uint32_t below(uint64_t n) { return static_cast<uint32_t>(engine_() % n); }
  // From..to, both included.
  uint32_t between(uint32_t from, uint32_t to) { return from + below(uint64_t{to} - from + 1); }
  // In `parts` of `whole` cases.
  bool chance(uint32_t parts, uint32_t whole) { return below(whole) < parts; }
  template <typename T>
  T pick(std::initializer_list<T> of) {
    return of.begin()[below(of.size())];
  }
  // An enumeration's value that begins at 0 and ends with `last`.
  template <typename Enum>
  Enum any(Enum last) {
    return static_cast<Enum>(below(static_cast<uint64_t>(last) + 1));
  }

 private:
  std::mt19937_64 engine_;
};

// What a Sorter is made for, of all that the public header allows.
struct Configuration {
  vksort::Ordering ordering;  // key type, order, values, ties, rule of NaN
  vksort::Path path = vksort::Path::automatic;
  vksort::Count count = vksort::Count::host;
  bool coherent = false;
  vksort::KeyBits key_bits{};     // promised of the keys
  bool ascending_values = false;  // promised of the values,
  uint32_t value_bits = 0;        // and this; 0: nothing
  uint32_t max_count = 0;         // promised of the steps; 0: nothing
  bool always_lends = false;      // the same
  bool hook = false;              // keys are computed from what a buffer holds
  bool push_descriptor = true;    // used where the device has them
  bool full_subgroups = true;     // the same
  bool portable = false;          // what is lent memory is sorted without looking back,
  bool by_ranks = false;          // or by ranks

  bool hasValues() const { return ordering.values != vksort::Values::none; }
  // Values in a buffer of their own.
  bool splitValues() const {
    return ordering.values == vksort::Values::split || ordering.values == vksort::Values::iota;
  }
  // Words of an element in the range of keys.
  uint32_t stride() const {
    return ordering.key_type == vksort::KeyType::u64 || ordering.values == vksort::Values::interleaved ? 2 : 1;
  }
  // Its values are what the field has, and below 2^value_bits.
  bool promises() const { return value_bits != 0 && ordering.values != vksort::Values::iota; }
  // The same, and they ascend in the order that is sorted.
  bool ascends() const { return ascending_values && hasValues() && ordering.values != vksort::Values::iota; }
  // Elements of a sort, of lists in the largest.
  uint32_t most() const { return max_count == 0 ? ~0u : max_count; }
  // The result is not of one kind only.
  bool isLoose() const { return hasValues() && ordering.ties == vksort::Ties::any; }
  bool takesState() const { return coherent || count != vksort::Count::host; }
  // Some of its sorts make use of memory that is lent.
  bool takesScratch() const {
    if (path == vksort::Path::floor || count == vksort::Count::lists) return false;
    const bool three_words = ordering.key_type == vksort::KeyType::u64 && hasValues();
    const bool by_value = ordering.ties != vksort::Ties::any && ordering.values != vksort::Values::iota;
    if (three_words && (by_ranks || by_value)) return false;
    return full_subgroups || by_ranks;
  }
};

// Those of a key that may differ.
uint32_t maskOf(const vksort::KeyBits& bits);

// By vksort.h: what create() takes.
bool isAllowed(const Configuration& configuration);

// With promises; most of its kernels are those that it has without.
Configuration drawPromising(Random& random, const Configuration& configuration);
// So many, each with as many choices together, by twos and threes, as none before it has: faults are where they meet.
std::vector<Configuration> drawPool(Random& random, uint32_t size);

std::string describe(const vksort::Ordering& ordering);
std::string describe(const Configuration& configuration);

// What words are drawn from. few: up to eight distinct ones; small: numbers below 100; extremes: the ends of the
// integers, and what lies beside them; largest: all bits, or all but the sign; depths: floats from 0.1 to 1000;
// specials: floats of every class and sign.
enum class Content : uint8_t { uniform, few, small, equal, extremes, largest, one_bit_apart, depths, specials };

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
  two_runs
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
  std::vector<Edit> edits;  // of 32-bit and 64-bit keys in the field, behind it
  bool verifies;            // the Verifier looks at it afterwards
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

struct Plan {
  uint64_t seed = 1;
  uint32_t largest = 5000;  // elements of one sort at most, but for margins
  uint32_t pool = 12;       // configurations, each with promises and without, that so many cases share, as
                            // their pipelines take time:
  uint32_t cases_per_pool = 150;
  uint32_t pool_from = 0;       // so many are drawn before them, which other runs of this seed have
  uint32_t validate_every = 0;  // of so many cases the first is validated; 0: none is
};

Case drawCase(const Plan& plan, uint64_t number);

std::string describe(const Case& of);

// Makes a failing case smaller for as long as it fails.
// fails: whether a case does; called at most `tries` times. The result fails and keeps its
// promises, if the case does.
Case shrink(Case failing, const std::function<bool(const Case&)>& fails, uint32_t tries);

}  // namespace fuzz
