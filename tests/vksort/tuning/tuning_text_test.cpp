// A tuning as text: every tuning comes back, and nothing else is taken.
#include <doctest/doctest.h>

#include <cstring>
#include <functional>

#include "support/oracle/inputs.h"
#include "support/oracle/tunings.h"
#include "vksort.h"

namespace test {
namespace {

using vksort::Tuning;

using Parse = std::function<bool(const char*, Tuning&)>;

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
  std::string text = "vksort-tuning 3";
  for (const TuningField& field : tuningFields()) text += field.before + std::to_string(field.of(tuning));
  return text;
}

// Reads from memory that ends with the text, so that a checker of memory sees every step too far.
bool parseTight(const Parse& parse, const std::string& text, Tuning& out) {
  const std::vector<char> tight(text.c_str(), text.c_str() + text.size() + 1);
  return parse(tight.data(), out);
}

// What the parser takes that is not the text of a tuning, or refuses that is; among `text` and its neighbours. A
// text that is taken must be what the tuning is written as.
std::string faultOf(const Parse& parse, const std::string& text) {
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
    if (!parseTight(parse, each, read)) {
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
      REQUIRE(parseTight(vksort::parseTuning, text + end, read));
      REQUIRE(same(read, tuning));
    }
  }
}

TEST_CASE("tuning_text_that_is_malformed_is_refused") {
  Random random(nextSeed());
  for (uint32_t i = 0; i < 20; ++i) CHECK(faultOf(vksort::parseTuning, textOf(randomTuning(random))) == "");
  const std::string text = textOf(vksort::rowFor(kAmple, vksort::Element::key).tuning);
  const std::string first = "registers_log2=4 ", second = "tile_log2=12 ";
  REQUIRE(text.starts_with("vksort-tuning 3 " + first + second));
  const std::string rest = text.substr(text.find(second) + second.size());
  for (const std::string& bad : {
           std::string(),
           "vksort-tuning 0 " + first + second + rest,
           "vksort-tuning 1 " + first + second + rest,
           "vksort-tuning 03 " + first + second + rest,
           "VKSORT-tuning 3 " + first + second + rest,
           "vksort-tuning 3 " + second + first + rest,
           "vksort-tuning 3 " + first + first + rest,
           "vksort-tuning 3 " + first + rest,
           "vksort-tuning 3 " + first + "tile_log2=4294967296 " + rest,
           "vksort-tuning 3 " + first + "tile_log2=18446744073709551628 " + rest,
           "vksort-tuning 3 " + first + "tile_log2=0x0c " + rest,
       }) {
    Tuning read{};
    CHECK_MESSAGE(!parseTight(vksort::parseTuning, bad, read), bad);
  }
}

TEST_CASE("tuning_text_of_an_earlier_version_is_refused_by_name") {
  const std::string text = textOf(vksort::rowFor(kAmple, vksort::Element::key).tuning);
  CHECK(vksort::complaintAboutTuning(text.c_str()) == nullptr);
  const std::string sizes =
      "registers_log2=4 tile_log2=12 small_log2=10 medium_log2=11 large_log2=12 double_tiles=1 smallest_merge_log2=11 "
      "merge_log2=11 ";
  for (const auto& [version, before] :
       {std::pair<std::string, std::string>{
            "version 1", "vksort-tuning 1 " + sizes + "short_tile_log2=10 long_1_tile_log2=0 long_2_tile_log2=11 " +
                             "long_3_tile_log2=11 long_4_tile_log2=12 long_5_tile_log2=0 subgroup_sort=1"},
        {"version 2", "vksort-tuning 2 " + sizes + "global_log2=10,0,11,11,12,0 subgroup_sort=1"}}) {
    Tuning read{};
    CHECK_FALSE(vksort::parseTuning(before.c_str(), read));
    CHECK(std::string(vksort::complaintAboutTuning(before.c_str())).find(version) != std::string::npos);
  }
  for (const char* other : {"", "vksort-tuning 4 registers_log2=4", "vksort-tuning 3 registers_log2=4"}) {
    const char* const complaint = vksort::complaintAboutTuning(other);
    REQUIRE(complaint != nullptr);
    CHECK(std::string(complaint).find("version 1") == std::string::npos);
    CHECK(std::string(complaint).find("version 2") == std::string::npos);
  }
}

TEST_CASE("tuning_text_check_sees_parsers_that_take_too_much") {
  const std::string text = textOf(vksort::rowFor(kAmple, vksort::Element::pair).tuning);
  const auto lenient = [](auto edit) {
    return [edit](const char* given, Tuning& out) {
      std::string edited = given;
      edit(edited);
      return vksort::parseTuning(edited.c_str(), out);
    };
  };
  CHECK(faultOf(lenient([](std::string&) {}), text) == "");
  CHECK(faultOf(lenient([](std::string& s) { s = s.substr(0, s.find_last_not_of(' ') + 1); }), text) != "");
  CHECK(faultOf(lenient([](std::string& s) { s = s.substr(0, s.find(';')); }), text) != "");
  CHECK(faultOf([](const char* given, Tuning& out) { return out = {}, vksort::parseTuning(given, out); }, text) != "");
  CHECK(faultOf([](const char*, Tuning&) { return false; }, text) != "");
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
