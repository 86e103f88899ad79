#include "view/overlay.h"

#include <backends/imgui_impl_glfw.h>
#include <imgui.h>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>

#include "gpu/error.h"
#include "interface.h"
#include "overlay_frag.spv.h"
#include "overlay_vert.spv.h"

namespace particles {
namespace {

constexpr float kFontPixels = 14.0F;

void loadFont(float scale) {
  ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
  fonts.Clear();
  fonts.Flags |= ImFontAtlasFlags_NoBakedLines;  // baked lines would need a filter
  ImFontConfig config;
  config.OversampleH = config.OversampleV = 1;  // so would oversampling
  config.PixelSnapH = true;
  config.SizePixels = std::round(kFontPixels * scale);
  for (const char* font : {"/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf", "/usr/share/fonts/TTF/DejaVuSans.ttf"}) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(font, ignored) &&
        fonts.AddFontFromFileTTF(font, config.SizePixels, &config) != nullptr)
      return;
  }
  config.SizePixels = 13.0F * std::max(1.0F, std::round(scale));  // its glyphs are pixels
  fonts.AddFontDefault(&config);
}

void setStyle(float scale) {
  ImGuiStyle style;
  ImGui::StyleColorsDark(&style);
  style.Colors[ImGuiCol_WindowBg] = style.Colors[ImGuiCol_PopupBg] = {0.055F, 0.067F, 0.098F, 0.90F};
  for (const ImGuiCol each : {ImGuiCol_FrameBg, ImGuiCol_Button}) style.Colors[each] = {0.14F, 0.17F, 0.24F, 1.0F};
  for (const ImGuiCol each : {ImGuiCol_CheckMark, ImGuiCol_SliderGrab, ImGuiCol_PlotLines})
    style.Colors[each] = {0.31F, 0.60F, 0.95F, 1.0F};
  style.WindowRounding = 7.0F;
  style.FrameRounding = style.GrabRounding = style.PopupRounding = 4.0F;
  style.WindowPadding = {12.0F, 10.0F};
  style.FramePadding = {7.0F, 3.0F};
  style.ItemSpacing = {7.0F, 5.0F};
  style.ScaleAllSizes(scale);
  // Without a filter, the edges of textures would be visible.
  style.AntiAliasedLinesUseTex = false;
  ImGui::GetStyle() = style;
  loadFont(scale);
}

static_assert(sizeof(ImDrawVert) == 20, "overlay.vert reads 5 words per vertex");
static_assert(sizeof(ImDrawIdx) == 2, "indices are VK_INDEX_TYPE_UINT16");

// Allocates more than necessary, so that this is rare.
void makeRoom(const gpu::Device& device, gpu::Buffer& buffer, std::size_t bytes, VkBufferUsageFlags usage) {
  constexpr std::size_t kLeast = std::size_t{1} << 18U;
  if (buffer.size() < bytes || buffer.size() == 0)
    buffer = gpu::Buffer(device, std::max(kLeast, 2 * bytes), usage, gpu::Memory::upload, "overlay");
}

}  // namespace

Overlay::Overlay(const gpu::Device& device, VkFormat format, float scale, GLFWwindow* window)
    : device_(&device), context_(ImGui::CreateContext()), window_(window) {
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  setScale(scale);
  program_ = Program(device, {"overlay", 2, sizeof(OverlayPush)},
                     {overlay_vert, overlay_frag, format, VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, true});
  // ImGui still calls the window's previous callbacks.
  if (window != nullptr && !ImGui_ImplGlfw_InitForVulkan(window, true))
    throw gpu::Error("Dear ImGui cannot receive events of the window");
}

Overlay::~Overlay() {
  ImGui::SetCurrentContext(context_);
  if (window_ != nullptr) ImGui_ImplGlfw_Shutdown();
  ImGui::DestroyContext(context_);
}

void Overlay::setScale(float scale) {
  scale = std::clamp(scale, 0.5F, 8.0F);
  if (scale == scale_) return;
  scale_ = scale;
  ImGui::SetCurrentContext(context_);
  setStyle(scale);
  unsigned char* texels = nullptr;
  int width = 0;
  int height = 0;
  ImGui::GetIO().Fonts->GetTexDataAsAlpha8(&texels, &width, &height);
  atlas_size_ = {width, height};
  const std::size_t bytes = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  atlas_ = gpu::Buffer(*device_, (bytes + 3) / 4 * 4, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, gpu::Memory::upload,
                       "overlay atlas");
  std::memcpy(atlas_.bytes().data(), texels, bytes);
  atlas_.flush();
}

void Overlay::begin(VkExtent2D extent) {
  ImGui::SetCurrentContext(context_);
  if (window_ != nullptr) {
    ImGui_ImplGlfw_NewFrame();
  } else {
    ImGui::GetIO().DisplaySize = {static_cast<float>(extent.width), static_cast<float>(extent.height)};
    ImGui::GetIO().DeltaTime = 1.0F / 60.0F;
  }
  ImGui::NewFrame();
}

void Overlay::end() {
  ImGui::SetCurrentContext(context_);
  ImGui::Render();
}

graph::ImageHandle Overlay::declare(graph::Graph& graph, graph::ImageHandle color) {
  graph::PassBuilder pass = graph.addPass("overlay", graph::PassKind::graphics);
  color = pass.color(color);
  pass.record([this, color](const graph::PassContext& context) { draw(context, context.extent(color)); });
  return color;
}

// Submissions make earlier CPU writes visible, so these buffers need no barrier.
void Overlay::copyTriangles(uint32_t frame, const ImDrawData& data) {
  // The GPU has finished the previous triangles of the frame.
  makeRoom(*device_, triangles_[frame].vertices, static_cast<std::size_t>(data.TotalVtxCount) * sizeof(ImDrawVert),
           VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  makeRoom(*device_, triangles_[frame].indices, static_cast<std::size_t>(data.TotalIdxCount) * sizeof(ImDrawIdx),
           VK_BUFFER_USAGE_INDEX_BUFFER_BIT);
  auto vertex = triangles_[frame].vertices.as<ImDrawVert>().begin();
  auto index = triangles_[frame].indices.as<ImDrawIdx>().begin();
  for (int i = 0; i < data.CmdListsCount; ++i) {
    const ImDrawList& list = *data.CmdLists[i];
    vertex = std::copy(list.VtxBuffer.begin(), list.VtxBuffer.end(), vertex);
    index = std::copy(list.IdxBuffer.begin(), list.IdxBuffer.end(), index);
  }
  triangles_[frame].vertices.flush();
  triangles_[frame].indices.flush();
}

void Overlay::draw(const graph::PassContext& pass, VkExtent2D extent) {
  ImGui::SetCurrentContext(context_);
  const ImDrawData* data = ImGui::GetDrawData();
  if (data == nullptr || data->TotalIdxCount == 0) return;
  copyTriangles(pass.frame(), *data);

  const Triangles& triangles = triangles_[pass.frame()];
  const ImVec2 pixels = data->FramebufferScale;
  const glm::vec2 size{data->DisplaySize.x, data->DisplaySize.y};
  program_.use(pass, {triangles.vertices.handle(), atlas_.handle()}, OverlayPush{2.0F / size, atlas_size_});
  const VolkDeviceTable& vk = pass.device().vk;
  vk.vkCmdBindIndexBuffer(pass.cmd(), triangles.indices.handle(), 0, VK_INDEX_TYPE_UINT16);
  uint32_t first_index = 0, first_vertex = 0;
  for (int i = 0; i < data->CmdListsCount; ++i) {
    for (const ImDrawCmd& command : data->CmdLists[i]->CmdBuffer) {
      const auto pixel = [](float at, uint32_t limit) {
        return static_cast<int32_t>(std::clamp(at, 0.0F, static_cast<float>(limit)));
      };
      const VkOffset2D low{pixel(command.ClipRect.x * pixels.x, extent.width),
                           pixel(command.ClipRect.y * pixels.y, extent.height)};
      const VkOffset2D high{pixel(command.ClipRect.z * pixels.x, extent.width),
                            pixel(command.ClipRect.w * pixels.y, extent.height)};
      const VkRect2D scissor{
          low,
          {static_cast<uint32_t>(std::max(0, high.x - low.x)), static_cast<uint32_t>(std::max(0, high.y - low.y))}};
      vk.vkCmdSetScissor(pass.cmd(), 0, 1, &scissor);
      vk.vkCmdDrawIndexed(pass.cmd(), command.ElemCount, 1, first_index + command.IdxOffset,
                          static_cast<int32_t>(first_vertex + command.VtxOffset), 0);
    }
    first_index += static_cast<uint32_t>(data->CmdLists[i]->IdxBuffer.Size);
    first_vertex += static_cast<uint32_t>(data->CmdLists[i]->VtxBuffer.Size);
  }
}

}  // namespace particles
