// Unpacks what zlib and its like have packed. Of its own, so that a host has nothing to link but vksort.
#pragma once

#include <cstdint>

namespace vksort {

// Writes the `bytes` that a DEFLATE stream holds, without a header. False if it holds fewer or more, or is no such
// stream; what comes out is not checked. Nothing is read or written beyond either end. Source: P. Deutsch, RFC 1951
// (1996).
[[nodiscard]] bool inflate(const std::uint8_t* packed, std::uint32_t packed_bytes, std::uint8_t* out,
                           std::uint32_t bytes);

}  // namespace vksort
