#include "graph/executor.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "graph/record.h"
#include "graph/transients.h"

namespace graph {
namespace {

constexpr double kMillisecond = 1e6;  // nanoseconds

// Ends the label even if a pass throws.
class Label {
 public:
  Label(const gpu::Device& device, VkCommandBuffer cmd, const char* name) : device_(device), cmd_(cmd) {
    device_.beginLabel(cmd_, name);
  }
  ~Label() { device_.endLabel(cmd_); }
  Label(const Label&) = delete;
  Label& operator=(const Label&) = delete;

 private:
  const gpu::Device& device_;
  VkCommandBuffer cmd_;
};

class Rendering {
 public:
  Rendering(const gpu::Device& device, VkCommandBuffer cmd, const Pass& pass, const Graph& graph,
            const std::vector<PhysicalResource>& resources)
      : device_(device), cmd_(cmd) {
    beginRendering(device_, cmd_, pass, graph, resources);
  }
  ~Rendering() { device_.vk.vkCmdEndRendering(cmd_); }
  Rendering(const Rendering&) = delete;
  Rendering& operator=(const Rendering&) = delete;

 private:
  const gpu::Device& device_;
  VkCommandBuffer cmd_;
};

}  // namespace

struct Executor::Frame {
  Frame(const gpu::Device& device, const Graph& graph, const Plan& plan, const Frame* first)
      : transients(device, graph, plan, first != nullptr ? &first->transients : nullptr),
        stamps(device, static_cast<uint32_t>(plan.passes.size())),
        resources(transients.resources()) {}

  Transients transients;
  gpu::Timestamps stamps;                   // one per planned pass
  std::vector<PhysicalResource> resources;  // record() sets the imported ones
  bool recorded = false;
};

Executor::Executor(const gpu::Device& device, Graph graph, Plan plan, uint32_t frames)
    : device_(&device), graph_(std::move(graph)), plan_(std::move(plan)) {
  if (frames == 0) throw Error("Executor: `frames` must be at least 1");
  for (const PlannedPass& planned : plan_.passes) {
    const Pass& pass = graph_.passes()[planned.pass];
    if (pass.kind != PassKind::graphics) continue;
    if (!device.enabled().graphics || !device.enabled().dynamic_rendering)
      throw Error("graphics pass '" + pass.name +
                  "' needs a graphics queue and dynamic rendering, which are not enabled on " +
                  device.properties().core.deviceName);
  }
  imported_.resize(graph_.resources().size());
  barriers_ = std::make_unique<BarrierRecorder>(plan_);
  for (uint32_t i = 0; i < frames; ++i)
    frames_.push_back(std::make_unique<Frame>(device, graph_, plan_, i != 0 ? frames_[0].get() : nullptr));
}

Executor::~Executor() = default;

PhysicalResource& Executor::imported(uint32_t resource, ResourceKind kind) {
  if (graph_.has(resource, kind) && graph_.resources()[resource].imported) return imported_[resource];
  const std::string what = kind == ResourceKind::buffer ? "buffer" : "image";
  throw Error("the handle passed to bind() is not an imported " + what + " of this graph");
}

void Executor::bind(BufferHandle handle, VkBuffer buffer) {
  imported(handle.index, ResourceKind::buffer).buffer = buffer;
}

void Executor::bind(ImageHandle handle, VkImage image, VkImageView view) {
  imported(handle.index, ResourceKind::image) = {VK_NULL_HANDLE, image, view};
}

void Executor::requireBound(const Frame& frame) const {
  for (uint32_t i = 0; i < imported_.size(); ++i) {
    const Resource& resource = graph_.resources()[i];
    if (!resource.imported || (!plan_.lifetimes[i].used() && !resource.exported)) continue;
    const PhysicalResource& bound = frame.resources[i];
    if (resource.kind == ResourceKind::image ? bound.image == VK_NULL_HANDLE : bound.buffer == VK_NULL_HANDLE)
      throw Error("imported " + graph_.describe(i) + " is not bound; call bind() before record()");
  }
}

void Executor::record(VkCommandBuffer cmd, uint32_t frame_index) {
  Frame& frame = frameAt(frame_index);
  for (uint32_t i = 0; i < imported_.size(); ++i)
    if (graph_.resources()[i].imported) frame.resources[i] = imported_[i];
  requireBound(frame);
  frame.stamps.reset(cmd);
  for (uint32_t position = 0; position < plan_.passes.size(); ++position) recordPass(cmd, frame, frame_index, position);
  barriers_->record(*device_, cmd, plan_.final_barriers, graph_, frame.resources);
  frame.recorded = true;
}

void Executor::recordPass(VkCommandBuffer cmd, Frame& frame, uint32_t frame_index, uint32_t position) {
  const PlannedPass& planned = plan_.passes[position];
  const Pass& pass = graph_.passes()[planned.pass];
  const Label label(*device_, cmd, pass.name.c_str());
  barriers_->record(*device_, cmd, planned.barriers, graph_, frame.resources);
  frame.stamps.begin(cmd, position);
  {
    std::optional<Rendering> rendering;
    if (pass.kind == PassKind::graphics) rendering.emplace(*device_, cmd, pass, graph_, frame.resources);
    pass.record(PassContext(*device_, cmd, frame_index, graph_, pass, frame.resources));
  }
  frame.stamps.end(cmd, position);
}

Executor::Frame& Executor::frameAt(uint32_t frame) const {
  if (frame >= frames_.size())
    throw Error("frame " + std::to_string(frame) + " is out of range; it must be below " +
                std::to_string(frames_.size()));
  return *frames_[frame];
}

VkImage Executor::image(ImageHandle handle, uint32_t frame) const {
  const Frame& of = frameAt(frame);
  const bool known = graph_.has(handle.index, ResourceKind::image);
  if (known && graph_.resources()[handle.index].exported) return of.resources[handle.index].image;
  throw Error("the handle passed to image() is not an exported image of this graph");
}

std::optional<double> Executor::passMs(PassHandle pass, uint32_t frame) const {
  const auto planned = std::ranges::find(plan_.passes, pass.index, &PlannedPass::pass);
  if (planned == plan_.passes.end()) throw Error("the pass passed to passMs() was culled, or is not in this graph");
  const Frame& of = frameAt(frame);
  if (!of.recorded) return std::nullopt;
  const auto range = of.stamps.read(static_cast<uint32_t>(planned - plan_.passes.begin()));
  return range ? std::optional(range->duration() / kMillisecond) : std::nullopt;
}

std::optional<double> Executor::frameMs(uint32_t frame) const {
  const Frame& of = frameAt(frame);
  if (!of.recorded || plan_.passes.empty()) return std::nullopt;
  const auto last = of.stamps.read(static_cast<uint32_t>(plan_.passes.size() - 1), 0);
  return last ? std::optional(last->end_ns / kMillisecond) : std::nullopt;
}

}  // namespace graph
