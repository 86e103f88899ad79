// Checks that a graph rejects invalid declarations immediately, and that the message names the pass and the resource.
#include <doctest/doctest.h>

#include <span>
#include <utility>

#include "graph/context.h"
#include "graph/plan.h"
#include "graphs.h"

using namespace graph;
using test::addPass;
using test::errorOf;
using test::kPicture;
using test::kWords;

namespace {

constexpr VkImageLayout kGeneral = VK_IMAGE_LAYOUT_GENERAL;
constexpr VkClearColorValue kClearing{};
constexpr Access kNowhere{0, VK_ACCESS_HOST_WRITE_BIT}, kReadNowhere{0, VK_ACCESS_SHADER_READ_BIT};
constexpr ImageInfo kFlat{kPicture.format, {4, 0}, kPicture.usage}, kThin{kPicture.format, {0, 4}, kPicture.usage};

struct D {
  D() {
    draw.read(keys, kVertexRead);
    draw.read(image, kFragmentRead, kGeneral);
    (void)draw.color(target, kClearing);
    sorted = late.readWrite(unsorted, kComputeReadWrite);
    late.read(looked_at, kComputeRead);
    spent = late.consume(spent, kComputeReadWrite);
    painted = late.write(picture, kComputeWrite, kGeneral);
    graph.exportBuffer(out, kHostRead);
    graph.exportImage(shown, kPresent, kGeneral);
  }
  D(const D&) = delete;
  BufferHandle newer() const { return {keys.index, 1}; }
  ImageHandle newerImage() const { return {shown.index, 1}; }

  Graph graph;
  BufferHandle keys = graph.importBuffer("keys", kWords), unsorted = graph.importBuffer("unsorted", kWords);
  BufferHandle fresh = graph.createBuffer("fresh", kWords), looked_at = graph.importBuffer("looked_at", kWords);
  BufferHandle out = graph.importBuffer("out", kWords), sorted, spent = graph.importBuffer("spent", kWords);
  ImageHandle image = graph.importImage("image", kPicture, kGeneral), target = graph.createImage("target", kPicture);
  ImageHandle blank = graph.importImage("blank", kPicture, VK_IMAGE_LAYOUT_UNDEFINED), painted;
  ImageHandle picture = graph.createImage("picture", kPicture), shown = graph.importImage("shown", kPicture, kGeneral);
  PassBuilder compute = addPass(graph, "compute"), paint = addPass(graph, "paint", PassKind::graphics);
  PassBuilder draw = addPass(graph, "draw", PassKind::graphics), late = addPass(graph, "late");
  PassBuilder last = addPass(graph, "last");
};

struct Refusal {
  void (*declare)(D&);
  std::vector<const char*> named;
};

const Refusal kRefused[] = {
    {[](D& d) { d.last.read(d.unsorted, kComputeRead); }, {"'last'", "version 0 of buffer 'unsorted'", "'late'"}},
    {[](D& d) { (void)d.last.write(d.unsorted, kComputeWrite); }, {"last", "unsorted", "late"}},
    {[](D& d) { d.graph.exportBuffer(d.unsorted, kHostRead); }, {"the export", "unsorted", "late"}},
    {[](D& d) { d.compute.read(d.newer(), kComputeRead); }, {"compute", "version 1", "keys"}},
    {[](D& d) { d.graph.exportBuffer(d.newer(), kHostRead); }, {"the export", "version 1", "keys"}},
    {[](D& d) { (void)d.draw.color(d.newerImage(), kClearing); }, {"draw", "version 1", "shown"}},
    {[](D& d) { d.compute.read(BufferHandle{}, kComputeRead); }, {"compute", "invalid handle"}},
    {[](D& d) { d.compute.read(BufferHandle{d.image.index}, kComputeRead); }, {"compute", "invalid handle"}},
    {[](D& d) { (void)d.compute.write(BufferHandle{99}, kComputeWrite); }, {"compute", "invalid handle"}},
    {[](D& d) { d.compute.read(ImageHandle{d.keys.index}, kComputeRead, kGeneral); }, {"compute", "invalid handle"}},
    {[](D& d) { (void)d.draw.color(ImageHandle{}, kClearing); }, {"draw", "invalid handle"}},
    {[](D& d) { d.graph.exportImage({d.keys.index}, kHostRead, kGeneral); }, {"the export", "invalid handle"}},
    {[](D& d) { d.compute.read(d.fresh, kComputeRead); }, {"compute", "reads buffer 'fresh'", "nothing has written"}},
    {[](D& d) { (void)d.compute.readWrite(d.fresh, kComputeReadWrite); }, {"compute", "fresh", "nothing has written"}},
    {[](D& d) { (void)d.paint.color(d.blank); }, {"paint", "image 'blank'", "nothing has written"}},
    {[](D& d) { d.graph.exportBuffer(d.fresh, kHostRead); }, {"the export", "fresh", "nothing has written"}},
    {[](D& d) { d.last.read(d.spent, kComputeRead); }, {"last", "reads buffer 'spent'", "'late' left", "undefined"}},
    {[](D& d) { (void)d.last.readWrite(d.spent, kComputeReadWrite); }, {"last", "spent", "'late' left"}},
    {[](D& d) { d.graph.exportBuffer(d.spent, kHostRead); }, {"the export", "spent", "'late' left"}},
    {[](D& d) { d.graph.exportBuffer(d.out, kComputeRead); }, {"buffer 'out'", "exported twice"}},
    {[](D& d) { d.graph.exportImage(d.shown, kComputeRead, kGeneral); }, {"image 'shown'", "exported twice"}},
    {[](D& d) { (void)d.draw.write(d.keys, kComputeWrite); }, {"draw", "keys", "twice"}},
    {[](D& d) { d.draw.read(d.image, kComputeRead, test::kCopySource); }, {"draw", "image", "two layouts"}},
    {[](D& d) { (void)d.draw.color(d.shown, kClearing); }, {"draw", "target", "shown", "two color"}},
    {[](D& d) { (void)d.compute.color(d.shown, kClearing); }, {"compute", "not a graphics pass"}},
    {[](D& d) { d.compute.read(d.keys, kComputeReadWrite); }, {"compute", "keys", "with write flags"}},
    {[](D& d) { (void)d.late.write(d.keys, kComputeRead); }, {"late", "keys", "without write flags"}},
    {[](D& d) { d.compute.read(d.keys, kReadNowhere); }, {"compute", "keys", "stages"}},
    {[](D& d) { d.compute.read(d.image, kComputeRead, VK_IMAGE_LAYOUT_UNDEFINED); }, {"image", "without a layout"}},
    {[](D& d) { d.compute.read(d.image, kComputeRead, VK_IMAGE_LAYOUT_PREINITIALIZED); },
     {"image", "without a layout"}},
    {[](D& d) { d.graph.importBuffer("more", kWords, kNowhere); },
     {"buffer 'more'", "imported", "without pipeline stages"}},
    {[](D& d) { d.graph.importImage("more", kPicture, kGeneral, kNowhere); },
     {"image 'more'", "without pipeline stages"}},
    {[](D& d) { d.graph.exportBuffer(d.keys, kNowhere); }, {"buffer 'keys'", "exported", "without pipeline stages"}},
    {[](D& d) { d.graph.exportImage(d.image, kNowhere, kGeneral); }, {"image 'image'", "without pipeline stages"}},
    {[](D& d) { d.graph.createBuffer("none", {}); }, {"buffer 'none'", "0 bytes"}},
    {[](D& d) { d.graph.createImage("none", kFlat); }, {"none", "empty"}},
    {[](D& d) { d.graph.createImage("none", kThin); }, {"none", "empty"}},
};
// Passes run in the order of declaration.
const Refusal kOutOfOrder[] = {
    {[](D& d) { d.compute.read(d.sorted, kComputeRead); }, {"compute", "unsorted", "add pass 'late' first"}},
    {[](D& d) { d.draw.read(d.sorted, kComputeRead); }, {"draw", "unsorted", "add pass 'late' first"}},
    {[](D& d) { (void)d.compute.write(d.sorted, kComputeWrite); }, {"compute", "unsorted", "add pass 'late' first"}},
    {[](D& d) { (void)d.compute.readWrite(d.sorted, kComputeReadWrite); }, {"compute", "add pass 'late' first"}},
    {[](D& d) { (void)d.compute.write(d.looked_at, kComputeWrite); }, {"looked_at", "add pass 'late' first"}},
    {[](D& d) { d.compute.read(d.painted, kComputeRead, kGeneral); }, {"picture", "add pass 'late' first"}},
    {[](D& d) { (void)d.paint.color(d.painted); }, {"paint", "picture", "add pass 'late' first"}},
};

std::string stateOf(const Graph& graph) {
  std::string text;
  const auto add = [&](auto... values) { ((text += std::to_string(values) + ' '), ...); };
  for (const Pass& pass : graph.passes()) {
    text += pass.name + (pass.color ? ": color " + std::to_string(pass.color->resource) : ": ");
    for (const Use& use : pass.uses)
      add(use.resource, static_cast<int>(use.mode), use.access.stages, use.access.flags, use.layout,
          use.output_version);
  }
  for (const Resource& resource : graph.resources()) {
    text += resource.name + (resource.exported ? " exported " : " ");
    for (const uint32_t writer : resource.writers) add(writer);
  }
  return text;
}

void checkRefused(std::span<const Refusal> rows) {
  for (std::size_t row = 0; row < rows.size(); ++row) {
    CAPTURE(row);
    D declared;
    const std::string before = stateOf(declared.graph);
    test::checkError(rows[row].named, [&] { rows[row].declare(declared); });
    CHECK(stateOf(declared.graph) == before);
  }
}

}  // namespace

TEST_CASE("rejected_declarations_name_their_pass_and_keep_the_graph") { checkRefused(kRefused); }

TEST_CASE("declarations_in_the_wrong_order_are_rejected") {
  checkRefused(kOutOfOrder);
  D d;
  CHECK(errorOf([&] { d.compute.read(d.looked_at, kComputeRead); }) == "");
  CHECK(errorOf([&] { d.last.read(d.sorted, kComputeRead); }) == "");
}

TEST_CASE("declarations_return_the_next_version_and_merge_reads") {
  D d;
  const BufferHandle written = d.last.write(d.fresh, kComputeWrite);
  CHECK(written.index == d.fresh.index);
  CHECK(written.version == d.fresh.version + 1);
  CHECK(errorOf([&] { (void)d.paint.color(d.blank, kClearing); }) == "");
  d.compute.read(d.keys, kComputeRead);
  d.compute.read(d.keys, kIndirectRead);
  REQUIRE(d.graph.passes()[0].uses.size() == 1);
  CHECK(d.graph.passes()[0].uses[0].access ==
        Access{kComputeRead.stages | kIndirectRead.stages, kComputeRead.flags | kIndirectRead.flags});
  // Accesses without flags only wait for stages.
  const BufferHandle acquired = d.graph.importBuffer("acquired", kWords, kAcquired);
  CHECK(errorOf([&] { d.graph.exportBuffer(acquired, kPresent); }) == "");
}

TEST_CASE("passes_whose_declaration_throws_are_not_added") {
  Graph graph;
  PassBuilder fill = addPass(graph, "fill");
  const BufferHandle keys = fill.write(graph.createBuffer("keys", kWords), kComputeWrite);
  const BufferHandle values = fill.write(graph.createBuffer("values", kWords), kComputeWrite);
  const std::string before = stateOf(graph);
  CHECK(errorOf([&] {
          (void)graph.addPass("sort", PassKind::compute, [&](PassBuilder& pass) {
            pass.read(values, kComputeRead);
            (void)pass.write(graph.createBuffer("scratch", kWords), kComputeWrite);
            (void)pass.readWrite(keys, kComputeReadWrite);
            throw Error("the rest");
          });
        }) == "the rest");
  CHECK(stateOf(graph) == before);
  BufferHandle sorted;
  const PassBuilder sort =
      graph.addPass("sort", PassKind::compute, [&](PassBuilder& pass) { sorted = pass.write(keys, kComputeWrite); });
  CHECK(sorted.version == keys.version + 1);
  CHECK(sort.handle() == PassHandle{1});
}

TEST_CASE("compile_rejects_unfinished_passes_and_outdated_exports") {
  for (uint32_t wrong = 0; wrong < 3; ++wrong) {
    CAPTURE(wrong);
    Graph whole;
    std::vector<BufferHandle> buffers;
    for (uint32_t i = 0; i < 3; ++i) {  // one resource that is not exported before each exported one
      (void)whole.importBuffer("idle", kWords);
      buffers.push_back(whole.importBuffer("b" + std::to_string(i), kWords));
      buffers[i] = addPass(whole, "first").readWrite(buffers[i], kComputeReadWrite);
      whole.exportBuffer(buffers[i], kHostRead);
    }
    CHECK(errorOf([&] { test::compile(whole); }) == "");
    Graph spoiled = whole, silent = whole, bare = whole;
    (void)addPass(spoiled, "spoil").readWrite(buffers[wrong], kComputeReadWrite);
    CHECK(
        errorOf([&] { test::compile(spoiled); }).starts_with("pass 'spoil' writes buffer 'b" + std::to_string(wrong)));
    silent.addPass("silent", PassKind::compute);
    addPass(silent, "last");
    CHECK(errorOf([&] { test::compile(silent); }).starts_with("pass 'silent' does not record anything"));
    addPass(bare, "bare", PassKind::graphics);
    CHECK(errorOf([&] { test::compile(bare); }).starts_with("graphics pass 'bare' does not have a color attachment"));
  }
}
