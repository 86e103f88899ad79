#include "picture/overlay.h"

#include <imgui.h>

#include <algorithm>
#include <cstring>

#include "gpu/commands.h"
#include "interface.h"
#include "overlay_frag.spv.h"
#include "overlay_vert.spv.h"

namespace particles {
namespace {

// A panel of text stays far below; what does not fit is not drawn.
constexpr uint32_t kMaxVertices = 16384;
constexpr uint32_t kMaxIndices = 3 * kMaxVertices;

static_assert(sizeof(ImDrawVert) == 20, "overlay.vert reads 5 words per vertex");

void panel(const OverlayText& text) {
  constexpr ImGuiWindowFlags kPlain = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_AlwaysAutoResize |
                                      ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoInputs;
  ImGui::SetNextWindowPos({12.0F, 12.0F});
  ImGui::SetNextWindowBgAlpha(0.55F);
  ImGui::Begin("vksort", nullptr, kPlain);
  ImGui::TextUnformatted(text.device.c_str());
  ImGui::Text("%u particles, %.0f frames per second%s", text.count, text.fps, text.paused ? ", paused" : "");
  const ImVec4 red{1.0F, 0.45F, 0.35F, 1.0F};
  if (!text.sorting)
    ImGui::TextColored(red, "sorting is off: far particles cover near ones");
  else if (text.sort_ms)
    ImGui::Text("sorting is on, keys %s: %.3f ms", text.fused_keys ? "in its first pass" : "in a pass before",
                *text.sort_ms);
  else
    ImGui::TextUnformatted("sorting is on");
  if (text.verdict) {
    const bool complete = text.verdict->complete(text.count);
    const bool good = complete && text.verdict->ordered();
    ImGui::TextColored(good ? ImGui::GetStyleColorVec4(ImGuiCol_Text) : red, "verified: %u inversions, %s",
                       text.verdict->drawn.inversions, complete ? "nothing lost" : "PARTICLES LOST OR ALTERED");
  }
  ImGui::Separator();
  ImGui::TextUnformatted("drag: orbit   wheel: zoom   S: sorting   space: pause   H: hide this   Esc: close");
  ImGui::End();
}

}  // namespace

Overlay::Overlay(const gpu::Device& device, VkFormat color_format, uint32_t frames) : context_(ImGui::CreateContext()) {
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  io.Fonts->Flags |= ImFontAtlasFlags_NoBakedLines;  // these would need a filter
  unsigned char* texels = nullptr;
  int width = 0;
  int height = 0;
  io.Fonts->GetTexDataAsAlpha8(&texels, &width, &height);
  atlas_width_ = static_cast<float>(width);
  atlas_height_ = static_cast<float>(height);
  const std::size_t bytes = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  atlas_ = gpu::Buffer(device, (bytes + 3) / 4 * 4, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, gpu::Memory::upload,
                       "overlay atlas");
  std::memcpy(atlas_.bytes().data(), texels, bytes);
  atlas_.flush();

  for (uint32_t i = 0; i < frames; ++i) {
    vertices_.emplace_back(device, kMaxVertices * sizeof(ImDrawVert), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT,
                           gpu::Memory::upload, "overlay vertices");
    indices_.emplace_back(device, kMaxIndices * sizeof(uint32_t), VK_BUFFER_USAGE_INDEX_BUFFER_BIT, gpu::Memory::upload,
                          "overlay indices");
  }
  program_ = Program::graphics(device, {"overlay", 2, sizeof(OverlayPush), frames}, overlay_vert, overlay_frag,
                               VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, color_format, true);
}

Overlay::~Overlay() { ImGui::DestroyContext(context_); }

void Overlay::prepare(const OverlayText& text, VkExtent2D extent, float scale, bool visible) {
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.DisplaySize = {static_cast<float>(extent.width), static_cast<float>(extent.height)};
  io.DeltaTime = 1.0F / 60.0F;  // nothing in the panel moves
  io.FontGlobalScale = std::max(1.0F, std::floor(scale));
  ImGui::NewFrame();
  if (visible) panel(text);
  ImGui::Render();
}

graph::ImageHandle Overlay::declare(graph::Graph& graph, graph::ImageHandle color) {
  graph::PassBuilder pass = graph.addPass("overlay", graph::PassKind::graphics);
  color = pass.color(color);
  pass.execute([this, color](const graph::PassContext& context) { draw(context, context.extent(color)); });
  return color;
}

// Submission makes what the host wrote before it visible: these buffers need no barrier.
void Overlay::copyTriangles(uint32_t frame, const ImDrawData& data) {
  const auto vertices = vertices_[frame].as<ImDrawVert>();
  const auto indices = indices_[frame].as<uint32_t>();
  std::size_t next_vertex = 0;
  std::size_t next_index = 0;
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    std::copy(list.VtxBuffer.begin(), list.VtxBuffer.end(),
              vertices.begin() + static_cast<std::ptrdiff_t>(next_vertex));
    for (const ImDrawCmd& command : list.CmdBuffer)
      for (uint32_t k = 0; k < command.ElemCount; ++k)
        indices[next_index++] = static_cast<uint32_t>(next_vertex) + command.VtxOffset +
                                list.IdxBuffer[static_cast<int>(command.IdxOffset + k)];
    next_vertex += static_cast<std::size_t>(list.VtxBuffer.Size);
  }
  vertices_[frame].flush();
  indices_[frame].flush();
}

void Overlay::draw(const graph::PassContext& pass, VkExtent2D extent) {
  ImGui::SetCurrentContext(context_);
  const ImDrawData* data = ImGui::GetDrawData();
  if (data == nullptr || data->TotalIdxCount == 0) return;
  if (data->TotalVtxCount > static_cast<int>(kMaxVertices) || data->TotalIdxCount > static_cast<int>(kMaxIndices))
    return;
  copyTriangles(pass.frame(), *data);

  const glm::vec2 size{static_cast<float>(extent.width), static_cast<float>(extent.height)};
  program_.use(pass, {vertices_[pass.frame()].handle(), atlas_.handle()},
               OverlayPush{2.0F / size, {atlas_width_, atlas_height_}});
  const VolkDeviceTable& vk = pass.device().vk;
  vk.vkCmdBindIndexBuffer(pass.cmd(), indices_[pass.frame()].handle(), 0, VK_INDEX_TYPE_UINT32);
  uint32_t first = 0;
  for (int i = 0; i < data->CmdListsCount; ++i)
    for (const ImDrawCmd& command : data->CmdLists[i]->CmdBuffer) {
      const auto pixel = [](float at, uint32_t limit) {
        return static_cast<int32_t>(std::clamp(at, 0.0F, static_cast<float>(limit)));
      };
      const VkOffset2D low{pixel(command.ClipRect.x, extent.width), pixel(command.ClipRect.y, extent.height)};
      const VkOffset2D high{pixel(command.ClipRect.z, extent.width), pixel(command.ClipRect.w, extent.height)};
      const VkRect2D scissor{
          low,
          {static_cast<uint32_t>(std::max(0, high.x - low.x)), static_cast<uint32_t>(std::max(0, high.y - low.y))}};
      vk.vkCmdSetScissor(pass.cmd(), 0, 1, &scissor);
      vk.vkCmdDrawIndexed(pass.cmd(), command.ElemCount, 1, first, 0, 0);
      first += command.ElemCount;
    }
}

}  // namespace particles
