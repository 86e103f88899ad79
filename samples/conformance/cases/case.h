// A case is plain data, drawn by its number: the contents of buffers, and the sorts to record and submit.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "vksort_plan.h"
#include "vksort_toolkit.h"

namespace cases {

// Increase it if a change makes a number describe another case.
inline constexpr uint32_t kCaseVersion = 7;

// Random numbers that are the same on every machine. The distributions of the standard library are not.
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
  // `n` must not be 0.
  uint32_t below(uint64_t n) { return static_cast<uint32_t>(engine_() % n); }
  uint32_t between(uint32_t from, uint32_t to) { return from + below(uint64_t{to} - from + 1); }
  // The probability is parts / whole.
  bool chance(uint32_t parts, uint32_t whole) { return below(whole) < parts; }
  template <typename T>
  T pick(std::initializer_list<T> of) {
    return of.begin()[below(of.size())];
  }
  // The enumeration must start at 0 and end with `last`.
  template <typename Enum>
  Enum any(Enum last) {
    return static_cast<Enum>(below(static_cast<uint64_t>(last) + 1));
  }

 private:
  std::mt19937_64 engine_;
};

// The members of SorterInfo that cases vary.
struct Configuration {
  uint32_t key_bits = 32;
  vksort::Payload payload = vksort::Payload::none;
  vksort::Ties ties = vksort::Ties::stable;
  vksort::Scratch scratch = vksort::Scratch::optional;
  uint32_t max_count = 0;
  bool discard_keys = false;
  vksort::Algorithm algorithm = vksort::Algorithm::radix;
  bool baseline = false;
  bool push_descriptor = true;  // if supported
  bool full_subgroups = true;   // if supported

  bool isWide() const { return key_bits == 64; }
  bool hasPayload() const { return payload != vksort::Payload::none; }
  bool splitPayload() const { return payload == vksort::Payload::u32 || payload == vksort::Payload::index; }
  bool hasCallersPayload() const { return hasPayload() && payload != vksort::Payload::index; }
  // Words per element in the range of keys.
  uint32_t stride() const { return key_bits / 32 + (payload == vksort::Payload::interleaved ? 1 : 0); }
  // Returns true if keys are undefined after a sort. Interleaved keys are kept together with their payloads.
  bool discardsKeys() const { return discard_keys && splitPayload(); }
  bool isLoose() const { return hasPayload() && ties == vksort::Ties::any; }
  // Returns true if large sorts need scratch memory.
  bool keepsCallersPayload() const { return hasCallersPayload() && ties == vksort::Ties::stable; }
  // Return true if sorts with scratch memory use this algorithm.
  bool canRadix() const;
  bool canRank() const;
  uint32_t maxCount() const;
};

// Elements that every Sorter of every build can sort in one workgroup.
inline constexpr uint32_t kOneWorkgroup = 128;

// Bits above the width of the key are ignored.
uint64_t maskOf(const vksort::KeyBits& bits);

// Returns true if create() must accept it according to vksort.h, on a device with full subgroups.
bool isAllowed(const Configuration& configuration);

// The variant shares most kernels with `configuration`.
Configuration drawVariant(Random& random, const Configuration& configuration);
// Each configuration adds as many new pairs and triples of choices as possible, because faults occur where choices
// meet.
std::vector<Configuration> drawPool(Random& random, uint32_t size);

std::string describe(const vksort::Ordering& ordering);
std::string describe(const Configuration& configuration);

enum class Content : uint8_t {
  uniform,
  few,    // up to eight distinct words
  small,  // below 100
  equal,
  extremes,  // minimum and maximum integers, and their neighbours
  largest,   // all bits, or all except the sign
  one_bit_apart,
  depths,  // floats from 0.1 to 1000
  specials,
};

// Order of the elements, relative to a sorted order.
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

struct Field {
  uint32_t count;
  uint32_t stride;  // words per element in the range of keys: 1 to 3
  bool split;
  vksort::Ordering order{};
  Content keys, payloads;
  uint64_t key_mask;  // bits of the first two words that may differ
  uint64_t key_base;  // values of the other bits
  Arrangement arrangement;
  uint64_t seed;
  std::vector<uint32_t> given_keys, given_payloads;  // the words, if they are not random

  // Inserts the bits that all elements share.
  uint32_t keptWord(uint32_t i, uint32_t word) const {
    if (i > 1) return word;
    const auto mask = static_cast<uint32_t>(key_mask >> 32 * i), base = static_cast<uint32_t>(key_base >> 32 * i);
    return (word & mask) | (base & ~mask);
  }
};

enum class Mode : uint8_t { whole, indirect, segments };

enum class ScratchRange : uint8_t {
  none,
  exact,  // scratchBytes(count), or scratchBytes(count, number of segments)
  twice,  // enough for an odd number of radix passes
  all,    // the size for the largest sort of the case
};

// Copies the original contents back before a step.
enum class Renewal : uint8_t { none, payloads, elements };

struct Edit {
  uint32_t element;
  bool copies;  // copies another element; otherwise, writes `bits`
  uint32_t from;
  std::array<uint32_t, 3> bits;
};

struct Step {
  uint32_t frame;  // never decreases
  uint32_t configuration;
  uint32_t field;
  uint32_t first, count;
  Mode mode;
  vksort::KeyType key_type;
  vksort::Order order;
  vksort::NanRule nan_rule;
  vksort::KeyBits bits{};
  ScratchRange scratch;
  // in thousandths of the maximum; the offsets of the ranges compensate for it
  uint32_t first_share;
  uint32_t tail;                                  // additional words at the end of the ranges
  uint32_t found;                                 // count in the buffer, for Mode::indirect
  std::vector<std::array<uint32_t, 2>> segments;  // {first, count} each, for Mode::segments
  uint32_t max_segment;
  bool copies_table;  // a copy on the GPU writes the table of segments
  uint32_t state;
  Renewal renewal;
  std::vector<Edit> edits;
  bool verifies;

  bool takesState() const { return mode != Mode::whole; }
  uint32_t maxCount() const {
    return mode == Mode::segments && max_segment != 0 && max_segment < count ? max_segment : count;
  }
};

enum class Tool : uint8_t { runs, cells, cull, gather, select };

struct ToolCase {
  Tool tool;
  uint32_t count;
  uint64_t seed;
  Configuration sorter;
  // Returns true if the result is also sorted.
  bool sorts() const {
    const bool stable = sorter.ties == vksort::Ties::stable || sorter.ties == vksort::Ties::by_value;
    return sorter.payload == vksort::Payload::u32 && !sorter.isWide() && stable &&
           sorter.scratch != vksort::Scratch::never && count <= sorter.maxCount();
  }
};

enum class Sharing : uint8_t {
  any,
  by_kind,  // keys, payloads and other ranges have one buffer each
  none,
};

struct Case {
  uint64_t seed, number;
  std::vector<Configuration> pool;
  std::vector<Field> fields;
  std::vector<Step> steps;
  uint32_t one_workgroup;  // elements that every Sorter of the pool can sort in one workgroup
  uint32_t frames;
  uint32_t rounds;
  bool at_once;  // if true, the CPU never waits, so a command buffer can be pending several times
  bool secondary;
  uint32_t states;  // state ranges, which steps share
  Sharing sharing;  // excludes scratch memory
  uint32_t buffers;
  uint32_t gaps;      // maximum number of words between ranges
  bool share_counts;  // equal indirect counts share a word
  uint64_t layout_seed;
  bool validated;
  std::optional<ToolCase> tool;

  const Configuration& of(const Step& step) const { return pool[step.configuration]; }
  vksort::Ordering orderingOf(const Step& step) const;
};

struct Plan {
  uint64_t seed = 1;
  uint32_t largest = 5000;  // maximum elements per sort, without margins
  uint32_t one_workgroup = kOneWorkgroup;
  uint32_t pool = 12;  // Sorters that cases share, because creating pipelines is slow; each one also has a variant
  uint32_t cases_per_pool = 150;
  uint32_t pool_from = 0;       // other runs of this seed use the earlier Sorters
  uint32_t validate_every = 0;  // validates one of this many cases; 0 means none
};

Case drawCase(const Plan& plan, uint64_t number);

std::string describe(const ToolCase& of);
std::string describe(const Case& of);

}  // namespace cases
