#include "configuration.h"

#include <initializer_list>

namespace vksort {
namespace {

// Whether an enumeration that begins at 0 goes as far as `value`; a host may have made it from an integer.
template <typename Enum>
bool exists(Enum value, Enum last) {
  return static_cast<std::uint8_t>(value) <= static_cast<std::uint8_t>(last);
}

// Bit patterns that are NaN, of one sign.
constexpr std::uint32_t kNanCount = 0x007fffffu;

constexpr DeviceLimits kFloor = {kLeastInvocations, kLeastSharedBytes, 0};

bool isWhole(const HookShaders& shaders) {
  for (const Spirv& each : {shaders.subgroup_keys, shaders.subgroup_pairs, shaders.small_keys, shaders.small_pairs,
                            shaders.medium_keys, shaders.tile_keys, shaders.tile_pairs, shaders.radix_count_word,
                            shaders.radix_count_words, shaders.apart_keys, shaders.apart_pairs}) {
    if (!each.words || each.bytes == 0) return false;
  }
  return true;
}

}  // namespace

const char* complaintAbout(const SorterInfo& info) {
  if (!info.get_instance_proc_addr) return "create(): SorterInfo::get_instance_proc_addr must not be null";
  if (!info.instance) return "create(): SorterInfo::instance must not be null";
  if (!info.physical_device) return "create(): SorterInfo::physical_device must not be null";
  if (!info.device) return "create(): SorterInfo::device must not be null";
  if (const char* complaint = noValueIn(info)) return complaint;
  if (info.hook && !isWhole(info.hook->shaders)) {
    return "create(): SorterInfo::hook's shaders must be what vksort_add_hook() made";
  }
  return conflictIn(info);
}

const char* noValueIn(const SorterInfo& info) {
  if (!exists(info.key_type, KeyType::u64)) return "create(): SorterInfo::key_type is no value of KeyType";
  if (!exists(info.order, Order::descending)) return "create(): SorterInfo::order is no value of Order";
  if (!exists(info.values, Values::iota)) return "create(): SorterInfo::values is no value of Values";
  if (!exists(info.ties, Ties::value_in_order)) return "create(): SorterInfo::ties is no value of Ties";
  if (!exists(info.path, Path::floor)) return "create(): SorterInfo::path is no value of Path";
  if (!exists(info.nan_rule, NanRule::last)) return "create(): SorterInfo::nan_rule is no value of NanRule";
  if (!exists(info.self_test.mode, SelfTestMode::never)) {
    return "create(): SorterInfo::self_test.mode is no value of SelfTestMode";
  }
  if (!exists(info.count, Count::lists)) return "create(): SorterInfo::count is no value of Count";
  if (!exists(info.algorithm, Algorithm::rank)) {
    return "create(): SorterInfo::algorithm is no value of Algorithm";
  }
  return nullptr;
}

const char* conflictIn(const SorterInfo& info) {
  if (info.key_bits.count > 32 || info.key_bits.first > 32 - info.key_bits.count) {
    return "create(): SorterInfo::key_bits must lie in the 32 bits of a key";
  }
  if (info.key_bits.count != 0 && info.key_type == KeyType::u64) {
    return "create(): SorterInfo::key_bits must be empty with KeyType::u64";
  }
  if (info.value_bits > 32) return "create(): SorterInfo::value_bits must be at most 32";
  if (info.key_type == KeyType::u64 && info.values == Values::interleaved) {
    return "create(): SorterInfo::values must not be interleaved with KeyType::u64";
  }
  if (info.coherent && info.values == Values::iota) {
    return "create(): SorterInfo::coherent needs values that are kept from sort to sort, not Values::iota";
  }
  if (info.coherent && info.count == Count::lists)
    return "create(): SorterInfo::coherent must be false with Count::lists";
  if (!info.hook) return nullptr;
  if (info.key_type == KeyType::u64) return "create(): SorterInfo::hook must be null with KeyType::u64";
  if (info.values == Values::interleaved) {
    return "create(): SorterInfo::hook must be null with Values::interleaved";
  }
  if (info.coherent) {
    return "create(): SorterInfo::hook must be null with SorterInfo::coherent, which needs keys in the range";
  }
  return nullptr;
}

Layout layoutOf(const Ordering& ordering) {
  const bool wide = ordering.key_type == KeyType::u64;
  Layout layout{};
  const std::uint32_t words = 1 + (wide ? 1 : 0) + (ordering.values != Values::none ? 1 : 0);
  layout.element = static_cast<Element>(words - 1);
  layout.split = ordering.values == Values::split || ordering.values == Values::iota;
  layout.interleaved = wide ? 2 : ordering.values == Values::interleaved ? 1 : 0;
  layout.key_bytes = layout.interleaved != 0 ? 8 : 4;
  return layout;
}

bool isRight(const Ordering& ordering) {
  return exists(ordering.key_type, KeyType::u64) && exists(ordering.order, Order::descending) &&
         exists(ordering.values, Values::iota) && exists(ordering.ties, Ties::value_in_order) &&
         exists(ordering.nan_rule, NanRule::last) &&
         !(ordering.key_type == KeyType::u64 && ordering.values == Values::interleaved);
}

bool comparesLastWord(const Ordering& ordering) {
  return ordering.values == Values::none || ordering.ties != Ties::any;
}

Conversion conversionOf(const Ordering& ordering) {
  Conversion conversion{};
  conversion.mask = ordering.key_type == KeyType::f32 ? 0x7fffffffu : 0u;
  conversion.flip = ordering.key_type == KeyType::i32 || ordering.key_type == KeyType::f32 ? 0x80000000u : 0u;
  if (ordering.order == Order::descending) {
    conversion.flip = ~conversion.flip;
    const bool wide = ordering.key_type == KeyType::u64;
    const std::uint32_t of_values = ordering.ties == Ties::value_in_order ? ~0u : 0u;
    conversion.second_flip = wide ? ~0u : of_values;
    conversion.third_flip = wide ? of_values : 0u;
  }
  // Either order begins with the NaN of one sign.
  conversion.rotation = ordering.key_type == KeyType::f32 && ordering.nan_rule == NanRule::last ? kNanCount : 0u;
  return conversion;
}

Configuration configurationOf(const SorterInfo& info) {
  const Ordering ordering = orderingOf(info);
  Configuration configuration{layoutOf(ordering), conversionOf(ordering), comparesLastWord(ordering), {}};
  configuration.mode.writes_values = info.values == Values::iota;
  configuration.mode.writes_keys = info.hook != nullptr;
  configuration.mode.device_count = info.count == Count::device;
  configuration.mode.lists = info.count == Count::lists;
  configuration.mode.coherent = info.coherent;
  return configuration;
}

bool payloadsDescend(const SorterInfo& info) {
  const Conversion conversion = conversionOf(orderingOf(info));
  const std::uint32_t flip = info.key_type == KeyType::u64 ? conversion.third_flip : conversion.second_flip;
  return info.values != Values::none && flip != 0;
}

bool ordersByPayload(const SorterInfo& info, const Configuration& configuration) {
  if (info.values == Values::none || !configuration.compares_last_word) return false;
  return payloadsDescend(info) || (info.values != Values::iota && !info.ascending_values);
}

std::uint32_t buffersWithScratch(const Configuration& configuration) {
  return 3 + (configuration.layout.element != Element::key ? 1 : 0) + (configuration.mode.takesState() ? 1 : 0);
}

const DeviceLimits& within(Path path, const DeviceLimits& limits) { return path == Path::floor ? kFloor : limits; }

}  // namespace vksort
