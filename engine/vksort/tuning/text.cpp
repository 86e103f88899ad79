// The line of text that a tuning is kept as.
#include "vksort_tuning.h"

#include <algorithm>
#include <array>
#include <bit>

namespace vksort {
namespace {

// The text: # stands for a number. Numbers are in the order of the members.
constexpr char kText[] =
    " registers_log2=# tile_log2=# small_log2=# medium_log2=# large_log2=# double_tiles=# smallest_merge_log2=#"
    " merge_log2=# global_log2=#,#,#,#,#,# radix_from=# scratch_log2=#,#"
    " rank_shapes=#,#;#,#;#,# radix_shapes=#,#,#,#;#,#,#,#;#,#,#,#;#,#,#,# radix_additions=#"
    " concurrent_workgroups=#";
constexpr char kHeading[] = "vksort-tuning ";
constexpr std::uint32_t kMaxDigits = 10;

constexpr std::uint32_t kNumberCount = sizeof(Tuning) / sizeof(std::uint32_t);
using Numbers = std::array<std::uint32_t, kNumberCount>;
static_assert(std::count(kText, kText + sizeof kText, '#') == kNumberCount);
static_assert(kTuningTextSize >= sizeof kHeading + sizeof kText + (kNumberCount + 1) * kMaxDigits);

// Appends to a buffer that is large enough for any tuning.
struct Writer {
  char* out;
  std::uint32_t length = 0;

  void character(char c) { out[length++] = c; }
  void number(std::uint32_t value) {
    char digits[kMaxDigits];
    std::uint32_t count = 0;
    do {
      digits[count++] = static_cast<char>('0' + value % 10);
      value /= 10;
    } while (value != 0);
    while (count > 0) character(digits[--count]);
  }
};

// Each step takes what it names off the front, or says no.
struct Reader {
  const char* at;

  bool character(char expected) { return *at++ == expected; }
  bool heading(std::uint32_t& version) {
    for (const char* c = kHeading; *c != 0; ++c) {
      if (!character(*c)) return false;
    }
    return number(version);
  }
  bool number(std::uint32_t& value) {
    const char* const first = at;
    std::uint64_t read = 0;
    for (; *at >= '0' && *at <= '9'; ++at) {
      read = read * 10 + static_cast<std::uint64_t>(*at - '0');
      if (read > 0xffffffffu) return false;
    }
    value = static_cast<std::uint32_t>(read);
    const bool leading_zero = *first == '0' && at != first + 1;
    return at != first && !leading_zero;
  }
  bool end() {
    if (at[0] == '\r' && at[1] == '\n') ++at;
    if (at[0] == '\n') ++at;
    return *at == 0;
  }
};

}  // namespace

std::uint32_t formatTuning(const Tuning& tuning, char* out, std::uint32_t size) {
  char line[kTuningTextSize];
  Writer writer{line};
  for (const char* c = kHeading; *c != 0; ++c) writer.character(*c);
  writer.number(kTuningVersion);
  const auto numbers = std::bit_cast<Numbers>(tuning);
  std::uint32_t next = 0;
  for (const char* c = kText; *c != 0; ++c) *c == '#' ? writer.number(numbers[next++]) : writer.character(*c);
  if (writer.length >= size) return 0;
  for (std::uint32_t i = 0; i < writer.length; ++i) out[i] = line[i];
  out[writer.length] = 0;
  return writer.length;
}

bool parseTuning(const char* text, Tuning& out) {
  Reader reader{text};
  std::uint32_t version = 0;
  if (!reader.heading(version) || version != kTuningVersion) return false;
  Numbers read{};
  std::uint32_t next = 0;
  for (const char* c = kText; *c != 0; ++c) {
    if (!(*c == '#' ? reader.number(read[next++]) : reader.character(*c))) return false;
  }
  if (!reader.end()) return false;
  out = std::bit_cast<Tuning>(read);
  return true;
}

const char* validateTuningText(const char* text) {
  Tuning read;
  if (parseTuning(text, read)) return nullptr;
  Reader reader{text};
  std::uint32_t version = 0;
  if (!reader.heading(version)) return "a tuning is a line of formatTuning()";
  if (version < kTuningVersion) return "a tuning of an earlier version, which lacks members: search for it anew";
  if (version != kTuningVersion) return "a tuning of another version of vksort";
  return "a tuning of this version, but not as formatTuning() writes it";
}

}  // namespace vksort
