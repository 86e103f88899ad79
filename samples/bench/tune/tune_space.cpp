#include "tune/tune_space.h"

#include <algorithm>
#include <string_view>

#include "algorithms/plans.h"

namespace bench {
namespace {

using vksort::Tuning;
using Member = std::uint32_t Tuning::*;

std::vector<Tuning> others(const Tuning& tuning, Member member, std::uint32_t least, std::uint32_t most) {
  std::vector<Tuning> list;
  for (std::uint32_t value = least; value <= most; ++value) {
    Tuning other = tuning;
    other.*member = value;
    if (value != tuning.*member) list.push_back(other);
  }
  return list;
}

// A kernel that may also not be made at all.
std::vector<Tuning> otherSorts(const Tuning& tuning, Member member, std::uint32_t least, std::uint32_t most) {
  std::vector<Tuning> list = others(tuning, member, least, most);
  if (tuning.*member != 0) {
    list.push_back(tuning);
    list.back().*member = 0;
  }
  return list;
}

// The pass of R + `more` strides: not at all, or with rows of 4 elements and longer.
template <std::uint32_t more>
std::vector<Tuning> otherGlobals(const Tuning& tuning) {
  std::vector<Tuning> list;
  const auto add = [&](std::uint32_t value) {
    if (value == tuning.global_log2[more]) return;
    list.push_back(tuning);
    list.back().global_log2[more] = value;
  };
  for (std::uint32_t size = tuning.registers_log2 + std::max(5u, more + 2); size <= tuning.tile_log2; ++size) add(size);
  add(0);
  return list;
}

// The same for a larger or smaller tile, as near as it goes.
Tuning withTile(Tuning tuning, std::uint32_t tile, std::uint32_t doubles) {
  tuning.tile_log2 = tile;
  tuning.double_tiles = doubles;
  tuning.smallest_merge_log2 = std::clamp(tuning.smallest_merge_log2, tile - 2, tile);
  tuning.merge_log2 = std::clamp(tuning.merge_log2, tuning.smallest_merge_log2, tile);
  std::uint32_t strides = tuning.registers_log2;
  for (std::uint32_t& size : tuning.global_log2) {
    size = std::min(size, tile);
    if (size < strides++) size = 0;
  }
  tuning.large_log2 = std::min(tuning.large_log2, tile);
  tuning.medium_log2 = std::min(tuning.medium_log2, tile);
  if (tuning.medium_log2 == tuning.large_log2) tuning.medium_log2 = 0;
  return tuning;
}

std::vector<Tuning> otherTiles(const Tuning& tuning) {
  std::vector<Tuning> list;
  for (std::uint32_t tile = tuning.registers_log2 + 7; tile <= tuning.registers_log2 + 9; ++tile) {
    for (std::uint32_t doubles = 0; doubles <= 1; ++doubles) {
      if (tile != tuning.tile_log2 || doubles != tuning.double_tiles) list.push_back(withTile(tuning, tile, doubles));
    }
  }
  return list;
}

// The merge that ends a stage is no smaller than the smallest; one takes the other along.
std::vector<Tuning> otherMerges(const Tuning& tuning) {
  std::vector<Tuning> list = others(tuning, &Tuning::merge_log2, tuning.tile_log2 - 2, tuning.tile_log2);
  for (Tuning& each : list) each.smallest_merge_log2 = std::min(each.smallest_merge_log2, each.merge_log2);
  return list;
}

std::vector<Tuning> otherSmallestMerges(const Tuning& tuning) {
  std::vector<Tuning> list = others(tuning, &Tuning::smallest_merge_log2, tuning.tile_log2 - 2, tuning.tile_log2);
  for (Tuning& each : list) each.merge_log2 = std::max(each.smallest_merge_log2, each.merge_log2);
  return list;
}

constexpr std::uint32_t kLargestOfEight = 12;  // of one workgroup with 8 keys per invocation, see vksort_tuning.h
constexpr TuneAxis kAxes[] = {
    {"tile_log2", otherTiles},  // and double_tiles
    {"merge_log2", otherMerges},
    {"smallest_merge_log2", otherSmallestMerges},
    {"global_log2[0]", otherGlobals<0>},
    {"global_log2[1]", otherGlobals<1>},
    {"global_log2[2]", otherGlobals<2>},
    {"global_log2[3]", otherGlobals<3>},
    {"global_log2[4]", otherGlobals<4>},
    {"global_log2[5]", otherGlobals<5>},
    {"large_log2",
     [](const Tuning& t) { return otherSorts(t, &Tuning::large_log2, 8, std::min(t.tile_log2, kLargestOfEight)); }},
    {"medium_log2",
     [](const Tuning& t) { return otherSorts(t, &Tuning::medium_log2, 8, std::min(t.tile_log2, kLargestOfEight)); }},
    {"small_log2", [](const Tuning& t) { return otherSorts(t, &Tuning::small_log2, 6, 10); }},
    {"subgroup_sort", [](const Tuning& t) { return others(t, &Tuning::subgroup_sort, 0, 1); }},
};

// The kernels that a member shapes, by the beginning of their names, where the plan does not tell.
struct Shapes {
  std::uint32_t (*size)(const Tuning&);
  std::string_view kernel;
};
template <Member member>
std::uint32_t sizeOf(const Tuning& tuning) {
  return tuning.*member;
}
template <std::uint32_t more>
std::uint32_t globalSizeOf(const Tuning& tuning) {
  return tuning.global_log2[more];
}
constexpr Shapes kShapes[] = {
    {sizeOf<&Tuning::tile_log2>, "tile_sort"},
    {sizeOf<&Tuning::tile_log2>, "double_sort"},
    {sizeOf<&Tuning::tile_log2>, "merge_"},
    {sizeOf<&Tuning::small_log2>, "small_sort"},
    {sizeOf<&Tuning::medium_log2>, "medium_sort"},
    {sizeOf<&Tuning::large_log2>, "large_sort"},
    {globalSizeOf<0>, "global_short"},
    {globalSizeOf<1>, "global_long_1"},
    {globalSizeOf<2>, "global_long_2"},
    {globalSizeOf<3>, "global_long_3"},
    {globalSizeOf<4>, "global_long_4"},
    {globalSizeOf<5>, "global_long_5"},
};

bool differ(const Tuning& a, const Tuning& b, std::string_view kernel) {
  return std::ranges::any_of(
      kShapes, [&](const Shapes& each) { return kernel.starts_with(each.kernel) && each.size(a) != each.size(b); });
}

std::vector<vksort::PassPlan> planOf(const TuneTarget& target, const Tuning& tuning, std::uint32_t count) {
  vksort::Creation creation;
  creation.tuning = &tuning;
  creation.algorithm = vksort::Algorithm::bitonic;
  creation.baseline = target.baseline;
  vksort::SorterInfo info;
  info.key_bits = target.wide ? 64 : 32;
  info.payload = target.payload;
  info.ties = target.ties;
  info.creation = &creation;
  vksort::PlanInfo plan;
  plan.count = count;
  return passesOf(info, target.device, plan);
}

}  // namespace

std::span<const TuneAxis> tuneAxes() { return kAxes; }

const char* elementOf(const TuneTarget& target) {
  const bool has_payload = target.payload != vksort::Payload::none;
  if (target.wide && has_payload) return "triple";
  return target.wide || has_payload ? "pair" : "key";
}

bool takes(const TuneTarget& target, const Tuning& tuning) { return !planOf(target, tuning, 2).empty(); }

bool differ(const TuneTarget& target, const Tuning& a, const Tuning& b, std::uint32_t count) {
  const std::vector<vksort::PassPlan> passes_a = planOf(target, a, count), passes_b = planOf(target, b, count);
  return !std::ranges::equal(passes_a, passes_b, [&](const vksort::PassPlan& pass_a, const vksort::PassPlan& pass_b) {
    const std::string_view kernel = pass_a.name;
    return kernel == pass_b.name && pass_a.workgroups == pass_b.workgroups && !differ(a, b, kernel);
  });
}

}  // namespace bench
