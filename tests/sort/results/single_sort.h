// One sort of elements that a case brings, on the device and by std::stable_sort.
#pragma once
#include <span>
#include <vector>

#include "support/check/segment_check.h"
#include "support/device/call.h"

namespace test {

// How the elements are sorted, besides what the configuration says.
struct SingleSort {
  uint32_t found = ~0u;            // Mode::indirect: the count in the buffer
  std::vector<Extent> segments{};  // Mode::segments
  uint32_t max_segment = 0;        // as SegmentInfo
  bool index_only = false;         // the sort gets no range of keys
  VkDeviceSize scratch_bytes = 0;  // 0: as many as the Sorter asks for
};

// Keys of so many different values, in any order, and payloads that are neither unique nor in order.
Elements fewKeys(const Config& config, uint32_t n, uint32_t distinct);

// Sorts the elements on the device, with guard words around each range. Fails the running test if the sort is refused
// or writes a guard word. With Payload::index, what it is given as payloads is garbage.
Elements sortOnDevice(Rig& rig, const vksort::Sorter& sorter, const Config& config, const Elements& elements,
                      const SingleSort& sort = {}, uint32_t* dispatches = nullptr);

// The same by std::stable_sort, or with Ties::by_value by std::sort.
Elements sortOnHost(const Config& config, const Elements& elements, const SingleSort& sort = {});

// Both. Fails the running test unless they agree. Returns the number of dispatches.
uint32_t expectSameOrder(Rig& rig, const vksort::Sorter& sorter, const Config& config, const Elements& elements,
                         const SingleSort& sort = {});

}  // namespace test
