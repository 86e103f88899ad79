#include "device/log.h"

namespace vksort {
namespace {

struct Writer {
  char* text;
  std::size_t left;  // characters, without the terminating null

  void add(char c) {
    if (left == 0) return;
    *text++ = c;
    --left;
  }
  void add(const char* string) {
    for (; string && *string; ++string) add(*string);
  }
  void add(std::uint64_t number) {
    if (number >= 10) add(number / 10);
    add(static_cast<char>('0' + number % 10));
  }
};

}  // namespace

void logFault(const char* function, const Log* log, RecordStatus& status) {
  status.function = function;
  misuse(log, describe(status).text);
}

}  // namespace vksort

const char* vksortDescribe(const vksortRecordStatus* status, char* text, size_t size) {
  if (size == 0) return text;
  vksort::Writer out{text, size - 1};
  if (status->ok()) out.add("ok");
  if (status->function) out.add(status->function), out.add("(): ");
  for (const char* rule = status->rule; rule && *rule; ++rule) {
    if (*rule != '$') {
      out.add(*rule);
      continue;
    }
    ++rule;
    if (*rule == 'm') out.add(status->member);
    if (*rule == 'o') out.add(status->other);
    if (*rule == 'g') out.add(status->given);
    if (*rule == 'l') out.add(status->limit);
  }
  *out.text = 0;
  return text;
}
