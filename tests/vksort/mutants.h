// Shaders that lack one thing; CMakeLists.txt says how each is made.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "hooks.h"
#include "steps.h"

namespace test {

enum class Mutation : uint8_t {
  no_barrier,        // between the write and the read of a move through shared memory
  unbounded_store,   // elements past the count are written
  unbounded_load,    // elements past the count are taken for real ones
  unclamped_load,    // elements past the count are read, and thrown away
  missing_not_last,  // a partial tile is loaded in the order of a full one
  wrong_tie,         // equal keys in the wrong order of their values
  no_rotation,       // NaN stay where their bits put them
  no_iota,           // values are read that the sort should make up
  iota_of_binding,   // made up from the start of the binding, not of the range
  unflipped_value,   // the low word ascends in a descending order
  swapped_words,     // a 64-bit key is stored with its high word first
  wrong_if_wide,     // stages are left out in workgroups of more than 128 invocations
  // Of 64-bit keys with values:
  wrong_extra_tie,     // equal keys in the wrong order of their values
  unordered_low_word,  // keys that differ in the low word count as equal
  unflipped_extra,     // values ascend where they should descend
  stale_extra,         // values stay behind when elements move through shared memory
  // Of the verifier:
  verify_reads_on,      // the last element's neighbour is what lies behind the range
  verify_adds_missing,  // the last element counts again for each one missing from a workgroup
  verify_keeps_old,     // the result is not cleared
  verify_sums_half,     // of the invocations of a workgroup
  // On the device's count:
  unclamped_count,    // a count above the capacity is believed
  store_to_capacity,  // elements between the count and the capacity are written
  load_to_capacity,   // or taken for real ones
  always_last,        // keys are converted back at the end of every stage
  set_up_unclamped,   // the set-up believes a count above the capacity
  set_up_misplaced,   // it writes arguments to the places of others
  set_up_lost_block,  // it leaves out complete blocks if the last one is not
  // Of the repair:
  tiles_in_order,   // every tile is taken for sorted
  seams_in_order,   // every seam is taken for in order
  seams_far_apart,  // seams are merged with what lies half a tile behind them
  all_in_order,     // the verdict is always that the repair was enough
  last_in_order,    // the verdict leaves out the last tile's middle
  never_in_order,   // the verdict is never that it was enough
  // On lists:
  lists_unclamped,      // a list may reach past the range
  lists_unfolded,       // a grid has one row, however many workgroups it needs
  lists_over_others,    // lists of one round of the set-up displace those of the round before
  lists_in_one_place,   // lists of one workgroup of the set-up displace each other
  lists_of_one_slot,    // so that passes have too few workgroups
  lists_of_all_stages,  // a stage may concern lists that are complete
  lists_same_part,      // all workgroups of a list work on its first part
  lists_packed_alike,   // all invocations of a workgroup work on its first list
  // On hooks:
  hook_of_binding,  // the index counts from the binding's start
  hook_of_list,     // or from the list's
  hook_past_end,    // it is not bounded
};
inline bool isOfRepair(Mutation mutation) {
  return mutation >= Mutation::tiles_in_order && mutation < Mutation::lists_unclamped;
}

// Source files of the kernels.
enum class MutantKernel : uint8_t { tile, global, subgroup, verify, setup, verdict, list_setup, small, hooked_tile };

struct Mutant {
  Mutation mutation;
  MutantKernel kernel;
  vksort::Element element;
  std::span<const uint32_t> code;
};

std::span<const Mutant> allMutants();

std::string describe(const Mutant& mutant);

// The fault that puts the mutant in the place of the shipped shader.
Faults planted(const Mutant& mutant);

}  // namespace test
