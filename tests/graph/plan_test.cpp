// Checks that small graphs get no more barriers, passes and memory than they need. hazards_random_test.cpp checks that
// the barriers are sufficient.
#include <doctest/doctest.h>

#include "graphs.h"

using namespace graph;
using test::addPass;
using test::barrierOn;
using test::kPicture;
using test::kWords;

namespace {

constexpr VkImageLayout kAttachment = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
constexpr VkImageLayout kSampled = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
constexpr VkImageLayout kSource = VK_IMAGE_LAYOUT_TRANSFER_SRC_OPTIMAL;
constexpr VkImageLayout kUndefined = VK_IMAGE_LAYOUT_UNDEFINED;
constexpr VkImageLayout kShown = VK_IMAGE_LAYOUT_PRESENT_SRC_KHR;
constexpr Access kUniformRead{VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_UNIFORM_READ_BIT};
constexpr Access kSemaphore{VK_PIPELINE_STAGE_TRANSFER_BIT, 0};
constexpr Access kDrawn{VK_PIPELINE_STAGE_COLOR_ATTACHMENT_OUTPUT_BIT, VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT};

constexpr Access kAfterDraw{VK_PIPELINE_STAGE_VERTEX_SHADER_BIT, 0},
    kAfterSample{VK_PIPELINE_STAGE_FRAGMENT_SHADER_BIT, 0};
constexpr Access kAfterReads{VK_PIPELINE_STAGE_VERTEX_SHADER_BIT | VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, 0};
constexpr Access kAfterFillAndDraw{VK_PIPELINE_STAGE_TRANSFER_BIT | VK_PIPELINE_STAGE_VERTEX_SHADER_BIT,
                                   VK_ACCESS_TRANSFER_WRITE_BIT};

enum class Does { read, write, change, leave };

struct OneUse {
  Does does;
  Access access;
  VkImageLayout layout = kUndefined;
};

struct Dependency {
  std::string what;
  std::optional<Access> before;  // state when imported; empty for transients
  std::vector<OneUse> uses;
  std::optional<Barrier> last;
};

constexpr OneUse kFill{Does::write, kTransferWrite}, kCompute{Does::write, kComputeWrite},
    kInPlace{Does::change, kComputeReadWrite};
constexpr OneUse kDraw{Does::read, kVertexRead}, kScan{Does::read, kComputeRead}, kLoad{Does::read, kUniformRead};
constexpr OneUse kToHost{Does::leave, kHostRead};

const Dependency kOfBuffers[] = {
    {"a transient's first write waits for the last frame", {}, {kFill}, Barrier{0, kTransferWrite, kTransferWrite}},
    {"nor does an import's after nothing", kNoAccess, {kCompute}, {}},
    {"read after write", {}, {kFill, kScan}, Barrier{0, kTransferWrite, kComputeRead}},
    {"write after read", {}, {kFill, kDraw, kCompute}, Barrier{0, kAfterDraw, kComputeWrite}},
    {"write after reads", {}, {kFill, kDraw, kScan, kScan, kFill}, Barrier{0, kAfterReads, kTransferWrite}},
    {"write after write", {}, {kFill, kCompute}, Barrier{0, kTransferWrite, kComputeWrite}},
    {"two changes in place", kNoAccess, {kInPlace, kInPlace}, Barrier{0, kComputeWrite, kComputeReadWrite}},
    {"read after read", {}, {kFill, kScan, kScan}, {}},
    {"another stage sees the write", {}, {kFill, kDraw, kLoad}, Barrier{0, kTransferWrite, kUniformRead}},
    {"another kind of read sees it", {}, {kFill, kDraw, kLoad, kScan}, Barrier{0, kTransferWrite, kComputeRead}},
    {"it has been seen", {}, {kFill, kDraw, kLoad, kScan, kDraw}, {}},
    {"change after read", {}, {kFill, kDraw, kInPlace}, Barrier{0, kAfterFillAndDraw, kComputeReadWrite}},
    {"an import that was written", kTransferWrite, {kScan}, Barrier{0, kTransferWrite, kComputeRead}},
    {"an import that was read", kVertexRead, {kCompute}, Barrier{0, kAfterDraw, kComputeWrite}},
    {"an import after a semaphore", kSemaphore, {kDraw}, Barrier{0, kSemaphore, kVertexRead}},
    {"which is waited for once", kSemaphore, {kDraw, kDraw}, {}},
    {"an export", kNoAccess, {kInPlace, kToHost}, Barrier{0, kComputeWrite, kHostRead}},
    {"an export to a semaphore", {}, {kCompute, {Does::leave, kSemaphore}}, Barrier{0, kComputeWrite, kSemaphore}},
    {"an export to nobody", kNoAccess, {kInPlace, {Does::leave, kNoAccess}}, {}},
};

constexpr OneUse kClear{Does::write, kColorAttachment, kAttachment},
    kDrawOver{Does::change, kColorAttachment, kAttachment};
constexpr OneUse kSample{Does::read, kFragmentRead, kSampled}, kSampleToo{Does::read, kComputeRead, kSampled};
constexpr OneUse kCopyFrom{Does::read, kTransferRead, kSource}, kToScreen{Does::leave, kPresent, kShown};

const Dependency kOfImages[] = {
    {"the first use", {}, {kClear}, Barrier{0, kNoAccess, kColorAttachment, kUndefined, kAttachment}},
    {"a read in another layout", {}, {kClear, kSample}, Barrier{0, kDrawn, kFragmentRead, kAttachment, kSampled}},
    {"a read in the same", {}, {kClear, kSample, kSample}, {}},
    {"in a third layout",
     {},
     {kClear, kSample, kSample, kCopyFrom},
     Barrier{0, kAfterSample, kTransferRead, kSampled, kSource}},
    {"of a second stage",
     {},
     {kClear, kSample, kSampleToo},
     Barrier{0, kAfterSample, kComputeRead, kSampled, kSampled}},
    {"drawing over", {}, {kClear, kDrawOver}, Barrier{0, kDrawn, kColorAttachment, kAttachment, kAttachment}},
    {"clearing drops contents",
     kFragmentRead,
     {kClear},
     Barrier{0, kAfterSample, kColorAttachment, kUndefined, kAttachment}},
    {"a swapchain's image", kAcquired, {kClear}, Barrier{0, kAcquired, kColorAttachment, kUndefined, kAttachment}},
    {"which is presented", kAcquired, {kClear, kToScreen}, Barrier{0, kDrawn, kPresent, kAttachment, kShown}},
};

void addUse(Graph& graph, const OneUse& use, BufferHandle& buffer) {
  if (use.does == Does::leave) return graph.exportBuffer(buffer, use.access);
  PassBuilder pass = addPass(graph, "pass");
  test::keep(graph, pass);
  if (use.does == Does::read) pass.read(buffer, use.access);
  if (use.does == Does::write) buffer = pass.write(buffer, use.access);
  if (use.does == Does::change) buffer = pass.readWrite(buffer, use.access);
}

void addUse(Graph& graph, const OneUse& use, ImageHandle& image) {
  if (use.does == Does::leave) return graph.exportImage(image, use.access, use.layout);
  PassBuilder pass = addPass(graph, "pass", use.does == Does::read ? PassKind::compute : PassKind::graphics);
  test::keep(graph, pass);
  if (use.does == Does::read) pass.read(image, use.access, use.layout);
  if (use.does == Does::write) image = pass.color(image, VkClearColorValue{});
  if (use.does == Does::change) image = pass.color(image);
}

template <typename Handle>
void checkDependency(const Dependency& row, Graph graph, Handle handle) {
  CAPTURE(row.what);
  for (const OneUse& use : row.uses) addUse(graph, use, handle);
  const Plan plan = test::compile(graph);
  if (row.uses.back().does != Does::leave) {
    CHECK(barrierOn(plan, row.uses.size() - 1, 0) == row.last);
    return;
  }
  REQUIRE(plan.final_barriers.size() == (row.last ? 1 : 0));
  if (row.last) CHECK(plan.final_barriers[0] == *row.last);
}

}  // namespace

TEST_CASE("barriers_are_as_small_as_possible") {
  for (const Dependency& row : kOfBuffers) {
    Graph graph;
    const BufferHandle buffer =
        row.before ? graph.importBuffer("keys", kWords, *row.before) : graph.createBuffer("keys", kWords);
    checkDependency(row, std::move(graph), buffer);
  }
  for (const Dependency& row : kOfImages) {
    Graph graph;
    const VkImageLayout layout = row.before == kFragmentRead ? kSampled : kUndefined;
    const ImageHandle image =
        row.before ? graph.importImage("image", kPicture, layout, *row.before) : graph.createImage("image", kPicture);
    checkDependency(row, std::move(graph), image);
  }
}

TEST_CASE("unused_passes_do_not_run_and_leave_no_barrier") {
  Graph graph;
  BufferHandle keys = graph.createBuffer("keys", kWords), unused = graph.createBuffer("unused", kWords);
  BufferHandle out = graph.importBuffer("out", kWords);
  keys = addPass(graph, "overwritten").write(keys, kComputeWrite);
  keys = addPass(graph, "make").write(keys, kComputeWrite);
  PassBuilder waste = addPass(graph, "waste");
  waste.read(keys, kComputeRead);
  waste.read(out, kComputeRead);
  unused = waste.write(unused, kComputeWrite);
  unused = addPass(graph, "more_waste").readWrite(unused, kComputeReadWrite);
  (void)addPass(graph, "into_an_import").write(graph.importBuffer("import", kWords), kComputeWrite);
  PassBuilder print = addPass(graph, "print");
  print.read(keys, kComputeRead);
  test::keep(graph, print);
  addPass(graph, "idle");
  PassBuilder last = addPass(graph, "last");
  last.read(keys, kComputeRead);
  out = last.write(out, kComputeWrite);
  graph.exportBuffer(out, kHostRead);
  const Plan plan = test::compile(graph);
  CHECK(test::names(graph, plan) == "make print last");
  CHECK(plan.passes[2].barriers.empty());
  CHECK_FALSE(plan.lifetimes[unused.index].used());
  CHECK(plan.placements[unused.index].block == kNone);
}

// This is true for any length. Each pass waits for the buffer whose memory it reuses.
TEST_CASE("a_chain_of_passes_needs_the_memory_of_two_buffers") {
  constexpr uint32_t kLength = 8;
  Graph graph;
  std::vector<BufferHandle> b;
  for (uint32_t i = 0; i < kLength; ++i) {
    PassBuilder pass = addPass(graph, "pass");
    if (i > 0) pass.read(b[i - 1], kComputeRead);
    b.push_back(pass.write(graph.createBuffer("b", kWords), kComputeWrite));
    if (i + 1 == kLength) graph.exportBuffer(pass.write(graph.importBuffer("out", kWords), kComputeWrite), kNoAccess);
  }
  Plan plan = test::compile(graph);
  REQUIRE(plan.blocks.size() == 1);
  CHECK(plan.blocks[0].size == 2 * kWords.size);
  for (uint32_t i = 0; i < kLength; ++i) {
    CHECK(plan.lifetimes[b[i].index].first == i);
    CHECK(plan.lifetimes[b[i].index].last == std::min(i + 1, kLength - 1));
  }
  REQUIRE(plan.placements[b[2].index].overlaps(plan.placements[b[0].index]));
  CHECK(plan.blocks[0].shared_by_frames);
  CHECK(barrierOn(plan, 1, b[1].index) ==
        Barrier{b[1].index, kComputeWrite, kComputeWrite, kUndefined, kUndefined, true});
  CHECK(barrierOn(plan, 2, b[2].index) ==
        Barrier{b[2].index, kComputeWrite, kComputeWrite, kUndefined, kUndefined, true});
  graph.exportBuffer(b[1], kHostRead);  // the application may read it during the next frame
  plan = test::compile(graph);
  for (uint32_t i = 0; i < kLength; ++i)
    if (i != 1) CHECK_FALSE(plan.placements[b[i].index].overlaps(plan.placements[b[1].index]));
}
