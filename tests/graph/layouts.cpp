// Layout transitions of images.
#include <doctest/doctest.h>

#include "graphs.h"

using namespace graph;
using test::addPass;
using test::barrierOn;
using test::kCopySource;
using test::kPicture;

namespace {

constexpr VkImageLayout kAttachment = VK_IMAGE_LAYOUT_COLOR_ATTACHMENT_OPTIMAL;
constexpr VkImageLayout kSampled = VK_IMAGE_LAYOUT_SHADER_READ_ONLY_OPTIMAL;
constexpr VkImageLayout kUndefined = VK_IMAGE_LAYOUT_UNDEFINED;

ImageHandle clear(Graph& graph, const char* name, ImageHandle image) {
  PassBuilder pass = addPass(graph, name, PassKind::graphics);
  pass.sideEffect();
  return pass.color(image, VkClearColorValue{});
}

void reader(Graph& graph, const char* name, ImageHandle image, Access access, VkImageLayout layout) {
  PassBuilder pass = addPass(graph, name);
  pass.read(image, access, layout);
  pass.sideEffect();
}

}  // namespace

TEST_CASE("the_first_use_of_an_image_brings_it_into_its_layout") {
  Graph graph;
  const ImageHandle image = clear(graph, "clear", graph.createImage("image", kPicture));
  const auto barrier = barrierOn(test::compile(graph), 0, image.index);
  REQUIRE(barrier);
  CHECK(barrier->src == kNoAccess);
  CHECK(barrier->dst == kColorAttachment);
  CHECK(barrier->old_layout == kUndefined);
  CHECK(barrier->new_layout == kAttachment);
}

TEST_CASE("a_read_in_another_layout_waits_for_the_write_and_moves_the_image") {
  Graph graph;
  const ImageHandle image = clear(graph, "clear", graph.createImage("image", kPicture));
  reader(graph, "sample", image, kFragmentRead, kSampled);
  const auto barrier = barrierOn(test::compile(graph), 1, image.index);
  REQUIRE(barrier);
  CHECK(barrier->src == Access{kColorAttachment.stages, VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT});
  CHECK(barrier->dst == kFragmentRead);
  CHECK(barrier->old_layout == kAttachment);
  CHECK(barrier->new_layout == kSampled);
}

TEST_CASE("two_reads_in_two_layouts_get_a_barrier_that_waits_for_the_first_reader") {
  Graph graph;
  const ImageHandle image = clear(graph, "clear", graph.createImage("image", kPicture));
  reader(graph, "sample", image, kFragmentRead, kSampled);
  reader(graph, "sample_again", image, kFragmentRead, kSampled);
  reader(graph, "copy", image, kTransferRead, kCopySource);
  const Plan plan = test::compile(graph);
  CHECK_FALSE(barrierOn(plan, 2, image.index));
  const auto barrier = barrierOn(plan, 3, image.index);
  REQUIRE(barrier);
  CHECK(barrier->src == Access{kFragmentRead.stages, 0});
  CHECK(barrier->old_layout == kSampled);
  CHECK(barrier->new_layout == kCopySource);
}

TEST_CASE("a_second_reading_stage_chains_on_the_transition") {
  Graph graph;
  const ImageHandle image = clear(graph, "clear", graph.createImage("image", kPicture));
  reader(graph, "sample", image, kFragmentRead, kSampled);
  reader(graph, "scan", image, kComputeRead, kSampled);
  const auto barrier = barrierOn(test::compile(graph), 2, image.index);
  REQUIRE(barrier);
  CHECK(barrier->src == Access{kFragmentRead.stages, 0});
  CHECK(barrier->dst == kComputeRead);
  CHECK(barrier->old_layout == barrier->new_layout);
}

TEST_CASE("drawing_over_what_is_there_waits_and_keeps_the_layout") {
  Graph graph;
  const ImageHandle image = clear(graph, "clear", graph.createImage("image", kPicture));
  PassBuilder overlay = addPass(graph, "overlay", PassKind::graphics);
  overlay.sideEffect();
  (void)overlay.color(image);
  const auto barrier = barrierOn(test::compile(graph), 1, image.index);
  REQUIRE(barrier);
  CHECK(barrier->src == Access{kColorAttachment.stages, VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT});
  CHECK(barrier->dst == kColorAttachment);
  CHECK(barrier->old_layout == kAttachment);
  CHECK(barrier->new_layout == kAttachment);
}

TEST_CASE("clearing_an_image_in_another_layout_drops_its_contents") {
  Graph graph;
  ImageHandle image = graph.importImage("image", kPicture, kSampled, kFragmentRead);
  image = clear(graph, "clear", image);
  const auto barrier = barrierOn(test::compile(graph), 0, image.index);
  REQUIRE(barrier);
  CHECK(barrier->src == Access{kFragmentRead.stages, 0});
  CHECK(barrier->old_layout == kUndefined);
  CHECK(barrier->new_layout == kAttachment);
}

TEST_CASE("a_swapchain_image_waits_for_its_acquisition_and_goes_to_present") {
  Graph graph;
  ImageHandle image = graph.importImage("backbuffer", kPicture, kUndefined, kAcquired);
  image = clear(graph, "clear", image);
  graph.exportImage(image, kPresent, VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
  const Plan plan = test::compile(graph);
  const auto barrier = barrierOn(plan, 0, image.index);
  REQUIRE(barrier);
  CHECK(barrier->src == kAcquired);
  REQUIRE(plan.final_barriers.size() == 1);
  CHECK(plan.final_barriers[0].src == Access{kColorAttachment.stages, VK_ACCESS_COLOR_ATTACHMENT_WRITE_BIT});
  CHECK(plan.final_barriers[0].dst == kPresent);
  CHECK(plan.final_barriers[0].old_layout == kAttachment);
  CHECK(plan.final_barriers[0].new_layout == VK_IMAGE_LAYOUT_PRESENT_SRC_KHR);
}
