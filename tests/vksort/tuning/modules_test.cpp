// The modules of SPIR-V that the library holds packed are what the compiler made.
#include <doctest/doctest.h>

#include <span>
#include <vector>

#include "bitonic/kernels.h"
#include "plain_global_pairs.spv.h"
#include "plain_radix_set_up.spv.h"
#include "plain_tile_keys.spv.h"
#include "plain_verify.spv.h"
#include "radix/kernels.h"
#include "support/oracle/steps.h"
#include "verifier/state.h"

namespace test {
namespace {

std::vector<uint32_t> unpacked(const vksort::Module& module) {
  std::vector<uint32_t> words(module.bytes / 4 + 1, 0xfa11fa11u);
  CHECK(vksort::unpack(module, words.data()));
  CHECK(words.back() == 0xfa11fa11u);
  words.pop_back();
  return words;
}

bool same(const vksort::Module& module, std::span<const uint32_t> plain) {
  const std::vector<uint32_t> words = unpacked(module);
  return std::equal(words.begin(), words.end(), plain.begin(), plain.end());
}

}  // namespace

TEST_CASE("modules_unpack_to_what_was_compiled") {
  using vksort::Element;
  CHECK(same(vksort::moduleOf(vksort::Kernel::tile_sort, Element::key), plain_tile_keys));
  CHECK(same(vksort::moduleOf(vksort::Kernel::global_short, Element::pair), plain_global_pairs));
  CHECK(same(vksort::radix::moduleOf({}, vksort::radix::Role::set_up, {}, false), plain_radix_set_up));
  CHECK(same(vksort::verifyModule(false), plain_verify));
  CHECK_FALSE(same(vksort::verifyModule(true), plain_verify));
}

TEST_CASE("a_hooks_module_comes_out_as_it_is") {
  constexpr uint32_t kWords[] = {0x07230203, 0, 0xffffffff, 0x80000000};
  CHECK(same(vksort::plainModule({kWords, sizeof kWords}), kWords));
}

// Before any function of Vulkan is called, of which there are none here.
TEST_CASE("no_pipeline_is_made_from_a_damaged_module") {
  constexpr uint8_t kDamaged[] = {0x07};
  vksort::Pipelines pipelines{};
  vksort::PipelineSource source{};
  source.module = {kDamaged, sizeof kDamaged, nullptr, 8};
  CHECK(pipelines.create(0, source, VK_NULL_HANDLE, {}) == VK_ERROR_INITIALIZATION_FAILED);
}

TEST_CASE("every_packed_module_is_a_whole_number_of_instructions") {
  uint32_t modules = 0;
  std::size_t bytes = 0, packed_bytes = 0;
  for (uint32_t i = 0; i < vksort::bitonic::kKernelCount; ++i) {
    for (const vksort::Element element : {vksort::Element::key, vksort::Element::pair, vksort::Element::triple}) {
      const vksort::Module module = vksort::moduleOf(static_cast<vksort::Kernel>(i), element);
      if (module.bytes == 0) continue;
      const std::vector<uint32_t> words = unpacked(module);
      REQUIRE(words.size() > 5);
      CHECK(words[0] == 0x07230203);
      std::size_t at = 5;
      while (at < words.size() && words[at] >> 16 != 0) at += words[at] >> 16;
      CHECK(at == words.size());
      CHECK(module.bytes <= 335'000);  // what the header says of host memory
      bytes += module.bytes;
      packed_bytes += module.packed_bytes;
      ++modules;
    }
  }
  CHECK(modules > 40);
  CHECK(packed_bytes * 1000 < bytes * 295);  // 285, and in a hurry 303
}

}  // namespace test
