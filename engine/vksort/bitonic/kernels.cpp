// The only file that includes the generated headers.
#include "bitonic/kernels.h"

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
#include "verify.spv.h"
#include "verify_triples.spv.h"

namespace vksort {

namespace {

template <std::size_t count>
constexpr Spirv whole(const std::uint32_t (&words)[count]) {
  return {words, sizeof words};
}

}  // namespace

// That of a kernel by the element that it is made for.
#define VKSORT_WHOLE(kernel)                          \
  (element == Element::key    ? whole(kernel##_keys)  \
   : element == Element::pair ? whole(kernel##_pairs) \
                              : whole(kernel##_triples))

Spirv spirvOf(Kernel kernel, Element element) {
  if (isGlobal(kernel)) return VKSORT_WHOLE(global);
  switch (kernel) {
    case Kernel::subgroup_sort:
      return element == Element::key ? whole(subgroup_keys) : whole(subgroup_pairs);
    case Kernel::small_sort:
    case Kernel::tiny_sort:
      return VKSORT_WHOLE(small);
    case Kernel::medium_sort:
    case Kernel::large_sort:
      return whole(medium_keys);
    case Kernel::setup:
      return whole(setup);
    case Kernel::list_setup:
      return whole(list_setup);
    case Kernel::verdict:
      return VKSORT_WHOLE(verdict);
    default:
      return VKSORT_WHOLE(tile);
  }
}

#undef VKSORT_WHOLE

Spirv spirvOf(const HookShaders& shaders, Kernel kernel, Element element) {
  const bool pairs = element == Element::pair;
  switch (kernel) {
    case Kernel::subgroup_sort:
      return pairs ? shaders.subgroup_pairs : shaders.subgroup_keys;
    case Kernel::small_sort:
    case Kernel::tiny_sort:
      return pairs ? shaders.small_pairs : shaders.small_keys;
    case Kernel::medium_sort:
    case Kernel::large_sort:
      return shaders.medium_keys;
    default:
      return pairs ? shaders.tile_pairs : shaders.tile_keys;
  }
}

Spirv verifySpirv(bool triples) { return triples ? whole(verify_triples) : whole(verify); }

}  // namespace vksort
