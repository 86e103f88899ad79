// The passes of a sort of one range. Pure arithmetic, no Vulkan calls.
#pragma once

#include "bitonic/kernels.h"
#include "passes.h"

namespace vksort::bitonic {

// Makes the pass a direct dispatch of the kernel, with everything but its words.
void setDispatch(Pass& pass, Kernel kernel, Wait wait, std::uint32_t stage, std::uint32_t groups);

// The words of a pass of the stage.
[[nodiscard]] PassPush plainWords(std::uint32_t stage);

// The kernel that begins the sort of n elements. If they fit a workgroup of it, it is the whole sort.
[[nodiscard]] Kernel firstKernel(const Setting& setting, std::uint32_t n);
[[nodiscard]] bool isOnePass(const Setting& setting, std::uint32_t n);

// Appends the passes that sort the elements: the pass of `first`, and for each merge stage the global passes down to a
// tile, and a merge.
//   request.count must be at least Configuration::minCount().
void addSort(const Setting& setting, const Request& request, Kernel first, PassList& out);

// Appends a pass that converts elements as it loads and as it stores them.
Pass& addConverting(Kernel kernel, const Request& request, Wait wait, std::uint32_t stage, std::uint32_t groups,
                    PassList& out);

// Appends a pass that sorts each tile of 2^Shape::scratch_log2[size] elements into a copy, as their order.
void addScratchSort(const Setting& setting, const Request& request, std::uint32_t size, PassList& out);

// Makes the passes from `first` on indirect dispatches. Their arguments lie one after the other in the state.
void takeArguments(PassList& passes, std::uint32_t first);
// Lets each merge from `first` on convert keys back, since only the GPU knows which stage is the last.
void convertAtEachStage(const Request& request, PassList& passes, std::uint32_t first);

}  // namespace vksort::bitonic
