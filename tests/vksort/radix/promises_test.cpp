// Promises of bits that cannot be are refused.
#include <doctest/doctest.h>

#include <string>
#include <utility>

#include "support/device/rig.h"

namespace test {

using vksort::KeyType;
using vksort::Values;

#ifdef NDEBUG  // builds with assertions stop
TEST_CASE("value_bits_must_lie_in_a_value" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    for (const auto& [bits, wanted] : {std::pair{0u, VK_SUCCESS},
                                       {1u, VK_SUCCESS},
                                       {32u, VK_SUCCESS},
                                       {33u, VK_ERROR_INITIALIZATION_FAILED},
                                       {~0u, VK_ERROR_INITIALIZATION_FAILED}}) {
      vksort::SorterInfo info = rig.sorterInfo({.values = Values::split});
      info.value_bits = bits;
      vksort::Sorter sorter;
      const char* reason = "";
      CHECK(vksort::Sorter::create(info, sorter, &reason) == wanted);
      CHECK((wanted == VK_SUCCESS || std::string(reason) == "create(): SorterInfo::value_bits must be at most 32"));
    }
  });
}

TEST_CASE("key_bits_must_lie_in_a_key" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    const auto result = [&](KeyType type, uint32_t first, uint32_t count) {
      vksort::SorterInfo info = rig.sorterInfo({.key_type = type});
      info.key_bits = {first, count};
      vksort::Sorter sorter;
      const char* reason = "";
      const VkResult made = vksort::Sorter::create(info, sorter, &reason);
      CHECK((made == VK_SUCCESS || std::string(reason).find("key_bits") != std::string::npos));
      return made;
    };
    for (const auto& [first, count] : {std::pair{0u, 32u}, std::pair{31u, 1u}, std::pair{32u, 0u}, std::pair{16u, 16u}})
      CHECK(result(KeyType::f32, first, count) == VK_SUCCESS);
    for (const auto& [first, count] : {std::pair{0u, 33u}, std::pair{32u, 1u}, std::pair{17u, 16u}, std::pair{~0u, 2u}})
      CHECK(result(KeyType::u32, first, count) == VK_ERROR_INITIALIZATION_FAILED);
    CHECK(result(KeyType::u64, 0, 16) == VK_ERROR_INITIALIZATION_FAILED);
  });
}
#endif

}  // namespace test
