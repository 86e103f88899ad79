// The barriers that vksort.h asks a host for, and no others.
#pragma once
#include <vector>

#include "layout.h"

namespace fuzz {

// How what is recorded next uses words of a buffer.
struct Use {
  uint32_t buffer, begin, end;   // words, the end excluded
  vksort::Access before, after;  // as the header names them
  bool writes;
};
Use useOf(const Place& place, vksort::Access before, vksort::Access after, bool writes);

class Hazards {
 public:
  // Whether the uses need a barrier behind those so far, and which.
  bool add(const std::vector<Use>& uses, vksort::Access& from, vksort::Access& to);

 private:
  struct Past {
    Use use;
    vksort::Access seen;  // what waits for it already
  };
  std::vector<Past> past_;
};

// Of a step's sort and of its verification. granularity: words to which begins are rounded down, as validation looks at
// what is bound, and not at what is read and written; 1: nothing.
std::vector<Use> usesOfSort(const Case& of, const Layout& layout, std::size_t step, uint32_t granularity);
std::vector<Use> usesOfVerify(const Case& of, const Layout& layout, std::size_t step, uint32_t granularity);
// Of a renewal.
std::vector<Use> usesOfRenewal(const Case& of, const Layout& layout, const Step& step);
// Of one edit: what it writes, and what it copies from.
std::vector<Use> usesOfEdit(const Case& of, const Layout& layout, const Step& step, const Edit& edit);

}  // namespace fuzz
