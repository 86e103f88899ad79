// The only file that includes the generated headers.
#include "kernels.h"

#include "global_keys.spv.h"
#include "global_pairs.spv.h"
#include "list_setup.spv.h"
#include "medium_keys.spv.h"
#include "setup.spv.h"
#include "small_keys.spv.h"
#include "small_pairs.spv.h"
#include "subgroup_keys.spv.h"
#include "subgroup_pairs.spv.h"
#include "tile_keys.spv.h"
#include "tile_pairs.spv.h"
#include "verdict_keys.spv.h"
#include "verdict_pairs.spv.h"
#include "verify.spv.h"

namespace vksort {

namespace {

template <std::size_t count>
constexpr Spirv whole(const std::uint32_t (&words)[count]) {
  return {words, sizeof words};
}

}  // namespace

Spirv spirvOf(Kernel kernel, Element element) {
  const bool pairs = element == Element::pair;
  switch (kernel) {
    case Kernel::subgroup_sort:
      return pairs ? whole(subgroup_pairs) : whole(subgroup_keys);
    case Kernel::small_sort:
    case Kernel::tiny_sort:
      return pairs ? whole(small_pairs) : whole(small_keys);
    case Kernel::medium_sort:
    case Kernel::large_sort:
      return whole(medium_keys);
    case Kernel::global_short:
    case Kernel::global_long_1:
    case Kernel::global_long_2:
    case Kernel::global_long_3:
    case Kernel::global_long_4:
    case Kernel::global_long_5:
      return pairs ? whole(global_pairs) : whole(global_keys);
    case Kernel::setup:
      return whole(setup);
    case Kernel::list_setup:
      return whole(list_setup);
    case Kernel::verdict:
      return pairs ? whole(verdict_pairs) : whole(verdict_keys);
    case Kernel::repair_tiles:
    case Kernel::repair_seams:
    case Kernel::tile_sort:
    case Kernel::double_sort:
    case Kernel::merge_full:
    case Kernel::merge_half:
    case Kernel::merge_quarter:
      break;
  }
  return pairs ? whole(tile_pairs) : whole(tile_keys);
}

Spirv verifySpirv() { return whole(verify); }

}  // namespace vksort
