// What a case must leave in its buffers, found on the host.
#pragma once
#include <string>

#include "layout.h"

namespace fuzz {

using Images = std::vector<std::vector<uint32_t>>;  // the words of each buffer

// Elements that are sorted by themselves: of a step, `count` from the field's element `first` on.
struct Segment {
  uint32_t first, count;
};
std::vector<Segment> segmentsOf(const Case& of, const Step& step);

// A segment with Ties::any: its values may lie in any order among equal keys.
struct Loose {
  std::size_t step;
  Segment segment;
};

struct Expected {
  Images before, after;
  std::vector<std::vector<bool>> undefined;  // words of states
  std::vector<Loose> loose;
  std::string broken;  // what the case promises and does not keep; empty: nothing
};
Expected expect(const Case& of, const Layout& layout);

// Words of an element of a step: those in the range of keys, and its value's where it has one.
uint32_t* keyWords(Images& images, const Case& of, const Layout& layout, const Step& step, uint32_t element);
uint32_t* valueWord(Images& images, const Case& of, const Layout& layout, const Step& step, uint32_t element);

// The first word that differs, where it lies, and how many do; empty: none. Values that may lie in any order may.
std::string compare(const Case& of, const Layout& layout, Expected expected, Images after);

// In words: what lies there.
std::string whereIs(const Layout& layout, uint32_t buffer, uint32_t word);

}  // namespace fuzz
