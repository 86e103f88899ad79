// Prints what packing makes of many depths, as one number: the same whatever arithmetic the FPU has.
#include <cinttypes>
#include <cstdio>
#include <initializer_list>

#include "vksort_packed.h"

namespace {

std::uint64_t sum = 0xcbf29ce484222325u;  // FNV-1a, by words

void add(std::uint32_t word) { sum = (sum ^ word) * 0x100000001b3u; }
void add(float number) { add(std::bit_cast<std::uint32_t>(number)); }

struct Ends {
  float nearest, farthest;
};
constexpr Ends kEnds[] = {{0.0f, 1.0f}, {0.1f, 1000.0f}, {1.0f, 1.5f}, {0.3f, 0.7f}, {1e-3f, 3e38f}};

bool pack(const Ends& ends, vksort::DepthSteps steps, std::uint32_t bits) {
  vksort::Packing packing;
  if (!vksort::makePacking(steps, ends.nearest, ends.farthest, bits, packing))
    return steps == vksort::DepthSteps::relative && !(ends.nearest > 0.0f);
  add(packing.shift);
  add(packing.steps_per_unit);
  add(vksort::packedDepthError(packing));
  std::uint32_t random = bits;
  for (std::uint32_t i = 0; i < 20'000; ++i) {
    random = random * 1664525 + 1013904223;
    const std::uint64_t span = packing.farthest - packing.nearest;
    const auto depth = static_cast<std::uint32_t>(packing.nearest + (random * span >> 32));
    add(vksort::packKey(packing, std::bit_cast<float>(depth), i));
    add(vksort::packedDepth(packing, random));
  }
  return true;
}

}  // namespace

int main() {
  for (const Ends& ends : kEnds)
    for (const vksort::DepthSteps steps : {vksort::DepthSteps::equal, vksort::DepthSteps::relative})
      for (std::uint32_t bits = vksort::kMinIndexBits; bits <= vksort::kMaxIndexBits; ++bits)
        if (!pack(ends, steps, bits)) return 1;
  std::printf("%016" PRIx64 "\n", sum);
}
