#include "configuration.h"

#include <initializer_list>

#include "interface_number.h"
#include "sort/interface.h"

namespace vksort {
namespace {

// Bit patterns that are NaN, of one sign.
constexpr std::uint32_t kNanCount = 0x007fffffu;

bool isThere(std::initializer_list<Spirv> modules) {
  for (const Spirv& each : modules) {
    if (!each.words || each.bytes == 0) return false;
  }
  return true;
}

// Those that the payload needs.
bool isWhole(const KeyShaders& of, Payload payload) {
  if (payload != Payload::none) {
    return isThere({of.small_pairs, of.tile_pairs, of.compact_pairs, of.radix_count_words, of.scratch_pairs});
  }
  return isThere({of.small_keys, of.medium_keys, of.tile_keys, of.compact_keys, of.radix_count_word, of.scratch_keys});
}

const char* validateGenerator(const SorterInfo& info) {
  if (info.keys->shaders.takes_payload != 0 && info.payload != Payload::u32) {
    return "create(): SorterInfo::payload must be u32 with a key generator that is made with PAYLOAD";
  }
  if (!isWhole(info.keys->shaders, info.payload)) {
    return "create(): SorterInfo::keys must have the shaders that vksort_add_key_generator() makes. If it was called "
           "with FOR, add SorterInfo::payload there";
  }
  if (info.keys->shaders.interface_number != kInterfaceNumber) {
    return "create(): SorterInfo::keys has shaders of another version of vksort: compile the key generator again";
  }
  if (info.key_bits == 64) return "create(): SorterInfo::keys must be null with key_bits 64";
  if (info.payload == Payload::interleaved) {
    return "create(): SorterInfo::keys must be null with Payload::interleaved";
  }
  return nullptr;
}

}  // namespace

Layout layoutOf(bool wide, Payload payload) {
  Layout layout{};
  layout.element = static_cast<Element>((wide ? 1 : 0) + (payload != Payload::none ? 1 : 0));
  layout.split = payload == Payload::u32 || payload == Payload::index;
  const bool interleaved = payload == Payload::interleaved;
  layout.interleaved =
      wide ? (interleaved ? VKSORT_WIDE_PAYLOAD : VKSORT_WIDE) : (interleaved ? VKSORT_KEY_PAYLOAD : VKSORT_SPLIT);
  layout.key_bytes = (wide ? 8 : 4) + (interleaved ? 4 : 0);
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
  // Ascending and descending order each begin with NaN of one sign.
  conversion.rotation = key_type == KeyType::f32 && nan_rule == NanRule::last ? kNanCount : 0u;
  // A rotation carries from bit to bit.
  if (conversion.rotation == 0) conversion.mask &= bits.first < 32 ? ~0u << bits.first : 0u;
  return conversion;
}

Configuration configurationOf(const SorterInfo& info) {
  const bool has_set = info.keys && info.keys->set_layout;
  return {{info.key_bits, info.payload, info.ties, info.scratch, info.max_count, info.keys != nullptr, has_set},
          layoutOf(info.key_bits == 64, info.payload)};
}

const char* validate(const Device& device, bool is_made) {
  if (!device.get_instance_proc_addr) return "create(): Device::get_instance_proc_addr must not be null";
  if (!device.instance) return "create(): Device::instance must not be null";
  if (!device.physical_device) return "create(): Device::physical_device must not be null";
  if (is_made && !device.device) return "create(): Device::device must not be null";
  if (device.api_version < VK_API_VERSION_1_1) {
    return "create(): Device::api_version must be that of VkApplicationInfo, 1.1 or later";
  }
  return nullptr;
}

const char* validateChoices(const SorterInfo& info) {
  if (info.key_bits != 32 && info.key_bits != 64) return "create(): SorterInfo::key_bits must be 32 or 64";
  if (!exists(info.payload, Payload::interleaved)) return "create(): SorterInfo::payload is no value of Payload";
  if (!exists(info.ties, Ties::any)) return "create(): SorterInfo::ties is no value of Ties";
  if (!exists(info.scratch, Scratch::required)) return "create(): SorterInfo::scratch is no value of Scratch";
  if (info.scratch == Scratch::required && info.max_count > kMaxRequired) {
    return "create(): SorterInfo::max_count must be at most 2^28 - 1 with Scratch::required";
  }
  const Creation creation = creationOf(info);
  if (!exists(creation.algorithm, Algorithm::radix_portable)) {
    return "create(): Creation::algorithm is no value of Algorithm";
  }
  if (!exists(creation.self_test.mode, SelfTestMode::never)) {
    return "create(): Creation::self_test.mode is no value of SelfTestMode";
  }
  return info.keys ? validateGenerator(info) : nullptr;
}

Creation creationOf(const SorterInfo& info) { return info.creation ? *info.creation : Creation{}; }

}  // namespace vksort
