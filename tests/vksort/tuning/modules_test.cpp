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
  vksort::unpack(module, words.data());
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

// What the packed form tells apart, on either side of each border.
TEST_CASE("every_word_comes_out_of_its_packed_form_as_it_was") {
  constexpr uint16_t kPacked[] = {0,      1,      0x7fff, 0x8000, 0x8000, 0, 0x8000, 0xffff,
                                  0,      0x8000, 0xffff, 0xffff, 0x8000, 0, 0x8000, 0x8800,
                                  0x8fff, 0xffff, 0x8000, 0x0203, 0x0723, 7};
  constexpr uint32_t kWords[] = {0,          1,       0x7fff,  0x8000,  0xffff,    0xffffffff,
                                 0x80000000, 0x10000, 0x107ff, 0xf07ff, 0x7230203, 7};
  CHECK(same({kPacked, nullptr, sizeof kWords}, kWords));
  CHECK(same({nullptr, kWords, sizeof kWords}, kWords));
}

TEST_CASE("every_packed_module_is_a_whole_number_of_instructions") {
  uint32_t modules = 0;
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
      ++modules;
    }
  }
  CHECK(modules > 40);
}

}  // namespace test
