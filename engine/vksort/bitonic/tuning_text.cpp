// The line of text that a tuning is kept as.
#include "vksort_tuning.h"

#include <array>
#include <bit>
#include <cstddef>

namespace vksort {
namespace {

// A number, and what stands before it.
struct Number {
  const char* before;
  std::size_t offset;  // of the member
};
// In the order of the members.
constexpr Number kNumbers[] = {
    {" registers_log2=", offsetof(Tuning, registers_log2)},
    {" tile_log2=", offsetof(Tuning, tile_log2)},
    {" small_log2=", offsetof(Tuning, small_log2)},
    {" medium_log2=", offsetof(Tuning, medium_log2)},
    {" large_log2=", offsetof(Tuning, large_log2)},
    {" double_tiles=", offsetof(Tuning, double_tiles)},
    {" smallest_merge_log2=", offsetof(Tuning, smallest_merge_log2)},
    {" merge_log2=", offsetof(Tuning, merge_log2)},
    {" global_log2=", offsetof(Tuning, global_log2[0])},
    {",", offsetof(Tuning, global_log2[1])},
    {",", offsetof(Tuning, global_log2[2])},
    {",", offsetof(Tuning, global_log2[3])},
    {",", offsetof(Tuning, global_log2[4])},
    {",", offsetof(Tuning, global_log2[5])},
    {" subgroup_sort=", offsetof(Tuning, subgroup_sort)},
    {" radix_from=", offsetof(Tuning, radix_from)},
};
constexpr std::uint32_t kNumberCount = sizeof kNumbers / sizeof kNumbers[0];
using Numbers = std::array<std::uint32_t, kNumberCount>;

constexpr bool isInOrder() {
  for (std::uint32_t i = 0; i < kNumberCount; ++i) {
    if (kNumbers[i].offset != i * sizeof(std::uint32_t)) return false;
  }
  return true;
}
static_assert(isInOrder() && sizeof(Tuning) == sizeof(Numbers), "each member has its place");

constexpr char kHeading[] = "vksort-tuning ";
constexpr std::uint32_t kMaxDigits = 10;
constexpr std::size_t maxCharacters() {
  std::size_t count = sizeof kHeading + kMaxDigits;  // with the zero
  for (const Number& number : kNumbers) {
    for (const char* at = number.before; *at != 0; ++at) ++count;
    count += kMaxDigits;
  }
  return count;
}
static_assert(kTuningTextSize >= maxCharacters());

// Appends to a buffer that is large enough for any tuning.
struct Writer {
  char* out;
  std::uint32_t length = 0;

  void text(const char* from) {
    while (*from != 0) out[length++] = *from++;
  }
  void number(std::uint32_t value) {
    char digits[kMaxDigits];
    std::uint32_t count = 0;
    do {
      digits[count++] = static_cast<char>('0' + value % 10);
      value /= 10;
    } while (value != 0);
    while (count > 0) out[length++] = digits[--count];
  }
};

// Each step takes what it names off the front, or says no.
struct Reader {
  const char* at;

  bool text(const char* expected) {
    for (; *expected != 0; ++expected, ++at) {
      if (*at != *expected) return false;
    }
    return true;
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
  writer.text(kHeading);
  writer.number(kTuningVersion);
  const auto numbers = std::bit_cast<Numbers>(tuning);
  for (std::uint32_t i = 0; i < kNumberCount; ++i) {
    writer.text(kNumbers[i].before);
    writer.number(numbers[i]);
  }
  if (writer.length >= size) return 0;
  for (std::uint32_t i = 0; i < writer.length; ++i) out[i] = line[i];
  out[writer.length] = 0;
  return writer.length;
}

bool parseTuning(const char* text, Tuning& out) {
  Reader reader{text};
  std::uint32_t version = 0;
  if (!reader.text(kHeading) || !reader.number(version) || version != kTuningVersion) return false;
  Numbers read{};
  for (std::uint32_t i = 0; i < kNumberCount; ++i) {
    if (!reader.text(kNumbers[i].before) || !reader.number(read[i])) return false;
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
  if (!reader.text(kHeading) || !reader.number(version)) return "a tuning is a line of formatTuning()";
  if (version == 1) return "a tuning of version 1, whose members have changed since: search for it anew";
  if (version == 2) return "a tuning of version 2, which lacks radix_from: search for it anew";
  if (version != kTuningVersion) return "a tuning of another version of vksort";
  return "a tuning of this version, but not as formatTuning() writes it";
}

}  // namespace vksort
