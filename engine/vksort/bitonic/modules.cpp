// The only file that includes the generated headers of the bitonic sort.
#include "bitonic/modules.h"

#include "apart_keys.spv.h"
#include "apart_pairs.spv.h"
#include "global_keys.spv.h"
#include "global_pairs.spv.h"
#include "global_triples.spv.h"
#include "list_setup.spv.h"
#include "medium_keys.spv.h"
#include "setup.spv.h"
#include "small_keys.spv.h"
#include "small_pairs.spv.h"
#include "small_triples.spv.h"
#include "subgroup_keys.spv.h"
#include "subgroup_pairs.spv.h"
#include "tile_keys.spv.h"
#include "tile_pairs.spv.h"
#include "tile_triples.spv.h"
#include "verdict_keys.spv.h"
#include "verdict_pairs.spv.h"
#include "verdict_triples.spv.h"

namespace vksort::bitonic {

constexpr ByElement kSubgroupModules = {VKSORT_PACKED(subgroup_keys), VKSORT_PACKED(subgroup_pairs), {}};
constexpr ByElement kSmallModules = {VKSORT_PACKED(small_keys), VKSORT_PACKED(small_pairs),
                                     VKSORT_PACKED(small_triples)};
constexpr ByElement kMediumModules = {VKSORT_PACKED(medium_keys), {}, {}};
constexpr ByElement kApartModules = {VKSORT_PACKED(apart_keys), VKSORT_PACKED(apart_pairs), {}};
constexpr ByElement kTileModules = {VKSORT_PACKED(tile_keys), VKSORT_PACKED(tile_pairs), VKSORT_PACKED(tile_triples)};
constexpr ByElement kGlobalModules = {VKSORT_PACKED(global_keys), VKSORT_PACKED(global_pairs),
                                      VKSORT_PACKED(global_triples)};
constexpr ByElement kSetUpModules = {VKSORT_PACKED(setup), VKSORT_PACKED(setup), VKSORT_PACKED(setup)};
constexpr ByElement kVerdictModules = {VKSORT_PACKED(verdict_keys), VKSORT_PACKED(verdict_pairs),
                                       VKSORT_PACKED(verdict_triples)};
constexpr ByElement kListSetUpModules = {VKSORT_PACKED(list_setup), VKSORT_PACKED(list_setup),
                                         VKSORT_PACKED(list_setup)};

}  // namespace vksort::bitonic
