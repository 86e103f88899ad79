#include "expect.h"

#include <algorithm>
#include <cstdio>

#include "contents.h"
#include "oracle.h"

namespace fuzz {
namespace {

uint32_t* wordsAt(Images& images, const Place& place) { return images[place.buffer].data() + place.word; }

// The keys that the hook of a step computes.
std::vector<uint32_t> hookKeys(const Case& of, const Step& step) {
  Field field = of.fields[step.field];
  field.count = step.count + 1;
  field.stride = 1;
  field.split = false;
  field.order = of.of(step).ordering;
  field.order.values = vksort::Values::none;
  field.seed ^= step.first_share + 1;
  return contentsOf(field).keys;
}

// What lies in the buffers before, guard words included: some are the first or the last in an order.
Images initialImages(const Case& of, const Layout& layout) {
  Random random{of.layout_seed, 1};
  Images images;
  for (const uint32_t words : layout.buffers) {
    std::vector<uint32_t>& image = images.emplace_back(words);
    for (uint32_t& word : image) word = random.pick({0u, ~0u, random.word(), random.word()});
  }
  // Read before they are written, they would be small counts of workgroups, and not years of them.
  for (const Place& state : layout.states)
    for (uint32_t i = 0; i < state.words; ++i) wordsAt(images, state)[i] = random.below(4);
  for (std::size_t i = 0; i < of.fields.size(); ++i) {
    const FieldWords words = contentsOf(of.fields[i]);
    std::ranges::copy(words.keys, wordsAt(images, layout.keys[i]));
    if (of.fields[i].split) std::ranges::copy(words.values, wordsAt(images, layout.values[i]));
    if (layout.first_keys[i].exists()) std::ranges::copy(words.keys, wordsAt(images, layout.first_keys[i]));
    if (layout.first_values[i].exists()) std::ranges::copy(words.values, wordsAt(images, layout.first_values[i]));
  }
  for (std::size_t i = 0; i < of.steps.size(); ++i) {
    const Step& step = of.steps[i];
    if (layout.counts[i].exists()) *wordsAt(images, layout.counts[i]) = step.found;
    for (std::size_t k = 0; k < step.lists.size(); ++k)
      std::ranges::copy(step.lists[k], wordsAt(images, layout.tables[i]) + 2 * k);
    if (!layout.sources[i].exists()) continue;
    uint32_t* source = wordsAt(images, layout.sources[i]);
    source[0] = step.count;  // the index is below this
    source[1] = 0;           // calls for which it is not
    const std::vector<uint32_t> keys = hookKeys(of, step);
    std::ranges::transform(keys, source + kSourceHeader, [](uint32_t key) { return ~key; });
  }
  return images;
}

Element readElement(Images& images, const Case& of, const Layout& layout, const Step& step, uint32_t element) {
  const uint32_t* value = valueWord(images, of, layout, step, element);
  return elementOf(of.of(step).ordering, keyWords(images, of, layout, step, element), value != nullptr ? *value : 0);
}

void renew(Images& images, const Case& of, const Layout& layout, const Step& step) {
  for (const auto& [from, to] : renewedBy(of, layout, step))
    std::copy_n(wordsAt(images, from), from.words, wordsAt(images, to));
}

void applyEdits(Images& images, const Case& of, const Layout& layout, const Step& step) {
  const uint32_t words = of.fields[step.field].editedWords();
  for (const Edit& edit : step.edits) {
    const uint32_t* from = edit.copies ? keyWords(images, of, layout, step, edit.from) : edit.bits.data();
    std::copy_n(from, words, keyWords(images, of, layout, step, edit.element));
  }
}

// What a step promises of what lies there and does not keep; of lists all that they may lie in. Empty: nothing.
std::string brokenBy(Images& images, const Case& of, const Layout& layout, const Step& step,
                     const std::vector<uint32_t>& computed) {
  const Configuration& configuration = of.of(step);
  const bool lists = configuration.count == vksort::Count::lists;
  const uint32_t largest = lists && step.largest != 0 ? std::min(step.largest, step.count) : step.count;
  if (largest > configuration.most()) return "max_count";
  if (configuration.always_lends && !step.lends) return "always_lends";
  const uint32_t count = configuration.count == vksort::Count::device ? std::min(step.found, step.count) : step.count;
  const uint32_t alike = ~maskOf(configuration.key_bits);
  uint32_t first_key = 0, last_value = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const Element element = readElement(images, of, layout, step, step.first + i);
    const auto key = static_cast<uint32_t>(computed.empty() ? element.key : computed[i]);
    if (i == 0) first_key = key;
    if (((key ^ first_key) & alike) != 0) return "key_bits";
    if (configuration.ascends() && i != 0 && element.value <= last_value) return "ascending_values";
    if (configuration.promises() && uint64_t{element.value} >> configuration.value_bits != 0) return "value_bits";
    last_value = element.value;
  }
  return "";
}

// computed: the keys of the hook, if there is one.
void sortSegment(Images& images, const Case& of, const Layout& layout, const Step& step, const Segment& segment,
                 const std::vector<uint32_t>& computed) {
  const vksort::Ordering& ordering = of.of(step).ordering;
  std::vector<Element> elements;
  for (uint32_t i = 0; i < segment.count; ++i) {
    Element element = readElement(images, of, layout, step, segment.first + i);
    if (!computed.empty()) element.key = computed[segment.first - step.first + i];
    if (ordering.values == vksort::Values::iota) element.value = i;
    elements.push_back(element);
  }
  sortElements(ordering, elements);
  for (uint32_t i = 0; i < segment.count; ++i) {
    uint32_t* keys = keyWords(images, of, layout, step, segment.first + i);
    keys[0] = static_cast<uint32_t>(elements[i].key);
    if (ordering.key_type == vksort::KeyType::u64) keys[1] = static_cast<uint32_t>(elements[i].key >> 32);
    if (uint32_t* value = valueWord(images, of, layout, step, segment.first + i)) *value = elements[i].value;
  }
}

// A VerifyResult. The header does not say what the digest is; verify() has the same one for the same elements.
void verify(Images& images, const Case& of, const Layout& layout, std::size_t index) {
  const Step& step = of.steps[index];
  const vksort::Ordering& ordering = of.of(step).ordering;
  const Segment looked_at = segmentsOf(of, step).front();
  vksort::VerifyResult result{};
  if (looked_at.count != 0) {
    const uint32_t end = looked_at.first + looked_at.count;
    for (uint32_t i = looked_at.first; i + 1 < end; ++i) {
      const Element one = readElement(images, of, layout, step, i);
      const Element next = readElement(images, of, layout, step, i + 1);
      if (isBefore(ordering, next, one)) ++result.inversions;
    }
    result.elements = looked_at.count;
    const vksort::VerifyResult on_host =
        vksort::verify(ordering, keyWords(images, of, layout, step, looked_at.first),
                       valueWord(images, of, layout, step, looked_at.first), looked_at.count);
    std::ranges::copy(on_host.checksum, result.checksum);
  }
  uint32_t* out = wordsAt(images, layout.verdicts[index]);
  out[0] = result.inversions;
  out[1] = result.elements;
  std::ranges::copy(result.checksum, out + 2);
}

}  // namespace

std::vector<Segment> segmentsOf(const Case& of, const Step& step) {
  const vksort::Count count = of.of(step).count;
  if (count == vksort::Count::host) return {{step.first, step.count}};
  if (count == vksort::Count::device) return {{step.first, std::min(step.count, step.found)}};
  const uint32_t largest = step.largest == 0 ? step.count : step.largest;
  std::vector<Segment> segments;
  for (const auto& [first, size] : step.lists) {
    if (first >= step.count) continue;
    segments.push_back({step.first + first, std::min({size, step.count - first, largest})});
  }
  return segments;
}

uint32_t* keyWords(Images& images, const Case& of, const Layout& layout, const Step& step, uint32_t element) {
  return wordsAt(images, layout.keys[step.field]) + std::size_t{element} * of.fields[step.field].stride;
}

uint32_t* valueWord(Images& images, const Case& of, const Layout& layout, const Step& step, uint32_t element) {
  const Configuration& configuration = of.of(step);
  if (configuration.splitValues()) return wordsAt(images, layout.values[step.field]) + element;
  const bool beside = configuration.ordering.values == vksort::Values::interleaved;
  return beside ? keyWords(images, of, layout, step, element) + 1 : nullptr;
}

Expected expect(const Case& of, const Layout& layout) {
  Expected expected;
  expected.before = initialImages(of, layout);
  expected.after = expected.before;
  for (const auto& image : expected.after) expected.undefined.emplace_back(image.size());
  for (const Place& state : layout.states)
    for (uint32_t i = 0; i < state.words; ++i) expected.undefined[state.buffer][state.word + i] = true;
  for (uint32_t round = 0; round < of.rounds; ++round) {
    for (std::size_t i = 0; i < of.steps.size(); ++i) {
      const Step& step = of.steps[i];
      renew(expected.after, of, layout, step);
      applyEdits(expected.after, of, layout, step);
      std::vector<uint32_t> computed;
      if (of.of(step).hook) computed = hookKeys(of, step);
      const std::string broken = brokenBy(expected.after, of, layout, step, computed);
      if (!broken.empty()) expected.broken = "step " + std::to_string(i) + " does not keep to " + broken;
      for (const Segment& segment : segmentsOf(of, step)) {
        sortSegment(expected.after, of, layout, step, segment, computed);
        if (of.of(step).isLoose() && round == 0) expected.loose.push_back({i, segment});
      }
      if (step.verifies) verify(expected.after, of, layout, i);
    }
  }
  return expected;
}

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
  const std::pair<const std::vector<Place>*, const char*> parts[] = {{&layout.keys, "keys of field "},
                                                                     {&layout.values, "values of field "},
                                                                     {&layout.first_keys, "first keys of field "},
                                                                     {&layout.first_values, "first values of field "},
                                                                     {&layout.counts, "count of step "},
                                                                     {&layout.tables, "lists of step "},
                                                                     {&layout.sources, "what the hook reads in step "},
                                                                     {&layout.verdicts, "verdict of step "},
                                                                     {&layout.states, "state "}};
  const std::string at = " (buffer " + std::to_string(buffer) + ", word " + std::to_string(word) + ")";
  for (const auto& [places, what] : parts) {
    for (std::size_t i = 0; i < places->size(); ++i) {
      const Place& place = (*places)[i];
      if (place.buffer == buffer && word >= place.word && word - place.word < place.words)
        return what + std::to_string(i) + ", word " + std::to_string(word - place.word) + at;
    }
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
      if (wrong++ == 0)
        complaint = whereIs(layout, buffer, i) + " is " + hex(is[i]) + " and should be " + hex(should_be[i]);
    }
  }
  return wrong > 1 ? complaint + "; " + std::to_string(wrong) + " words are wrong" : complaint;
}

}  // namespace fuzz
