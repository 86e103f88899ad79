#include "request/request.h"

#include "sort/interface.h"

namespace vksort {
namespace {

// Bit patterns that are NaN with one sign.
constexpr std::uint32_t kNanCount = 0x007fffffu;

}  // namespace

Layout layoutOf(bool wide, Payload payload) {
  Layout layout{};
  layout.element = static_cast<Element>((wide ? 1 : 0) + (payload != Payload::none ? 1 : 0));
  layout.split = payload == Payload::u32 || payload == Payload::index;
  const bool interleaved = payload == Payload::interleaved;
  layout.interleaved =
      wide ? (interleaved ? VKSORT_WIDE_PAYLOAD : VKSORT_WIDE) : (interleaved ? VKSORT_KEY_PAYLOAD : VKSORT_SPLIT);
  layout.key_bytes = (wide ? 8u : 4u) + (interleaved ? 4u : 0u);
  layout.alignment = layout.key_bytes == 8 ? 8 : 4;
  return layout;
}

Conversion conversionOf(KeyType key_type, Order order, NanRule nan_rule, KeyBits bits) {
  Conversion conversion{};
  conversion.mask = key_type == KeyType::f32 ? 0x7fffffffu : 0u;
  conversion.flip = key_type == KeyType::i32 || key_type == KeyType::f32 ? 0x80000000u : 0u;
  if (order == Order::descending) {
    conversion.flip = ~conversion.flip;
    conversion.low_flip = key_type == KeyType::u64 ? ~0u : 0u;
  }
  // In both orders, the NaN of one sign come first and must move to the end.
  conversion.rotation = key_type == KeyType::f32 && nan_rule == NanRule::last ? kNanCount : 0u;
  // A rotation carries, so it needs all bits.
  if (conversion.rotation == 0) conversion.mask &= bits.first < 32 ? ~0u << bits.first : 0u;
  return conversion;
}

Configuration configurationOf(const SorterInfo& info) {
  return {{info.key_bits != 0 ? info.key_bits : 32, info.payload, info.ties, info.scratch, info.max_count,
           info.discard_keys},
          layoutOf(info.key_bits == 64, info.payload),
          info.creation ? info.creation->algorithm : Algorithm::automatic,
          info.creation && info.creation->baseline};
}

const char* invalidArguments(std::uint32_t version, const void* info, const void* out) {
  if (version != VKSORT_VERSION) {
    return "create(): the header and the library have different versions; compile with the header of this library, and "
           "pass VKSORT_VERSION";
  }
  return info && out ? nullptr : "create(): info and out must not be null";
}

const char* validate(const Device& device, bool is_made) {
  if (!device.get_instance_proc_addr) return "create(): Device::get_instance_proc_addr must not be null";
  if (!device.instance) return "create(): Device::instance must not be null";
  if (!device.physical_device) return "create(): Device::physical_device must not be null";
  if (is_made && !device.device) return "create(): Device::device must not be null";
  if (device.api_version < VK_API_VERSION_1_1) {
    return "create(): Device::api_version must be VkApplicationInfo::apiVersion, 1.1 or later";
  }
  if ((device.enabled_features & ~(VKSORT_PUSH_DESCRIPTOR | VKSORT_FULL_SUBGROUPS | VKSORT_DEBUG_UTILS)) != 0) {
    return "create(): Device::enabled_features contains unknown flags; only use VKSORT_PUSH_DESCRIPTOR, "
           "VKSORT_FULL_SUBGROUPS and VKSORT_DEBUG_UTILS";
  }
  return nullptr;
}

const char* validateChoices(const SorterInfo& info) {
  if (info.key_bits != 0 && info.key_bits != 32 && info.key_bits != 64) {
    return "create(): SorterInfo::key_bits must be 32 or 64";
  }
  if (!exists(info.payload, Payload::interleaved))
    return "create(): SorterInfo::payload is invalid; use a value of Payload";
  if (!exists(info.ties, Ties::any)) return "create(): SorterInfo::ties is invalid; use a value of Ties";
  if (!exists(info.scratch, Scratch::required))
    return "create(): SorterInfo::scratch is invalid; use a value of Scratch";
  if (info.scratch == Scratch::required && info.max_count > kMaxRequired) {
    return "create(): SorterInfo::max_count must be at most 2^28 - 1 with Scratch::required";
  }
  if (info.discard_keys && info.payload == Payload::none) {
    return "create(): SorterInfo::discard_keys must be false with Payload::none, because nothing would be left";
  }
  const Creation creation = info.creation ? *info.creation : Creation{};
  if (!exists(creation.algorithm, Algorithm::radix_portable)) {
    return "create(): Creation::algorithm is invalid; use a value of Algorithm";
  }
  if (!exists(creation.self_test.mode, SelfTestMode::never)) {
    return "create(): SelfTest::mode is invalid; use a value of SelfTestMode";
  }
  if (creation.self_test.mode == SelfTestMode::always && !creation.self_test.queue && !creation.self_test.submit) {
    return "create(): SelfTest::queue is missing; SelfTestMode::always needs it, or SelfTest::submit";
  }
  return nullptr;
}

}  // namespace vksort
