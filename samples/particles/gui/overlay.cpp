#include "gui/overlay.h"

#include <backends/imgui_impl_glfw.h>
#include <imgui.h>
#include <algorithm>
#include <cmath>
#include <cstring>
#include <filesystem>
#include <stdexcept>

#include "gpu/commands.h"
#include "gpu/error.h"
#include "interface.h"
#include "overlay_frag.spv.h"
#include "overlay_vert.spv.h"

namespace particles {
namespace {

constexpr float kFontPixels = 14.0F;  // at a scale of 1

constexpr const char* kFonts[] = {
    "/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf",
    "/usr/share/fonts/dejavu-sans-fonts/DejaVuSans.ttf",
    "/usr/share/fonts/TTF/DejaVuSans.ttf",
};

void loadFont(float scale) {
  ImFontAtlas& fonts = *ImGui::GetIO().Fonts;
  fonts.Clear();
  fonts.Flags |= ImFontAtlasFlags_NoBakedLines;  // these would need a filter
  ImFontConfig config;
  config.OversampleH = config.OversampleV = 1;  // so would these
  config.PixelSnapH = true;
  config.SizePixels = std::round(kFontPixels * scale);
  for (const char* font : kFonts) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(font, ignored) &&
        fonts.AddFontFromFileTTF(font, config.SizePixels, &config) != nullptr)
      return;
  }
  config.SizePixels = 13.0F * std::max(1.0F, std::round(scale));  // its glyphs are pixels
  fonts.AddFontDefault(&config);
}

void setColors(ImGuiStyle& style) {
  ImGui::StyleColorsDark(&style);
  const auto set = [&](std::initializer_list<ImGuiCol> of, const ImVec4& color) {
    for (const ImGuiCol each : of) style.Colors[each] = color;
  };
  const ImVec4 accent{0.31F, 0.60F, 0.95F, 1.0F};
  set({ImGuiCol_WindowBg, ImGuiCol_PopupBg}, {0.055F, 0.067F, 0.098F, 0.90F});
  set({ImGuiCol_Border, ImGuiCol_Separator}, {0.19F, 0.22F, 0.30F, 0.8F});
  set({ImGuiCol_Text}, {0.89F, 0.91F, 0.95F, 1.0F});
  set({ImGuiCol_TextDisabled}, {0.53F, 0.58F, 0.67F, 1.0F});
  set({ImGuiCol_FrameBg, ImGuiCol_Button}, {0.14F, 0.17F, 0.24F, 1.0F});
  set({ImGuiCol_FrameBgHovered, ImGuiCol_ButtonHovered, ImGuiCol_HeaderHovered}, {0.20F, 0.27F, 0.39F, 1.0F});
  set({ImGuiCol_FrameBgActive, ImGuiCol_ButtonActive, ImGuiCol_HeaderActive}, {0.24F, 0.36F, 0.55F, 1.0F});
  set({ImGuiCol_Header}, {0.12F, 0.15F, 0.22F, 1.0F});
  set({ImGuiCol_CheckMark, ImGuiCol_SliderGrab, ImGuiCol_PlotLines, ImGuiCol_PlotHistogram}, accent);
  set({ImGuiCol_SliderGrabActive}, {0.45F, 0.72F, 1.0F, 1.0F});
  set({ImGuiCol_TitleBg, ImGuiCol_TitleBgActive, ImGuiCol_TitleBgCollapsed}, {0.08F, 0.10F, 0.15F, 0.95F});
}

// To begin with, what a panel takes.
constexpr std::size_t kFewestVertices = 16384;
constexpr std::size_t kFewestIndices = 3 * kFewestVertices;

static_assert(sizeof(ImDrawVert) == 20, "overlay.vert reads 5 words per vertex");

// With room for more, so that a picture that grows slowly makes few.
gpu::Buffer bufferFor(const gpu::Device& device, std::size_t count, std::size_t fewest, std::size_t element_size,
                      VkBufferUsageFlags usage, const char* name) {
  return {device, std::max(fewest, count + count / 2) * element_size, usage, gpu::Memory::upload, name};
}

}  // namespace

Input::Input(GLFWwindow* window) {
  if (!ImGui_ImplGlfw_InitForVulkan(window, true)) throw gpu::Error("Dear ImGui cannot listen to the window");
}

Input::~Input() { ImGui_ImplGlfw_Shutdown(); }

void Input::begin() const { ImGui_ImplGlfw_NewFrame(); }

void setStyle(float scale) {
  ImGuiStyle style;
  setColors(style);
  style.WindowRounding = 7.0F;
  style.FrameRounding = style.GrabRounding = style.PopupRounding = 4.0F;
  style.WindowPadding = {12.0F, 10.0F};
  style.FramePadding = {7.0F, 3.0F};
  style.ItemSpacing = {7.0F, 5.0F};
  style.WindowBorderSize = 1.0F;
  style.ScaleAllSizes(scale);
  // Without a filter edges of textures would show.
  style.AntiAliasedLinesUseTex = false;
  ImGui::GetStyle() = style;
  loadFont(scale);
}

Overlay::Overlay(const gpu::Device& device, const OverlayInfo& info)
    : device_(&device), context_(ImGui::CreateContext()), triangles_(info.frames) {
  ImGui::SetCurrentContext(context_);
  ImGuiIO& io = ImGui::GetIO();
  io.IniFilename = nullptr;
  io.LogFilename = nullptr;
  io.BackendFlags |= ImGuiBackendFlags_RendererHasVtxOffset;
  setScale(info.scale);
  program_ = Program::graphics(device, {"overlay", 2, sizeof(OverlayPush), info.frames}, overlay_vert, overlay_frag,
                               VK_PRIMITIVE_TOPOLOGY_TRIANGLE_LIST, info.color_format, true);
}

Overlay::~Overlay() { ImGui::DestroyContext(context_); }

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
  atlas_width_ = static_cast<float>(width);
  atlas_height_ = static_cast<float>(height);
  const std::size_t bytes = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
  atlas_ = gpu::Buffer(*device_, (bytes + 3) / 4 * 4, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, gpu::Memory::upload,
                       "overlay atlas");
  std::memcpy(atlas_.bytes().data(), texels, bytes);
  atlas_.flush();
}

void Overlay::begin(std::optional<VkExtent2D> extent) {
  ImGui::SetCurrentContext(context_);
  if (extent) {
    ImGuiIO& io = ImGui::GetIO();
    io.DisplaySize = {static_cast<float>(extent->width), static_cast<float>(extent->height)};
    io.DeltaTime = 1.0F / 60.0F;
  }
  ImGui::NewFrame();
}

void Overlay::end() {
  ImGui::SetCurrentContext(context_);
  ImGui::Render();
}

graph::ImageHandle Overlay::declare(graph::Graph& graph, graph::ImageHandle color,
                                    std::optional<VkClearColorValue> clear) {
  graph::PassBuilder pass = graph.addPass("overlay", graph::PassKind::graphics);
  color = clear ? pass.color(color, *clear) : pass.color(color);
  pass.execute([this, color](const graph::PassContext& context) { draw(context, context.extent(color)); });
  return color;
}

// The GPU is done with the frame's previous triangles.
void Overlay::makeRoom(Triangles& triangles, const ImDrawData& data) {
  const auto vertices = static_cast<std::size_t>(data.TotalVtxCount);
  const auto indices = static_cast<std::size_t>(data.TotalIdxCount);
  if (triangles.vertices.size() < std::max(vertices, kFewestVertices) * sizeof(ImDrawVert))
    triangles.vertices = bufferFor(*device_, vertices, kFewestVertices, sizeof(ImDrawVert),
                                   VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, "overlay vertices");
  if (triangles.indices.size() < std::max(indices, kFewestIndices) * sizeof(uint32_t))
    triangles.indices = bufferFor(*device_, indices, kFewestIndices, sizeof(uint32_t), VK_BUFFER_USAGE_INDEX_BUFFER_BIT,
                                  "overlay indices");
}

// Submission makes what the host wrote before it visible: these buffers need no barrier.
void Overlay::copyTriangles(uint32_t frame, const ImDrawData& data) {
  makeRoom(triangles_[frame], data);
  const auto vertices = triangles_[frame].vertices.as<ImDrawVert>();
  const auto indices = triangles_[frame].indices.as<uint32_t>();
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
  triangles_[frame].vertices.flush();
  triangles_[frame].indices.flush();
}

void Overlay::draw(const graph::PassContext& pass, VkExtent2D extent) {
  ImGui::SetCurrentContext(context_);
  const ImDrawData* data = ImGui::GetDrawData();
  if (data == nullptr || data->TotalIdxCount == 0) return;
  copyTriangles(pass.frame(), *data);

  const Triangles& triangles = triangles_[pass.frame()];
  const ImVec2 pixels = data->FramebufferScale;  // per unit
  const glm::vec2 size{data->DisplaySize.x, data->DisplaySize.y};
  program_.use(pass, {triangles.vertices.handle(), atlas_.handle()},
               OverlayPush{2.0F / size, {atlas_width_, atlas_height_}});
  const VolkDeviceTable& vk = pass.device().vk;
  vk.vkCmdBindIndexBuffer(pass.cmd(), triangles.indices.handle(), 0, VK_INDEX_TYPE_UINT32);
  uint32_t first = 0;
  for (int i = 0; i < data->CmdListsCount; ++i)
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
      vk.vkCmdDrawIndexed(pass.cmd(), command.ElemCount, 1, first, 0, 0);
      first += command.ElemCount;
    }
}

}  // namespace particles
