#include "graph/pass.h"

#include <algorithm>
#include <utility>

#include "graph/graph.h"

namespace graph {
namespace {

const char* verb(Mode mode) {
  switch (mode) {
    case Mode::read:
      return " reads ";
    case Mode::write:
      return " writes ";
    default:
      return " reads and writes ";
  }
}

void checkAccess(const std::string& what, Mode mode, Access access, ResourceKind kind, VkImageLayout layout) {
  if (access.stages == 0) throw Error(what + " without pipeline stages; set Access::stages");
  if (mode == Mode::read && writeFlags(access.flags) != 0)
    throw Error(what + " with write flags; call write() or readWrite()");
  if (mode != Mode::read && writeFlags(access.flags) == 0)
    throw Error(what + " without write flags; call read(), or set them in Access::flags");
  if (kind == ResourceKind::image && (layout == VK_IMAGE_LAYOUT_UNDEFINED || layout == VK_IMAGE_LAYOUT_PREINITIALIZED))
    throw Error(what + " without a layout; pass the layout that it needs");
}

}  // namespace

uint32_t PassBuilder::use(uint32_t resource, uint32_t version, ResourceKind kind, Mode mode, Access access,
                          VkImageLayout layout) {
  Pass& pass = graph_->passes_[index_];
  const std::string who = "pass '" + pass.name + "'";
  const auto same = std::ranges::find(pass.uses, resource, &Use::resource);
  if (same != pass.uses.end() && (mode != Mode::read || same->mode != Mode::read))
    throw Error(who + " declares " + graph_->describe(resource) +
                " twice; call readWrite() once if the pass reads and writes it");
  graph_->requireNewest(resource, version, kind, who);
  Resource& target = graph_->resources_[resource];
  const std::string what = who + verb(mode) + graph_->describe(resource);
  checkAccess(what, mode, access, kind, layout);
  if (mode != Mode::write) graph_->requireContents(resource, version, what);
  for (uint32_t later = index_ + 1; later < graph_->passes_.size(); ++later) {
    const Pass& other = graph_->passes_[later];
    const auto theirs = std::ranges::find(other.uses, resource, &Use::resource);
    if (theirs == other.uses.end() || (mode == Mode::read && theirs->mode == Mode::read)) continue;
    throw Error(what + " after pass '" + other.name + "'" + verb(theirs->mode) +
                "it, but passes run in the order in which they were added; add pass '" + other.name + "' first");
  }

  if (same != pass.uses.end()) {
    if (same->layout != layout) throw Error(what + " in two layouts; use the same layout in the whole pass");
    same->access.stages |= access.stages;
    same->access.flags |= access.flags;
    return same->output_version;
  }
  if (mode != Mode::read) target.writers.push_back(index_);
  const uint32_t after = mode == Mode::read ? version : version + 1;
  pass.uses.push_back({resource, mode, access, layout, version, after});
  return after;
}

uint32_t PassBuilder::use(BufferHandle buffer, Mode mode, Access access) {
  return use(buffer.index, buffer.version, ResourceKind::buffer, mode, access, VK_IMAGE_LAYOUT_UNDEFINED);
}

uint32_t PassBuilder::use(ImageHandle image, Mode mode, Access access, VkImageLayout layout) {
  return use(image.index, image.version, ResourceKind::image, mode, access, layout);
}

void PassBuilder::read(BufferHandle buffer, Access access) { use(buffer, Mode::read, access); }

void PassBuilder::read(ImageHandle image, Access access, VkImageLayout layout) {
  use(image, Mode::read, access, layout);
}

BufferHandle PassBuilder::write(BufferHandle buffer, Access access) {
  return {buffer.index, use(buffer, Mode::write, access)};
}

ImageHandle PassBuilder::write(ImageHandle image, Access access, VkImageLayout layout) {
  return {image.index, use(image, Mode::write, access, layout)};
}

BufferHandle PassBuilder::readWrite(BufferHandle buffer, Access access) {
  return {buffer.index, use(buffer, Mode::read_write, access)};
}

BufferHandle PassBuilder::consume(BufferHandle buffer, Access access) {
  const BufferHandle consumed = readWrite(buffer, access);
  graph_->passes_[index_].uses.back().consumes = true;
  return consumed;
}

ImageHandle PassBuilder::color(ImageHandle image, std::optional<VkClearColorValue> clear) {
  Pass& pass = graph_->passes_[index_];
  if (pass.kind != PassKind::graphics)
    throw Error("pass '" + pass.name + "' has a color attachment, but is not a graphics pass; use PassKind::graphics");
  if (pass.color) {
    graph_->requireNewest(image.index, image.version, ResourceKind::image, "pass '" + pass.name + "'");
    throw Error("pass '" + pass.name + "' has two color attachments, " + graph_->describe(pass.color->resource) +
                " and " + graph_->describe(image.index) + "; draw to one of them in a separate pass");
  }
  const Mode mode = clear ? Mode::write : Mode::read_write;
  const uint32_t after = use(image, mode, kColorAttachment, VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL);
  pass.color = ColorAttachment{image.index, clear};
  return {image.index, after};
}

void PassBuilder::record(RecordPass callback) { graph_->passes_[index_].record = std::move(callback); }

}  // namespace graph
