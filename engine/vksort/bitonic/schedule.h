// The passes of a sort of one range, of a count that the host knows. Pure arithmetic, no Vulkan calls.
#pragma once

#include "bitonic/kernels.h"
#include "passes.h"

namespace vksort::bitonic {

// Makes the pass a direct dispatch of the kernel, with everything but its words.
void setDispatch(Pass& pass, Kernel kernel, const char* label, Wait wait, std::uint32_t stage, std::uint32_t groups);

// What the words of a pass are where nothing else is said.
[[nodiscard]] PassPush plainWords(std::uint32_t stage);

// The kernel that begins the sort of n elements. If they fit a workgroup of it, it is the whole sort.
[[nodiscard]] Kernel firstKernel(const Setting& setting, std::uint32_t n);
[[nodiscard]] bool isOnePass(const Setting& setting, std::uint32_t n);

// Appends the passes that sort n elements, at least as many as take a pass: the one of firstKernel(), and for each
// merge stage as many global passes as bring its strides down to a tile, and a merge.
void addSort(const Setting& setting, std::uint32_t n, PassList& out);

// The pass converts elements as it loads them, or as it stores them.
void convertLoaded(const Setting& setting, PassPush& words);
void convertStored(const Setting& setting, PassPush& words);

// Appends a pass that does both, and leaves what it sorts converted back, however many elements the device finds.
Pass& addConverting(const Setting& setting, Kernel kernel, Wait wait, std::uint32_t stage, std::uint32_t groups,
                    PassList& out);

// Appends a pass that sorts each tile of 2^Shape::apart_log2[size] of n elements into a copy, as their order.
void addApart(const Setting& setting, std::uint32_t size, std::uint32_t n, PassList& out);

// From `first` on the workgroups are what a set-up found out; it writes the arguments of these passes one after the
// other to the state, from its begin.
void takeArguments(PassList& passes, std::uint32_t first);
// From `first` on the device finds out which stage is the last one, so that each merge may have to convert.
void convertAtEachStage(const Setting& setting, PassList& passes, std::uint32_t first);

}  // namespace vksort::bitonic
