#include "configuration.h"

#include <functional>

namespace fuzz {

using vksort::Count;
using vksort::KeyType;
using vksort::NanRule;
using vksort::Order;
using vksort::Path;
using vksort::Ties;
using vksort::Values;

bool isAllowed(const Configuration& configuration) {
  const auto& [key_type, order, values, ties, nan_rule] = configuration.ordering;
  if (key_type == KeyType::u64 && values == Values::interleaved) return false;
  if (configuration.coherent && (values == Values::iota || configuration.count == Count::lists)) return false;
  if (!configuration.hook) return true;
  return key_type != KeyType::u64 && values != Values::interleaved && !configuration.coherent;
}

vksort::Ordering drawOrdering(Random& random) {
  vksort::Ordering ordering;
  do {
    ordering.key_type = random.any(KeyType::u64);
    ordering.order = random.any(Order::descending);
    ordering.values = random.any(Values::iota);
    ordering.ties = random.any(Ties::value_in_order);
    ordering.nan_rule = random.any(NanRule::last);
  } while (ordering.key_type == KeyType::u64 && ordering.values == Values::interleaved);
  return ordering;
}

Configuration drawConfiguration(Random& random) {
  Configuration drawn;
  do {
    drawn.ordering = drawOrdering(random);
    drawn.path = random.chance(1, 5) ? Path::floor : Path::automatic;
    drawn.count = random.pick({Count::host, Count::host, Count::device, Count::lists});
    drawn.coherent = random.chance(1, 4);
    drawn.hook = random.chance(1, 4);
    drawn.push_descriptor = random.chance(2, 3);
    drawn.full_subgroups = random.chance(3, 4);
  } while (!isAllowed(drawn));
  return drawn;
}

// Another type of keys, or order, for which drivers need to compile nothing anew.
static Configuration twinOf(Random& random, Configuration twin) {
  vksort::Ordering& ordering = twin.ordering;
  if (ordering.key_type == KeyType::u64) return twin;
  const bool rotated = ordering.key_type == KeyType::f32 && ordering.nan_rule == NanRule::last;
  if (!rotated) ordering.key_type = random.pick({KeyType::u32, KeyType::i32, KeyType::f32});
  if (!rotated && ordering.key_type == KeyType::f32) ordering.nan_rule = NanRule::total_order;
  if (ordering.ties != Ties::value_in_order) ordering.order = random.any(Order::descending);
  return twin;
}

std::vector<Configuration> drawPool(Random& random, uint32_t size) {
  const std::function<bool(const Configuration&)> musts[] = {
      [](const Configuration& each) { return each.count == Count::host && !each.coherent; },
      [](const Configuration& each) { return each.count == Count::device && !each.coherent; },
      [](const Configuration& each) { return each.count == Count::lists; },
      [](const Configuration& each) { return each.coherent; },
      [](const Configuration& each) { return each.hook; },
      [](const Configuration& each) { return each.ordering.values == Values::none; },
      [](const Configuration& each) { return each.ordering.values == Values::split; },
      [](const Configuration& each) { return each.ordering.values == Values::iota; },
  };
  std::vector<Configuration> pool;
  for (uint32_t made = 0; made < size;) {
    const Configuration drawn = drawConfiguration(random);
    if (made < std::size(musts) && !musts[made](drawn)) continue;
    pool.push_back(drawn);
    pool.push_back(twinOf(random, drawn));
    ++made;
  }
  return pool;
}

std::string describe(const vksort::Ordering& ordering) {
  constexpr const char* kKeys[] = {"u32", "i32", "f32", "u64"};
  constexpr const char* kValues[] = {"", " split", " interleaved", " iota"};
  constexpr const char* kTies[] = {"", " any ties", " ties in order"};
  std::string text = kKeys[static_cast<int>(ordering.key_type)];
  text += kValues[static_cast<int>(ordering.values)];
  text += ordering.order == Order::descending ? " descending" : "";
  text += kTies[static_cast<int>(ordering.ties)];
  text += ordering.nan_rule == NanRule::last ? " NaN last" : "";
  return text;
}

std::string describe(const Configuration& configuration) {
  std::string text = describe(configuration.ordering);
  if (configuration.count == Count::device) text += ", device count";
  if (configuration.count == Count::lists) text += ", lists";
  if (configuration.coherent) text += ", coherent";
  if (configuration.hook) text += ", hook";
  if (configuration.path == Path::floor) text += ", floor";
  if (!configuration.push_descriptor) text += ", descriptor set";
  if (!configuration.full_subgroups) text += ", no full subgroups";
  return text;
}

}  // namespace fuzz
