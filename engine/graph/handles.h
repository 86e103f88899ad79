#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>

namespace graph {

// Thrown for invalid graphs. The message contains the pass, the resource and the remedy.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message) : std::runtime_error(message) {}
};

inline constexpr uint32_t kNone = 0xFFFFFFFFU;

enum class ResourceKind { buffer, image };

// A version of a buffer. Each write returns a handle of the next version, and the old handle becomes stale. Handles are
// plain values that remain valid if the graph is moved.
struct BufferHandle {
  uint32_t index = kNone;
  uint32_t version = 0;
  friend bool operator==(const BufferHandle&, const BufferHandle&) = default;
};

// A version of an image.
struct ImageHandle {
  uint32_t index = kNone;
  uint32_t version = 0;
  friend bool operator==(const ImageHandle&, const ImageHandle&) = default;
};

struct PassHandle {
  uint32_t index = kNone;
  friend bool operator==(const PassHandle&, const PassHandle&) = default;
};

}  // namespace graph
