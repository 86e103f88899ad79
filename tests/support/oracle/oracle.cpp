#include "support/oracle/oracle.h"

#include <algorithm>
#include <tuple>

namespace test {

cases::Configuration configurationOf(const Config& config) {
  cases::Configuration sorter;
  sorter.key_bits = wideKeys(config) ? 64 : 32;
  sorter.payload = config.payload;
  sorter.ties = config.ties;
  sorter.discard_keys = config.discard_keys;
  sorter.algorithm = !config.scratch   ? vksort::Algorithm::bitonic
                     : config.rank     ? vksort::Algorithm::rank
                     : config.portable ? vksort::Algorithm::radix_portable
                                       : vksort::Algorithm::radix;
  sorter.baseline = config.baseline;
  sorter.push_descriptor = config.push_descriptor;
  sorter.full_subgroups = config.full_subgroups;
  return sorter;
}

vksort::Ordering orderingOf(const Config& config) {
  const bool stable_indices = config.ties == vksort::Ties::stable && config.payload == vksort::Payload::index;
  const bool ascend = configurationOf(config).hasPayload() && (config.ties == kByValue || stable_indices);
  return {config.key_type, config.order, config.nan_rule, config.payload, ascend};
}

std::string describe(const Config& config) {
  constexpr const char* kModes[] = {"", ", indirect", ", segments"};
  std::string text = cases::describe(orderingOf(config)) + ", " + cases::describe(configurationOf(config)) +
                     kModes[static_cast<int>(config.mode)];
  if (config.bit_count != kEveryBit)
    text += ", bits " + std::to_string(config.first_bit) + " to " + std::to_string(config.first_bit + config.bit_count);
  return text;
}

vksort::Element elementOf(const Config& config) {
  constexpr vksort::Element kOfWords[] = {vksort::Element::key, vksort::Element::pair, vksort::Element::triple};
  return kOfWords[(wideKeys(config) ? 1 : 0) + (config.payload != vksort::Payload::none ? 1 : 0)];
}

bool splitValues(const Config& config) { return configurationOf(config).splitPayload(); }

uint32_t keyWords(const Config& config) { return configurationOf(config).stride(); }

void putKeys(const Config& config, const Elements& elements, uint32_t* words) {
  const uint32_t width = keyWords(config);
  for (std::size_t i = 0; i < elements.keys.size(); ++i) {
    words[i * width] = static_cast<uint32_t>(elements.keys[i]);
    if (wideKeys(config)) words[i * width + 1] = static_cast<uint32_t>(elements.keys[i] >> 32);
    if (config.payload == kInterleaved) words[(i + 1) * width - 1] = elements.values[i];
  }
}

void getKeys(const Config& config, const uint32_t* words, Elements& elements) {
  const uint32_t width = keyWords(config);
  for (std::size_t i = 0; i < elements.keys.size(); ++i) {
    elements.keys[i] = words[i * width];
    if (wideKeys(config)) elements.keys[i] |= uint64_t{words[i * width + 1]} << 32;
    if (config.payload == kInterleaved) elements.values[i] = words[(i + 1) * width - 1];
  }
}

std::vector<cases::Element> elementsOf(const Elements& elements) {
  std::vector<cases::Element> all(elements.keys.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    all[i] = {elements.keys[i], elements.values.empty() ? 0 : elements.values[i]};
  return all;
}

std::string explainWrong(const Config& config, const Elements& before, const Elements& after) {
  std::vector<cases::Element> wanted = elementsOf(before), got = elementsOf(after);
  cases::sortElements(orderingOf(config), wanted);
  const auto differ = [&](bool payloads) -> std::string {
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (got[i].key == wanted[i].key && (!payloads || got[i].payload == wanted[i].payload)) continue;
      const auto text = [](const cases::Element& element) {
        return "{" + std::to_string(element.key) + ", " + std::to_string(element.payload) + "}";
      };
      return "element " + std::to_string(i) + " is " + text(got[i]) + " instead of " + text(wanted[i]);
    }
    return {};
  };
  if (got.size() != wanted.size()) return "elements are missing";
  if (!configurationOf(config).isLoose()) return differ(true);
  if (std::string keys = differ(false); !keys.empty()) return keys;
  for (auto* each : {&wanted, &got})
    std::ranges::sort(*each, {}, [](const cases::Element& e) { return std::tuple(e.key, e.payload); });
  return differ(true);
}

}  // namespace test
