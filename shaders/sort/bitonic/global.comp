// Global pass: processes STRIDES consecutive strides of a merge stage, 2^(window + STRIDES - 1) .. 2^window, and loads
// and stores each element only once. A workgroup's tile consists of 2^STRIDES rows, 2^window apart, and a row contains
// 2^kColumns adjacent elements. Each invocation holds 2^R elements. The first R strides need no exchange. Before each
// further R strides, elements move through shared memory, which contains the tile.
// Requires R <= STRIDES <= 3 R and window >= kColumns.
// -DVKSORT_COMPACT: the baseline's kernel, which is dispatched for all stages of the maximum count.
#version 450
#extension GL_GOOGLE_include_directive : require
#extension GL_KHR_shader_subgroup_basic : require
#include "interface.h"
#include "../elements/job.glsl"
#include "network.glsl"
#include "../elements/storage.glsl"
#include "window.glsl"

layout(constant_id = VKSORT_SPEC_STRIDES) const uint STRIDES = 0;

const uint kTopWindow = TILE_LOG2 - R;
const uint kColumns = TILE_LOG2 - STRIDES;  // log2 of the elements per row

// Range index of element `in_tile` of the tile at (block, middle).
uint rangeIndex(const uint in_tile, const uint block, const uint middle) {
  const uint row = in_tile >> kColumns;
  const uint column = in_tile & ((1u << kColumns) - 1u);
  return block << (pass.window + STRIDES) | row << pass.window | middle << kColumns | column;
}

void main() {
  const uint t = invocation();
  if (!findJob(t)) return;
  const uint middle_bits = pass.window - kColumns;
  const uint block = job.group >> middle_bits;
  if (block > (job.readable - 1u) >> (pass.window + STRIDES)) return;  // unused part of a folded grid
#ifdef VKSORT_COMPACT
  if (job.count <= block << (pass.window + STRIDES) || isInOrderBefore()) return;
#endif

  // A mirrored pass accesses the upper half of the block from its far end. Rows are mirrored by renaming registers.
  const bool mirror = pass.mirror != 0u;
  const uint middle = job.group & ((1u << middle_bits) - 1u);
  const uint upper_middle = mirror ? mirrored(middle, middle_bits) : middle;
  const uint upper_t = mirror ? mirrored(t, kTopWindow) : t;
  const uint lower_index = rangeIndex(t, block, middle);
  const uint upper_index = rangeIndex(upper_t, block, upper_middle);
  const uint row_log2 = pass.window + STRIDES - R;  // log2 of the distance between the elements of two registers
  const uint last = rangeIndex((1u << TILE_LOG2) - 1u, block, upper_middle);  // the workgroup's highest element
  const bool full = last < job.count;
#define INDEX(r) (r < REGISTERS / 2 ? lower_index : upper_index) | r << row_log2
  LOAD_ALL(last < job.readable)
  CLEAR_ALL(full)

  if (mirror) {
    topMirrorStep();
  } else {
    topPlainStep();
  }
  plainSteps(R - 1);

  if (STRIDES == R) {
    STORE_ALL(full)
    return;
  }
#undef INDEX

  const uint next = STRIDES > 2 * R ? TILE_LOG2 - 2 * R : kColumns;
  move(t, upper_t, kTopWindow, t, next);
  plainSteps(min(STRIDES - R, uint(R)));
  if (STRIDES > 2 * R) {
    move(t, t, next, t, kColumns);
    plainSteps(STRIDES - 2 * R);
  }

  // This window is below the block's top bit, so all elements of an invocation are in the same half of the block.
  const uint in_tile = windowBase(t, kColumns);
  const bool upper = in_tile >> (TILE_LOG2 - 1u) != 0u;
  const uint out_index = rangeIndex(in_tile, block, upper ? upper_middle : middle);
#define INDEX(r) out_index | r << pass.window
  STORE_ALL(full)
}
