#include "expect.h"

#include <algorithm>
#include <cstdio>

#include "contents.h"

namespace cases {
namespace {

uint32_t* wordsAt(Images& images, const Place& place) { return images[place.buffer].data() + place.word; }

// Guard words are often the first or last keys of an order, so that misplaced elements are noticed.
Images initialImages(const Case& of, const Layout& layout) {
  Random random{of.layout_seed, 1};
  Images images;
  for (const uint32_t words : layout.buffers) {
    std::vector<uint32_t>& image = images.emplace_back(words);
    for (uint32_t& word : image) word = random.pick({0u, ~0u, random.word(), random.word()});
  }
  // If a sort reads a state before it has written it, small values keep the number of workgroups low, so the sort ends.
  constexpr uint32_t kArguments = 512;
  for (const Place& state : layout.states)
    for (uint32_t i = 0; i < state.words; ++i) wordsAt(images, state)[i] = random.below(i < kArguments ? 4 : 10'000);
  for (std::size_t i = 0; i < of.fields.size(); ++i) {
    const FieldWords words = contentsOf(of.fields[i]);
    std::ranges::copy(words.keys, wordsAt(images, layout.keys[i]));
    if (of.fields[i].split) std::ranges::copy(words.payloads, wordsAt(images, layout.payloads[i]));
    if (layout.first_keys[i].exists()) std::ranges::copy(words.keys, wordsAt(images, layout.first_keys[i]));
    if (layout.first_payloads[i].exists()) std::ranges::copy(words.payloads, wordsAt(images, layout.first_payloads[i]));
  }
  for (std::size_t i = 0; i < of.steps.size(); ++i) {
    const Step& step = of.steps[i];
    if (layout.counts[i].exists()) *wordsAt(images, layout.counts[i]) = step.found;
    for (std::size_t k = 0; k < step.segments.size(); ++k)
      std::ranges::copy(step.segments[k],
                        wordsAt(images, (step.copies_table ? layout.first_tables : layout.tables)[i]) + 2 * k);
  }
  return images;
}

Element readElement(Images& images, const Case& of, const Layout& layout, const Step& step, uint32_t element) {
  const uint32_t* payload = payloadWord(images, of, layout, step, element);
  return elementOf(of.orderingOf(step), keyWords(images, of, layout, step, element), payload != nullptr ? *payload : 0);
}

void setUndefined(Expected& expected, const Place& place, bool undefined) {
  std::fill_n(expected.undefined[place.buffer].begin() + place.word, place.words, undefined);
}

void renew(Expected& expected, const Case& of, const Layout& layout, std::size_t step) {
  for (const auto& [from, to] : renewedBy(of, layout, step)) {
    std::copy_n(wordsAt(expected.after, from), from.words, wordsAt(expected.after, to));
    setUndefined(expected, to, false);
  }
}

void applyEdits(Images& images, const Case& of, const Layout& layout, const Step& step) {
  const uint32_t words = of.fields[step.field].stride;
  for (const Edit& edit : step.edits) {
    const uint32_t* from = edit.copies ? keyWords(images, of, layout, step, edit.from) : edit.bits.data();
    std::copy_n(from, words, keyWords(images, of, layout, step, edit.element));
  }
}

// Returns the violated rule about scratch memory, or an empty string.
std::string brokenByScratch(const Case& of, const Step& step) {
  const Configuration& configuration = of.of(step);
  const bool has_scratch = step.scratch != ScratchRange::none, segments = step.mode == Mode::segments;
  if (configuration.scratch == vksort::Scratch::never && has_scratch) return "Scratch::never";
  if (configuration.scratch == vksort::Scratch::required && (!has_scratch || segments)) return "Scratch::required";
  return configuration.keepsCallersPayload() && !has_scratch && step.maxCount() > of.one_workgroup ? "Ties::stable"
                                                                                                   : "";
}

// Returns true if the step uses keys that an earlier step discarded.
bool readsDiscarded(const Expected& expected, const Case& of, const Layout& layout, const Step& step) {
  const Place& keys = layout.keys[step.field];
  const auto isUndefined = [&](uint32_t element) -> bool {
    return expected.undefined[keys.buffer][keys.word + std::size_t{element} * of.fields[step.field].stride];
  };
  for (const Edit& edit : step.edits)
    if (isUndefined(edit.copies ? edit.from : edit.element)) return true;
  for (const Segment& segment : segmentsOf(step))
    for (uint32_t i = 0; i < segment.count; ++i)
      if (isUndefined(segment.first + i)) return true;
  return step.verifies && of.of(step).discardsKeys();
}

// Returns the violated rule of the headers, or an empty string.
std::string brokenBy(Expected& expected, const Case& of, const Layout& layout, const Step& step) {
  Images& images = expected.after;
  const Configuration& configuration = of.of(step);
  if (!isAllowed(configuration)) return "SorterInfo";
  if (step.maxCount() > configuration.maxCount()) return "max_count";
  if (readsDiscarded(expected, of, layout, step)) return "discard_keys";
  if (std::string broken = brokenByScratch(of, step); !broken.empty()) return broken;
  const uint32_t count = step.mode == Mode::indirect ? std::min(step.found, step.count) : step.count;
  uint64_t equal_bits = ~maskOf(step.bits) & (configuration.isWide() ? ~uint64_t{0} : 0xffffffff);
  if (step.key_type == vksort::KeyType::f32 && step.nan_rule == vksort::NanRule::last) equal_bits = 0;
  uint64_t first_key = 0;
  for (uint32_t i = 0; i < count; ++i) {
    const uint64_t key = readElement(images, of, layout, step, step.first + i).key;
    if (i == 0) first_key = key;
    if (((key ^ first_key) & equal_bits) != 0) return "significant_bits";
  }
  return "";
}

std::vector<uint64_t> sortSegment(Images& images, const Case& of, const Layout& layout, const Step& step,
                                  const Segment& segment) {
  const Configuration& configuration = of.of(step);
  std::vector<Element> elements;
  for (uint32_t i = 0; i < segment.count; ++i) {
    Element element = readElement(images, of, layout, step, segment.first + i);
    if (configuration.payload == vksort::Payload::index) element.payload = i;
    elements.push_back(element);
  }
  sortElements(of.orderingOf(step), elements);
  std::vector<uint64_t> sorted;
  for (uint32_t i = 0; i < segment.count; ++i) {
    sorted.push_back(elements[i].key);
    uint32_t* words = keyWords(images, of, layout, step, segment.first + i);
    words[0] = static_cast<uint32_t>(elements[i].key);
    if (configuration.isWide()) words[1] = static_cast<uint32_t>(elements[i].key >> 32);
    if (uint32_t* payload = payloadWord(images, of, layout, step, segment.first + i)) *payload = elements[i].payload;
  }
  return sorted;
}

// The checksum comes from verifyRange(), because the headers do not define it.
void verify(Images& images, const Case& of, const Layout& layout, std::size_t index) {
  const Step& step = of.steps[index];
  const vksort::Ordering ordering = of.orderingOf(step);
  const Segment verified = segmentsOf(step).front();
  vksort::VerifyResult result{};
  if (verified.count != 0) {
    const uint32_t end = verified.first + verified.count;
    for (uint32_t i = verified.first; i + 1 < end; ++i) {
      const Element one = readElement(images, of, layout, step, i);
      const Element next = readElement(images, of, layout, step, i + 1);
      if (isBefore(ordering, next, one)) ++result.inversions;
    }
    result.elements = verified.count;
    const vksort::VerifyResult on_host = vksort::verifyRange(
        ordering, keyWords(images, of, layout, step, verified.first),
        of.of(step).splitPayload() ? payloadWord(images, of, layout, step, verified.first) : nullptr, verified.count);
    std::ranges::copy(on_host.checksum, result.checksum);
  }
  uint32_t* out = wordsAt(images, layout.results[index]);
  out[0] = result.inversions;
  out[1] = result.elements;
  std::ranges::copy(result.checksum, out + 2);
}

}  // namespace

std::vector<Segment> segmentsOf(const Step& step) {
  if (step.mode == Mode::whole) return {{step.first, step.count}};
  if (step.mode == Mode::indirect) return {{step.first, std::min(step.count, step.found)}};
  std::vector<Segment> segments;
  for (const auto& [first, size] : step.segments) {
    if (first >= step.count) continue;
    segments.push_back({step.first + first, std::min({size, step.count - first, step.maxCount()})});
  }
  return segments;
}

uint32_t* keyWords(Images& images, const Case& of, const Layout& layout, const Step& step, uint32_t element) {
  return wordsAt(images, layout.keys[step.field]) + std::size_t{element} * of.fields[step.field].stride;
}

uint32_t* payloadWord(Images& images, const Case& of, const Layout& layout, const Step& step, uint32_t element) {
  const Configuration& configuration = of.of(step);
  if (configuration.splitPayload()) return wordsAt(images, layout.payloads[step.field]) + element;
  const bool interleaved = configuration.payload == vksort::Payload::interleaved;
  return interleaved ? keyWords(images, of, layout, step, element) + configuration.key_bits / 32 : nullptr;
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
      renew(expected, of, layout, i);
      applyEdits(expected.after, of, layout, step);
      const std::string broken = brokenBy(expected, of, layout, step);
      if (!broken.empty()) {
        // Later steps must not access the field, because the layout of its elements can differ.
        expected.broken = "step " + std::to_string(i) + " violates " + broken;
        return expected;
      }
      for (const Segment& segment : segmentsOf(step)) {
        std::vector<uint64_t> sorted = sortSegment(expected.after, of, layout, step, segment);
        const Place& keys = layout.keys[step.field];
        const uint32_t words = of.of(step).discardsKeys() ? of.of(step).stride() : 0;
        setUndefined(expected, {keys.buffer, keys.word + segment.first * words, segment.count * words}, true);
        if (of.of(step).isLoose() && round == 0) expected.loose.push_back({i, segment, std::move(sorted)});
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

void settle(Images& images, const Case& of, const Layout& layout, const Loose& loose) {
  const Step& step = of.steps[loose.step];
  std::vector<uint32_t> payloads;
  for (uint32_t first = 0, end; first < loose.segment.count; first = end) {
    for (end = first + 1; end < loose.segment.count && loose.keys[first] == loose.keys[end];) ++end;
    const auto payload = [&](uint32_t i) { return payloadWord(images, of, layout, step, loose.segment.first + i); };
    payloads.clear();
    for (uint32_t i = first; i < end; ++i) payloads.push_back(*payload(i));
    std::ranges::sort(payloads);
    for (uint32_t i = first; i < end; ++i) *payload(i) = payloads[i - first];
  }
}

}  // namespace

std::string whereIs(const Layout& layout, uint32_t buffer, uint32_t word) {
  const std::pair<const std::vector<Place>*, const char*> parts[] = {
      {&layout.keys, "keys of field "},
      {&layout.payloads, "payloads of field "},
      {&layout.first_keys, "first keys of field "},
      {&layout.first_payloads, "first payloads of field "},
      {&layout.counts, "count of step "},
      {&layout.tables, "segment table of step "},
      {&layout.first_tables, "first segment table of step "},
      {&layout.results, "verification of step "},
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

}  // namespace cases
