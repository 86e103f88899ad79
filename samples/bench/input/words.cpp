#include "input/words.h"

namespace bench {

const Words<vksort::KeyType>& keyTypeWords() {
  static const Words<vksort::KeyType> words = {{"u32", vksort::KeyType::u32},
                                               {"i32", vksort::KeyType::i32},
                                               {"f32", vksort::KeyType::f32},
                                               {"u64", vksort::KeyType::u64}};
  return words;
}

const Words<vksort::Order>& orderWords() {
  static const Words<vksort::Order> words = {{"ascending", vksort::Order::ascending},
                                             {"descending", vksort::Order::descending}};
  return words;
}

const Words<vksort::Ties>& tiesWords() {
  static const Words<vksort::Ties> words = {{"value", vksort::Ties::value}, {"any", vksort::Ties::any}};
  return words;
}

const Words<Distribution>& distributionWords() {
  static const Words<Distribution> words = {{"random", Distribution::random},     {"sorted", Distribution::sorted},
                                            {"reversed", Distribution::reversed}, {"equal", Distribution::equal},
                                            {"few", Distribution::few},           {"nearly", Distribution::nearly}};
  return words;
}

std::string wordOf(vksort::KeyType type) { return wordIn(keyTypeWords(), type); }
std::string wordOf(vksort::Order order) { return wordIn(orderWords(), order); }
std::string wordOf(vksort::Ties ties) { return wordIn(tiesWords(), ties); }
std::string wordOf(Distribution distribution) { return wordIn(distributionWords(), distribution); }

std::string valuesWord(vksort::Values values) {
  if (values == vksort::Values::iota) return "iota";
  return values == vksort::Values::none ? "none" : "u32";
}

std::string layoutWord(vksort::Values values) {
  return values == vksort::Values::interleaved ? "interleaved" : "split";
}

std::string orderingFields(const vksort::Ordering& ordering) {
  return wordOf(ordering.key_type) + "," + valuesWord(ordering.values) + "," + layoutWord(ordering.values) + "," +
         wordOf(ordering.ties);
}

}  // namespace bench
