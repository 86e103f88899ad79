// The line of text that a tuning is kept as.
#include "vksort_tuning.h"

namespace vksort {
namespace {

struct Field {
  char name[20];
  std::uint32_t Tuning::*member;
};

constexpr Field kFields[] = {
    {"registers_log2", &Tuning::registers_log2},
    {"tile_log2", &Tuning::tile_log2},
    {"small_log2", &Tuning::small_log2},
    {"medium_log2", &Tuning::medium_log2},
    {"large_log2", &Tuning::large_log2},
    {"double_tiles", &Tuning::double_tiles},
    {"smallest_merge_log2", &Tuning::smallest_merge_log2},
    {"merge_log2", &Tuning::merge_log2},
    {"short_tile_log2", &Tuning::short_tile_log2},
    {"long_1_tile_log2", &Tuning::long_1_tile_log2},
    {"long_2_tile_log2", &Tuning::long_2_tile_log2},
    {"long_3_tile_log2", &Tuning::long_3_tile_log2},
    {"long_4_tile_log2", &Tuning::long_4_tile_log2},
    {"long_5_tile_log2", &Tuning::long_5_tile_log2},
    {"subgroup_sort", &Tuning::subgroup_sort},
};
constexpr std::uint32_t kFieldCount = sizeof kFields / sizeof kFields[0];
static_assert(sizeof(Tuning) == kFieldCount * sizeof(std::uint32_t), "each member has its field");

constexpr char kHeading[] = "vksort-tuning ";
constexpr std::uint32_t kMostDigits = 10;
static_assert(kTuningTextSize >= sizeof kHeading + kMostDigits + kFieldCount * (sizeof(Field::name) + 2 + kMostDigits));

// Appends to a buffer that is large enough for any tuning.
struct Writer {
  char* out;
  std::uint32_t length = 0;

  void text(const char* from) {
    while (*from != 0) out[length++] = *from++;
  }
  void number(std::uint32_t value) {
    char digits[kMostDigits];
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
  for (const Field& field : kFields) {
    writer.text(" ");
    writer.text(field.name);
    writer.text("=");
    writer.number(tuning.*field.member);
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
  Tuning read{};
  for (const Field& field : kFields) {
    if (!reader.text(" ") || !reader.text(field.name) || !reader.text("=") || !reader.number(read.*field.member)) {
      return false;
    }
  }
  if (!reader.end()) return false;
  out = read;
  return true;
}

}  // namespace vksort
