// Misuse is refused where it happens, in words that name the pass and the resource.
#include <doctest/doctest.h>

#include <utility>

#include "graph/context.h"
#include "graphs.h"

using namespace graph;
using test::addPass;
using test::errorOf;
using test::kPicture;
using test::kWords;

TEST_CASE("writing_returns_the_next_version") {
  Graph graph;
  const BufferHandle keys = graph.createBuffer("keys", kWords);
  const BufferHandle written = addPass(graph, "fill").write(keys, kComputeWrite);
  CHECK(written.index == keys.index);
  CHECK(written.version == keys.version + 1);
}

TEST_CASE("a_stale_handle_names_pass_resource_and_the_pass_that_replaced_it") {
  Graph graph;
  const BufferHandle keys = graph.importBuffer("keys", kWords);
  const BufferHandle sorted = addPass(graph, "sort").readWrite(keys, kComputeReadWrite);
  PassBuilder draw = addPass(graph, "draw");
  CHECK(errorOf([&] { draw.read(keys, kComputeRead); }) ==
        "pass 'draw' uses version 0 of buffer 'keys', but pass 'sort' wrote version 1; use the newest handle, version "
        "1");
  CHECK(errorOf([&] { (void)draw.write(keys, kComputeWrite); }) != "");
  CHECK(
      errorOf([&] { graph.exportBuffer(keys, kHostRead); }).starts_with("the export uses version 0 of buffer 'keys'"));
  CHECK(errorOf([&] { draw.read(sorted, kComputeRead); }) == "");
}

TEST_CASE("reading_what_nothing_wrote_names_pass_and_resource") {
  Graph graph;
  const BufferHandle keys = graph.createBuffer("keys", kWords);
  const ImageHandle fresh = graph.importImage("target", kPicture, VK_IMAGE_LAYOUT_UNDEFINED);
  PassBuilder pass = addPass(graph, "draw", PassKind::graphics);
  CHECK(errorOf([&] { pass.read(keys, kComputeRead); }) ==
        "pass 'draw' reads buffer 'keys', but nothing has written it; write it in an earlier pass or import it");
  CHECK(errorOf([&] {
          (void)pass.readWrite(keys, kComputeReadWrite);
        }).starts_with("pass 'draw' reads and writes buffer 'keys', but nothing"));
  CHECK(errorOf([&] {
          (void)pass.color(fresh);
        }).starts_with("pass 'draw' reads and writes image 'target', but nothing"));
  CHECK(errorOf([&] { (void)pass.color(fresh, VkClearColorValue{}); }) == "");
  CHECK(errorOf([&] { graph.exportBuffer(keys, kHostRead); }) ==
        "the export needs buffer 'keys', but nothing has written it");
}

TEST_CASE("a_handle_of_no_resource_is_refused") {
  Graph graph;
  const ImageHandle image = graph.createImage("image", kPicture);
  PassBuilder pass = addPass(graph, "draw");
  const std::string none =
      "pass 'draw' was given a handle of no resource of this graph; use the handles that the graph returned";
  CHECK(errorOf([&] { pass.read(BufferHandle{}, kComputeRead); }) == none);
  CHECK(errorOf([&] { pass.read(BufferHandle{image.index, 0}, kComputeRead); }) == none);
  CHECK(errorOf([&] { (void)pass.write(BufferHandle{9, 0}, kComputeWrite); }) == none);
  // Nor one of a version that is not there.
  const BufferHandle keys = graph.importBuffer("keys", kWords), next{keys.index, 1};
  const std::string newer =
      " uses version 1 of buffer 'keys', but the newest is version 0; the handle is of another graph";
  CHECK(errorOf([&] { pass.read(next, kComputeRead); }) == "pass 'draw'" + newer);
  CHECK(errorOf([&] { graph.exportBuffer(next, kHostRead); }) == "the export" + newer);
  CHECK_FALSE(graph.resources()[keys.index].exported);
}

TEST_CASE("a_resource_is_exported_once") {
  Graph graph;
  const BufferHandle keys = graph.importBuffer("keys", kWords);
  const ImageHandle image = graph.importImage("image", kPicture, VK_IMAGE_LAYOUT_GENERAL);
  graph.exportBuffer(keys, kHostRead);
  graph.exportImage(image, kFragmentRead, VK_IMAGE_LAYOUT_GENERAL);
  CHECK(errorOf([&] { graph.exportBuffer(keys, kComputeRead); }) ==
        "buffer 'keys' is exported twice; export it once, with all accesses after it");
  CHECK(errorOf([&] {
          graph.exportImage(image, kComputeRead, VK_IMAGE_LAYOUT_GENERAL);
        }).starts_with("image 'image' is exported twice"));
  CHECK(graph.resources()[keys.index].exported->access.access == kHostRead.access);
}

TEST_CASE("one_pass_declares_a_resource_once") {
  Graph graph;
  const BufferHandle keys = graph.importBuffer("keys", kWords);
  PassBuilder sort = addPass(graph, "sort");
  sort.read(keys, kComputeRead);
  CHECK(errorOf([&] { (void)sort.write(keys, kComputeWrite); }) ==
        "pass 'sort' declares buffer 'keys' twice; declare it once, with readWrite when it is read and written");
  sort.read(keys, kIndirectRead);  // reads are merged
  REQUIRE(graph.passes()[0].uses.size() == 1);
  CHECK(graph.passes()[0].uses[0].access.stages == (kComputeRead.stages | kIndirectRead.stages));
  CHECK(graph.passes()[0].uses[0].access.access == (kComputeRead.access | kIndirectRead.access));
}

TEST_CASE("an_access_that_contradicts_its_use_is_refused") {
  Graph graph;
  const BufferHandle keys = graph.importBuffer("keys", kWords);
  const ImageHandle image = graph.importImage("image", kPicture, VK_IMAGE_LAYOUT_GENERAL);
  PassBuilder pass = addPass(graph, "pass");
  CHECK(errorOf([&] { pass.read(keys, kComputeReadWrite); }) ==
        "pass 'pass' reads buffer 'keys' with a write access; declare write or readWrite");
  CHECK(errorOf([&] {
          (void)pass.write(keys, kComputeRead);
        }).starts_with("pass 'pass' writes buffer 'keys' without a write access"));
  CHECK(errorOf([&] {
          pass.read(keys, {0, VK_ACCESS_SHADER_READ_BIT});
        }).ends_with("without saying in which pipeline stages"));
  for (const VkImageLayout none : {VK_IMAGE_LAYOUT_UNDEFINED, VK_IMAGE_LAYOUT_PREINITIALIZED}) {
    CAPTURE(none);
    CHECK(errorOf([&] {
            pass.read(image, kComputeRead, none);
          }).starts_with("pass 'pass' reads image 'image' in no layout"));
  }
  pass.read(image, kComputeRead, VK_IMAGE_LAYOUT_GENERAL);
  CHECK(errorOf([&] { pass.read(image, kComputeRead, VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL); }) ==
        "pass 'pass' reads image 'image' in two layouts; one pass can use one");
}

// Of the outside, too, whose accesses nothing would wait for.
TEST_CASE("an_access_in_no_stages_is_refused_at_imports_and_exports") {
  Graph graph;
  constexpr Access kNowhere{0, VK_ACCESS_HOST_WRITE_BIT};
  const char* const ending = " with an access in no pipeline stages; say in which stages it happens";
  CHECK(errorOf([&] { graph.importBuffer("keys", kWords, kNowhere); }) ==
        std::string("buffer 'keys' is imported") + ending);
  CHECK(errorOf([&] { graph.importImage("image", kPicture, VK_IMAGE_LAYOUT_GENERAL, kNowhere); }) ==
        std::string("image 'image' is imported") + ending);
  CHECK(graph.resources().empty());
  const BufferHandle keys = graph.importBuffer("keys", kWords, kAcquired);  // stages alone are waited for
  const ImageHandle image = graph.importImage("image", kPicture, VK_IMAGE_LAYOUT_GENERAL);
  CHECK(errorOf([&] { graph.exportBuffer(keys, kNowhere); }) == std::string("buffer 'keys' is exported") + ending);
  CHECK(errorOf([&] { graph.exportImage(image, kNowhere, VK_IMAGE_LAYOUT_GENERAL); }) ==
        std::string("image 'image' is exported") + ending);
  CHECK_FALSE(graph.resources()[keys.index].exported);
  graph.exportBuffer(keys, kNoAccess);
  graph.exportImage(image, kPresent, VK_IMAGE_LAYOUT_GENERAL);
}

TEST_CASE("a_refused_use_changes_nothing") {
  Graph graph;
  const BufferHandle keys = graph.createBuffer("keys", kWords);
  PassBuilder pass = addPass(graph, "pass");
  CHECK(errorOf([&] { (void)pass.readWrite(keys, kComputeReadWrite); }) != "");
  CHECK(graph.passes()[0].uses.empty());
  CHECK(graph.resources()[0].writers.empty());
}

// Passes run in the order in which they were added, whatever is declared of which first.
TEST_CASE("a_use_that_must_come_after_one_of_a_pass_added_later_is_refused") {
  Graph graph;
  const BufferHandle written = graph.createBuffer("written", kWords), only_read = graph.importBuffer("read", kWords);
  const ImageHandle drawn = graph.createImage("drawn", kPicture);
  PassBuilder first = addPass(graph, "first", PassKind::graphics), second = addPass(graph, "second");
  PassBuilder third = addPass(graph, "third", PassKind::graphics);
  const BufferHandle filled = third.write(written, kComputeWrite);
  third.read(only_read, kComputeRead);
  const ImageHandle picture = third.color(drawn, VkClearColorValue{});
  const std::string order = ", but passes run in the order in which they were added; add pass 'third' first";
  for (PassBuilder* pass : {&first, &second}) {
    const std::string name = pass == &first ? "pass 'first'" : "pass 'second'";
    CAPTURE(name);
    CHECK(errorOf([&] { pass->read(filled, kComputeRead); }) ==
          name + " reads buffer 'written' after pass 'third' writes it" + order);
    CHECK(errorOf([&] { (void)pass->write(filled, kComputeWrite); }) ==
          name + " writes buffer 'written' after pass 'third' writes it" + order);
    CHECK(errorOf([&] { (void)pass->readWrite(filled, kComputeReadWrite); }) ==
          name + " reads and writes buffer 'written' after pass 'third' writes it" + order);
    CHECK(errorOf([&] { (void)pass->write(only_read, kComputeWrite); }) ==
          name + " writes buffer 'read' after pass 'third' reads it" + order);
    CHECK(errorOf([&] { pass->read(picture, kFragmentRead, VK_IMAGE_LAYOUT_GENERAL); }) ==
          name + " reads image 'drawn' after pass 'third' writes it" + order);
  }
  CHECK(errorOf([&] { (void)first.color(picture); }).ends_with("after pass 'third' writes it" + order));
  CHECK(graph.passes()[0].uses.empty());
  CHECK(graph.resources()[only_read.index].writers.empty());
  // Of reads none must come first, and what comes after is declared when it likes.
  CHECK(errorOf([&] { first.read(only_read, kComputeRead); }) == "");
  PassBuilder fourth = addPass(graph, "fourth");
  addPass(graph, "fifth").read(only_read, kComputeRead);
  CHECK(errorOf([&] { fourth.read(filled, kComputeRead); }) == "");
}

TEST_CASE("a_pass_whose_declaration_throws_is_not_added") {
  Graph graph;
  PassBuilder fill = addPass(graph, "fill");
  const BufferHandle keys = fill.write(graph.createBuffer("keys", kWords), kComputeWrite);
  const BufferHandle values = fill.write(graph.createBuffer("values", kWords), kComputeWrite);
  CHECK(errorOf([&] {
          (void)graph.addPass("sort", PassKind::compute, [&](PassBuilder& pass) {
            pass.read(values, kComputeRead);
            (void)pass.write(graph.createBuffer("scratch", kWords), kComputeWrite);
            (void)pass.readWrite(keys, kComputeReadWrite);
            throw Error("the rest");
          });
        }) == "the rest");
  CHECK(graph.passes().size() == 1);
  CHECK(graph.resources().size() == 2);
  for (const Resource& each : graph.resources()) CHECK(each.writers == std::vector<uint32_t>{0});
  BufferHandle sorted;
  PassBuilder sort =
      graph.addPass("sort", PassKind::compute, [&](PassBuilder& pass) { sorted = pass.write(keys, kComputeWrite); });
  CHECK(sorted.version == keys.version + 1);
  CHECK(graph.passes().at(1).name == "sort");
  CHECK(sort.handle() == PassHandle{graph.id(), 1});
}

TEST_CASE("an_attachment_needs_a_graphics_pass_and_is_its_only_one") {
  Graph graph;
  const ImageHandle first = graph.createImage("first", kPicture);
  const ImageHandle second = graph.createImage("second", kPicture);
  PassBuilder compute = addPass(graph, "compute");
  CHECK(errorOf([&] { (void)compute.color(first, VkClearColorValue{}); }) ==
        "pass 'compute' has a color attachment but is not a graphics pass");
  PassBuilder draw = addPass(graph, "draw", PassKind::graphics);
  (void)draw.color(first, VkClearColorValue{});
  CHECK(errorOf([&] { (void)draw.color(second, VkClearColorValue{}); }) ==
        "pass 'draw' has two color attachments, image 'first' and image 'second'; draw to one of them in a pass of its "
        "own");
  CHECK(errorOf([&] {
          (void)draw.color(ImageHandle{second.index, 1}, VkClearColorValue{});
        }).starts_with("pass 'draw' uses version 1 of image 'second', but the newest is version 0"));
  CHECK(errorOf([&] { (void)draw.color(ImageHandle{}, VkClearColorValue{}); }) ==
        "pass 'draw' was given a handle of no resource of this graph; use the handles that the graph returned");
  CHECK(graph.resources()[second.index].writers.empty());
}

TEST_CASE("empty_resources_are_refused") {
  Graph graph;
  CHECK(errorOf([&] { graph.createBuffer("keys", {}); }) == "buffer 'keys' has a size of 0 bytes");
  for (const VkExtent2D empty : {VkExtent2D{0, 0}, VkExtent2D{0, 4}, VkExtent2D{4, 0}}) {
    CAPTURE(empty.width);
    ImageInfo info = kPicture;
    info.extent = empty;
    CHECK(errorOf([&] { graph.createImage("image", info); }) == "image 'image' has an empty extent");
  }
}

TEST_CASE("compile_refuses_an_unfinished_graph") {
  Graph silent;
  silent.addPass("silent", PassKind::compute);
  CHECK(errorOf([&] { test::compile(silent); }) == "pass 'silent' has nothing to execute; call execute()");

  Graph bare;
  addPass(bare, "bare", PassKind::graphics);
  CHECK(errorOf([&] { test::compile(bare); }) == "graphics pass 'bare' has no color attachment; call color()");

  Graph late;
  BufferHandle keys = late.importBuffer("keys", kWords);
  keys = addPass(late, "sort").readWrite(keys, kComputeReadWrite);
  late.exportBuffer(keys, kHostRead);
  (void)addPass(late, "spoil").readWrite(keys, kComputeReadWrite);
  CHECK(errorOf([&] { test::compile(late); }) ==
        "pass 'spoil' writes buffer 'keys' after version 1 was exported; export the last version");
}

TEST_CASE("compile_looks_at_every_pass_and_every_export") {
  for (uint32_t wrong = 0; wrong < 3; ++wrong) {
    CAPTURE(wrong);
    Graph graph;
    std::vector<BufferHandle> buffers;
    for (uint32_t i = 0; i < 3; ++i) {  // one that is not exported before each that is
      (void)graph.importBuffer("idle", kWords);
      buffers.push_back(graph.importBuffer("b" + std::to_string(i), kWords));
      buffers[i] = addPass(graph, "first").readWrite(buffers[i], kComputeReadWrite);
      graph.exportBuffer(buffers[i], kHostRead);
    }
    CHECK(errorOf([&] { test::compile(graph); }) == "");
    Graph silent = graph;
    (void)addPass(graph, "spoil").readWrite(buffers[wrong], kComputeReadWrite);
    CHECK(errorOf([&] { test::compile(graph); }).starts_with("pass 'spoil' writes buffer 'b" + std::to_string(wrong)));
    silent.addPass("silent", PassKind::compute);
    addPass(silent, "last");
    CHECK(errorOf([&] { test::compile(silent); }).starts_with("pass 'silent'"));
  }
}

TEST_CASE("every_kind_of_access_of_vulkan_is_a_read_or_a_write") {
  constexpr VkAccessFlags kReads[] = {VK_ACCESS_INDIRECT_COMMAND_READ_BIT,
                                      VK_ACCESS_INDEX_READ_BIT,
                                      VK_ACCESS_VERTEX_ATTRIBUTE_READ_BIT,
                                      VK_ACCESS_UNIFORM_READ_BIT,
                                      VK_ACCESS_INPUT_ATTACHMENT_READ_BIT,
                                      VK_ACCESS_SHADER_READ_BIT,
                                      VK_ACCESS_COLOR_ATTACHMENT_READ_BIT,
                                      VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_READ_BIT,
                                      VK_ACCESS_TRANSFER_READ_BIT,
                                      VK_ACCESS_HOST_READ_BIT,
                                      VK_ACCESS_MEMORY_READ_BIT,
                                      VK_ACCESS_TRANSFORM_FEEDBACK_COUNTER_READ_BIT_EXT,
                                      VK_ACCESS_CONDITIONAL_RENDERING_READ_BIT_EXT,
                                      VK_ACCESS_ACCELERATION_STRUCTURE_READ_BIT_KHR,
                                      VK_ACCESS_COMMAND_PREPROCESS_READ_BIT_NV};
  constexpr VkAccessFlags kWrites[] = {VK_ACCESS_SHADER_WRITE_BIT,
                                       VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT,
                                       VK_ACCESS_DEPTH_STENCIL_ATTACHMENT_WRITE_BIT,
                                       VK_ACCESS_TRANSFER_WRITE_BIT,
                                       VK_ACCESS_HOST_WRITE_BIT,
                                       VK_ACCESS_MEMORY_WRITE_BIT,
                                       VK_ACCESS_TRANSFORM_FEEDBACK_WRITE_BIT_EXT,
                                       VK_ACCESS_TRANSFORM_FEEDBACK_COUNTER_WRITE_BIT_EXT,
                                       VK_ACCESS_ACCELERATION_STRUCTURE_WRITE_BIT_KHR,
                                       VK_ACCESS_COMMAND_PREPROCESS_WRITE_BIT_NV};
  Graph graph;
  BufferHandle keys = graph.importBuffer("keys", kWords);
  const auto refused = [&](bool write, VkAccessFlags access) {
    PassBuilder pass = addPass(graph, "pass");
    const Access use{VK_PIPELINE_STAGE_ALL_COMMANDS_BIT, access};
    return errorOf([&] {
             if (write)
               keys = pass.readWrite(keys, use);
             else
               pass.read(keys, use);
           }) != "";
  };
  for (const VkAccessFlags access : kReads) {
    CAPTURE(access);
    CHECK_FALSE(refused(false, access));
    CHECK(refused(true, access));
  }
  for (const VkAccessFlags access : kWrites) {
    CAPTURE(access);
    CHECK(refused(false, access));
    CHECK_FALSE(refused(true, access));
  }
}

TEST_CASE("a_pass_handle_is_of_one_graph_and_what_is_copied_or_moved_from_it") {
  Graph graph;
  addPass(graph, "first");
  const PassHandle second = addPass(graph, "second").handle();
  const Graph copy = graph;
  const Graph moved = std::move(graph);
  CHECK(copy.find(second, "the test") == 1);
  CHECK(moved.find(second, "the test") == 1);
  Graph other;
  CHECK(errorOf([&] { (void)other.find(second, "the test"); }) ==
        "the test was given a handle of no pass of this graph; it has none");
  addPass(other, "draw");
  addPass(other, "present");
  CHECK(errorOf([&] { (void)other.find(second, "the test"); }) ==
        "the test was given a handle of no pass of this graph; it has 'draw', 'present'");
}
