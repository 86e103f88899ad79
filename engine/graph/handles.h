// Typed names of graph resources, which are versioned, and of passes.
#pragma once
#include <cstdint>
#include <stdexcept>
#include <string>

namespace graph {

// Thrown for every misuse of the graph; what() names the pass and the resource, and what would be right.
class Error : public std::runtime_error {
 public:
  explicit Error(const std::string& message) : std::runtime_error(message) {}
};

inline constexpr uint32_t kNone = 0xFFFFFFFFU;

enum class ResourceKind { buffer, image };

// One state of one buffer. A pass that writes gives back a handle with the next version; the one it was given is stale
// from then on. Handles are plain values and stay valid when the graph is moved.
struct BufferHandle {
  uint32_t index = kNone;  // position in Graph::resources()
  uint32_t version = 0;
  friend bool operator==(const BufferHandle&, const BufferHandle&) = default;
};

// As BufferHandle, for an image.
struct ImageHandle {
  uint32_t index = kNone;
  uint32_t version = 0;
  friend bool operator==(const ImageHandle&, const ImageHandle&) = default;
};

// One pass.
struct PassHandle {
  uint32_t index = kNone;  // position in Graph::passes()
  friend bool operator==(const PassHandle&, const PassHandle&) = default;
};

}  // namespace graph
