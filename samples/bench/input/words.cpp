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
  static const Words<vksort::Ties> words = {
      {"stable", vksort::Ties::stable}, {"value", vksort::Ties::by_value}, {"any", vksort::Ties::any}};
  return words;
}

const Words<vksort::Scratch>& scratchWords() {
  static const Words<vksort::Scratch> words = {
      {"off", vksort::Scratch::never}, {"on", vksort::Scratch::optional}, {"required", vksort::Scratch::required}};
  return words;
}

const Words<vksort::Algorithm>& algorithmWords() {
  static const Words<vksort::Algorithm> words = {{"automatic", vksort::Algorithm::automatic},
                                                 {"bitonic", vksort::Algorithm::bitonic},
                                                 {"radix", vksort::Algorithm::radix},
                                                 {"radix-portable", vksort::Algorithm::radix_portable},
                                                 {"rank", vksort::Algorithm::rank}};
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
std::string wordOf(vksort::Scratch scratch) { return wordIn(scratchWords(), scratch); }
std::string wordOf(vksort::Algorithm algorithm) { return wordIn(algorithmWords(), algorithm); }
std::string wordOf(Distribution distribution) { return wordIn(distributionWords(), distribution); }

std::string payloadWord(vksort::Payload payload) {
  if (payload == vksort::Payload::index) return "index";
  return payload == vksort::Payload::none ? "none" : "u32";
}

std::string layoutWord(vksort::Payload payload) {
  return payload == vksort::Payload::interleaved ? "interleaved" : "split";
}

std::string elementFields(const Input& input) {
  const vksort::Payload payload = input.ordering.payload;
  return wordOf(input.ordering.key_type) + "," + payloadWord(payload) + "," + layoutWord(payload) + "," +
         wordOf(input.ties);
}

}  // namespace bench
