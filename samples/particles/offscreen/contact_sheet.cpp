#include "offscreen/contact_sheet.h"

#include <algorithm>
#include <cstdio>
#include <limits>

#include "offscreen/offscreen_run.h"

namespace particles {
namespace {

constexpr uint32_t kGap = 6;  // pixels between pictures
constexpr uint32_t kColumns = 3;

// Of dark grey. Errors: UsageError for a sheet of more bytes than are encoded.
Picture emptySheet(uint32_t columns, uint32_t rows, VkExtent2D each) {
  constexpr std::size_t kMostBytes = std::numeric_limits<int>::max();
  Picture sheet{columns * (each.width + kGap) - kGap, rows * (each.height + kGap) - kGap, {}};
  const std::size_t bytes = std::size_t{sheet.width} * sheet.height * 4;
  if (bytes > kMostBytes)
    throw UsageError("--size is too large for --contact-sheet: " + std::to_string(sheet.width) + "x" +
                     std::to_string(sheet.height) + " pixels take " + std::to_string(bytes) + " bytes, more than " +
                     std::to_string(kMostBytes));
  sheet.rgba.assign(bytes, 24);
  return sheet;
}

void paste(Picture& sheet, const Picture& picture, uint32_t column, uint32_t row) {
  const std::size_t left = std::size_t{column} * (picture.width + kGap);
  const std::size_t top = std::size_t{row} * (picture.height + kGap);
  for (std::size_t y = 0; y < picture.height; ++y)
    std::copy_n(picture.rgba.begin() + static_cast<std::ptrdiff_t>(y * picture.width * 4),
                std::size_t{picture.width} * 4,
                sheet.rgba.begin() + static_cast<std::ptrdiff_t>(((top + y) * sheet.width + left) * 4));
}

// The scene, and the sort as far as the scene allows it.
Options optionsFor(const Options& options, const SceneEntry& scene) {
  Options of = options;
  of.scene = &scene;
  if (!refusal(of.sort, scene.traits, scene.name).empty()) of.sort = {};
  return of;
}

}  // namespace

int runContactSheet(const gpu::Instance& instance, const Options& options) {
  requireWritable(options.output);
  const auto device = openOffscreen(instance, options);
  printDevice(*device);
  const std::span<const SceneEntry> scenes = allScenes();
  const uint32_t columns = std::min<uint32_t>(kColumns, static_cast<uint32_t>(scenes.size()));
  const uint32_t rows = (static_cast<uint32_t>(scenes.size()) + columns - 1) / columns;
  const VkExtent2D each = fittingSize({options.width, options.height}, device->properties().core);
  Picture sheet = emptySheet(columns, rows, each);
  const auto sorters = std::make_shared<Sorters>(*device);
  int code = 0;
  for (uint32_t i = 0; i < scenes.size(); ++i) {
    const Options of = optionsFor(options, scenes[i]);
    OffscreenRun run(*device, of, each, sorters);
    run.draw(of.frames.value_or(kDefaultFrames));
    const Readback seen = run.last();
    paste(sheet, seen.picture, i % columns, i / columns);
    std::printf("scene: %s\n", scenes[i].name);
    code = std::max(code, printRun(run.report(), checkOrder(seen.positions, seen.indices, run.rule())));
  }
  writePicture(options.output, sheet);
  std::printf("picture: %s\n", options.output.c_str());
  return code;
}

}  // namespace particles
