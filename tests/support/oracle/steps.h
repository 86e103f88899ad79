// The passes of a sort as the network that they stand for: kernels, strides and workgroups.
#pragma once
#include "bitonic/sort.h"

// What the tests of the sort name most.
namespace vksort {
using namespace bitonic;
}

namespace test {

struct Step {
  vksort::Kernel kernel;
  bool mirror;           // global passes: begins a merge stage
  std::uint32_t window;  // global passes: lowest stride is 2^window
  std::uint32_t stage;   // log2 of the blocks that are sorted once the pass's stage is complete
  std::uint32_t groups;  // workgroups
};

struct Schedule {
  std::uint32_t count;
  Step passes[vksort::kMaxPasses];
};

// Of n keys alone.
inline void buildSchedule(const vksort::Shape& shape, std::uint32_t n, Schedule& out) {
  vksort::Configuration configuration{};
  configuration.layout = vksort::layoutOf(false, vksort::Payload::none);
  vksort::Request request{};
  request.count = n;
  vksort::PassList list;
  list.count = 0;
  vksort::bitonic::passes({configuration, shape, 65535}, request, list);
  out.count = list.count;
  for (std::uint32_t i = 0; i < list.count; ++i) {
    const vksort::Pass& pass = list.passes[i];
    const auto words = vksort::pushOf<vksort::PassPush>(pass);
    out.passes[i] = {static_cast<vksort::Kernel>(pass.kernel), words.mirror != 0, words.window, pass.stage,
                     pass.groups};
  }
}

}  // namespace test
