// Prints what packing makes of many depths, as one number: the same whatever arithmetic the FPU has.
// For 32-bit x86 it needs no library, since systems of 64 bits have none of 32: calls of Linux alone.
#include <cstdint>
#include <initializer_list>
#ifndef __i386__
#include <cstdio>
#endif

#include "vksort_packed.h"

namespace {

std::uint64_t sum = 0xcbf29ce484222325u;  // FNV-1a, by words

void add(std::uint32_t word) { sum = (sum ^ word) * 0x100000001b3u; }
void add(float number) { add(std::bit_cast<std::uint32_t>(number)); }

struct Ends {
  float nearest, farthest;
};
constexpr Ends kEnds[] = {{0.0f, 1.0f}, {0.1f, 1000.0f}, {1.0f, 1.5f}, {0.3f, 0.7f}, {1e-3f, 3e38f}};

void print(const char (&text)[17]) {
#ifdef __i386__
  int result;
  __asm__ volatile("int $0x80" : "=a"(result) : "a"(4), "b"(1), "c"(text), "d"(sizeof text) : "memory");
#else
  std::fwrite(text, 1, sizeof text, stdout);
#endif
}

void printSum() {
  char text[17];
  for (int i = 0; i < 16; ++i) text[i] = "0123456789abcdef"[sum >> (60 - 4 * i) & 15];
  text[16] = '\n';
  print(text);
}

int pack() {
  std::uint32_t random = 1;
  for (const Ends& ends : kEnds) {
    for (const vksort::DepthSteps steps : {vksort::DepthSteps::equal, vksort::DepthSteps::relative}) {
      for (std::uint32_t bits = vksort::kFewestIndexBits; bits <= vksort::kMostIndexBits; ++bits) {
        vksort::Packing packing;
        const bool positive = ends.nearest > 0.0f;
        if (!vksort::makePacking(steps, ends.nearest, ends.farthest, bits, packing)) {
          if (steps == vksort::DepthSteps::equal || positive) return 1;
          continue;
        }
        add(packing.shift);
        add(packing.steps_per_unit);
        add(vksort::packedDepthError(packing));
        for (std::uint32_t i = 0; i < 20'000; ++i) {
          random = random * 1664525 + 1013904223;
          const std::uint64_t span = packing.farthest - packing.nearest;
          const auto depth = static_cast<std::uint32_t>(packing.nearest + (random * span >> 32));
          add(vksort::packKey(packing, std::bit_cast<float>(depth), i));
          add(vksort::packedDepth(packing, random));
        }
      }
    }
  }
  printSum();
  return 0;
}

}  // namespace

#ifdef __i386__
extern "C" [[noreturn, gnu::force_align_arg_pointer]] void _start() {
  const int status = pack();
  for (;;) __asm__ volatile("int $0x80" : : "a"(1), "b"(status));
}
#else
int main() { return pack(); }
#endif
