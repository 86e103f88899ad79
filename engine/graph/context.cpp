#include "graph/context.h"

#include <algorithm>

namespace graph {

const PhysicalResource& PassContext::lookUp(uint32_t resource, uint32_t version, ResourceKind kind) const {
  const auto who = [this] { return "pass '" + pass_->name + "' looks up "; };  // only built for an error
  if (!graph_->has(resource, kind))
    throw Error(who() + "a handle, but it is not " + (kind == ResourceKind::buffer ? "a buffer" : "an image") +
                " of this graph");
  const auto use = std::ranges::find(pass_->uses, resource, &Use::resource);
  if (use == pass_->uses.end())
    throw Error(who() + graph_->describe(resource) +
                ", but did not declare it; call read(), write() or readWrite() first");
  if (version != use->input_version && version != use->output_version)
    throw Error(
        who() + "version " + std::to_string(version) + " of " + graph_->describe(resource) +
        ", but it declared version " + std::to_string(use->input_version) +
        (use->output_version != use->input_version ? " and wrote version " + std::to_string(use->output_version) : ""));
  return resources_[resource];
}

VkBuffer PassContext::buffer(BufferHandle handle) const {
  return lookUp(handle.index, handle.version, ResourceKind::buffer).buffer;
}

VkDeviceSize PassContext::size(BufferHandle handle) const {
  lookUp(handle.index, handle.version, ResourceKind::buffer);
  return graph_->resources()[handle.index].buffer.size;
}

VkImage PassContext::image(ImageHandle handle) const {
  return lookUp(handle.index, handle.version, ResourceKind::image).image;
}

VkImageView PassContext::view(ImageHandle handle) const {
  return lookUp(handle.index, handle.version, ResourceKind::image).view;
}

VkExtent2D PassContext::extent(ImageHandle handle) const {
  lookUp(handle.index, handle.version, ResourceKind::image);
  return graph_->resources()[handle.index].image.extent;
}

}  // namespace graph
