// The passes of a sort as a comparator network: kernels, strides and workgroups.
#pragma once
#include <vector>

#include "decide/decide.h"

namespace vksort {
using namespace bitonic;
}

namespace test {

template <typename Add>
std::vector<vksort::Pass> passesBy(Add add) {
  std::vector<vksort::Pass> passes;
  add([&passes](const vksort::Pass& pass) { passes.push_back(pass); });
  return passes;
}
inline std::vector<vksort::Pass> bitonicPasses(const vksort::BitonicSetting& setting, const vksort::Request& request) {
  return passesBy([&](vksort::PassSink out) { vksort::bitonic::addPasses(setting, request, out); });
}
inline std::vector<vksort::Pass> passesOf(const vksort::Algorithms& algorithms, const vksort::Request& request) {
  const vksort::Decision decision = vksort::decide(algorithms, request);
  return passesBy([&](vksort::PassSink out) { vksort::addPasses(algorithms, request, decision, out); });
}

inline constexpr std::uint32_t kMostPasses = 200;  // limit for all tested tunings

struct Step {
  vksort::Kernel kernel;
  bool mirror;           // for global passes: starts a merge stage
  std::uint32_t window;  // for global passes: the lowest stride is 2^window
  std::uint32_t stage;   // log2 of the sorted block size after this stage
  std::uint32_t groups;
};

struct Schedule {
  std::uint32_t count;
  Step passes[kMostPasses];
};

// For n keys without payloads.
inline void buildSchedule(const vksort::KernelSizes& shape, std::uint32_t n, Schedule& out) {
  vksort::Configuration configuration{};
  configuration.layout = vksort::layoutOf(false, vksort::Payload::none);
  out.count = 0;
  vksort::bitonic::addPasses({configuration, shape, 65535}, vksort::Request{n}, [&](const vksort::Pass& pass) {
    if (out.count == kMostPasses) return;
    const auto& words = pass.push<vksort::PassPush>();
    out.passes[out.count++] = {static_cast<vksort::Kernel>(pass.kernel), words.mirror != 0, words.window, pass.stage,
                               pass.groups};
  });
}

}  // namespace test
