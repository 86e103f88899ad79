#include "graph/graph.h"

#include <algorithm>
#include <utility>

namespace graph {
namespace {

// Flags without stages would not be a dependency.
void requireStages(const std::string& resource, const char* is, Access access) {
  if (access.flags == 0 || access.stages != 0) return;
  throw Error(resource + " is " + is + " with access flags, but without pipeline stages; set Access::stages");
}

}  // namespace

bool Graph::has(uint32_t resource, ResourceKind kind) const {
  return resource < resources_.size() && resources_[resource].kind == kind;
}

std::string Graph::describe(uint32_t resource) const {
  const Resource& r = resources_[resource];
  return (r.kind == ResourceKind::image ? "image '" : "buffer '") + r.name + "'";
}

uint32_t Graph::add(Resource resource) {
  const bool image = resource.kind == ResourceKind::image;
  if (!image && resource.buffer.size == 0) throw Error("buffer '" + resource.name + "' must be larger than 0 bytes");
  if (image && (resource.image.extent.width == 0 || resource.image.extent.height == 0))
    throw Error("image '" + resource.name + "' must not have an empty extent");
  resources_.push_back(std::move(resource));
  return static_cast<uint32_t>(resources_.size() - 1);
}

BufferHandle Graph::createBuffer(std::string name, BufferInfo info) {
  Resource resource;
  resource.name = std::move(name);
  resource.buffer = info;
  return {add(std::move(resource)), 0};
}

ImageHandle Graph::createImage(std::string name, ImageInfo info) {
  Resource resource;
  resource.name = std::move(name);
  resource.kind = ResourceKind::image;
  resource.image = info;
  return {add(std::move(resource)), 0};
}

BufferHandle Graph::importBuffer(std::string name, BufferInfo info, Access before) {
  requireStages("buffer '" + name + "'", "imported", before);
  Resource resource;
  resource.name = std::move(name);
  resource.buffer = info;
  resource.imported = true;
  resource.initial = before;
  resource.has_initial_contents = true;
  return {add(std::move(resource)), 0};
}

ImageHandle Graph::importImage(std::string name, ImageInfo info, VkImageLayout layout, Access before) {
  requireStages("image '" + name + "'", "imported", before);
  Resource resource;
  resource.name = std::move(name);
  resource.kind = ResourceKind::image;
  resource.image = info;
  resource.imported = true;
  resource.initial = before;
  resource.initial_layout = layout;
  resource.has_initial_contents = layout != VK_IMAGE_LAYOUT_UNDEFINED;
  return {add(std::move(resource)), 0};
}

void Graph::exportBuffer(BufferHandle buffer, Access after) {
  exportVersion(buffer.index, buffer.version, ResourceKind::buffer, after, VK_IMAGE_LAYOUT_UNDEFINED);
}

void Graph::exportImage(ImageHandle image, Access after, VkImageLayout layout) {
  exportVersion(image.index, image.version, ResourceKind::image, after, layout);
}

void Graph::exportVersion(uint32_t resource, uint32_t version, ResourceKind kind, Access after, VkImageLayout layout) {
  requireNewest(resource, version, kind, "the export");
  requireStages(describe(resource), "exported", after);
  Resource& r = resources_[resource];
  if (r.exported) throw Error(describe(resource) + " is exported twice; export it once, with all later accesses");
  requireContents(resource, version, "the export needs " + describe(resource));
  r.exported = Export{version, after, layout};
}

PassBuilder Graph::addPass(std::string name, PassKind kind) {
  Pass pass;
  pass.name = std::move(name);
  pass.kind = kind;
  passes_.push_back(std::move(pass));
  return {*this, static_cast<uint32_t>(passes_.size() - 1)};
}

PassBuilder Graph::addPass(std::string name, PassKind kind, const std::function<void(PassBuilder&)>& declare) {
  const std::size_t resources = resources_.size();
  PassBuilder pass = addPass(std::move(name), kind);
  try {
    declare(pass);
  } catch (...) {
    for (const Use& use : passes_.back().uses)
      if (use.mode != Mode::read) resources_[use.resource].writers.pop_back();
    passes_.pop_back();
    resources_.resize(resources);
    throw;
  }
  return pass;
}

void Graph::requireNewest(uint32_t resource, uint32_t version, ResourceKind kind, const std::string& who) const {
  if (!has(resource, kind)) throw Error(who + " was given an invalid handle; use the handles that this graph returned");
  const Resource& r = resources_[resource];
  const auto newest = static_cast<uint32_t>(r.writers.size());
  if (version < newest)
    throw Error(who + " uses version " + std::to_string(version) + " of " + describe(resource) + ", but pass '" +
                passes_[r.writers[version]].name + "' wrote version " + std::to_string(version + 1) +
                "; use the newest handle, version " + std::to_string(newest));
  if (version > newest)
    throw Error(who + " uses version " + std::to_string(version) + " of " + describe(resource) +
                ", but the newest is version " + std::to_string(newest) + "; use the handles that this graph returned");
}

const Pass* Graph::consumerOf(uint32_t resource, uint32_t version) const {
  if (version == 0) return nullptr;
  const Pass& writer = passes_[resources_[resource].writers[version - 1]];
  return std::ranges::find(writer.uses, resource, &Use::resource)->consumes ? &writer : nullptr;
}

void Graph::requireContents(uint32_t resource, uint32_t version, const std::string& what) const {
  if (version == 0 && !resources_[resource].has_initial_contents)
    throw Error(what + ", but nothing has written it; write it in an earlier pass or import it");
  if (const Pass* const consumer = consumerOf(resource, version))
    throw Error(what + ", but pass '" + consumer->name +
                "' left its contents undefined; read it in an earlier pass, or write it again");
}

}  // namespace graph
