#include "depth_sorts/make.h"

#include "depth_sorts/grouped.h"
#include "depth_sorts/one_word.h"
#include "depth_sorts/seen.h"
#include "depth_sorts/whole.h"

namespace particles {

std::unique_ptr<DepthSort> makeDepthSort(const gpu::Device& device, const Elements& elements,
                                         const DepthSortInfo& info) {
  if (info.traits.group != 0) return std::make_unique<GroupSort>(device, elements, info);
  if (isPaperStep(info.choice.use) || info.choice.keys == Keys::packed)
    return std::make_unique<PackedSort>(device, elements, info);
  if (sortsSeenAlone(info.choice, info.traits)) return std::make_unique<SeenSort>(device, elements, info);
  return std::make_unique<WholeSort>(device, elements, info);
}

}  // namespace particles
