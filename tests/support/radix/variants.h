// Shaders of sorts in lent memory with something changed; variants.cmake says which there are.
#pragma once
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "support/device/hooks.h"

namespace test {

enum class Verdict : uint8_t {
  sorts,  // none the less
  fails,
  reads,     // outside the arguments
  misleads,  // of coherent sorts: what they do is not enough, or more than it takes
  leads,     // of coherent sorts: they do what it takes none the less
  strays,    // of sorts by value: the passes by value are not left out, or are, against what the keys say
  stays,     // of sorts by value: they are left out where the keys say so none the less
  trusts,    // sorts where no tile needs to be moved twice
};

struct Variant {
  const char* name;
  const char* description;
  const char* module;  // the shipped one that it is made from
  Verdict verdict;
  std::span<const uint32_t> code;
};

std::span<const Variant> radixVariants();
// Of that name, which there must be; of all modules the first.
const Variant& variantOf(std::string_view name, std::string_view module = {});
std::string describe(const Variant& variant);
// Whether what is changed matters to sorts by value alone: its name begins with value_, or portable_value_.
bool isByValue(const Variant& variant);
// Whether it matters where none looks back alone: its name begins with portable_.
bool isPortable(const Variant& variant);
// Whether it is of the sort by ranks: its name begins with rank_.
bool isOfRanks(const Variant& variant);

// The fault that puts the variant in the place of the shipped shader; and beside keeps_state another one, where
// workgroups are looked at before they tell, and beside value_long_unseen and value_long_in_rows one that sees no keys
// that are alike.
Faults planted(const Variant& variant);

}  // namespace test
