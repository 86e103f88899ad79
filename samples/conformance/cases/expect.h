// What a case must leave in its buffers, computed on the host.
#pragma once
#include <string>

#include "layout.h"

namespace cases {

using Images = std::vector<std::vector<uint32_t>>;  // the words of each buffer

// Elements that a step sorts by themselves: `count` from the field's element `first` on.
struct Segment {
  uint32_t first, count;
};
std::vector<Segment> segmentsOf(const Step& step);

// A segment with Ties::any: payloads of equal keys may come in any order.
struct Loose {
  std::size_t step;
  Segment segment;
  std::vector<uint64_t> keys;  // sorted
};

struct Expected {
  Images before, after;
  std::vector<std::vector<bool>> undefined;  // words of states
  std::vector<Loose> loose;
  std::string broken;  // a rule of the headers that the case breaks; empty: none
};
Expected expect(const Case& of, const Layout& layout);

// Words of an element of a step: in the range of keys; its payload, or null.
uint32_t* keyWords(Images& images, const Case& of, const Layout& layout, const Step& step, uint32_t element);
uint32_t* payloadWord(Images& images, const Case& of, const Layout& layout, const Step& step, uint32_t element);

// The first wrong word, where it is, and the number of wrong words; empty: none.
std::string compare(const Case& of, const Layout& layout, Expected expected, Images after);

// Names the range of a word.
std::string whereIs(const Layout& layout, uint32_t buffer, uint32_t word);

}  // namespace cases
