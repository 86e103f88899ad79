// The declared graph: resources and passes as plain data. Declare once, compile once, execute for every frame.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "graph/pass.h"

namespace graph {

struct BufferInfo {
  VkDeviceSize size = 0;         // bytes, must be above 0
  VkBufferUsageFlags usage = 0;  // everything the passes do with it
};

struct ImageInfo {
  VkFormat format = VK_FORMAT_UNDEFINED;
  VkExtent2D extent{};          // must not be empty
  VkImageUsageFlags usage = 0;  // everything the passes do with it; ignored for imported images
};

// State in which the outside takes a resource over.
struct Export {
  uint32_t version = 0;
  Access access;
  VkImageLayout layout = VK_IMAGE_LAYOUT_UNDEFINED;  // undefined: whatever it is
};

struct Resource {
  std::string name;
  ResourceKind kind = ResourceKind::buffer;
  BufferInfo buffer;
  ImageInfo image;
  bool imported = false;
  Access initial;                                            // imported: what came before the graph
  VkImageLayout initial_layout = VK_IMAGE_LAYOUT_UNDEFINED;  // imported images
  std::optional<Export> exported;
  std::vector<uint32_t> writers;  // pass that wrote version i + 1
  bool defined_at_start = false;  // version 0 has contents
};

// Thread rule: one thread at a time. Errors: graph::Error, see each function and PassBuilder.
class Graph {
 public:
  // A resource of the graph's own, without contents at first. Its memory may be shared with other such resources.
  BufferHandle createBuffer(std::string name, BufferInfo info);
  ImageHandle createImage(std::string name, ImageInfo info);

  // A resource of the caller, given to the executor with bind(). `before` says what outside work on the same queue the
  // graph must wait for, readers too where it is stages alone, such as those at which a semaphore is waited for; leave
  // it empty when the host has waited already. Error: an access in no stages, here and where resources are exported.
  BufferHandle importBuffer(std::string name, BufferInfo info, Access before = kNoAccess);
  // `layout` is the layout at the start; VK_IMAGE_LAYOUT_UNDEFINED means that there are no contents to read.
  ImageHandle importImage(std::string name, ImageInfo info, VkImageLayout layout, Access before = kNoAccess);

  // The outside needs this version, which must be the last one: the passes behind it are kept, and after the last pass
  // the contents are available to `after` (and the image is in `layout`). Exported transients have memory of their own.
  // Once for a resource: `after` is all that comes then.
  void exportBuffer(BufferHandle buffer, Access after);
  void exportImage(ImageHandle image, Access after, VkImageLayout layout);

  // Passes run in the order in which they are added.
  PassBuilder addPass(std::string name, PassKind kind);
  // The same, with what `declare` declares of the pass and creates for it. If that throws, the graph is as it was.
  PassBuilder addPass(std::string name, PassKind kind, const std::function<void(PassBuilder&)>& declare);

  const std::vector<Resource>& resources() const { return resources_; }
  const std::vector<Pass>& passes() const { return passes_; }

  // Whether that is the position in resources() of one of the kind.
  bool has(uint32_t resource, ResourceKind kind) const;

  // "buffer 'keys'", for messages.
  std::string describe(uint32_t resource) const;

 private:
  friend class PassBuilder;
  uint32_t add(Resource resource);
  // Throws unless `resource` is in this graph, of that kind, and `version` is its newest; `who` starts the message.
  void requireCurrent(uint32_t resource, uint32_t version, ResourceKind kind, const std::string& who) const;
  void exportVersion(uint32_t resource, uint32_t version, ResourceKind kind, Access after, VkImageLayout layout);

  std::vector<Resource> resources_;
  std::vector<Pass> passes_;
};

}  // namespace graph
