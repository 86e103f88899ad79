#include "random_graph.h"

#include <random>
#include <utility>

using namespace graph;

namespace test {
namespace {

constexpr VkBufferUsageFlags kAnyBufferUsage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
                                               VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
                                               VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;

constexpr Access kFragmentUniformRead{VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_UNIFORM_READ_BIT};
constexpr Access kDrawn{VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_VERTEX_SHADER_BIT,
                        VK_ACCESS_INDIRECT_COMMAND_READ_BIT | VK_ACCESS_SHADER_READ_BIT};
constexpr Access kFragmentWrite{VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_SHADER_WRITE_BIT};
constexpr Access kTransferBoth{VK_PIPELINE_STAGE_TRANSFER_BIT,
                               VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT};
// As a frame leaves what the next one goes on with.
constexpr Access kFrame{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_VERTEX_SHADER_BIT,
                        VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
constexpr Access kAfterAcquisition{VK_PIPELINE_STAGE_TRANSFER_BIT, 0};

constexpr Access kReads[] = {kComputeRead,  kVertexRead,          kFragmentRead, kIndirectRead,
                             kTransferRead, kFragmentUniformRead, kDrawn};
constexpr Access kImageReads[] = {kComputeRead, kVertexRead, kFragmentRead, kTransferRead};
constexpr Access kWrites[] = {kComputeWrite, kTransferWrite, kFragmentWrite};
constexpr Access kChanges[] = {kComputeReadWrite, kTransferBoth, kFrame};
constexpr Access kBefore[] = {kNoAccess,   kComputeWrite, kTransferWrite, kFragmentRead,    kTransferRead,
                              kVertexRead, kFrame,        kAcquired,      kAfterAcquisition};
constexpr Access kAfter[] = {kNoAccess, kHostRead,      kComputeRead, kTransferRead,    kComputeReadWrite,
                             kPresent,  kTransferWrite, kFrame,       kAfterAcquisition};
constexpr VkImageLayout kReadLayouts[] = {VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL,
                                          VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL};
constexpr VkImageLayout kWriteLayouts[] = {VK_IMAGE_LAYOUT_GENERAL, VK_IMAGE_LAYOUT_TRANSFER_DST_OPTIMAL};
constexpr VkImageLayout kOutsideLayouts[] = {VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_GENERAL,
                                             VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL,
                                             VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL};

class Drawing {
 public:
  Drawing(uint32_t seed, Execute record) : random_(seed), record_(std::move(record)) {}

  Graph draw() {
    const uint32_t resources = 2 + below(9);
    for (uint32_t i = 0; i < resources; ++i) addResource(i);
    const uint32_t passes = 1 + below(12);
    for (uint32_t i = 0; i < passes; ++i) addPass(i);
    for (uint32_t i = 0; i < all_.size(); ++i)
      if (chance(20)) exportIt(i);
    return std::move(graph_);
  }

 private:
  struct Known {
    BufferHandle buffer;
    ImageHandle image;
    bool is_image = false;
    bool filled = false;
  };

  uint32_t below(uint32_t bound) { return static_cast<uint32_t>(random_() % bound); }
  bool chance(uint32_t percent) { return below(100) < percent; }
  template <typename T, std::size_t N>
  T pick(const T (&from)[N]) {
    return from[below(N)];
  }

  void addResource(uint32_t index) {
    const std::string name = std::string("r").append(std::to_string(index));
    Known made;
    made.is_image = chance(40);
    const bool imported = chance(35);
    const BufferInfo buffer{4 * (1 + VkDeviceSize{below(300)}), kAnyBufferUsage};
    const ImageInfo image{VK_FORMAT_R8G8B8A8_UNORM, {1 + below(20), 1 + below(20)}, kAnyImageUsage};
    const VkImageLayout layout = pick(kOutsideLayouts);
    if (made.is_image)
      made.image = imported ? graph_.importImage(name, image, layout, pick(kBefore)) : graph_.createImage(name, image);
    else
      made.buffer = imported ? graph_.importBuffer(name, buffer, pick(kBefore)) : graph_.createBuffer(name, buffer);
    made.filled = imported && (!made.is_image || layout != VK_IMAGE_LAYOUT_UNDEFINED);
    all_.push_back(made);
  }

  void addPass(uint32_t index) {
    const bool draws = chance(25);
    PassBuilder pass =
        graph_.addPass(std::string("p").append(std::to_string(index)), draws ? PassKind::graphics : PassKind::compute);
    pass.execute(record_);
    if (chance(20)) pass.sideEffect();
    std::vector<uint32_t> unused(all_.size());
    for (uint32_t i = 0; i < unused.size(); ++i) unused[i] = i;
    if (chance(50)) writeFresh(pass, "f" + std::to_string(index));
    bool colored = false;
    for (uint32_t uses = 1 + below(4); uses > 0 && !unused.empty(); --uses) {
      const uint32_t at = below(static_cast<uint32_t>(unused.size()));
      use(pass, all_[unused[at]], draws, colored);
      unused.erase(unused.begin() + at);
    }
    if (!draws || colored) return;  // it must draw somewhere
    Known target;
    target.is_image = true;
    target.image = graph_.createImage("t" + std::to_string(index), {VK_FORMAT_R8G8B8A8_UNORM, {8, 8}, kAnyImageUsage});
    target.image = pass.color(target.image, VkClearColorValue{});
    target.filled = true;
    all_.push_back(target);
  }

  // Short-lived transients take over from each other.
  void writeFresh(PassBuilder& pass, const std::string& name) {
    Known made;
    made.is_image = chance(50);
    if (made.is_image)
      made.image = pass.write(graph_.createImage(name, {VK_FORMAT_R8G8B8A8_UNORM, {1 + below(20), 8}, kAnyImageUsage}),
                              pick(kWrites), pick(kWriteLayouts));
    else
      made.buffer =
          pass.write(graph_.createBuffer(name, {4 * (1 + VkDeviceSize{below(300)}), kAnyBufferUsage}), pick(kWrites));
    made.filled = true;
    all_.push_back(made);
  }

  void use(PassBuilder& pass, Known& known, bool draws, bool& colored) {
    const bool reads = known.filled && chance(55);
    if (known.is_image && draws && !colored) {
      known.image = pass.color(known.image, reads ? std::nullopt : std::optional(VkClearColorValue{}));
      colored = true;
    } else if (known.is_image && reads) {
      pass.read(known.image, pick(kImageReads), pick(kReadLayouts));
    } else if (known.is_image) {
      known.image = pass.write(known.image, pick(kWrites), pick(kWriteLayouts));
    } else if (reads) {
      pass.read(known.buffer, pick(kReads));
      if (chance(20)) pass.read(known.buffer, pick(kReads));
    } else {
      known.buffer = known.filled && chance(50) ? pass.readWrite(known.buffer, pick(kChanges))
                                                : pass.write(known.buffer, pick(kWrites));
    }
    known.filled = true;
  }

  void exportIt(uint32_t index) {
    const Known& known = all_[index];
    if (!known.filled) return;
    if (known.is_image)
      graph_.exportImage(known.image, pick(kAfter), pick(kOutsideLayouts));
    else
      graph_.exportBuffer(known.buffer, pick(kAfter));
  }

  std::mt19937 random_;
  Execute record_;
  Graph graph_;
  std::vector<Known> all_;
};

}  // namespace

Graph randomGraph(uint32_t seed, Execute record) { return Drawing(seed, std::move(record)).draw(); }

MemoryNeeds randomNeeds(const Resource& resource) {
  const bool image = resource.kind == ResourceKind::image;
  const VkDeviceSize size =
      image ? VkDeviceSize{resource.image.extent.width} * resource.image.extent.height * 4 : resource.buffer.size;
  return {size, VkDeviceSize{1} << (2 + size / 4 % 6), image || size % 5 != 0 ? 6U : 2U};
}

}  // namespace test
