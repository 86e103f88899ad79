// A case: the contents of some buffers, and the sorts that are recorded and submitted. Plain data, drawn by its number.
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

// A change of what is drawn for a number changes this, too.
inline constexpr uint32_t kCaseVersion = 5;

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
  // from .. to, both included.
  uint32_t between(uint32_t from, uint32_t to) { return from + below(uint64_t{to} - from + 1); }
  // True `parts` times of `whole`.
  bool chance(uint32_t parts, uint32_t whole) { return below(whole) < parts; }
  template <typename T>
  T pick(std::initializer_list<T> of) {
    return of.begin()[below(of.size())];
  }
  // A value of an enumeration that begins at 0 and ends with `last`.
  template <typename Enum>
  Enum any(Enum last) {
    return static_cast<Enum>(below(static_cast<uint64_t>(last) + 1));
  }

 private:
  std::mt19937_64 engine_;
};

// A Sorter: the members of SorterInfo that cases vary.
struct Configuration {
  uint32_t key_bits = 32;
  vksort::Payload payload = vksort::Payload::none;
  vksort::Ties ties = vksort::Ties::stable;
  vksort::Scratch scratch = vksort::Scratch::optional;
  uint32_t max_count = 0;
  vksort::Algorithm algorithm = vksort::Algorithm::radix;
  bool baseline = false;
  bool push_descriptor = true;  // where the device has them
  bool full_subgroups = true;   // where the device has them

  bool isWide() const { return key_bits == 64; }
  bool hasPayload() const { return payload != vksort::Payload::none; }
  // Payloads are in a buffer of their own.
  bool splitPayload() const { return payload == vksort::Payload::u32 || payload == vksort::Payload::index; }
  // Payloads are the caller's.
  bool hasCallersPayload() const { return hasPayload() && payload != vksort::Payload::index; }
  // Words of an element in the range of keys.
  uint32_t stride() const { return key_bits / 32 + (payload == vksort::Payload::interleaved ? 1 : 0); }
  // The result is not unique.
  bool isLoose() const { return hasPayload() && ties == vksort::Ties::any; }
  // Large sorts need scratch memory.
  bool keepsCallersPayload() const { return hasCallersPayload() && ties == vksort::Ties::stable; }
  // Its sorts with scratch memory are radix sorts, or rank merges.
  bool canRadix() const;
  bool canRank() const;
  // Elements of the largest sort.
  uint32_t maxCount() const;
};

// Elements that every Sorter of every build sorts in one workgroup.
inline constexpr uint32_t kOneWorkgroup = 128;

// Bits of a key that may differ. Bits above its width mean nothing.
uint64_t maskOf(const vksort::KeyBits& bits);

// Whether vksort.h says that create() takes it, on a device that has full subgroups.
bool isAllowed(const Configuration& configuration);

// The same with another max_count and use of scratch memory. It shares most kernels with the first.
Configuration drawVariant(Random& random, const Configuration& configuration);
// Each adds as many new pairs and triples of choices as possible: faults are where choices meet.
std::vector<Configuration> drawPool(Random& random, uint32_t size);

std::string describe(const vksort::Ordering& ordering);
std::string describe(const Configuration& configuration);

// What words are drawn from.
enum class Content : uint8_t {
  uniform,
  few,    // up to eight distinct words
  small,  // below 100
  equal,
  extremes,       // the ends of the integers, and their neighbours
  largest,        // all bits, or all but the sign
  one_bit_apart,  // two words
  depths,         // floats from 0.1 to 1000
  specials,       // floats of every class and sign
};

// The order of the elements, relative to a sorted one.
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

// Elements. One or more steps sort them, all or in part.
struct Field {
  uint32_t count;            // at least 1
  uint32_t stride;           // words of an element in the range of keys: 1 .. 3
  bool split;                // it has a range of payloads
  vksort::Ordering order{};  // order of the arrangement
  Content keys, payloads;
  uint64_t key_mask;  // bits of the first two words of an element that may differ
  uint64_t key_base;  // the other bits
  Arrangement arrangement;
  uint64_t seed;
  std::vector<uint32_t> given_keys, given_payloads;  // the words, if they are not drawn

  // `word` with the bits that all elements share, as word i of an element.
  uint32_t keptWord(uint32_t i, uint32_t word) const {
    if (i > 1) return word;
    const auto mask = static_cast<uint32_t>(key_mask >> 32 * i), base = static_cast<uint32_t>(key_base >> 32 * i);
    return (word & mask) | (base & ~mask);
  }
};

// How the elements of a recording are counted.
enum class Mode : uint8_t { whole, indirect, segments };

// SortInfo::scratch.
enum class ScratchRange : uint8_t {
  none,
  exact,  // scratchBytes(count)
  twice,  // enough for an odd number of radix passes
  all,    // as much as the largest sort of the case gets
};

// What is restored before a step: its part of the field is copied from the first contents.
enum class Renewal : uint8_t { none, payloads, elements };

// A change before a step: the words of an element in the range of keys are overwritten.
struct Edit {
  uint32_t element;  // of the field
  bool copies;       // another element, else `bits`
  uint32_t from;     // another element of the field
  std::array<uint32_t, 3> bits;
};

// One recording.
struct Step {
  uint32_t frame;          // the command buffer; they ascend
  uint32_t configuration;  // of the pool
  uint32_t field;
  uint32_t first, count;  // of the field's elements
  Mode mode;
  vksort::KeyType key_type;
  vksort::Order order;
  vksort::NanRule nan_rule;
  vksort::KeyBits bits{};
  ScratchRange scratch;
  // SortInfo::first, in thousandths of its largest possible value. The ranges' offsets make up the difference.
  uint32_t first_share;
  uint32_t tail;                                  // words that the ranges may be longer than needed
  uint32_t found;                                 // Mode::indirect: the count in the buffer
  std::vector<std::array<uint32_t, 2>> segments;  // Mode::segments: {first, count}
  uint32_t max_segment;                           // SegmentInfo::max_segment
  uint32_t state;                                 // which one, if takesState()
  Renewal renewal;
  std::vector<Edit> edits;  // after the renewal
  bool verifies;            // a verification follows

  bool takesState() const { return mode != Mode::whole; }
  // Elements of the largest sort that is recorded.
  uint32_t maxCount() const {
    return mode == Mode::segments && max_segment != 0 && max_segment < count ? max_segment : count;
  }
};

enum class Tool : uint8_t { runs, cells, cull, gather, select };

// A recording of a Toolkit, drawn by its seed.
struct ToolCase {
  Tool tool;
  uint32_t count;  // elements, or the largest count
  uint64_t seed;
  Configuration sorter;  // of the same device features
  // What is culled, or selected from one row, is sorted, too.
  bool sorts() const {
    const bool stable = sorter.ties == vksort::Ties::stable || sorter.ties == vksort::Ties::by_value;
    return sorter.payload == vksort::Payload::u32 && !sorter.isWide() && stable &&
           sorter.scratch != vksort::Scratch::never && count <= sorter.maxCount();
  }
};

// Ranges that may be in the same buffer.
enum class Sharing : uint8_t {
  any,
  by_kind,  // keys with keys, payloads with payloads, and all others
  none,
};

struct Case {
  uint64_t seed, number;
  std::vector<Configuration> pool;
  std::vector<Field> fields;
  std::vector<Step> steps;
  uint32_t one_workgroup;  // elements that every Sorter of the pool sorts in one workgroup
  uint32_t frames;         // command buffers; all are recorded before the first is submitted
  uint32_t rounds;         // submissions of each
  bool at_once;            // the host waits for no frame but the one that it submits again
  bool secondary;          // steps are recorded into secondary command buffers
  uint32_t states;         // state ranges, which steps share
  Sharing sharing;         // ranges that may share a buffer, except scratch memory
  uint32_t buffers;        // with Sharing::any
  uint32_t gaps;           // largest number of words between two ranges
  bool share_counts;       // steps of equal indirect counts read the same word
  uint64_t layout_seed;
  bool validated;
  std::optional<ToolCase> tool;  // after the sorts

  const Configuration& of(const Step& step) const { return pool[step.configuration]; }
  vksort::Ordering orderingOf(const Step& step) const;
};

struct Plan {
  uint64_t seed = 1;
  uint32_t largest = 5000;                 // elements of one sort, without margins
  uint32_t one_workgroup = kOneWorkgroup;  // elements that every Sorter sorts in one workgroup
  uint32_t pool = 12;                      // Sorters that cases share, as pipelines take time; each has a variant
  uint32_t cases_per_pool = 150;
  uint32_t pool_from = 0;       // Sorters to leave to other runs of this seed
  uint32_t validate_every = 0;  // every so many cases one is validated; 0: none
};

Case drawCase(const Plan& plan, uint64_t number);

std::string describe(const ToolCase& of);
std::string describe(const Case& of);

}  // namespace cases
