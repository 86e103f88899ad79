// Declaring one pass: what it uses, and what it records.
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
  write,       // what was there before is not needed; the pass writes all that a later reader looks at
  read_write,  // also for a write that leaves a part as it was
};

// One declared use of one resource by one pass.
struct Use {
  uint32_t resource = kNone;
  Mode mode = Mode::read;
  Access access;
  VkImageLayout layout = VK_IMAGE_LAYOUT_UNDEFINED;  // images only
  uint32_t before = 0;                               // version the pass was given
  uint32_t after = 0;                                // version it leaves; equal to `before` for a read
};

struct ColorAttachment {
  uint32_t resource = kNone;
  std::optional<VkClearColorValue> clear;  // nothing: the contents are loaded
};

using Execute = std::function<void(const PassContext&)>;

// A declared pass as plain data.
struct Pass {
  std::string name;
  PassKind kind = PassKind::compute;
  std::vector<Use> uses;
  std::optional<ColorAttachment> color;  // graphics passes only
  Execute execute;
};

// Fills in one pass of a graph; made by Graph::addPass and valid until the graph is moved or destroyed.
// Errors, for every function that takes a handle: a handle of no graph, or of another one where its index, kind or
// version does not fit this one, a stale handle, reading a resource that nothing wrote, two uses of one resource in one
// pass other than reads in one layout, an Access without stages, a read with write bits, a write without them, a use
// declared after one that it must come before: of the same resource, by a pass added later, where either writes.
class PassBuilder {
 public:
  PassBuilder(Graph& graph, uint32_t index) : graph_(&graph), index_(index) {}

  // Names the pass for good, in the graph and whatever is made of it.
  PassHandle handle() const { return {index_}; }

  // The pass reads the resource. Several reads of one resource in one pass are merged.
  void read(BufferHandle buffer, Access access);
  void read(ImageHandle image, Access access, VkImageLayout layout);

  // The pass overwrites the resource; earlier contents may be lost.
  [[nodiscard]] BufferHandle write(BufferHandle buffer, Access access);
  [[nodiscard]] ImageHandle write(ImageHandle image, Access access, VkImageLayout layout);

  // The pass changes the buffer in place, or a part of it. Of images color() does.
  [[nodiscard]] BufferHandle readWrite(BufferHandle buffer, Access access);

  // The color attachment of a graphics pass, one each: cleared to `clear`, or loaded without it. The executor begins
  // and ends rendering, with viewport and scissor covering the attachment.
  [[nodiscard]] ImageHandle color(ImageHandle image, std::optional<VkClearColorValue> clear = {});

  // What the pass records, called once for each execution of the graph. Captures must outlive the executor.
  void execute(Execute record);

 private:
  // The version that the pass leaves.
  uint32_t use(uint32_t resource, uint32_t version, ResourceKind kind, Mode mode, Access access, VkImageLayout layout);
  uint32_t use(BufferHandle buffer, Mode mode, Access access);
  uint32_t use(ImageHandle image, Mode mode, Access access, VkImageLayout layout);

  Graph* graph_;
  uint32_t index_;
};

}  // namespace graph
