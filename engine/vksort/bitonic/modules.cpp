// The only file that includes the generated headers of the bitonic sort.
#include "bitonic/modules.h"

#include "compact_global_keys.spv.h"
#include "compact_global_pairs.spv.h"
#include "compact_global_triples.spv.h"
#include "compact_keys.spv.h"
#include "compact_pairs.spv.h"
#include "compact_triples.spv.h"
#include "global_keys.spv.h"
#include "global_pairs.spv.h"
#include "global_triples.spv.h"
#include "medium_keys.spv.h"
#include "scratch_keys.spv.h"
#include "scratch_pairs.spv.h"
#include "segment_setup.spv.h"
#include "setup.spv.h"
#include "small_keys.spv.h"
#include "small_pairs.spv.h"
#include "small_triples.spv.h"
#include "tile_keys.spv.h"
#include "tile_pairs.spv.h"
#include "tile_triples.spv.h"

namespace vksort::bitonic {

constexpr ByElement kSmallModules = {VKSORT_PACKED(small_keys), VKSORT_PACKED(small_pairs),
                                     VKSORT_PACKED(small_triples)};
constexpr ByElement kMediumModules = {VKSORT_PACKED(medium_keys), {}, {}};
constexpr ByElement kScratchModules = {VKSORT_PACKED(scratch_keys), VKSORT_PACKED(scratch_pairs), {}};
constexpr ByElement kTileModules = {VKSORT_PACKED(tile_keys), VKSORT_PACKED(tile_pairs), VKSORT_PACKED(tile_triples)};
constexpr ByElement kGlobalModules = {VKSORT_PACKED(global_keys), VKSORT_PACKED(global_pairs),
                                      VKSORT_PACKED(global_triples)};
constexpr ByElement kCompactModules = {VKSORT_PACKED(compact_keys), VKSORT_PACKED(compact_pairs),
                                       VKSORT_PACKED(compact_triples)};
constexpr ByElement kCompactGlobalModules = {VKSORT_PACKED(compact_global_keys), VKSORT_PACKED(compact_global_pairs),
                                             VKSORT_PACKED(compact_global_triples)};
constexpr ByElement kSetUpModules = {VKSORT_PACKED(setup), VKSORT_PACKED(setup), VKSORT_PACKED(setup)};
constexpr ByElement kSegmentSetUpModules = {VKSORT_PACKED(segment_setup), VKSORT_PACKED(segment_setup),
                                            VKSORT_PACKED(segment_setup)};

}  // namespace vksort::bitonic
