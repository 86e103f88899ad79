// Which passes a bitonic sort takes. Pure arithmetic, no Vulkan calls.
#pragma once

#include "sorts/bitonic/kernels.h"
#include "sorts/pass.h"
#include "sorts/trial.h"

namespace vksort::bitonic {

// The passes of a sort in place, in order. If BitonicSetting::gathers(), scratch memory has a word for each element.
//   request.count must be at least Configuration::minCount().
void addPasses(const BitonicSetting& setting, const Request& request, PassSink out);

// A pass by one workgroup, for up to BitonicSetting::oneWorkgroup() elements. Its dispatch words begin at word
// `dispatch_word` of the work buffer. They must be 0 workgroups for a larger count.
void addOneWorkgroup(const BitonicSetting& setting, const Request& request, std::uint32_t dispatch_word, PassSink out);

// A pass that sorts each tile of 2^Tuning::scratch_log2[size] elements into a copy, as their order.
void addScratchSort(const BitonicSetting& setting, const Request& request, std::uint32_t size, PassSink out);

// Sets a bit for each kernel that sorts in place use. Up to max_in_place elements are sorted by one workgroup, and more
// than setting.oneWorkgroup() by several ones; other counts need scratch memory.
void markKernels(const BitonicSetting& setting, std::uint32_t max_in_place, KernelSet& out);

// Adds trials for each kernel of the set. A kernel that sorts in one workgroup is tried with a full and a partial one.
// Other kernels are tried in the smallest sort that has them, of up to 655,363 elements. Whole ranges and indirect
// counts without scratch memory have up to `max_in_place` elements.
void addTrials(const BitonicSetting& setting, const KernelSet& kernels, std::uint32_t max_in_place, TrialList& out);

// Whether segments are sorted by one pass that reads the table, each by a workgroup, or several tiny ones by one.
[[nodiscard]] bool isDirect(const BitonicSetting& setting, const Request& request);

// Parts of addPasses().

// The kernel that begins the sort of n elements. If they fit a workgroup of it, it is the whole sort.
[[nodiscard]] Kernel firstKernel(const KernelSizes& shape, std::uint32_t n);

// A direct dispatch of the kernel, with everything but its words.
[[nodiscard]] Pass dispatchOf(Kernel kernel, Wait wait, std::uint32_t stage, std::uint32_t groups);
// The same of a kernel that converts elements as it loads and as it stores them.
[[nodiscard]] Pass convertingDispatch(Kernel kernel, const Request& request, Wait wait, std::uint32_t stage,
                                      std::uint32_t groups);

// The passes of one range of request.count elements: the pass of `first`, and for each merge stage the global passes
// down to a tile, and a merge. Of a count that only the GPU knows each stage may be the last, and converts keys back.
void addRange(const BitonicSetting& setting, const Request& request, Kernel first, PassSink out);

// The passes of segments of up to request.count elements. One pass if isDirect(). Else segment_setup, in steps if there
// are many segments; independent passes that sort segments, or parts of them; passes that merge parts. Passes behind
// the set-up are indirect dispatches, so their Pass::groups is 0.
void addSegments(const BitonicSetting& setting, const Request& request, PassSink out);

}  // namespace vksort::bitonic
