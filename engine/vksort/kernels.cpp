// The only file that includes the generated headers.
#include "kernels.h"

#include "global_keys.spv.h"
#include "global_pairs.spv.h"
#include "subgroup_keys.spv.h"
#include "subgroup_pairs.spv.h"
#include "tile_keys.spv.h"
#include "tile_pairs.spv.h"

namespace vksort {

Spirv spirvOf(Kernel kernel, bool pairs) {
  switch (kernel) {
    case Kernel::subgroup_sort:
      return pairs ? Spirv{subgroup_pairs, sizeof subgroup_pairs} : Spirv{subgroup_keys, sizeof subgroup_keys};
    case Kernel::global_short:
    case Kernel::global_long:
      return pairs ? Spirv{global_pairs, sizeof global_pairs} : Spirv{global_keys, sizeof global_keys};
    default:
      return pairs ? Spirv{tile_pairs, sizeof tile_pairs} : Spirv{tile_keys, sizeof tile_keys};
  }
}

}  // namespace vksort
