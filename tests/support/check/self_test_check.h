// Sorters created with a self-test.
#pragma once
#include <string>

#include "support/check/conform.h"

namespace test {

// The setup of the configuration, with a self-test.
SorterSetup tested(const Rig& rig, const Config& config, vksort::SelfTestMode mode = vksort::SelfTestMode::always);

struct Attempt {
  VkResult result = VK_SUCCESS;
  vksort::Sorter sorter{};
  std::string reason{};
};

// The device does not clamp accesses to the ranges: they reach into the guards behind.
Attempt create(const vksort::SorterInfo& info, Faults faults = {});

// Whether the sort is one of those that test the kernel. `looks_back`: that a radix sort does.
bool isTrial(const vksort::SorterInfo& info, const vksort::Rejected& rejected, bool looks_back = true);

// Sorts what every kernel has a part in.
void expectThatItSorts(Rig& rig, const Attempt& made, const Config& config);

}  // namespace test
