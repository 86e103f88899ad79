// gzip files, read as if they were not packed.
#pragma once
#include "points/byte_source.h"

namespace particles {

// Whether it begins as one.
bool isGzip(ByteSource& source);

// What is packed in it. `source` must outlive it. Errors: std::runtime_error that names the byte of `source` where it
// is damaged or cut short.
ByteSource inflated(ByteSource& source);

}  // namespace particles
