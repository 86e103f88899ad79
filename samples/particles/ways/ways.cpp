#include "ways/ways.h"

#include "ways/grouped.h"
#include "ways/rungs.h"
#include "ways/seen.h"
#include "ways/whole.h"

namespace particles {

std::unique_ptr<DepthSort> makeDepthSort(const gpu::Device& device, const Elements& elements,
                                         const DepthSortInfo& info) {
  if (info.traits.group != 0) return std::make_unique<GroupSort>(device, elements, info);
  if (isRung(info.choice.use) || info.choice.keys == Keys::packed)
    return std::make_unique<RungSort>(device, elements, info);
  if (sortsSeenAlone(info.choice, info.traits)) return std::make_unique<SeenSort>(device, elements, info);
  return std::make_unique<WholeSort>(device, elements, info);
}

}  // namespace particles
