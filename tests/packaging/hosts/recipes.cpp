// Runs a recipe of guides/recipes.md, recipes_compute.md or counts_and_segments.md for two frames, and compares the
// result with the CPU. The argument is "<recipe>:", or "<recipe>:<n>" to leave out the n-th barrier of each frame.
#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <numeric>

#include "expand_tiles_comp.spv.h"
#include "flat_frag.spv.h"
#include "flat_vert.spv.h"
#include "hosts/recipe.h"
#include "morton_comp.spv.h"
#include "particle_cells_comp.spv.h"
#include "prefix_comp.spv.h"
#include "triangle_depths_comp.spv.h"
#include "view_keys_comp.spv.h"

namespace host {

namespace drawing {
#include "guides/recipes.h"
}
namespace compute {
#include "guides/recipes_compute.h"
}
namespace counting {
#include "guides/counts_and_segments.h"
}

constexpr uint32_t kCount = 20'000;

// Returns the words of structures in a new order.
Words inOrder(const Words& structures, const Words& order, uint32_t words) {
  Words result;
  for (const uint32_t i : order)
    for (uint32_t word = 0; word < words; ++word) result.push_back(structures[i * words + word]);
  return result;
}

// Returns {begin, end} of each cell, or {0, 0} for an empty one.
Words cellsOf(const Words& sorted, uint32_t cell_count) {
  Words cells(2 * cell_count);
  for (uint32_t at = 0; at < sorted.size(); ++at) {
    uint32_t* const cell = &cells[2 * sorted[at]];
    if (cell[1] == 0) cell[0] = at;
    cell[1] = at + 1;
  }
  return cells;
}

struct DepthConstants {
  float forward[3];
  uint32_t count;
};

// Also changes the view, and only sorts again if mustSort() returns true. All numbers are exact in a float.
bool runTriangles(Gpu& gpu) {
  Recipe recipe(gpu, {.discard_keys = true});
  const std::vector<float> positions = randomFloats(3 * kCount, 64);
  const Words indices = randomWords(3 * kCount, kCount);
  drawing::Triangles t{kCount, gpu.filled(indices),
                       recipe.words(3 * kCount, kStorage | VK_BUFFER_USAGE_INDEX_BUFFER_BIT)};
  t.depths = recipe.words(kCount);
  t.order = recipe.words(kCount);
  t.scratch = recipe.scratch(kCount);
  const vksort::Range on_gpu = gpu.filled(positions);
  const Pass none = gpu.pass(std::vector{t.order}, {});
  const auto pipeline = gpu::graphicsPipeline(
      gpu.device(),
      {.vertex = flat_vert, .fragment = flat_frag, .layout = none.layout.get(), .color_format = Target::kFormat});
  std::deque<Target> targets;
  const auto depthFrom = [&](uint32_t i, const float(&forward)[3], const float(&eye)[3]) {
    float depth = 0;
    for (uint32_t corner = 0; corner < 3; ++corner)
      for (uint32_t axis = 0; axis < 3; ++axis)
        depth += forward[axis] * (positions[3 * indices[3 * i + corner] + axis] - eye[axis]);
    return depth;
  };
  struct View {
    float forward[3], eye[3];
    bool sorts;
  };
  const View views[] = {{{0, 0, 1}, {0, 0, 0}, true},
                        {{0, 0, 1}, {3, -2, 40}, false},
                        {{0, 0, 1}, {-3, -2, 40}, false},  // the other eye
                        {{0, 1, 0}, {3, -2, 40}, true},
                        {{0, 0, 1}, {0, 0, 0}, true}};
  drawing::SortedView last;
  for (const View& view : views) {
    if (drawing::mustSort(last, view.forward, false) != view.sorts) return false;
    const DepthConstants constants = {{view.forward[0], view.forward[1], view.forward[2]}, kCount};
    const auto writeDepths = recipe.pass(triangle_depths_comp, {on_gpu, t.indices, t.depths}, kCount, constants);
    const auto record = [&](VkCommandBuffer cmd) {
      Recipe::check(drawing::sortTriangles(cmd, recipe.toolkit, recipe.sorter, t, writeDepths));
      targets.emplace_back(gpu.device()).record(cmd, [&](const VkRenderingInfo& rendering) {
        vkCmdBeginRendering(cmd, &rendering);
        vkCmdBindPipeline(cmd, VK_PIPELINE_BIND_POINT_GRAPHICS, pipeline.get());
        vkCmdBindIndexBuffer(cmd, t.sorted.buffer, t.sorted.offset, VK_INDEX_TYPE_UINT32);
        vkCmdDrawIndexed(cmd, 3 * t.count, 1, 0, 0, 0);
        vkCmdEndRendering(cmd);
      });
    };
    if (view.sorts) recipe.run(record);
    Words order = iota(kCount);
    std::ranges::stable_sort(order, std::greater{}, [&](uint32_t i) { return depthFrom(i, view.forward, view.eye); });
    if (!recipe.isEqual(t.sorted, inOrder(indices, order, 3))) return false;
    if (left_out != kNone) return true;
  }
  return true;
}

bool runTiles(Gpu& gpu) {
  constexpr uint32_t kTilesX = 40, kTilesY = 30, kTiles = kTilesX * kTilesY;
  Recipe recipe(gpu, {.payload = vksort::Payload::u32, .ties = vksort::Ties::by_value});
  Words rects = randomWords(4 * kCount, 3);
  const Words corners = randomWords(2 * kCount, 28);
  std::vector<float> depths = randomFloats(kCount, 257);
  std::vector<std::array<uint32_t, 2>> entries;
  const uint32_t depth_bits = 32 - 11;
  for (uint32_t i = 0; i < kCount; ++i) {
    depths[i] /= 256;  // 0 to 1, and many are equal
    for (uint32_t axis = 0; axis < 2; ++axis) {
      rects[4 * i + axis] = corners[2 * i + axis];
      rects[4 * i + axis + 2] /= 2;
      rects[4 * i + axis + 2] += corners[2 * i + axis];
    }
    const auto depth = static_cast<uint32_t>(std::min(depths[i] * 0x1p21, 0x1p21 - 1));
    for (uint32_t y = rects[4 * i + 1]; y <= rects[4 * i + 3]; ++y)
      for (uint32_t x = rects[4 * i]; x <= rects[4 * i + 2]; ++x)
        entries.push_back({(y * kTilesX + x) << depth_bits | depth, i});
  }
  std::ranges::sort(entries);
  Words splats, tiles;
  for (const auto& [key, splat] : entries) {
    tiles.push_back(key >> depth_bits);
    splats.push_back(splat);
  }

  drawing::Tiles t{kTiles, 4 * kCount};
  t.keys = recipe.words(t.capacity);
  t.splats = recipe.words(t.capacity);
  t.cells = recipe.words(2 * kTiles);
  t.count = recipe.words(1, kStorage | VK_BUFFER_USAGE_TRANSFER_DST_BIT).buffer;
  t.scratch = recipe.scratch(t.capacity);
  t.work = gpu.allocate(VKSORT_WORK_BYTES, kStorage | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
  const uint32_t constants[] = {kCount, kTilesX, drawing::depthBits(kTiles)};
  const auto expand = recipe.pass(
      expand_tiles_comp, {gpu.filled(rects), gpu.filled(depths), {t.count, 0, 4}, t.keys, t.splats}, kCount, constants);
  const vksort::Range drawn = recipe.words(2 * kTiles);
  const auto draw = recipe.copy(t.cells, drawn);
  recipe.run([&](VkCommandBuffer cmd) {
    Recipe::check(drawing::listTiles(cmd, recipe.toolkit, recipe.sorter, t, expand));
    draw(cmd);
  });
  return gpu.at<uint32_t>(t.count)[0] == entries.size() && entries.size() < t.capacity &&
         recipe.isEqual(t.splats, splats) && recipe.isEqual(drawn, cellsOf(tiles, kTiles));
}

bool runMorton(Gpu& gpu) {
  Recipe recipe(gpu);
  const std::vector<float> centers = randomFloats(3 * kCount, 40);  // many are equal
  Words codes(kCount), prefixes;
  for (uint32_t i = 0; i < 3 * kCount; ++i)
    for (uint32_t bit = 0; bit < 10; ++bit)
      codes[i / 3] |= (static_cast<uint32_t>(centers[i] * 25) >> bit & 1) << (3 * bit + 2 - i % 3);
  Words order = iota(kCount);
  std::ranges::stable_sort(order, {}, [&](uint32_t i) { return codes[i]; });
  const Words sorted = inOrder(codes, order, 1);
  for (uint32_t i = 0; i + 1 < kCount; ++i) {
    const auto withPosition = [&](uint32_t at) { return uint64_t{sorted[at]} << 32 | at; };
    prefixes.push_back(static_cast<uint32_t>(std::countl_zero(withPosition(i) ^ withPosition(i + 1))));
  }
  const vksort::Range codes_range = recipe.words(kCount), order_range = recipe.words(kCount);
  const vksort::Range scratch = recipe.scratch(kCount), prefixes_range = recipe.words(kCount);
  const DepthConstants low = {{0, 0, 0}, kCount};
  const struct {
    DepthConstants low;
    float scale[3];
  } constants = {low, {25, 25, 25}};
  const auto writeCodes = recipe.pass(morton_comp, {gpu.filled(centers), codes_range}, kCount, constants);
  const auto build = recipe.pass(prefix_comp, {codes_range, prefixes_range}, kCount, kCount);
  recipe.run([&](VkCommandBuffer cmd) {
    Recipe::check(compute::sortByMorton(cmd, recipe.sorter, kCount, codes_range, order_range, scratch, writeCodes));
    build(cmd);
  });
  return recipe.isEqual(order_range, order) && recipe.isEqual(codes_range, sorted) &&
         recipe.isEqual(prefixes_range, prefixes);
}

bool runGrid(Gpu& gpu) {
  constexpr uint32_t kSize[] = {10, 20, 15}, kCells = 10 * 20 * 15;
  Recipe recipe(gpu);
  const Words positions = randomWords(4 * kCount, 160);  // cells are 8 units wide, and some particles are outside
  std::vector<float> particles(positions.begin(), positions.end());
  Words keys(kCount), bits, order = iota(kCount);
  for (uint32_t i = 0; i < kCount; ++i)
    for (uint32_t axis = 3; axis-- > 0;)
      keys[i] = keys[i] * kSize[axis] + std::min(positions[4 * i + axis] / 8, kSize[axis] - 1);
  for (const float each : particles) bits.push_back(std::bit_cast<uint32_t>(each));
  std::ranges::stable_sort(order, {}, [&](uint32_t i) { return keys[i]; });
  const Words cells = cellsOf(inOrder(keys, order, 1), kCells);

  compute::Grid g{kCount, kCells, gpu.filled(particles)};
  g.sorted = recipe.words(4 * kCount);
  g.keys = recipe.words(kCount);
  g.order = recipe.words(kCount);
  g.cells = recipe.words(2 * kCells);
  g.scratch = recipe.scratch(kCount);
  const struct {
    DepthConstants low;
    uint32_t size[3];
    float cells_per_unit;
  } constants = {{{0, 0, 0}, kCount}, {kSize[0], kSize[1], kSize[2]}, 0.125F};
  const auto writeKeys = recipe.pass(particle_cells_comp, {g.particles, g.keys}, kCount, constants);
  const auto move = recipe.copy(g.sorted, g.particles);  // the next frame reads them
  recipe.run([&](VkCommandBuffer cmd) {
    Recipe::check(compute::sortIntoCells(cmd, recipe.toolkit, recipe.sorter, g, writeKeys));
    move(cmd);
  });
  return recipe.isEqual(g.particles, inOrder(bits, order, 4)) && recipe.isEqual(g.cells, cells);
}

// Views fit a workgroup, because validation layers report false hazards between the passes of other segments.
bool runViews(Gpu& gpu) {
  constexpr uint32_t kViews = 3, kElements = 100;
  Recipe recipe(gpu, {.discard_keys = true});
  const std::vector<float> positions = randomFloats(3 * kElements, 64);
  const struct {
    float forward[6][4];
    uint32_t views, count;
  } constants = {{{0, 0, 1}, {1, 0, 0}, {-1, 2, 0}}, kViews, kElements};
  Words table, order = iota(kElements), orders;
  for (uint32_t view = 0; view < kViews; ++view) {
    const float* const forward = constants.forward[view];
    table.insert(table.end(), {view * kElements, kElements});
    std::ranges::sort(order);
    std::ranges::stable_sort(order, std::greater{}, [&](uint32_t i) {
      return std::inner_product(forward, forward + 3, &positions[std::size_t{3} * i], 0.0F);
    });
    orders.insert(orders.end(), order.begin(), order.end());
  }
  counting::Views v{kViews, kElements, recipe.words(kViews * kElements), recipe.words(kViews * kElements)};
  v.table = gpu.filled(table).buffer;
  v.work = gpu.allocate(VKSORT_SEGMENT_WORK_BYTES(kViews), kStorage | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
  v.scratch = gpu.allocate(recipe.sorter.scratchBytes(kViews * kElements, kViews), kStorage);
  const auto writeKeys = recipe.pass(view_keys_comp, {gpu.filled(positions), v.keys}, kElements, constants);
  const vksort::Range drawn = recipe.words(kViews * kElements);
  const auto draw = recipe.copy(v.indices, drawn);
  recipe.run([&](VkCommandBuffer cmd) {
    Recipe::check(counting::sortViews(cmd, recipe.sorter, v,
                                      {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT}, writeKeys));
    draw(cmd);
  });
  return recipe.isEqual(drawn, orders);
}

// Other passes write and read the keys and the values of the last two recipes.
template <bool is_cub>
bool runPairs(Gpu& gpu) {
  constexpr uint32_t kFound = is_cub ? kCount : 12'345;
  Recipe recipe(gpu, {.payload = vksort::Payload::u32});
  const Words contents[] = {randomWords(kCount, 5000), randomWords(kCount, 1u << 31)};
  const Words& keys = contents[0];
  Words order = iota(kCount), starts;
  std::stable_sort(order.begin(), order.begin() + kFound, [&](uint32_t a, uint32_t b) { return keys[a] < keys[b]; });
  for (uint32_t at = 0; at < kCount; ++at)
    if (at == 0 || keys[order[at]] != keys[order[at - 1]]) starts.push_back(at);
  starts.push_back(kCount);

  vksort::Range pairs[2], seen[2];
  std::vector<std::function<void(VkCommandBuffer)>> writes, reads;
  for (int i = 0; i < 2; ++i) {
    pairs[i] = recipe.words(kCount);
    seen[i] = recipe.words(kCount);
    writes.emplace_back(recipe.copy(gpu.filled(contents[i]), pairs[i]));
    reads.emplace_back(recipe.copy(pairs[i], seen[i]));
  }
  const vksort::Range count = gpu.filled(Words{kFound}), starts_range = recipe.words(kCount + 1);
  reads.emplace_back(recipe.copy(starts_range, recipe.words(kCount)));
  const vksort::Range work = gpu.allocate(VKSORT_WORK_BYTES, kStorage | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT);
  const vksort::Range scratch =
      gpu.allocate(std::max(recipe.sorter.scratchBytes(kCount), recipe.toolkit.scratchBytes(kCount)), kStorage);
  recipe.run(
      [&](VkCommandBuffer cmd) {
        for (const auto& write : writes) write(cmd);
        Recipe::check(is_cub ? compute::replaceCub(cmd, recipe.toolkit, recipe.sorter, kCount, pairs[0], pairs[1],
                                                   starts_range, count.buffer, scratch)
                             : compute::replaceVrdx(cmd, recipe.sorter, kCount, count.buffer, pairs[0].buffer,
                                                    pairs[1].buffer, scratch, work));
        for (const auto& read : reads) read(cmd);
      },
      1);
  const bool has_runs =
      recipe.isEqual(count, {static_cast<uint32_t>(starts.size() - 1)}) && recipe.isEqual(starts_range, starts);
  return recipe.isEqual(seen[0], inOrder(keys, order, 1)) && recipe.isEqual(seen[1], inOrder(contents[1], order, 1)) &&
         (has_runs || !is_cub);
}

const std::map<std::string, bool (*)(Gpu&)> kRecipes = {
    {"triangles", runTriangles}, {"tiles", runTiles},     {"morton", runMorton}, {"grid", runGrid},
    {"vrdx", runPairs<false>},   {"cub", runPairs<true>}, {"views", runViews}};

}  // namespace host

int main(int argc, char** argv) {
  const std::string argument = argc > 1 ? argv[1] : "";
  const auto colon = argument.find(':');
  const auto recipe = host::kRecipes.find(argument.substr(0, colon));
  if (recipe == host::kRecipes.end() || colon == argument.npos) return 2;
  if (colon + 1 != argument.size()) host::left_out = std::atoi(&argument[colon + 1]);
  host::Gpu gpu;
  if (!gpu.runs()) return host::kSkipped;
  const bool right = recipe->second(gpu);
  std::printf("%d barriers: %s\n", host::barriers, right ? "right" : "WRONG");
  return right ? 0 : 1;
}
