// Packed SPIR-V modules unpack to the compiled ones. Damaged streams write nothing outside their memory.
#include <doctest/doctest.h>
#include <zlib.h>

#include <algorithm>
#include <bit>
#include <random>
#include <span>
#include <vector>

#include "sorts/bitonic/kernels.h"
#include "plain_radix_set_up.spv.h"
#include "plain_verify.spv.h"
#include "sorts/radix/passes.h"
#include "sorts/rank/passes.h"
#include "toolkit/state.h"
#include "toolkit/verifier_state.h"
#include "device/module.h"
#include "device/support.h"

namespace test {
namespace {

std::vector<uint32_t> unpacked(const vksort::Spirv& module) {
  std::vector<uint32_t> words(module.bytes / 4 + 1, 0xfa11fa11u);
  CHECK(vksort::unpack(module, words.data()));
  CHECK(words.back() == 0xfa11fa11u);
  words.pop_back();
  return words;
}

bool same(const vksort::Spirv& module, std::span<const uint32_t> plain) {
  const std::vector<uint32_t> words = unpacked(module);
  return std::equal(words.begin(), words.end(), plain.begin(), plain.end());
}

}  // namespace

TEST_CASE("modules_unpack_to_the_compiled_ones") {
  CHECK(same(vksort::radix::moduleOf({}, vksort::radix::Role::set_up), plain_radix_set_up));
  CHECK(same(vksort::verifyModule(), plain_verify));
  CHECK_FALSE(same(vksort::verifyModule(), plain_radix_set_up));
}

// Fails before any Vulkan call, which would crash.
TEST_CASE("no_pipeline_is_made_from_a_damaged_module") {
  constexpr uint32_t kDamaged[] = {0x07};
  vksort::Pipelines pipelines{};
  vksort::PipelineSource source{};
  source.module = {kDamaged, 8, sizeof kDamaged};
  const vksort::Failure failure = pipelines.create(0, "damaged", source, VK_NULL_HANDLE);
  CHECK(failure.result == VK_ERROR_INITIALIZATION_FAILED);
  CHECK(failure.fault == nullptr);
}

namespace {

using Modules = std::vector<vksort::Spirv>;
constexpr vksort::Element kElementsOfModules[] = {vksort::Element::key, vksort::Element::pair, vksort::Element::triple};

Modules radixModules() {
  Modules modules;
  for (const vksort::Element element : kElementsOfModules) {
    vksort::Configuration configuration{};
    configuration.layout.element = element;
    for (uint32_t i = 0; i < vksort::radix::kKernelCount; ++i)
      modules.push_back(vksort::radix::moduleOf(configuration, vksort::radix::roleOf(i)));
  }
  return modules;
}
Modules otherModules() {
  Modules modules = {vksort::verifyModule(), vksort::toolModule(vksort::Tool::mark_runs),
                     vksort::toolModule(vksort::Tool::gather), vksort::toolModule(vksort::Tool::narrow)};
  for (const vksort::Element element : kElementsOfModules) {
    vksort::Configuration configuration{};
    configuration.layout.element = element;
    for (uint32_t i = 0; i < vksort::bitonic::kKernelCount; ++i)
      modules.push_back(vksort::bitonic::moduleOf(static_cast<vksort::bitonic::Kernel>(i), element));
    modules.push_back(vksort::rank::moduleOf(configuration));
  }
  std::erase_if(modules, [](const vksort::Spirv& module) { return module.bytes == 0; });
  return modules;
}
Modules allModules() {
  Modules modules = radixModules();
  for (const vksort::Spirv& module : otherModules()) modules.push_back(module);
  return modules;
}

}  // namespace

TEST_CASE("every_packed_module_is_a_whole_number_of_instructions") {
  std::size_t bytes = 0, packed_bytes = 0;
  const Modules modules = allModules();
  CHECK(modules.size() > 60);
  for (const vksort::Spirv& module : modules) {
    const std::vector<uint32_t> words = unpacked(module);
    REQUIRE(words.size() > 5);
    CHECK(words[0] == 0x07230203);
    std::size_t at = 5;
    while (at < words.size() && words[at] >> 16 != 0) at += words[at] >> 16;
    CHECK(at == words.size());
    bytes += module.bytes;
    packed_bytes += module.packed_bytes;
  }
  CHECK(packed_bytes * 1000 < bytes * 295);  // 285, or 303 with fast packing
}

namespace {

// Rejects all capabilities except Shader, which every device supports.
VkSubgroupFeatureFlags operationsOf(const vksort::Spirv& module) {
  constexpr uint32_t kHeaderWords = 5, kOpCapability = 2u << 16 | 17, kShader = 1, kGroupNonUniform = 61, kQuad = 68;
  const std::vector<uint32_t> words = unpacked(module);
  VkSubgroupFeatureFlags operations = 0;
  for (std::size_t i = kHeaderWords; words[i] == kOpCapability; i += 2) {
    const uint32_t capability = words[i + 1];
    if (capability == kShader) continue;
    CAPTURE(capability);
    REQUIRE((capability >= kGroupNonUniform && capability <= kQuad));
    constexpr VkSubgroupFeatureFlagBits kFeatures[] = {
        VK_SUBGROUP_FEATURE_BASIC_BIT,     VK_SUBGROUP_FEATURE_VOTE_BIT,    VK_SUBGROUP_FEATURE_ARITHMETIC_BIT,
        VK_SUBGROUP_FEATURE_BALLOT_BIT,    VK_SUBGROUP_FEATURE_SHUFFLE_BIT, VK_SUBGROUP_FEATURE_SHUFFLE_RELATIVE_BIT,
        VK_SUBGROUP_FEATURE_CLUSTERED_BIT, VK_SUBGROUP_FEATURE_QUAD_BIT};
    operations |= kFeatures[capability - kGroupNonUniform];
  }
  return operations;
}

}  // namespace

TEST_CASE("modules_only_need_capabilities_that_creation_checks") {
  VkSubgroupFeatureFlags radix = 0, others = 0;
  for (const vksort::Spirv& module : radixModules()) radix |= operationsOf(module);
  for (const vksort::Spirv& module : otherModules()) others |= operationsOf(module);
  CHECK(radix == (VK_SUBGROUP_FEATURE_BASIC_BIT | vksort::kRadixOperations));
  CHECK(others == VK_SUBGROUP_FEATURE_BASIC_BIT);
}

namespace {

using Bytes = std::vector<uint8_t>;

Bytes deflated(const Bytes& plain, int level, int strategy) {
  z_stream stream{};
  constexpr int kNoHeader = -MAX_WBITS, kMemory = 9;
  REQUIRE(deflateInit2(&stream, level, Z_DEFLATED, kNoHeader, kMemory, strategy) == Z_OK);
  Bytes packed(deflateBound(&stream, plain.size()) + 64);  // deflateBound() is too small for an empty stored block
  stream.next_in = const_cast<Bytef*>(plain.data());
  stream.avail_in = static_cast<uInt>(plain.size());
  stream.next_out = packed.data();
  stream.avail_out = static_cast<uInt>(packed.size());
  REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

struct Room {
  static constexpr std::size_t kAround = 64;
  static constexpr uint8_t kUntouched = 0xa7;
  Bytes bytes;
  bool well = false;

  Room(const Bytes& packed, std::size_t size) : bytes(size + 2 * kAround, kUntouched) {
    well = vksort::inflate(packed.data(), static_cast<uint32_t>(packed.size()), bytes.data() + kAround,
                           static_cast<uint32_t>(size));
  }
  [[nodiscard]] bool holds(const Bytes& plain) const {
    return std::equal(plain.begin(), plain.end(), bytes.begin() + kAround, bytes.end() - kAround);
  }
  [[nodiscard]] bool keepsToItself() const {
    const auto untouched = [](uint8_t byte) { return byte == kUntouched; };
    return std::all_of(bytes.begin(), bytes.begin() + kAround, untouched) &&
           std::all_of(bytes.end() - kAround, bytes.end(), untouched);
  }
};

Bytes repeated(std::initializer_list<uint8_t> piece, std::size_t times) {
  Bytes out;
  for (std::size_t i = 0; i < times; ++i) out.insert(out.end(), piece);
  return out;
}

// Empty, runs, noise, a repetition at the largest distance, and rare bytes with long codes.
std::vector<Bytes> samples() {
  std::mt19937 random(1968);
  std::vector<Bytes> out = {{}, {7}, repeated({0}, 100'000), repeated({1, 2, 3}, 30'000)};
  Bytes noise(40'000);
  for (uint8_t& byte : noise) byte = static_cast<uint8_t>(random());
  Bytes twice = noise;
  twice.resize(32'768);
  twice.insert(twice.end(), noise.begin(), noise.begin() + 1000);
  Bytes skewed(100'000);
  for (uint8_t& byte : skewed) byte = static_cast<uint8_t>(std::countr_zero(random() | 1u << 20) * 3);
  const auto* words = reinterpret_cast<const uint8_t*>(plain_verify);
  out.insert(out.end(), {noise, twice, skewed, Bytes(words, words + sizeof plain_verify)});
  return out;
}

struct Way {
  int level, strategy;
};
constexpr Way kWays[] = {{9, Z_DEFAULT_STRATEGY}, {1, Z_DEFAULT_STRATEGY},
                         {0, Z_DEFAULT_STRATEGY}, {9, Z_FIXED},
                         {9, Z_HUFFMAN_ONLY},     {6, Z_RLE}};

}  // namespace

TEST_CASE("streams_of_every_kind_unpack_correctly") {
  for (const Bytes& plain : samples()) {
    for (const Way& way : kWays) {
      CAPTURE(plain.size());
      CAPTURE(way.level);
      CAPTURE(way.strategy);
      const Bytes packed = deflated(plain, way.level, way.strategy);
      const Room room(packed, plain.size());
      CHECK(room.well);
      CHECK(room.holds(plain));
      CHECK(room.keepsToItself());
      CHECK_FALSE(Room(packed, plain.size() + 1).well);
      if (plain.empty()) continue;
      const Room less(packed, plain.size() - 1);
      CHECK_FALSE(less.well);
      CHECK(less.keepsToItself());
    }
  }
}

TEST_CASE("truncated_and_damaged_streams_are_handled_safely") {
  std::mt19937 random(1968);
  const Bytes plain = samples().back();
  for (const Way& way : kWays) {
    const Bytes packed = deflated(plain, way.level, way.strategy);
    for (std::size_t i = 0; i < 200; ++i) {
      const auto end = static_cast<std::ptrdiff_t>(random() % packed.size());
      const Room cut(Bytes(packed.begin(), packed.begin() + end), plain.size());
      CHECK_FALSE(cut.well);
      CHECK(cut.keepsToItself());
      Bytes damaged = packed;
      damaged[random() % (i % 2 == 0 ? std::min<std::size_t>(80, packed.size()) : packed.size())] ^=
          static_cast<uint8_t>(1u << random() % 8);
      CHECK(Room(damaged, plain.size()).keepsToItself());
    }
  }
}

}  // namespace test
