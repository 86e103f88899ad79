// Declares a pass: the resources that it uses, and the commands that it records.
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
  write,       // discards the contents, so the pass must write everything that is read later
  read_write,  // required if the pass only writes a part
};

// One use of a resource that a pass declares.
struct Use {
  uint32_t resource = kNone;
  Mode mode = Mode::read;
  Access access;
  VkImageLayout layout = VK_IMAGE_LAYOUT_UNDEFINED;  // images only
  uint32_t input_version = 0;
  uint32_t output_version = 0;  // equal to input_version for a read
};

struct ColorAttachment {
  uint32_t resource = kNone;
  std::optional<VkClearColorValue> clear;  // if empty, the contents are loaded
};

using RecordPass = std::function<void(const PassContext&)>;

// A declared pass as plain data.
struct Pass {
  std::string name;
  PassKind kind = PassKind::compute;
  std::vector<Use> uses;
  std::optional<ColorAttachment> color;  // graphics passes only
  RecordPass record;
};

// Declares one pass of a graph. Returned by Graph::addPass(), and valid until the graph is moved or destroyed.
// Errors of all functions with a handle: an invalid or stale handle, reading a resource without contents, two uses of a
// resource in one pass (except reads in the same layout), an Access without stages, a read with write flags, a write
// without write flags, a use after one in a later pass (unless both are reads). Handles of another graph are only
// detected if their index, kind or version is invalid.
class PassBuilder {
 public:
  PassBuilder(Graph& graph, uint32_t index) : graph_(&graph), index_(index) {}

  // Returns the handle of the pass, which is also valid in copies of the graph.
  PassHandle handle() const { return {index_}; }

  // Reads a resource. Several reads of a resource are merged.
  void read(BufferHandle buffer, Access access);
  void read(ImageHandle image, Access access, VkImageLayout layout);

  // Overwrites a resource and discards its contents.
  [[nodiscard]] BufferHandle write(BufferHandle buffer, Access access);
  [[nodiscard]] ImageHandle write(ImageHandle image, Access access, VkImageLayout layout);

  // Changes a buffer, or a part of it, in place. For images, use color().
  [[nodiscard]] BufferHandle readWrite(BufferHandle buffer, Access access);

  // Sets the only color attachment of a graphics pass. It is cleared to `clear`, or loaded if `clear` is empty. The
  // executor begins and ends rendering, and sets viewport and scissor to the whole attachment.
  [[nodiscard]] ImageHandle color(ImageHandle image, std::optional<VkClearColorValue> clear = {});

  // Sets the callback that records the pass. It is called each time the graph is recorded. Its captures must outlive
  // the executor.
  void record(RecordPass callback);

 private:
  // Returns the version after the use.
  uint32_t use(uint32_t resource, uint32_t version, ResourceKind kind, Mode mode, Access access, VkImageLayout layout);
  uint32_t use(BufferHandle buffer, Mode mode, Access access);
  uint32_t use(ImageHandle image, Mode mode, Access access, VkImageLayout layout);

  Graph* graph_;
  uint32_t index_;
};

}  // namespace graph
