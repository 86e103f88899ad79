// An algorithm that sorts nothing.
#pragma once

#include <chrono>
#include <thread>

#include "algorithms/algorithms.h"

namespace test {

class Idle : public bench::Algorithm {
 public:
  void prepare(std::span<const gpu::Buffer>, std::uint32_t count) override { count_ = count; }
  std::uint32_t dispatchCount() const override { return 0; }
  std::uint64_t bytesMoved() const override { return 0; }
  std::uint32_t run() const override { return count_; }
  void record(VkCommandBuffer, std::uint32_t) const override { std::this_thread::sleep_for(recording); }

  std::chrono::milliseconds recording{0};

 private:
  std::uint32_t count_ = 0;
};

}  // namespace test
