// The declared graph as plain data. Declare it once, compile it once, record it for every frame.
#pragma once
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "graph/pass.h"

namespace graph {

struct BufferInfo {
  VkDeviceSize size = 0;         // must be above 0
  VkBufferUsageFlags usage = 0;  // union over all passes
};

struct ImageInfo {
  VkFormat format = VK_FORMAT_UNDEFINED;
  VkExtent2D extent{};          // must not be empty
  VkImageUsageFlags usage = 0;  // union over all passes; ignored for imported images
};

struct Export {
  uint32_t version = 0;
  Access access;
  VkImageLayout layout = VK_IMAGE_LAYOUT_UNDEFINED;  // VK_IMAGE_LAYOUT_UNDEFINED keeps the current one
};

struct Resource {
  std::string name;
  ResourceKind kind = ResourceKind::buffer;
  BufferInfo buffer;
  ImageInfo image;
  bool imported = false;
  Access initial;                                            // imports only
  VkImageLayout initial_layout = VK_IMAGE_LAYOUT_UNDEFINED;  // imported images only
  std::optional<Export> exported;
  std::vector<uint32_t> writers;  // pass that wrote version i + 1
  bool has_initial_contents = false;
};

// Functions throw graph::Error. One thread at a time.
class Graph {
 public:
  // Transients have no initial contents, and can share memory.
  BufferHandle createBuffer(std::string name, BufferInfo info);
  ImageHandle createImage(std::string name, ImageInfo info);

  // Pass the object to Executor::bind(). The graph waits for `before`, which is earlier work on the same queue. To wait
  // for reads or for a semaphore, set only the stages. Leave it empty if the CPU has already waited.
  BufferHandle importBuffer(std::string name, BufferInfo info, Access before = kNoAccess);
  // VK_IMAGE_LAYOUT_UNDEFINED discards the contents.
  ImageHandle importImage(std::string name, ImageInfo info, VkImageLayout layout, Access before = kNoAccess);

  // Keeps the passes that this version depends on, and makes its contents available to `after`, which must contain all
  // later accesses. The version must be the last one. Exported transients do not share memory.
  void exportBuffer(BufferHandle buffer, Access after);
  void exportImage(ImageHandle image, Access after, VkImageLayout layout);

  // Passes run in the order of these calls.
  PassBuilder addPass(std::string name, PassKind kind);
  // Calls `declare` for the new pass. If it throws, the graph does not change.
  PassBuilder addPass(std::string name, PassKind kind, const std::function<void(PassBuilder&)>& declare);

  const std::vector<Resource>& resources() const { return resources_; }
  const std::vector<Pass>& passes() const { return passes_; }

  bool has(uint32_t resource, ResourceKind kind) const;
  // Returns the pass that wrote this version by PassBuilder::consume(), or null. The version must exist.
  const Pass* consumerOf(uint32_t resource, uint32_t version) const;

  // "buffer 'keys'"
  std::string describe(uint32_t resource) const;

 private:
  friend class PassBuilder;
  uint32_t add(Resource resource);
  // `who` is the start of the message.
  void requireNewest(uint32_t resource, uint32_t version, ResourceKind kind, const std::string& who) const;
  void requireContents(uint32_t resource, uint32_t version, const std::string& what) const;
  void exportVersion(uint32_t resource, uint32_t version, ResourceKind kind, Access after, VkImageLayout layout);

  std::vector<Resource> resources_;
  std::vector<Pass> passes_;
};

}  // namespace graph
