// Computes the expected contents of all buffers on the CPU.
#pragma once
#include <string>

#include "layout.h"

namespace cases {

using Images = std::vector<std::vector<uint32_t>>;

// Elements of the field that a step sorts independently.
struct Segment {
  uint32_t first, count;
};
std::vector<Segment> segmentsOf(const Step& step);

// With Ties::any, the payloads of equal keys can have any order.
struct Loose {
  std::size_t step;
  Segment segment;
  std::vector<uint64_t> keys;  // sorted
};

struct Expected {
  Images before, after;
  std::vector<std::vector<bool>> undefined;  // true for words of states, and for discarded keys
  std::vector<Loose> loose;
  std::string broken;  // violated rule of the headers, or empty
};
Expected expect(const Case& of, const Layout& layout);

// Return words in the range of keys, and the payload or null.
uint32_t* keyWords(Images& images, const Case& of, const Layout& layout, const Step& step, uint32_t element);
uint32_t* payloadWord(Images& images, const Case& of, const Layout& layout, const Step& step, uint32_t element);

// Returns the first wrong word and the number of wrong words, or an empty string.
std::string compare(const Case& of, const Layout& layout, Expected expected, Images after);

std::string whereIs(const Layout& layout, uint32_t buffer, uint32_t word);

}  // namespace cases
