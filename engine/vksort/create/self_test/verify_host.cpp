// Verification on the CPU, with the same results as verify.comp.
#include <cstddef>

#include "request/request.h"

namespace vksort {
namespace {

struct Words {
  std::uint32_t key;     // key, or high word of a 64-bit key
  std::uint32_t second;  // payload, or low word of a 64-bit key
  std::uint32_t third;
};

Words elementAt(const Ordering& ordering, const std::uint32_t* keys, const std::uint32_t* payloads, std::uint32_t i) {
  const bool wide = ordering.key_type == KeyType::u64;
  const Layout layout = layoutOf(wide, ordering.payload);
  const std::uint32_t* const at = keys + std::size_t{i} * (layout.key_bytes / 4);
  const std::uint32_t last = layout.split ? payloads[i] : ordering.payload == Payload::none ? 0 : at[wide ? 2 : 1];
  return wide ? Words{at[1], at[0], last} : Words{at[0], last, 0};
}

bool isNan(std::uint32_t key) { return (key & 0x7fffffffu) > 0x7f800000u; }

// Returns an integer with the ascending order of the key type.
std::uint32_t placeOf(KeyType type, std::uint32_t key) {
  if (type == KeyType::u32 || type == KeyType::u64) return key;
  const bool negative = key >= 0x80000000u;
  return type == KeyType::f32 && negative ? ~key : key + 0x80000000u;
}

bool isAfter(const Ordering& ordering, const Words& a, const Words& b) {
  if (ordering.key_type == KeyType::u64) {
    const std::uint64_t a_key = std::uint64_t{a.key} << 32 | a.second, b_key = std::uint64_t{b.key} << 32 | b.second;
    if (a_key == b_key) return ordering.payloads_ascend && a.third > b.third;
    return (a_key > b_key) == (ordering.order == Order::ascending);
  }
  if (a.key == b.key) return ordering.payloads_ascend && a.second > b.second;
  const bool above = placeOf(ordering.key_type, a.key) > placeOf(ordering.key_type, b.key);
  const bool after = above == (ordering.order == Order::ascending);
  if (ordering.key_type != KeyType::f32 || ordering.nan_rule == NanRule::total_order) return after;
  const bool a_is_nan = isNan(a.key), b_is_nan = isNan(b.key);
  if (a_is_nan != b_is_nan) return a_is_nan;
  // NaN that would come first in the total order follow the NaN that would come last.
  const bool signs_differ = (a.key ^ b.key) >= 0x80000000u;
  return a_is_nan && signs_differ ? !after : after;
}

std::uint32_t mixed(std::uint32_t x) {
  x = (x ^ x >> 16) * 0x7feb352du;
  x = (x ^ x >> 15) * 0x846ca68bu;
  return x ^ x >> 16;
}

void add(const Ordering& ordering, const Words& element, std::uint32_t (&checksum)[2]) {
  const std::uint32_t a = mixed(element.key + 0x9e3779b9u);
  std::uint32_t digest[2] = {mixed(element.second ^ a), 0};
  digest[1] = mixed(a + digest[0]);
  if (ordering.key_type == KeyType::u64 && ordering.payload != Payload::none) {
    digest[0] = mixed(digest[0] ^ element.third);
    digest[1] = mixed(digest[1] + mixed(element.third + 0x9e3779b9u));
  }
  checksum[0] += digest[0];
  checksum[1] += digest[1];
}

}  // namespace

}  // namespace vksort

vksortVerifyResult vksortVerifyRange(const vksortOrdering* ordering, const uint32_t* keys, const uint32_t* payload,
                                     uint32_t count) {
  vksort::VerifyResult result{};
  result.elements = count;
  vksort::Words before{};
  for (std::uint32_t i = 0; i < count; ++i) {
    const vksort::Words element = vksort::elementAt(*ordering, keys, payload, i);
    vksort::add(*ordering, element, result.checksum);
    if (i != 0) result.inversions += vksort::isAfter(*ordering, before, element);
    before = element;
  }
  return result;
}

vksortOrdering vksortOrderingOf(const vksortSorterInfo* sorter, const vksortSortInfo* sort) {
  using vksort::Payload;
  using vksort::Ties;
  const bool keeps_order = sorter->ties == Ties::stable && sorter->payload == Payload::index;
  const bool ascend = sorter->payload != Payload::none && (sorter->ties == Ties::by_value || keeps_order);
  return {sort->key_type, sort->order, sort->nan_rule, sorter->payload, ascend};
}
