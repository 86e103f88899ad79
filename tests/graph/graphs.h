#pragma once
#include <doctest/doctest.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "graph/compile.h"
#include "support/errors.h"

namespace test {

inline constexpr graph::BufferInfo kWords{256, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
inline constexpr graph::ImageInfo kPicture{VK_FORMAT_R8G8B8A8_UNORM, {16, 16}, VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT};

inline constexpr VkImageLayout kCopySource = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
inline constexpr VkImageLayout kCopyTarget = VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL;

inline constexpr graph::Access kFragmentWrite{VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT};

inline void nothing(const graph::PassContext&) {}

// Returns the buffer size, or 1024 bytes for an image, with an alignment of 16.
inline graph::MemoryNeeds plainNeeds(const graph::Resource& resource) {
  return {resource.kind == graph::ResourceKind::buffer ? resource.buffer.size : 1024, 16, 1};
}

inline graph::Plan compile(const graph::Graph& graph) { return graph::compile(graph, plainNeeds); }

inline graph::PassBuilder addPass(graph::Graph& graph, const char* name,
                                  graph::PassKind kind = graph::PassKind::compute) {
  graph::PassBuilder pass = graph.addPass(name, kind);
  pass.record(nothing);
  return pass;
}

inline void keep(graph::Graph& graph, graph::PassBuilder& pass) {
  graph.exportBuffer(pass.write(graph.createBuffer("kept", kWords), graph::kComputeWrite), graph::kNoAccess);
}

inline std::string names(const graph::Graph& graph, const graph::Plan& plan) {
  std::string all;
  for (const graph::PlannedPass& planned : plan.passes) {
    if (!all.empty()) all += ' ';
    all += graph.passes()[planned.pass].name;
  }
  return all;
}

inline std::optional<graph::Barrier> barrierOn(const graph::Plan& plan, std::size_t position, uint32_t resource) {
  const std::vector<graph::Barrier>& barriers = plan.passes.at(position).barriers;
  const auto found = std::ranges::find(barriers, resource, &graph::Barrier::resource);
  return found == barriers.end() ? std::nullopt : std::optional(*found);
}

// Checks that `call` throws a message that contains all of the words.
template <typename Call>
void checkError(const std::vector<const char*>& names, Call call) {
  const std::string why = errorOf(call);
  CHECK_FALSE(why.empty());
  for (const char* const name : names) CHECK_MESSAGE(why.find(name) != std::string::npos, name << " in: " << why);
}

}  // namespace test
