#include "check.h"

#include <algorithm>
#include <cstdio>

namespace fuzz {
namespace {

std::string hex(uint32_t word) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08x", word);
  return text;
}

// Puts the values of equal keys into ascending order.
void settle(Images& images, const Case& of, const Layout& layout, const Loose& loose) {
  const Step& step = of.steps[loose.step];
  const bool wide = of.of(step).ordering.key_type == vksort::KeyType::u64;
  const auto same = [&](uint32_t a, uint32_t b) {
    const uint32_t* one = keyWords(images, of, layout, step, a);
    const uint32_t* other = keyWords(images, of, layout, step, b);
    return one[0] == other[0] && (!wide || one[1] == other[1]);
  };
  const uint32_t end = loose.segment.first + loose.segment.count;
  std::vector<uint32_t> values;
  for (uint32_t first = loose.segment.first, behind; first < end; first = behind) {
    for (behind = first + 1; behind < end && same(first, behind);) ++behind;
    values.clear();
    for (uint32_t i = first; i < behind; ++i) values.push_back(*valueWord(images, of, layout, step, i));
    std::ranges::sort(values);
    for (uint32_t i = first; i < behind; ++i) *valueWord(images, of, layout, step, i) = values[i - first];
  }
}

}  // namespace

std::string whereIs(const Layout& layout, uint32_t buffer, uint32_t word) {
  const auto in = [&](const std::vector<Place>& places, const char* what) -> std::string {
    for (std::size_t i = 0; i < places.size(); ++i) {
      const Place& place = places[i];
      if (place.buffer == buffer && word >= place.word && word - place.word < place.words)
        return what + std::to_string(i) + ", word " + std::to_string(word - place.word);
    }
    return "";
  };
  const std::string at = " (buffer " + std::to_string(buffer) + ", word " + std::to_string(word) + ")";
  for (const std::string& found :
       {in(layout.keys, "keys of field "), in(layout.values, "values of field "),
        in(layout.first_keys, "first keys of field "), in(layout.first_values, "first values of field "),
        in(layout.counts, "count of step "), in(layout.tables, "lists of step "),
        in(layout.sources, "what the hook reads in step "), in(layout.verdicts, "verdict of step "),
        in(layout.states, "state ")}) {
    if (!found.empty()) return found + at;
  }
  return "a guard word" + at;
}

std::string compare(const Case& of, const Layout& layout, Expected expected, Images after) {
  for (const Loose& each : expected.loose) {
    settle(expected.after, of, layout, each);
    settle(after, of, layout, each);
  }
  std::string complaint;
  std::size_t wrong = 0;
  for (uint32_t buffer = 0; buffer < after.size(); ++buffer) {
    const std::vector<uint32_t>& is = after[buffer];
    const std::vector<uint32_t>& should_be = expected.after[buffer];
    for (uint32_t i = 0; i < is.size(); ++i) {
      if (is[i] == should_be[i] || expected.undefined[buffer][i]) continue;
      if (wrong++ == 0) {
        complaint = whereIs(layout, buffer, i) + " is " + hex(is[i]) + " and should be " + hex(should_be[i]);
      }
    }
  }
  return wrong > 1 ? complaint + "; " + std::to_string(wrong) + " words are wrong" : complaint;
}

}  // namespace fuzz
