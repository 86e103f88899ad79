// Random graphs that run: fills, copies, additions and clears on buffers and images, three frames in one command
// buffer. Each resource holds one word over and over, so that a word tells what it should be; validation sees the
// hazards.
#include <doctest/doctest.h>

#include <random>

#include "add_kernel.h"
#include "gpu/image.h"
#include "graphs.h"
#include "support/devices.h"
#include "support/skip.h"

using namespace graph;
using test::AddKernel;
using test::kCopySource;
using test::kCopyTarget;
using test::kData;
using test::kExtent;

namespace {

constexpr uint32_t kRandomFrames = 3;
constexpr ImageInfo kRenderedPicture{
    VK_FORMAT_R32_UINT, kExtent,
    VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT | VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT};
// All that the passes here do.
constexpr Access kFrameBefore{VK_PIPELINE_STAGE_TRANSFER_BIT | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT |
                                  VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT,
                              VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_SHADER_READ_BIT |
                                  VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT};

constexpr VkImageSubresourceLayers kLayers{VK_IMAGE_ASPECT_COLOR_BIT, 0, 0, 1};
constexpr VkExtent3D kWhole{kExtent.width, kExtent.height, 1};

// A buffer or an image, and what it holds in one frame, given what the persistent buffers held before it.
struct Item {
  bool is_image = false;
  BufferHandle buffer;
  ImageHandle image;
  std::function<uint32_t(const std::vector<uint32_t>&)> word;  // empty: nothing yet
};

class Scene {
 public:
  Scene(const gpu::Device& device, uint32_t seed) : device_(&device), kernel_(device), random_(seed) {
    for (uint32_t i = 0; i < 3; ++i) addPersistent(i);
    picture_ = gpu::Image(device, kRenderedPicture.format, kExtent, kRenderedPicture.usage);
    items_.push_back(
        {true, {}, graph_.importImage("picture", kRenderedPicture, VK_IMAGE_LAYOUT_UNDEFINED, kFrameBefore), {}});
    const uint32_t passes = 8 + below(12);
    for (uint32_t i = 0; i < passes; ++i) addPass();
    if (last_ != 0) copy(items_[last_], items_[0]);  // so that the chain behind it lives
    for (std::size_t i = 0; i < kept_.size(); ++i) graph_.exportBuffer(items_[i].buffer, kHostRead);
    if (items_[kept_.size()].word) graph_.exportImage(items_[kept_.size()].image, kTransferRead, kCopySource);
  }

  // Records and runs all frames in one command buffer, and compares their results.
  void run() {
    Plan plan = compile(graph_, memoryNeeds(*device_));
    for (const PlannedPass& planned : plan.passes)
      for (const Barrier& barrier : planned.barriers)
        if (barrier.aliasing) ++aliasing;
    std::vector<uint32_t> held(kept_.size());
    for (std::size_t i = 0; i < held.size(); ++i) {
      held[i] = static_cast<uint32_t>(i);
      std::ranges::fill(kept_[i].as<uint32_t>(), held[i]);
      kept_[i].flush();
    }
    Executor executor(*device_, graph_, std::move(plan), kRandomFrames);
    for (std::size_t i = 0; i < kept_.size(); ++i) executor.bind(items_[i].buffer, kept_[i].handle());
    executor.bind(items_[kept_.size()].image, picture_.handle(), picture_.view());
    gpu::submitAndWait(*device_, [&](VkCommandBuffer cmd) {
      for (uint32_t frame = 0; frame < kRandomFrames; ++frame) executor.record(cmd, frame);
    });
    for (uint32_t frame = 0; frame < kRandomFrames; ++frame) {
      std::vector<uint32_t> next;
      for (std::size_t i = 0; i < kept_.size(); ++i) next.push_back(items_[i].word(held));
      held = next;
    }
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      CAPTURE(i);
      CHECK(test::allEqual(kept_[i], held[i]));
    }
  }

  int aliasing = 0;  // barriers where memory changes hands

 private:
  uint32_t below(uint32_t bound) { return static_cast<uint32_t>(random_() % bound); }

  // Carries its word from frame to frame.
  void addPersistent(uint32_t index) {
    kept_.push_back(test::readbackBuffer(*device_));
    items_.push_back({false, graph_.importBuffer("kept", kData, kFrameBefore), {}, [index](const auto& held) {
                        return held[index];
                      }});
  }

  std::size_t addTransient() {
    Item item;
    item.is_image = below(2) == 0;
    if (item.is_image)
      item.image = graph_.createImage("image", kRenderedPicture);
    else
      item.buffer = graph_.createBuffer("buffer", kData);
    items_.push_back(item);
    return items_.size() - 1;
  }

  // Mostly what the pass before wrote, so that chains grow long.
  std::size_t anyFilled() {
    if (below(4) != 0) return last_;
    while (true) {
      const std::size_t at = below(static_cast<uint32_t>(items_.size()));
      if (items_[at].word) return at;
    }
  }

  void addPass() {
    const std::size_t from = anyFilled();
    const std::size_t to = below(4) == 0 ? below(static_cast<uint32_t>(items_.size())) : addTransient();
    const uint32_t amount = 1 + below(1000);
    const uint32_t what = below(6);
    last_ = to;
    if (from == to && what < 3 && !items_[to].is_image) return addInPlace(items_[to], amount);
    if (from == to) return fill(items_[to], amount);
    if (what == 0 && items_[to].is_image) return draw(items_[to], amount);
    if (what < 4 && !items_[from].is_image && !items_[to].is_image) {
      items_[to].buffer = test::addPass(graph_, "add", kernel_, items_[from].buffer, items_[to].buffer, amount);
      items_[to].word = [word = items_[from].word, amount](const auto& held) { return word(held) + amount; };
      return;
    }
    copy(items_[from], items_[to]);
  }

  void addInPlace(Item& to, uint32_t amount) {
    to.buffer = test::addInPlacePass(graph_, "add", kernel_, to.buffer, amount);
    to.word = [word = to.word, amount](const auto& held) { return word(held) + amount; };
  }

  void fill(Item& to, uint32_t word) {
    to.word = [word](const auto&) { return word; };
    if (!to.is_image) {
      to.buffer = test::fillPass(graph_, "fill", to.buffer, word);
      return;
    }
    to.image = test::clearPass(graph_, to.image, word);
  }

  // Clears by drawing, or draws nothing over what is there.
  void draw(Item& to, uint32_t word) {
    PassBuilder pass = graph_.addPass("draw", PassKind::graphics);
    pass.record([](const PassContext&) {});
    if (to.word) {
      to.image = pass.color(to.image);
      return;
    }
    VkClearColorValue color{};
    color.uint32[0] = word;
    to.image = pass.color(to.image, color);
    to.word = [word](const auto&) { return word; };
  }

  void copy(const Item& from, Item& to) {
    to.word = from.word;
    if (!to.is_image) {
      to.buffer = from.is_image ? test::copyPass(graph_, "copy", from.image, to.buffer)
                                : test::copyPass(graph_, "copy", from.buffer, to.buffer);
      return;
    }
    PassBuilder pass = graph_.addPass("copy", PassKind::transfer);
    if (from.is_image)
      pass.read(from.image, kTransferRead, kCopySource);
    else
      pass.read(from.buffer, kTransferRead);
    to.image = pass.write(to.image, kTransferWrite, kCopyTarget);
    pass.record([from, to](const PassContext& context) {
      const VolkDeviceTable& vk = context.device().vk;
      const VkImage target = context.image(to.image);
      const VkImageCopy pixels{kLayers, {}, kLayers, {}, kWhole};
      const VkBufferImageCopy words{0, 0, 0, kLayers, {}, kWhole};
      if (from.is_image)
        vk.vkCmdCopyImage(context.cmd(), context.image(from.image), kCopySource, target, kCopyTarget, 1, &pixels);
      else
        vk.vkCmdCopyBufferToImage(context.cmd(), context.buffer(from.buffer), target, kCopyTarget, 1, &words);
    });
  }

  const gpu::Device* device_;
  AddKernel kernel_;
  std::mt19937 random_;
  Graph graph_;
  std::vector<gpu::Buffer> kept_;
  gpu::Image picture_;
  std::vector<Item> items_;  // first the kept ones, then the picture
  std::size_t last_ = 0;     // written by the pass before
};

}  // namespace

TEST_CASE("random_graphs_compute_correct_words_in_three_frames") {
  int aliasing = 0;
  for (const test::TestDevice& entry : test::devices()) {
    CAPTURE(entry.name);
    const gpu::Device& device = *entry.device;
    if (!device.enabled().graphics || !device.enabled().dynamic_rendering) {
      test::skip("no graphics queue or no dynamic rendering");
      continue;
    }
    for (uint32_t seed = 0; seed < 60; ++seed) {
      CAPTURE(seed);
      Scene scene(device, seed);
      scene.run();
      aliasing += scene.aliasing;
      test::expectNoValidationMessages();
    }
  }
  CHECK(aliasing > 100);
}
