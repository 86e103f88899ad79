// The sorts that prove an algorithm's kernels on a device, as each algorithm names them.
#pragma once

#include <cstdint>

#include "misuse.h"

namespace vksort {

// A sort of `count` elements, and the kernel that it has a pass of.
struct Proof {
  const char* kernel;  // a static string
  std::uint32_t count;
  bool scratch = false;   // memory is lent to it,
  bool by_ranks = false;  // and it is sorted by ranks, not by radix
};

struct ProofList {
  static constexpr std::uint32_t kMost = 64;
  std::uint32_t count = 0;
  Proof proofs[kMost] = {};
  // A kernel that sorts use, but none small enough to be tried; null: there is none.
  const char* unproven = nullptr;

  void add(const Proof& proof) {
    if (count == kMost) VKSORT_ASSERT("an algorithm must not have more than ProofList::kMost proofs");
    proofs[count++] = proof;
  }
};

}  // namespace vksort
