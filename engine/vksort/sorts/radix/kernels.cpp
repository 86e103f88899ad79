#include "sort_modules.h"
#include "sorts/radix/passes.h"

namespace vksort::radix {
namespace {

// Reads of a state before an invocation counts the tile itself: a few microseconds on a GPU.
constexpr std::uint32_t kSpinLimit = 512;
// On software drivers, one workgroup may have to count hundreds of tiles in a bounded number of rounds.
constexpr std::uint32_t kSoftwareSpinLimit = 6;

// Rows of a first table that are loaded at the same time. Software drivers compile each iteration of the loop.
constexpr std::uint32_t kRows = 16, kSoftwareRows = 4;

constexpr std::uint32_t kCountingElements = 4;  // elements per invocation and iteration
constexpr std::uint32_t kSetUpLog2 = 7;

constexpr const char* kNames[] = {"radix_set_up", "radix_count",  "radix_sum",    "radix_pass_narrow",
                                  "radix_pass_0", "radix_pass_1", "radix_pass_2", "radix_pass_3"};
static_assert(sizeof kNames / sizeof kNames[0] == kKernelCount);

}  // namespace

Spirv moduleOf(const Configuration& configuration, Role role) {
  const std::uint32_t words = wordsOf(configuration.layout.element) - (role == Role::narrow_pass ? 1 : 0);
  const bool one_word = words == 1;
  if (role == Role::set_up) return VKSORT_PACKED(radix_set_up);
  if (role == Role::sum) return VKSORT_PACKED(radix_sum);
  if (role == Role::count) return one_word ? VKSORT_PACKED(radix_count_word) : VKSORT_PACKED(radix_count_words);
  return one_word ? VKSORT_PACKED(radix_pass_word) : VKSORT_PACKED(radix_pass_words);
}

PipelineSource sourceOf(const RadixSetting& setting, std::uint32_t kernel) {
  const Role role = roleOf(kernel);
  const Configuration& configuration = setting.configuration;
  const bool is_narrow = role == Role::narrow_pass;
  const std::uint32_t index = kernel < kPassKernel ? setting.shape_count - 1 : kernel - kPassKernel;
  const TileShape& shape = is_narrow ? setting.narrow : setting.shapes[index];
  PipelineSource source{};
  source.module = moduleOf(configuration, role);
  source.subgroup_size = 1u << setting.subgroup_log2;
  source.constant_count = VKSORT_RADIX_COUNT;
  static_assert(VKSORT_RADIX_COUNT <= kMaxConstants);
  std::uint32_t(&out)[kMaxConstants] = source.constants;
  std::uint32_t invocations_log2 = shape.invocations_log2;
  if (role == Role::count) invocations_log2 = setting.counting_log2;
  if (role == Role::set_up && invocations_log2 > kSetUpLog2) invocations_log2 = kSetUpLog2;
  if (role == Role::set_up && invocations_log2 < setting.subgroup_log2) invocations_log2 = setting.subgroup_log2;
  out[VKSORT_RADIX_WORKGROUP] = 1u << invocations_log2;
  out[VKSORT_RADIX_ELEMENTS] = role == Role::count ? kCountingElements : shape.elements;
  const std::uint32_t unrolled = role == Role::set_up || role == Role::sum ? 0 : out[VKSORT_RADIX_ELEMENTS];
  source.compile_cost = source.module.bytes * (4 + unrolled) / 2;  // drivers unroll loops over elements
  out[VKSORT_RADIX_SUBGROUP_LOG2] = setting.subgroup_log2;
  out[VKSORT_RADIX_WORDS] = setting.words() - (is_narrow ? 1 : 0);
  out[VKSORT_RADIX_STRIDE] = static_cast<std::uint32_t>(configuration.layout.key_bytes / 4);
  std::uint32_t& mode = out[VKSORT_RADIX_MODE];
  if (configuration.writesIndices() && !is_narrow) mode |= VKSORT_RADIX_MAKES_INDICES;
  if (configuration.discardsKeys()) mode |= VKSORT_RADIX_DISCARDS_KEYS;
  if (is_narrow) mode |= VKSORT_RADIX_MOVES_NARROW;
  if (!is_narrow && setting.isListed(index)) mode |= VKSORT_RADIX_MOVES_LISTED;
  out[VKSORT_RADIX_OFFSETS] = static_cast<std::uint32_t>(shape.offsets);
  out[VKSORT_RADIX_SPIN_LIMIT] = setting.is_software ? kSoftwareSpinLimit : kSpinLimit;
  out[VKSORT_RADIX_PARTS] = shape.parts;
  out[VKSORT_RADIX_SHARED_WORDS] = setting.sharedWords(shape);
  // Narrow elements do not contain the bits that show the order of ties.
  out[VKSORT_RADIX_RANKING] = is_narrow ? std::uint32_t{VKSORT_RADIX_VOTES} : setting.ranking;
  out[VKSORT_RADIX_MAX_GROUPS_X] = setting.max_groups_x;
  out[VKSORT_RADIX_ROWS] = setting.is_software ? kSoftwareRows : kRows;
  return source;
}

const char* nameOf(std::uint32_t kernel) { return kNames[kernel]; }

}  // namespace vksort::radix
