// The conformance check of many lists: sorts those of a table in one recording, and compares every word with what must
// be there.
#pragma once
#include "support/check/conform.h"

namespace test {

struct Extent {
  uint32_t first;
  uint32_t count;
};

struct ListSort {
  std::vector<Extent> table;
  uint32_t capacity = 0;  // elements of the range
  uint32_t largest = 0;   // as ListTable
  Keys keys = Keys::random;
  bool overlapping = false;  // lists are, so that nobody says what they become
};

// What of a list is sorted.
Extent clamped(const ListSort& sort, const Extent& list);

// The range begins at an odd element among guard words, and the table and the state at odd words. Elements between
// lists are guards too. `spoil` is called before words are looked at, to see that they are.
Report checkLists(Rig& rig, const vksort::Sorter& sorter, const Config& config, const ListSort& sort,
                  const std::function<void()>& spoil = {});

// The same; fails the running test unless all is well. Without a sorter: with the rig's own of the configuration.
Report expectLists(Rig& rig, const vksort::Sorter& sorter, const Config& config, const ListSort& sort);
void expectLists(Rig& rig, const Config& config, const ListSort& sort);

// A table of lists of these counts, in an order and with gaps of the seed's choice; some are adjacent.
ListSort placedLists(std::vector<uint32_t> counts, uint64_t seed);

Config listed(Config config);

// Lists on both sides of every limit between the ways to sort one.
ListSort mixedLists(const vksort::Shape& shape);

// As many lists of a few elements.
ListSort tinyLists(uint32_t lists, uint32_t most);

// Sets the arguments of a sort at the beginning of arena 0 (and 1), with the table and the state in arena 2.
vksort::SortInfo listSortInfo(Rig& rig, const Config& config, uint32_t capacity, uint32_t lists, uint32_t largest);

// The barrier oracle on a log of lists: passes that sort whole lists, or parts of them, need nothing of each other.
uint32_t missingListBarriers(const Log& log, const vksort::Sorter& sorter, uint32_t lists, uint32_t largest);

}  // namespace test
