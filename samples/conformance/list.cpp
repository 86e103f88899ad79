#include "list.h"

#include <stdexcept>
#include <string_view>

namespace conform {
namespace {

using cases::Configuration;
using vksort::Algorithm, vksort::Payload, vksort::Scratch, vksort::Ties;

constexpr const char* kRecordings[] = {"in_place",  "scratch",       "large",    "types", "bits",     "indirect",
                                       "segments",  "long_segments", "together", "again", "verifier", "staged",
                                       "self_test", "runs",          "cells",    "cull",  "gather",   "select"};

using Recordings = std::uint32_t;  // one bit per Recording
constexpr Recordings bit(Recording recording) { return 1u << static_cast<unsigned>(recording); }

constexpr Recordings kSorts = bit(Recording::in_place) | bit(Recording::scratch);
constexpr Recordings kCommon = kSorts | bit(Recording::types) | bit(Recording::indirect) | bit(Recording::segments);
constexpr Recordings kScratch = bit(Recording::bits) | bit(Recording::together) | bit(Recording::again);
constexpr Recordings kMost = kCommon | kScratch;
constexpr Recordings kLong = bit(Recording::long_segments);
constexpr Recordings kWhole =
    kMost | bit(Recording::large) | bit(Recording::staged) | bit(Recording::self_test) | bit(Recording::verifier);
constexpr Recordings kTools = bit(Recording::runs) | bit(Recording::cells) | bit(Recording::cull) |
                              bit(Recording::gather) | bit(Recording::select);

struct Row {
  const char* name;
  Configuration sorter;
  Recordings recordings;
  bool quick = false;
};

constexpr Configuration of(std::uint32_t key_bits, Payload payload, Ties ties = Ties::stable,
                           Scratch scratch = Scratch::optional, std::uint32_t max_count = 0) {
  Configuration made;
  made.key_bits = key_bits;
  made.payload = payload;
  made.ties = ties;
  made.scratch = scratch;
  made.max_count = max_count;
  made.algorithm = Algorithm::automatic;
  return made;
}

constexpr Configuration by(Algorithm algorithm, Configuration made) {
  made.algorithm = algorithm;
  return made;
}

constexpr Configuration with(bool Configuration::*member, bool value, Configuration made) {
  made.*member = value;
  return made;
}

constexpr Configuration discarding(Configuration made) {
  return by(Algorithm::radix, with(&Configuration::discard_keys, true, made));
}

constexpr std::uint32_t kFew = 4096;  // limit that the README recommends to create few pipelines
constexpr std::uint32_t kOneWorkgroup = cases::kOneWorkgroup;

const Row kRows[] = {
    {"keys", of(32, Payload::none), kWhole, true},
    {"index", of(32, Payload::index), kWhole, true},
    {"index-by-value", of(32, Payload::index, Ties::by_value), kCommon},
    {"index-any", of(32, Payload::index, Ties::any), kCommon},
    {"u32", of(32, Payload::u32), kWhole | kLong, true},
    {"u32-by-value", of(32, Payload::u32, Ties::by_value), kMost | bit(Recording::staged)},
    {"u32-any", of(32, Payload::u32, Ties::any), kCommon},
    {"interleaved", of(32, Payload::interleaved), kMost | kLong},
    {"interleaved-by-value", of(32, Payload::interleaved, Ties::by_value), kMost | bit(Recording::verifier)},
    {"interleaved-any", of(32, Payload::interleaved, Ties::any), kCommon},
    {"keys64", of(64, Payload::none), kMost | bit(Recording::large) | bit(Recording::verifier)},
    {"index64", of(64, Payload::index), kMost},
    {"u32-64", of(64, Payload::u32), kMost},
    {"u32-64-by-value", of(64, Payload::u32, Ties::by_value), kCommon},
    {"interleaved64", of(64, Payload::interleaved), kMost},
    {"interleaved64-any", of(64, Payload::interleaved, Ties::any), kCommon | bit(Recording::verifier)},

    {"discard-index", discarding(of(32, Payload::index)),
     kMost | kLong | bit(Recording::large) | bit(Recording::staged) | bit(Recording::self_test), true},
    {"discard-index-any", discarding(of(32, Payload::index, Ties::any)), kSorts | kScratch},
    {"discard-rank-index", by(Algorithm::rank, discarding(of(32, Payload::index))), kSorts | bit(Recording::indirect)},
    {"discard-u32", discarding(of(32, Payload::u32)), kMost | bit(Recording::staged)},
    {"discard-u32-64", discarding(of(64, Payload::u32)), kMost | kLong | bit(Recording::staged)},
    {"discard-index64", discarding(of(64, Payload::index)), kSorts | kScratch | bit(Recording::self_test)},

    {"keys-never", of(32, Payload::none, Ties::stable, Scratch::never), kCommon},
    {"index-never", of(32, Payload::index, Ties::stable, Scratch::never), kCommon},
    {"u32-never", of(32, Payload::u32, Ties::stable, Scratch::never, kOneWorkgroup), kCommon},
    {"keys-required", of(32, Payload::none, Ties::stable, Scratch::required), kMost},
    {"index-required", of(32, Payload::index, Ties::stable, Scratch::required), kMost},
    {"u32-required", of(32, Payload::u32, Ties::stable, Scratch::required), kMost},
    {"keys-few", of(32, Payload::none, Ties::stable, Scratch::optional, kFew), kCommon},
    {"index-few", of(32, Payload::index, Ties::stable, Scratch::optional, kFew), kCommon},

    {"baseline-keys", with(&Configuration::baseline, true, of(32, Payload::none)), kCommon},
    {"baseline-index", with(&Configuration::baseline, true, of(32, Payload::index)), kCommon, true},
    {"baseline-u32", with(&Configuration::baseline, true, of(32, Payload::u32)), kCommon},
    {"baseline-interleaved", with(&Configuration::baseline, true, of(32, Payload::interleaved, Ties::any)), kCommon},
    {"baseline-index64", with(&Configuration::baseline, true, of(64, Payload::index)), kCommon},
    {"no-subgroups-keys", with(&Configuration::full_subgroups, false, of(32, Payload::none)), kCommon},
    {"no-subgroups-index", with(&Configuration::full_subgroups, false, of(32, Payload::index)), kCommon},
    {"no-subgroups-u32", with(&Configuration::full_subgroups, false, of(32, Payload::u32)), kCommon},
    {"descriptor-sets-index", with(&Configuration::push_descriptor, false, of(32, Payload::index)),
     kMost | bit(Recording::verifier)},
    {"bitonic-index", by(Algorithm::bitonic, of(32, Payload::index)), kSorts},
    {"rank-keys", by(Algorithm::rank, of(32, Payload::none)),
     kSorts | bit(Recording::types) | bit(Recording::indirect)},
    {"rank-index", by(Algorithm::rank, of(32, Payload::index)),
     kSorts | bit(Recording::types) | bit(Recording::indirect)},
    {"radix-keys", by(Algorithm::radix, of(32, Payload::none)), kCommon | kScratch},
    {"radix-index", by(Algorithm::radix, of(32, Payload::index)), kMost | kLong, true},
    {"radix-u32", by(Algorithm::radix, of(32, Payload::u32)), kCommon | kScratch},
    {"radix-keys64", by(Algorithm::radix, of(64, Payload::none)), kMost | kLong},
    {"radix-portable-keys", by(Algorithm::radix_portable, of(32, Payload::none)), kCommon | kScratch},
    {"radix-portable-index", by(Algorithm::radix_portable, of(32, Payload::index)), kCommon | kScratch},
    {"radix-portable-index64", by(Algorithm::radix_portable, of(64, Payload::index)), kMost | kLong},

    {"toolkit", of(32, Payload::u32), kTools, true},
    {"no-subgroups-toolkit",
     with(&Configuration::push_descriptor, false, with(&Configuration::full_subgroups, false, of(32, Payload::u32))),
     kTools},
};

// Returns true if the headers allow the recording.
bool fits(const Configuration& sorter, Recording recording) {
  switch (recording) {
    case Recording::in_place:
      return sorter.scratch != Scratch::required;
    case Recording::segments:
      return sorter.scratch != Scratch::required;
    case Recording::scratch:
    case Recording::bits:
      return sorter.scratch != Scratch::never;
    default:
      return true;
  }
}

// Only for rows that are also quick.
constexpr Recordings kQuick =
    kCommon | kLong | bit(Recording::together) | bit(Recording::verifier) | bit(Recording::bits) | kTools;

bool matches(std::string_view text, std::string_view pattern) {
  if (pattern.empty()) return text.empty();
  if (pattern.front() != '*')
    return !text.empty() && text.front() == pattern.front() && matches(text.substr(1), pattern.substr(1));
  for (std::size_t i = 0; i <= text.size(); ++i)
    if (matches(text.substr(i), pattern.substr(1))) return true;
  return false;
}

}  // namespace

const std::vector<Case>& allCases() {
  static const std::vector<Case> list = [] {
    std::vector<Case> made;
    for (const Row& row : kRows) {
      for (unsigned i = 0; i < std::size(kRecordings); ++i) {
        const auto recording = static_cast<Recording>(i);
        if ((row.recordings & bit(recording)) == 0 || !fits(row.sorter, recording)) continue;
        const bool quick = row.quick && (kQuick & bit(recording)) != 0;
        made.push_back({std::string(row.name) + "/" + kRecordings[i], row.name, row.sorter, recording, quick});
      }
    }
    return made;
  }();
  return list;
}

std::vector<Case> selectCases(const std::vector<std::string>& patterns, bool quick) {
  std::vector<Case> selected;
  std::vector<bool> is_name(patterns.size()), is_used(patterns.size());
  for (const Case& each : allCases()) {
    const bool runs = !quick || each.quick;
    bool wanted = patterns.empty();
    for (std::size_t i = 0; i < patterns.size(); ++i) {
      if (!matches(each.name, patterns[i])) continue;
      wanted = is_name[i] = true;
      is_used[i] = is_used[i] || runs;
    }
    if (wanted && runs) selected.push_back(each);
  }
  for (std::size_t i = 0; i < patterns.size(); ++i) {
    if (is_used[i]) continue;
    const std::string what = is_name[i] ? "--quick excludes all of these cases; remove one of the options"
                                        : "no case matches; --list prints all names, and * matches any text";
    throw std::runtime_error("--case " + patterns[i] + ": " + what);
  }
  return selected;
}

}  // namespace conform
