#include "support/check/verify_check.h"

#include <doctest/doctest.h>

#include <algorithm>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "support/check/conform.h"
#include "support/oracle/hazards.h"

namespace test {
namespace {

using vksort::KeyType;
using vksort::NanRule;
using vksort::Order;
using vksort::Ties;

constexpr uint32_t kVerifyGuardWords = 37;
constexpr uint32_t kResultWords = sizeof(vksort::VerifyResult) / 4;

class Words {
 public:
  // Adds `count` words at an odd multiple of `unit`.
  uint32_t place(uint32_t count, uint32_t unit) {
    uint32_t first = (static_cast<uint32_t>(all.size()) + kVerifyGuardWords + unit - 1) / unit;
    first = (first | 1u) * unit;
    while (all.size() < first + count + kVerifyGuardWords)
      all.push_back(static_cast<uint32_t>(all.size()) * 2654435769u);
    return first;
  }
  std::vector<uint32_t> all;
};

struct PlacedVerification {
  uint32_t keys, values, result;  // word offsets; keys are in arena 0, the others in arena 1
};

PlacedVerification place(const Verification& each, Words& first, Words& second) {
  const std::vector<uint32_t>& values = each.elements->values;
  const auto n = static_cast<uint32_t>(each.elements->keys.size());
  const uint32_t width = keyWords(*each.config);
  PlacedVerification placed{first.place(n * width, width), 0, 0};
  putKeys(*each.config, *each.elements, first.all.data() + placed.keys);
  if (splitValues(*each.config)) {
    placed.values = second.place(n, 1);
    std::ranges::copy(values, second.all.begin() + placed.values);
  }
  placed.result = second.place(kResultWords, 1);
  return placed;
}

// Passes the position as a byte offset, as `first`, or as both.
vksort::VerifyInfo infoOf(Rig& rig, const Verification& each, const PlacedVerification& placed, std::size_t index) {
  const bool split = splitValues(*each.config);
  const uint32_t width = keyWords(*each.config);
  const uint32_t key = placed.keys / width;
  const uint32_t least = split ? std::min(key, placed.values) : key;
  vksort::VerifyInfo info{};
  info.ordering = orderingOf(*each.config);
  info.first = index % 3 == 0 ? 0 : index % 3 == 1 ? least : least / 2;
  info.count = static_cast<uint32_t>(each.elements->keys.size());
  const auto range = [&](uint32_t arena, uint32_t element, VkDeviceSize bytes) {
    return vksort::Range{rig.arena(arena, 0).device.handle(), (element - info.first) * bytes,
                         (VkDeviceSize{info.first} + info.count) * bytes};
  };
  info.keys = range(0, key, width * 4);
  if (split) info.payload = range(1, placed.values, 4);
  info.result = {rig.arena(1, 0).device.handle(), VkDeviceSize{placed.result} * 4, sizeof(vksort::VerifyResult)};
  return info;
}

}  // namespace

vksort::VerifyResult verifyOnHost(const Config& config, const Elements& elements) {
  const auto n = static_cast<uint32_t>(elements.keys.size());
  std::vector<uint32_t> words(std::size_t{n} * keyWords(config));
  putKeys(config, elements, words.data());
  return vksort::verifyRange(orderingOf(config), words.data(), elements.values.data(), n);
}

uint32_t countInversions(const Config& config, const Elements& elements) {
  const std::vector<cases::Element> all = elementsOf(elements);
  const auto is_wrong = [&](const cases::Element& one, const cases::Element& next) {
    return cases::isBefore(orderingOf(config), next, one);
  };
  uint32_t count = 0;
  for (std::size_t i = 1; i < all.size(); ++i) count += is_wrong(all[i - 1], all[i]);
  return count;
}

Verified verifyOnDevice(Rig& rig, const vksort::Verifier& verifier, std::span<const Verification> list,
                        const Faults& faults) {
  Words words[2];
  std::vector<PlacedVerification> placed;
  for (const Verification& each : list) placed.push_back(place(each, words[0], words[1]));
  const Arena* arenas[2];
  for (uint32_t i = 0; i < 2; ++i) {
    arenas[i] = &rig.arena(i, static_cast<uint32_t>(words[i].all.size()));
    std::ranges::copy(words[i].all, arenas[i]->host.as<uint32_t>().begin());
    arenas[i]->host.flush();
  }
  const gpu::Device& device = rig.device();
  const auto sets_needed = static_cast<uint32_t>(list.size());
  const VkDescriptorSetLayout layout = verifier.descriptorSetLayout();
  gpu::DescriptorPool sets;
  if (layout != VK_NULL_HANDLE) sets = {device, sets_needed, sets_needed * VKSORT_VERIFY_DESCRIPTORS_PER_SET};
  MockVulkan mock(faults);
  mock.faults.widen.push_back({arenas[0]->device.handle(), arenas[0]->device.size()});

  Verified verified;
  const auto copy = [&](VkCommandBuffer cmd, bool to_device) {
    for (uint32_t i = 0; i < 2; ++i) {
      const VkBuffer host = arenas[i]->host.handle(), local = arenas[i]->device.handle();
      const VkBufferCopy region{0, 0, words[i].all.size() * 4};
      device.vk.vkCmdCopyBuffer(cmd, to_device ? host : local, to_device ? local : host, 1, &region);
    }
  };
  gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {
    copy(cmd, true);
    memoryBarrier(device, cmd, kCopyWrite, vksort::kBefore);
    for (std::size_t i = 0; i < list.size(); ++i) {
      vksort::VerifyInfo info = infoOf(rig, list[i], placed[i], i);
      if (layout != VK_NULL_HANDLE) info.descriptor_set = sets.allocate(layout);
      mock.log = {};
      const vksort::RecordStatus status = verifier.record(cmd, info);
      if (!status.ok()) throw gpu::Error(vksort::describe(status).text);
      verified.missing_barriers += missingBarriers(mock.log);
    }
    memoryBarrier(device, cmd, vksort::kAfter, {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_READ_BIT});
    copy(cmd, false);
    memoryBarrier(device, cmd, kCopyWrite, kHostRead);
  });
  for (const Arena* arena : arenas) arena->host.invalidate();

  for (const PlacedVerification& each : placed) {
    const auto found = arenas[1]->host.as<uint32_t>().subspan(each.result, kResultWords);
    verified.results.push_back({found[0], found[1], {found[2], found[3]}});
    std::ranges::copy(found, words[1].all.begin() + each.result);
  }
  for (uint32_t i = 0; i < 2; ++i) {
    const auto found = arenas[i]->host.as<uint32_t>();
    for (std::size_t at = 0; at < words[i].all.size(); ++at) verified.trespasses += found[at] != words[i].all[at];
  }
  return verified;
}

std::vector<Config> allOrderings() {
  using vksort::Payload;
  std::vector<Config> configs;
  for (const KeyType type : {KeyType::u32, KeyType::i32, KeyType::f32, KeyType::u64})
    for (const Order order : {Order::ascending, Order::descending})
      for (const NanRule rule : {NanRule::total_order, NanRule::last})
        for (const Payload payload : {Payload::none, Payload::u32, Payload::interleaved})
          for (const Ties ties : {Ties::by_value, Ties::any}) {
            const bool is_another = (rule == NanRule::total_order || type == KeyType::f32) &&
                                    (payload != Payload::none || ties == Ties::by_value);
            if (is_another)
              configs.push_back({.key_type = type, .order = order, .nan_rule = rule, .payload = payload, .ties = ties});
          }
  return configs;
}

void expectAgreement(Rig& rig, const vksort::Verifier& verifier, const Config& config, std::span<const Elements> list) {
  std::vector<Verification> verifications;
  for (const Elements& elements : list) verifications.push_back({&config, &elements});
  const Verified verified = verifyOnDevice(rig, verifier, verifications);
  INFO(describe(config));
  CHECK(verified.trespasses == 0);
  CHECK(verified.missing_barriers == 0);
  for (std::size_t i = 0; i < list.size(); ++i) {
    INFO("n " << list[i].keys.size());
    CHECK(verified.results[i] == verifyOnHost(config, list[i]));
    CHECK(verified.results[i].inversions == countInversions(config, list[i]));
  }
}

}  // namespace test

bool operator==(const vksortVerifyResult& a, const vksortVerifyResult& b) {
  return a.inversions == b.inversions && a.elements == b.elements && a.checksum[0] == b.checksum[0] &&
         a.checksum[1] == b.checksum[1];
}
