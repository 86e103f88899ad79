#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "graph/access.h"
#include "graph/handles.h"

namespace graph {

class Graph;
class PassContext;

enum class PassKind { compute, graphics, transfer };

enum class Mode {
  read,
  write,       // the pass must write everything that later passes read
  read_write,  // required for partial writes
};

struct Use {
  uint32_t resource = kNone;
  Mode mode = Mode::read;
  Access access;
  VkImageLayout layout = VK_IMAGE_LAYOUT_UNDEFINED;
  uint32_t input_version = 0;
  uint32_t output_version = 0;  // input_version for reads
  bool consumes = false;        // output_version has undefined contents
};

struct ColorAttachment {
  uint32_t resource = kNone;
  std::optional<VkClearColorValue> clear;  // loads the contents if empty
};

using RecordPass = std::function<void(const PassContext&)>;

struct Pass {
  std::string name;
  PassKind kind = PassKind::compute;
  std::vector<Use> uses;
  std::optional<ColorAttachment> color;
  RecordPass record;
};

// Valid until the graph is moved or destroyed. Each pass can use a resource once, except for several reads in the same
// layout. An Access needs stages, and write flags if and only if it writes. Passes cannot use a version before the pass
// that writes it. Handles of another graph are only detected if their index, kind or version is invalid.
class PassBuilder {
 public:
  PassBuilder(Graph& graph, uint32_t index) : graph_(&graph), index_(index) {}

  // Also valid in copies of the graph.
  PassHandle handle() const { return {index_}; }

  // Several reads of a resource are merged.
  void read(BufferHandle buffer, Access access);
  void read(ImageHandle image, Access access, VkImageLayout layout);

  // Discards the old contents.
  [[nodiscard]] BufferHandle write(BufferHandle buffer, Access access);
  [[nodiscard]] ImageHandle write(ImageHandle image, Access access, VkImageLayout layout);

  // Also for partial writes. For images, use color().
  [[nodiscard]] BufferHandle readWrite(BufferHandle buffer, Access access);

  // Same, but leaves the contents undefined: later passes can only write the buffer, and it cannot be exported.
  [[nodiscard]] BufferHandle consume(BufferHandle buffer, Access access);

  // Sets the only color attachment of a graphics pass, which is cleared or loaded. The executor begins and ends
  // rendering, and sets viewport and scissor to the whole attachment.
  [[nodiscard]] ImageHandle color(ImageHandle image, std::optional<VkClearColorValue> clear = {});

  // Called each time the graph is recorded. Captures must outlive the executor.
  void record(RecordPass callback);

 private:
  uint32_t use(uint32_t resource, uint32_t version, ResourceKind kind, Mode mode, Access access, VkImageLayout layout);
  uint32_t use(BufferHandle buffer, Mode mode, Access access);
  uint32_t use(ImageHandle image, Mode mode, Access access, VkImageLayout layout);

  Graph* graph_;
  uint32_t index_;
};

}  // namespace graph
