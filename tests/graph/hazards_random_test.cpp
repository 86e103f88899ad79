// Checks that barriers order every hazard of random graphs, and that the check detects missing and weakened barriers.
#include <doctest/doctest.h>

#include <map>
#include <random>
#include <utility>

#include "graphs.h"
#include "hazards.h"

using namespace graph;
using test::faultsOf;

namespace {

constexpr VkBufferUsageFlags kAnyBufferUsage = VK_BUFFER_USAGE_TRANSFER_SRC_BIT | VK_BUFFER_USAGE_TRANSFER_DST_BIT |
                                               VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_UNIFORM_BUFFER_BIT |
                                               VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;

// Includes every usage, so that all layouts are allowed.
constexpr VkImageUsageFlags kAnyImageUsage = VK_IMAGE_USAGE_TRANSFER_SRC_BIT | VK_IMAGE_USAGE_TRANSFER_DST_BIT |
                                             VK_IMAGE_USAGE_SAMPLED_BIT | VK_IMAGE_USAGE_STORAGE_BIT |
                                             VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT;
constexpr Access kFragmentUniformRead{VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, VK_ACCESS_UNIFORM_READ_BIT};
constexpr Access kDrawnIndirectly{VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT | VK_PIPELINE_STAGE_VERTEX_SHADER_BIT,
                                  VK_ACCESS_INDIRECT_COMMAND_READ_BIT | VK_ACCESS_SHADER_READ_BIT};
constexpr Access kTransferBoth{VK_PIPELINE_STAGE_TRANSFER_BIT,
                               VK_ACCESS_TRANSFER_READ_BIT | VK_ACCESS_TRANSFER_WRITE_BIT};
constexpr Access kFrame{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_VERTEX_SHADER_BIT,
                        VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
constexpr Access kAfterAcquisition{VK_PIPELINE_STAGE_TRANSFER_BIT, 0};

constexpr Access kReads[] = {kComputeRead,  kVertexRead,          kFragmentRead,   kIndirectRead,
                             kTransferRead, kFragmentUniformRead, kDrawnIndirectly};
constexpr Access kImageReads[] = {kComputeRead, kVertexRead, kFragmentRead, kTransferRead};
constexpr Access kWrites[] = {kComputeWrite, kTransferWrite, test::kFragmentWrite};
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
  explicit Drawing(uint32_t seed) : random_(seed) {}

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
    pass.record(test::nothing);
    if (chance(20)) test::keep(graph_, pass);
    std::vector<uint32_t> unused(all_.size());
    for (uint32_t i = 0; i < unused.size(); ++i) unused[i] = i;
    if (chance(50)) writeFresh(pass, "f" + std::to_string(index));
    bool colored = false;
    for (uint32_t uses = 1 + below(4); uses > 0 && !unused.empty(); --uses) {
      const uint32_t at = below(static_cast<uint32_t>(unused.size()));
      use(pass, all_[unused[at]], draws, colored);
      unused.erase(unused.begin() + at);
    }
    if (!draws || colored) return;
    Known target;
    target.is_image = true;
    target.image = graph_.createImage("t" + std::to_string(index), {VK_FORMAT_R8G8B8A8_UNORM, {8, 8}, kAnyImageUsage});
    target.image = pass.color(target.image, VkClearColorValue{});
    target.filled = true;
    all_.push_back(target);
  }

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
      const bool changes = known.filled && chance(50);
      known.buffer = changes ? pass.readWrite(known.buffer, pick(kChanges)) : pass.write(known.buffer, pick(kWrites));
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
  Graph graph_;
  std::vector<Known> all_;
};

// Returns a random graph with used and unused passes and resources, and all kinds of imports and exports.
Graph randomGraph(uint32_t seed) { return Drawing(seed).draw(); }

MemoryNeeds randomNeeds(const Resource& resource) {
  const bool image = resource.kind == ResourceKind::image;
  const VkDeviceSize size =
      image ? VkDeviceSize{resource.image.extent.width} * resource.image.extent.height * 4 : resource.buffer.size;
  return {size, VkDeviceSize{1} << (2 + size / 4 % 6), image || size % 5 != 0 ? 6U : 2U};
}

bool faulty(const Graph& graph, const Plan& plan) { return !faultsOf(graph, randomNeeds, plan).empty(); }

struct Tally {
  int tried = 0, noticed = 0;
  void add(bool seen) {
    ++tried;
    noticed += seen ? 1 : 0;
  }
};
using Tallies = std::map<std::string, Tally>;

// Removes and weakens one barrier in every way.
void weaken(const Graph& graph, const Plan& plan, std::vector<Barrier>& list, std::size_t at, Tallies& tallies) {
  const auto place = list.begin() + static_cast<std::ptrdiff_t>(at);
  const Barrier whole = *place;
  list.erase(place);
  tallies["lost"].add(faulty(graph, plan));
  list.insert(list.begin() + static_cast<std::ptrdiff_t>(at), whole);
  const auto with = [&](const char* what, const Barrier& weaker) {
    list[at] = weaker;
    tallies[what].add(faulty(graph, plan));
    list[at] = whole;
  };
  const auto withoutEachBit = [&](const char* what, Access Barrier::*side, VkFlags Access::*mask) {
    for (VkFlags rest = whole.*side.*mask; rest != 0; rest &= rest - 1) {
      Barrier weaker = whole;
      weaker.*side.*mask &= ~(rest & (~rest + 1));
      with(what, weaker);
    }
  };
  withoutEachBit("source stages", &Barrier::src, &Access::stages);
  withoutEachBit("source access", &Barrier::src, &Access::flags);
  withoutEachBit("target stages", &Barrier::dst, &Access::stages);
  if (whole.src.flags == 0) return;
  withoutEachBit("target access", &Barrier::dst, &Access::flags);
  Barrier weaker = whole;
  weaker.aliasing = false;
  if (whole.aliasing) with("aliasing", weaker);
  if (whole.old_layout == whole.new_layout) return;
  weaker = whole;
  weaker.new_layout = whole.old_layout;
  with("new layout", weaker);
  weaker = whole;
  weaker.old_layout = VK_IMAGE_LAYOUT_UNDEFINED;
  if (whole.old_layout != VK_IMAGE_LAYOUT_UNDEFINED) with("old layout", weaker);
}

}  // namespace

TEST_CASE("every_hazard_of_random_graphs_is_ordered") {
  std::size_t barriers = 0, aliasing = 0, images_aliasing = 0, exports = 0, shared_by_frames = 0;
  for (uint32_t seed = 0; seed < 1500; ++seed) {
    CAPTURE(seed);
    const Graph graph = randomGraph(seed);
    const Plan plan = graph::compile(graph, randomNeeds);
    for (const std::string& fault : faultsOf(graph, randomNeeds, plan)) FAIL_CHECK(fault);
    for (const PlannedPass& planned : plan.passes)
      for (const Barrier& barrier : planned.barriers) {
        ++barriers;
        aliasing += barrier.aliasing ? 1 : 0;
        images_aliasing += barrier.aliasing && graph.has(barrier.resource, ResourceKind::image) ? 1 : 0;
      }
    exports += plan.final_barriers.size();
    for (const Block& block : plan.blocks) shared_by_frames += block.shared_by_frames ? 1 : 0;
  }
  // Smaller graphs would test little.
  CHECK(barriers > 5000);
  CHECK(aliasing > 900);
  CHECK(images_aliasing > 400);
  CHECK(exports > 1000);
  CHECK(shared_by_frames > 500);
}

TEST_CASE("the_hazard_check_detects_missing_and_weakened_barriers") {
  Tallies tallies;
  for (uint32_t seed = 0; seed < 60; ++seed) {
    const Graph graph = randomGraph(seed);
    Plan plan = graph::compile(graph, randomNeeds);
    std::vector<std::vector<Barrier>*> lists{&plan.final_barriers};
    for (PlannedPass& planned : plan.passes) lists.push_back(&planned.barriers);
    for (std::vector<Barrier>* list : lists)
      for (std::size_t i = 0; i < list->size(); ++i) weaken(graph, plan, *list, i, tallies);
  }
  CHECK(tallies.size() == 8);
  for (const auto& [what, tally] : tallies) {
    CAPTURE(what);
    // An earlier reader may already have waited, or made the writes available.
    const bool redundant = what.starts_with("source") || what == "aliasing";
    CHECK(tally.tried > 20);
    CHECK(tally.noticed >= (redundant ? tally.tried / 10 * 8 : tally.tried));
  }
}
