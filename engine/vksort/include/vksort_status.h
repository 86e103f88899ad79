// The status that the record functions return. vksort.h includes this header.
#ifndef VKSORT_STATUS_H
#define VKSORT_STATUS_H

#include "vksort_device.h"

#ifdef __cplusplus
extern "C" {
#endif

VKSORT_ENUM(vksortArgument) {
  VKSORT_VALUE(ARGUMENT_NONE, none),
  VKSORT_VALUE(ARGUMENT_SORTER, sorter),  // the Sorter, Toolkit or Verifier
  VKSORT_VALUE(ARGUMENT_INFO, info),
  VKSORT_VALUE(ARGUMENT_COMMAND_BUFFER, command_buffer),
  VKSORT_VALUE(ARGUMENT_KEYS, keys),
  VKSORT_VALUE(ARGUMENT_PAYLOAD, payload),
  VKSORT_VALUE(ARGUMENT_COUNT, count),
  VKSORT_VALUE(ARGUMENT_KEY_TYPE, key_type),
  VKSORT_VALUE(ARGUMENT_ORDER, order),
  VKSORT_VALUE(ARGUMENT_NAN_RULE, nan_rule),
  VKSORT_VALUE(ARGUMENT_SIGNIFICANT_BITS, significant_bits),
  VKSORT_VALUE(ARGUMENT_SCRATCH, scratch),
  VKSORT_VALUE(ARGUMENT_DESCRIPTOR_SET, descriptor_set),
  VKSORT_VALUE(ARGUMENT_TIMESTAMPS, timestamps),
  VKSORT_VALUE(ARGUMENT_COUNT_BUFFER, count_buffer),
  VKSORT_VALUE(ARGUMENT_SEGMENTS, segments),
  VKSORT_VALUE(ARGUMENT_WORK, work),
  VKSORT_VALUE(ARGUMENT_ORDERING, ordering),  // this and the following: only used by vksort_toolkit.h
  VKSORT_VALUE(ARGUMENT_RESULT, result),
  VKSORT_VALUE(ARGUMENT_SOURCE, source),
  VKSORT_VALUE(ARGUMENT_TARGET, target),  // GatherInfo::target, RunInfo::starts or CellInfo::cells
  VKSORT_VALUE(ARGUMENT_INDICES, indices),
  VKSORT_VALUE(ARGUMENT_COUNT_TARGET, count_target),
  VKSORT_VALUE(ARGUMENT_ELEMENT_WORDS, element_words),
};

VKSORT_ENUM(vksortFault) {
  VKSORT_VALUE(FAULT_NONE, none),
  VKSORT_VALUE(FAULT_MISSING, missing),          // must not be null
  VKSORT_VALUE(FAULT_UNEXPECTED, unexpected),    // must be null
  VKSORT_VALUE(FAULT_WHOLE_SIZE, whole_size),    // the size must be in bytes, because Vulkan cannot query buffer sizes
  VKSORT_VALUE(FAULT_MISALIGNED, misaligned),    // the offset must be a multiple of RecordStatus::limit
  VKSORT_VALUE(FAULT_TOO_SMALL, too_small),      // must be at least RecordStatus::limit
  VKSORT_VALUE(FAULT_TOO_LARGE, too_large),      // must be at most RecordStatus::limit
  VKSORT_VALUE(FAULT_OVERLAPPING, overlapping),  // overlaps another argument
  VKSORT_VALUE(FAULT_PAST_BUFFER, past_buffer),  // exceeds the memory of its buffer. Only debug builds check this
  VKSORT_VALUE(FAULT_INVALID, invalid),          // not a valid value, or not valid for this object
};

// The result of a record function. If there is a fault, nothing was recorded, and the log receives a message. Without
// a log, debug builds of vksort abort with it. To change that, build vksort with your own VKSORT_ASSERT(message).
typedef struct vksortRecordStatus {
  vksortArgument argument;
  vksortFault fault;
  uint64_t limit;        // see vksortFault. If scratch memory is missing, the bytes that the sort needs
  uint64_t given;        // the value that breaks the rule
  const char* member;    // name of the argument, a static string like the following ones
  const char* rule;      // template for the message
  const char* other;     // name of the argument that `member` overlaps
  const char* function;  // the record function
#ifdef __cplusplus
  [[nodiscard]] constexpr bool ok() const { return fault == vksortFault::none; }
#endif
} vksortRecordStatus;

#define VKSORT_MESSAGE_BYTES 256u  // enough for each message
// Writes a message for logs to `text`, and returns `text`. It contains the function, the argument, the rule and both
// numbers, and is cut off after size - 1 characters.
VKSORT_API const char* vksortDescribe(const vksortRecordStatus* status, char* text, size_t size);

#ifdef __cplusplus
}  // extern "C"

namespace vksort {

using Argument = vksortArgument;
using Fault = vksortFault;
using RecordStatus = vksortRecordStatus;

struct Message {
  char text[VKSORT_MESSAGE_BYTES];
};
[[nodiscard]] inline Message describe(const RecordStatus& status) {
  Message message;
  vksortDescribe(&status, message.text, sizeof message.text);
  return message;
}

}  // namespace vksort
#endif
#endif  // VKSORT_STATUS_H
