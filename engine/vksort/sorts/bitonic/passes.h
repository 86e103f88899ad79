#pragma once

#include "sorts/bitonic/kernels.h"
#include "sorts/pass.h"
#include "sorts/trial.h"

namespace vksort::bitonic {

// If BitonicSetting::gathers(), scratch memory has a word for each element.
//   request.count must be at least Configuration::minCount().
void addPasses(const BitonicSetting& setting, const Request& request, PassSink out);

// Adds an indirect dispatch of one workgroup, for up to BitonicSetting::oneWorkgroup() elements. For a larger count,
// its dispatch words must contain 0 workgroups.
void addOneWorkgroup(const BitonicSetting& setting, const Request& request, std::uint32_t dispatch_word, PassSink out);

// Adds a pass that sorts each tile of 2^Tuning::scratch_log2[size] elements into a copy, with converted keys.
void addScratchSort(const BitonicSetting& setting, const Request& request, std::uint32_t size, PassSink out);

// Sets a bit for each kernel that sorts in place use: one workgroup sorts up to max_in_place elements, and several ones
// sort more than setting.oneWorkgroup(). Other counts use scratch memory.
void markKernels(const BitonicSetting& setting, std::uint32_t max_in_place, KernelSet& out);

// Tries a kernel that sorts in one workgroup with a full and a partial one, others in the smallest sort that uses them,
// with up to 655,363 elements. Whole ranges and indirect counts without scratch memory have up to `max_in_place`
// elements.
void addTrials(const BitonicSetting& setting, const KernelSet& kernels, std::uint32_t max_in_place, TrialList& out);

// True if one pass sorts all segments, and reads them from the table.
[[nodiscard]] bool isDirect(const BitonicSetting& setting, const Request& request);

// Returns the kernel of the first pass. If n elements fit its workgroup, it is the only pass.
[[nodiscard]] Kernel firstKernel(const KernelSizes& shape, std::uint32_t n);

// A direct dispatch without Pass::words.
[[nodiscard]] Pass dispatchOf(Kernel kernel, Wait wait, std::uint32_t stage, std::uint32_t groups);
// Does the same for a kernel that converts elements when it loads and stores them.
[[nodiscard]] Pass convertingDispatch(Kernel kernel, const Request& request, Wait wait, std::uint32_t stage,
                                      std::uint32_t groups);

// For each merge stage, adds global passes down to a tile, and a merge. If the count is indirect or there are
// segments, each stage can be the last one, and converts keys back.
void addRange(const BitonicSetting& setting, const Request& request, Kernel first, PassSink out);

// Adds one pass if isDirect(). Otherwise, segment_setup (in steps if there are many segments), independent passes that
// sort segments or their parts, and passes that merge parts. All of them except segment_setup are indirect dispatches,
// so their Pass::groups is 0.
void addSegments(const BitonicSetting& setting, const Request& request, PassSink out);
// Only sorts segments of up to TileList::max_in_place elements, which must fit one workgroup. segment_setup lists the
// tiles of all others.
void addShortSegments(const BitonicSetting& setting, const Request& request, const TileList& tiles, PassSink out);

}  // namespace vksort::bitonic
