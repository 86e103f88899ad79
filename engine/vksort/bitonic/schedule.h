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

// Appends the passes that sort the elements, at least as many as take a pass: the one of `first`, and for each merge
// stage global passes that bring its strides down to a tile, and a merge.
void addSort(const Setting& setting, const Request& request, Kernel first, PassList& out);

// Appends a pass that converts elements as it loads and as it stores them.
Pass& addConverting(Kernel kernel, const Request& request, Wait wait, std::uint32_t stage, std::uint32_t groups,
                    PassList& out);

// Appends a pass that sorts each tile of 2^Shape::scratch_log2[size] elements into a copy, as their order.
void addScratchSort(const Setting& setting, const Request& request, std::uint32_t size, PassList& out);

// From `first` on the workgroups come from the state; a set-up writes the arguments of these passes one after the
// other.
void takeArguments(PassList& passes, std::uint32_t first);
// From `first` on the GPU finds out which stage is the last one, so that each merge may have to convert.
void convertAtEachStage(const Request& request, PassList& passes, std::uint32_t first);

}  // namespace vksort::bitonic
