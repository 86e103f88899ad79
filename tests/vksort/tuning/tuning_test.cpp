// The table of tunings, the check of a tuning, and its text, without a device.
#include <doctest/doctest.h>

#include <cstring>
#include <map>

#include "algorithm.h"
#include "support/device/call.h"
#include "support/oracle/inputs.h"
#include "support/oracle/tunings.h"
#include "vksort.h"

namespace test {
namespace {

using vksort::DeviceClass;
using vksort::DeviceLimits;
using vksort::Element;
using vksort::Tuning;

// Values of each member that the check must refuse.
std::map<std::string, std::vector<uint32_t>> badValues(const Tuning& good, Element element) {
  const uint32_t r = good.registers_log2, tile = good.tile_log2, huge = 0xffffffffu;
  std::map<std::string, std::vector<uint32_t>> bad = {{"registers_log2", {0, r - 1, r + 1, huge}},
                                                      {"tile_log2", {0, r + 6, r + 10, 31, 32, huge}},
                                                      {"small_log2", {1, 3, 11, 32, huge}},
                                                      {"medium_log2", {1, 8, huge}},
                                                      {"large_log2", {1, 8, huge}},
                                                      {"double_tiles", {2, huge}},
                                                      {"smallest_merge_log2", {0, tile - 3, tile + 1, huge}},
                                                      {"merge_log2", {0, good.smallest_merge_log2 - 1, tile + 1, huge}},
                                                      {"radix_from", {1u << 28, huge}},
                                                      {"scratch_log2", {1, 5, 12, huge}},
                                                      {"rank_shapes[].max_count", {1, 1000, 1u << 22, huge}},
                                                      {"rank_shapes[].invocations_log2", {0, 4, 11, huge}},
                                                      {"radix_shapes[].max_count", {1u << 27, huge}},
                                                      {"radix_shapes[].invocations_log2", {0, 4, 11, huge}},
                                                      {"radix_shapes[].elements", {0, 1, 17, huge}},
                                                      {"radix_shapes[].parts", {0, 3, huge}},
                                                      {"radix_additions", {2, huge}},
                                                      {"concurrent_workgroups", {0, 131, 1025, huge}}};
  for (uint32_t i = 0; i < 6; ++i) bad["global_log2[" + std::to_string(i) + "]"] = {1, r + 4, tile + 1, huge};
  if (element == Element::triple) bad["rank_shapes[].invocations_log2"] = {};  // there is no shape
  if (element != Element::key) bad["radix_shapes[].parts"].push_back(2);
  if (element == Element::key) {  // others must have none
    bad["medium_log2"] = {1, 5, good.small_log2, tile + 1, huge};
    bad["large_log2"] = {1, 5, good.medium_log2, tile + 1, huge};
  }
  return bad;
}

SorterSetup setupOf(Element element, const Tuning* tuning = nullptr) {
  SorterSetup setup;
  setup.info.key_bits = element == Element::triple ? 64 : 32;
  setup.info.payload = element == Element::key ? vksort::Payload::none : vksort::Payload::index;
  setup.creation.tuning = tuning;
  return setup;
}

// The rule that the tuning breaks; empty if there is none.
std::string ruleBrokenBy(const Tuning& tuning, const DeviceLimits& limits, SorterSetup setup) {
  setup.creation.tuning = &tuning;
  const char* rule = vksort::validateTuning(setup.get(), limits);
  return rule ? rule : "";
}
std::string ruleBrokenBy(const Tuning& tuning, const DeviceLimits& limits, Element element) {
  return ruleBrokenBy(tuning, limits, setupOf(element));
}

// Sorters of other passes.
std::vector<SorterSetup> setupsOf(Element element) {
  std::vector<SorterSetup> setups;
  for (const vksort::Algorithm algorithm : {vksort::Algorithm::automatic, vksort::Algorithm::radix_portable}) {
    setups.push_back(setupOf(element));
    setups.back().creation.algorithm = algorithm;
    if (element != Element::pair) continue;
    setups.push_back(setups.back());
    setups.back().info.payload = kU32;
    setups.back().info.ties = kByValue;
    setups.push_back(setupOf(Element::key));
    setups.back().info.key_bits = 64;
  }
  return setups;
}

// The tuning that a Sorter has on a device, if its host gives none.
Tuning tuningOn(const DeviceLimits& limits, const SorterSetup& setup) {
  constexpr vksort::RecordLimits kRecord{64, 1ull << 32, 8, 65535};
  return vksort::algorithmsFor(setup.get(), limits, kRecord).bitonic.shape;
}

}  // namespace

TEST_CASE("a_device_is_of_its_vendors_class_and_software_of_its_own") {
  const std::span<const DeviceClass> classes = vksort::deviceClasses();
  for (const DeviceClass& each : classes) {
    CAPTURE(each.name);
    for (const uint32_t subgroup : {0u, 4u, 128u})
      CHECK(&vksort::classOf({1024, 49152, subgroup, each.vendor_id, 0, each.is_software}) == &each);
  }
  CHECK(&vksort::classOf({1024, 49152, 16, 0x1234}) == &classes.back());
  CHECK(vksort::classOf({1024, 49152, 16, 0x10de, 0, true}).is_software);
  CHECK_FALSE(vksort::classOf({1024, 49152, 4, 0x1234}).is_software);
}

// What an H100 has must not change by a change of what others have.
TEST_CASE("nvidia_gpus_have_the_tunings_that_were_measured") {
  const DeviceLimits h100{1024, 49152, 32, 0x10de, 1024};
  const DeviceClass& nvidia = vksort::classOf(h100);
  for (const Element element : kElements) {
    Tuning measured = nvidia.tuning(element);
    if (element == Element::triple) measured.double_tiles = 0;  // they need 55,296 bytes
    const Tuning taken = tuningOn(h100, setupOf(element));
    CHECK(std::memcmp(&taken, &measured, sizeof measured) == 0);
  }
}

TEST_CASE("tuning_adds_the_subgroup_of_the_device_to_the_row") {
  for (const Element element : kElements) {
    const vksort::bitonic::KernelSizes none = vksort::bitonic::chooseTuning({1024, 49152, 0}, element);
    CHECK(none.subgroup_log2 == 0);
    CHECK(vksort::bitonic::chooseTuning({1024, 49152, 2}, element).subgroup_log2 == 0);
    CHECK(vksort::bitonic::chooseTuning({1024, 49152, 64}, element).subgroup_log2 == 6);
    const vksort::bitonic::KernelSizes wide = vksort::bitonic::chooseTuning({1024, 49152, 128}, element);
    CHECK(none.smallest_merge_log2 <= wide.smallest_merge_log2);
    CHECK(wide.smallest_merge_log2 == wide.registers_log2 + 7);
    CHECK(wide.global_log2[0] == wide.registers_log2 + 7);
    // Where a tile is less than a subgroup of invocations.
    CHECK(vksort::bitonic::chooseTuning({128, 16384, 128}, element).subgroup_log2 == 7);
  }
}

TEST_CASE("no_class_has_a_tuning_that_its_check_refuses_on_any_device") {
  for (const DeviceClass& of : vksort::deviceClasses()) {
    CAPTURE(of.name);
    for (const uint32_t invocations : {128u, 192u, 256u, 512u, 1024u})
      for (const uint32_t shared : {16384u, 17408u, 18432u, 32768u, 49152u, 65536u})
        for (const uint32_t subgroup : {0u, 4u, 8u, 16u, 32u, 64u, 128u})
          for (const uint32_t counting : {0u, invocations}) {
            CAPTURE(invocations);
            CAPTURE(shared);
            CAPTURE(subgroup);
            const DeviceLimits limits{invocations, shared, subgroup, of.vendor_id, counting, of.is_software};
            for (const Element element : kElements)
              for (const SorterSetup& setup : setupsOf(element))
                CHECK(ruleBrokenBy(tuningOn(limits, setup), limits, setup) == "");
          }
  }
}

TEST_CASE("tuning_check_names_the_member") {
  for (const Element element : kElements) {
    const Tuning good = vksort::classOf({1024, 49152, 32, 0x10de}).tuning(element);
    const auto refuses = [element](const Tuning& bad, const std::string& member) {
      CAPTURE(member);
      CHECK(ruleBrokenBy(bad, kAmple, element).find(member) != std::string::npos);
    };
    REQUIRE(ruleBrokenBy(good, kAmple, element) == "");
    CHECK(ruleBrokenBy(good, kAmple, element == Element::key ? Element::pair : Element::key) != "");
    std::map<std::string, std::vector<uint32_t>> bad_values = badValues(good, element);
    for (const TuningField& field : tuningFields()) {
      for (const uint32_t value : bad_values[field.name]) {
        Tuning bad = good;
        field.of(bad) = value;
        refuses(bad, value == 131 ? "radix_shapes[].max_count" : field.name);
      }
    }
    Tuning bad = good;
    bad.double_tiles = 1;
    bad.tile_log2 = bad.registers_log2 + 9;
    bad.smallest_merge_log2 = bad.tile_log2;
    refuses(bad, "double_tiles");
    if (element != Element::key) continue;
    // The largest tile has a stage more than the module of these has.
    bad.double_tiles = 0;
    bad.merge_log2 = bad.tile_log2;
    for (uint32_t Tuning::*const member : {&Tuning::medium_log2, &Tuning::large_log2}) {
      bad.medium_log2 = bad.large_log2 = 0;
      bad.*member = 12;
      CHECK(ruleBrokenBy(bad, kAmple, element) == "");
      bad.*member = 13;
      refuses(bad, member == &Tuning::medium_log2 ? "medium_log2" : "large_log2");
    }
  }
}

// Each kernel in turn is the one that asks for more than there is.
TEST_CASE("tuning_check_names_the_member_that_does_not_fit_the_device") {
  struct Row {
    Element element;
    const char* member;  // that is set to the value, if this is not 0
    uint32_t value;
    DeviceLimits fits, lacks;
  };
  const Row kRows[] = {
      {Element::key, "tile_log2", 0, {128, 8704, 0}, {127, 8704, 0}},
      {Element::key, "tile_log2", 0, {128, 8704, 0}, {128, 8703, 0}},
      {Element::pair, "tile_log2", 0, {128, 9216, 0}, {128, 9215, 0}},
      {Element::key, "small_log2", 10, {256, 8704, 0}, {255, 8704, 0}},
      {Element::key, "small_log2", 6, {128, 8704, 16}, {128, 8704, 32}},
      {Element::key, "medium_log2", 11, {256, 9216, 0}, {256, 9215, 0}},
      {Element::key, "large_log2", 11, {256, 9216, 0}, {255, 9216, 0}},
      {Element::key, "scratch_log2", 10, {256, 8704, 0}, {255, 8704, 0}},
      {Element::pair, "scratch_log2", 10, {256, 10240, 0}, {256, 10239, 0}},
      {Element::key, "double_tiles", 1, {256, 17408, 0}, {256, 17407, 0}},
      {Element::pair, "double_tiles", 1, {256, 18432, 0}, {255, 18432, 0}},
      {Element::pair, "smallest_merge_log2", 0, {128, 16384, 64}, {128, 16384, 128}},
      {Element::pair, "global_log2[0]", 8, {128, 16384, 32}, {128, 16384, 64}},
  };
  for (const auto& [element, member, value, fits, lacks] : kRows) {
    CAPTURE(member);
    Tuning tuning = vksort::bitonic::chooseTuning({128, 16384, 0}, element);
    tuning.small_log2 = tuning.medium_log2 = tuning.scratch_log2[0] = tuning.scratch_log2[1] = 0;
    tuning.rank_shapes[0].max_count = 0;
    tuning.rank_shapes[1].max_count = tuning.rank_shapes[2].max_count = 0;
    for (const TuningField& field : tuningFields())
      if (field.name == member && value != 0) field.of(tuning) = value;
    CHECK(ruleBrokenBy(tuning, fits, element) == "");
    CHECK(ruleBrokenBy(tuning, lacks, element).find(std::string(member) + " does not fit") != std::string::npos);
  }
}

// Workgroups of 1024 that merge 98304 elements, and that move 8192 keys and count the digits of 3 later passes.
TEST_CASE("tuning_check_names_the_shape_that_does_not_fit_the_device") {
  const DeviceLimits fits{1024, 49152, 32, 0x10de, 1024};
  const Tuning tuning = vksort::classOf(fits).tuning(Element::key);
  CHECK(ruleBrokenBy(tuning, fits, Element::key) == "");
  const auto refuses = [&](DeviceLimits limits, const Tuning& asked, const std::string& rule) {
    CHECK(ruleBrokenBy(asked, limits, Element::key).find(rule) != std::string::npos);
  };
  refuses({1023, 49152, 32, 0x10de, 1023}, tuning, "rank_shapes[].invocations_log2 does not fit");
  refuses({1024, 49151, 32, 0x10de, 1024}, tuning, "rank_shapes[].max_count must be");
  Tuning radix = tuning;
  radix.rank_shapes[1] = radix.rank_shapes[2] = {};
  const DeviceLimits enough{1024, (8192 + 3 * 256 + 512) * 4, 32, 0x10de, 1024};
  CHECK(ruleBrokenBy(radix, enough, Element::key) == "");
  refuses({1024, enough.shared_memory_bytes - 1, 32, 0x10de, 1024}, radix, "radix_shapes[].elements");
  refuses({1024, 49152, 32, 0x10de, 1023}, radix, "radix_shapes[].invocations_log2");
  CHECK(ruleBrokenBy(radix, {1024, 49152, 32, 0x10de, 0}, Element::key) == "");  // without kernels of theirs
  refuses({1024, 1u << 17, 16, 0x10de, 1024, true}, tuning, "radix_shapes[3].max_count");
}

namespace {

Tuning randomTuning(Random& random) {
  Tuning tuning{};
  for (const TuningField& field : tuningFields()) field.of(tuning) = random.next() >> random.next() % 33 % 32;
  return tuning;
}

bool same(const Tuning& a, const Tuning& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

std::string textOf(const Tuning& tuning) {
  std::string text(vksort::kTuningTextSize, '?');
  text.resize(vksort::formatTuning(tuning, text.data(), vksort::kTuningTextSize));
  return text;
}

std::string expectedText(const Tuning& tuning) {
  std::string text = "vksort-tuning 4";
  for (const TuningField& field : tuningFields()) text += field.before + std::to_string(field.of(tuning));
  return text;
}

// Reads from memory that ends with the text, so that a checker of memory sees every step too far.
bool parseTight(const std::string& text, Tuning& out) {
  const std::vector<char> tight(text.c_str(), text.c_str() + text.size() + 1);
  return vksort::parseTuning(tight.data(), out);
}

// A text, `text` or one of its neighbours, that the parser takes or refuses wrongly; empty if there is none. A text
// that it takes must be the one that formatTuning() writes for the tuning.
std::string faultOf(const std::string& text) {
  std::vector<std::string> tried = {text};
  for (std::size_t i = 0; i < text.size(); ++i) {
    tried.push_back(text.substr(0, i));
    tried.push_back(text.substr(i));
    tried.push_back(text.substr(0, i) + text.substr(i + 1));
    for (const char c : {'0', '1', '9', ' ', '=', '-', '+', 'x', '\n', '\t'}) {
      tried.push_back(text.substr(0, i) + c + text.substr(i));
      tried.push_back(text.substr(0, i) + c + text.substr(i + 1));
    }
  }
  for (const char* end : {" ", "x", "\n\n", "\n ", "\r", "\r\n\r", "\n\r", " short=1", ";"})
    tried.push_back(text + end);
  for (const std::string& each : tried) {
    const Tuning before = {1, 2, 3, 4, 5, 6, 7, 8, {9, 10, 11, 12, 13, 14}, 15};
    Tuning read = before;
    if (!parseTight(each, read)) {
      if (!same(read, before)) return "changed on refusal: " + each;
      if (each == text) return "refused: " + each;
    } else if (const std::string written = textOf(read); each != written && each != written + "\n") {
      return "taken: " + each;
    }
  }
  return {};
}

}  // namespace

TEST_CASE("tuning_text_comes_back_as_it_went") {
  Random random(nextSeed());
  for (uint32_t i = 0; i < 10'000; ++i) {
    const Tuning tuning = randomTuning(random);
    const std::string text = textOf(tuning);
    REQUIRE(text == expectedText(tuning));
    for (const char* end : {"", "\n", "\r\n"}) {
      Tuning read{};
      REQUIRE(parseTight(text + end, read));
      REQUIRE(same(read, tuning));
    }
  }
}

TEST_CASE("tuning_text_that_is_malformed_is_refused") {
  Random random(nextSeed());
  for (uint32_t i = 0; i < 20; ++i) CHECK(faultOf(textOf(randomTuning(random))) == "");
  const std::string text = textOf(vksort::classOf(kAmple).tuning(vksort::Element::key));
  const std::string first = "registers_log2=4 ", second = "tile_log2=12 ";
  REQUIRE(text.starts_with("vksort-tuning 4 " + first + second));
  const std::string rest = text.substr(text.find(second) + second.size());
  for (const std::string& bad : {
           std::string(),
           "vksort-tuning 0 " + first + second + rest,
           "vksort-tuning 1 " + first + second + rest,
           "vksort-tuning 3 " + first + second + rest,
           "vksort-tuning 04 " + first + second + rest,
           "VKSORT-tuning 4 " + first + second + rest,
           "vksort-tuning 4 " + second + first + rest,
           "vksort-tuning 4 " + first + first + rest,
           "vksort-tuning 4 " + first + rest,
           "vksort-tuning 4 " + first + "tile_log2=4294967296 " + rest,
           "vksort-tuning 4 " + first + "tile_log2=18446744073709551628 " + rest,
           "vksort-tuning 4 " + first + "tile_log2=0x0c " + rest,
       }) {
    Tuning read{};
    CHECK_MESSAGE(!parseTight(bad, read), bad);
  }
}

TEST_CASE("tuning_text_stays_within_its_buffer") {
  Tuning largest;
  for (const TuningField& field : tuningFields()) field.of(largest) = 0xffffffffu;
  for (const Tuning& tuning : {largest, Tuning{}}) {
    const std::string expected = expectedText(tuning);
    const auto length = static_cast<uint32_t>(expected.size());
    CHECK(length < vksort::kTuningTextSize);
    for (uint32_t size = 0; size <= length + 2; ++size) {
      CAPTURE(size);
      std::vector<char> buffer(length + 8, '#');
      const uint32_t written = vksort::formatTuning(tuning, buffer.data(), size);
      REQUIRE(written == (size > length ? length : 0));
      const std::size_t touched = written == 0 ? 0 : length + 1;
      if (written != 0) REQUIRE(expected == buffer.data());
      for (std::size_t i = touched; i < buffer.size(); ++i) REQUIRE(buffer[i] == '#');
    }
  }
}

}  // namespace test
