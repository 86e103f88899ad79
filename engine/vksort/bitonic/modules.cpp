// The only file that includes the generated headers of the bitonic sort.
#include "bitonic/modules.h"

#include <cstddef>

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
namespace {

template <std::size_t count>
constexpr Spirv whole(const std::uint32_t (&words)[count]) {
  return {words, sizeof words};
}

}  // namespace

constexpr ByElement kSubgroupModules = {whole(subgroup_keys), whole(subgroup_pairs), {}};
constexpr ByElement kSmallModules = {whole(small_keys), whole(small_pairs), whole(small_triples)};
constexpr ByElement kMediumModules = {whole(medium_keys), {}, {}};
constexpr ByElement kTileModules = {whole(tile_keys), whole(tile_pairs), whole(tile_triples)};
constexpr ByElement kGlobalModules = {whole(global_keys), whole(global_pairs), whole(global_triples)};
constexpr ByElement kSetUpModules = {whole(setup), whole(setup), whole(setup)};
constexpr ByElement kVerdictModules = {whole(verdict_keys), whole(verdict_pairs), whole(verdict_triples)};
constexpr ByElement kListSetUpModules = {whole(list_setup), whole(list_setup), whole(list_setup)};

}  // namespace vksort::bitonic
