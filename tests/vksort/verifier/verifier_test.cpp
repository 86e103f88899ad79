// The verifier: what the device says is what the host says.
#include <doctest/doctest.h>

#include "support/check/verify_check.h"
#include "support/oracle/inputs.h"

namespace test {
namespace {

using vksort::KeyType;
using vksort::Order;
using vksort::Values;

}  // namespace

TEST_CASE("the_verifier_agrees_with_the_host_in_every_ordering") {
  onEveryDevice([](Rig& rig) {
    for (const Config& config : allOrderings()) {
      std::vector<Elements> list;
      for (const Keys keys :
           {Keys::random, Keys::sorted, Keys::entropy_7, Keys::float_specials, Keys::last, Keys::low_word})
        for (const uint32_t n : {1u, 2u, 129u, kVerifiedTile + 1})
          list.push_back(generate(config, {n, keys, Payload::random, nextSeed()}));
      expectAgreement(rig, rig.verifier(), config, list);
    }
  });
}

TEST_CASE("the_verifier_agrees_with_the_host_at_every_size") {
  constexpr uint32_t kSizes[] = {0,
                                 1,
                                 2,
                                 3,
                                 4,
                                 127,
                                 128,
                                 129,
                                 512,
                                 513,
                                 kVerifiedTile - 1,
                                 kVerifiedTile,
                                 kVerifiedTile + 1,
                                 kVerifiedTile + 2,
                                 3 * kVerifiedTile,
                                 5 * kVerifiedTile + 1,
                                 100'003};
  onEveryDevice([&](Rig& rig) {
    for (const Values values : {Values::none, Values::split, Values::interleaved}) {
      for (const bool push : {true, false}) {
        const Config config{.key_type = KeyType::f32, .order = Order::descending, .values = values};
        std::vector<Elements> list;
        for (const uint32_t n : kSizes) list.push_back(generate(config, {n, Keys::random, Payload::index, nextSeed()}));
        expectAgreement(rig, rig.verifier(push), config, list);
      }
    }
  });
}

TEST_CASE("the_verifier_folds_grids_that_are_too_wide") {
  onEveryDevice([](Rig& rig) {
    Faults faults;
    faults.edit_properties = [](auto& out) { out.properties.limits.maxComputeWorkGroupCount[0] = 3; };
    vksort::Verifier narrow;
    {
      const HookScope hooks(faults);
      narrow = rig.makeVerifier();
    }
    const Config config{.values = Values::split};
    std::vector<Elements> list;
    for (const uint32_t n : {3 * kVerifiedTile, 3 * kVerifiedTile + 1, 17 * kVerifiedTile + 5})
      list.push_back(generate(config, {n, Keys::random, Payload::index, nextSeed()}));
    expectAgreement(rig, narrow, config, list);
  });
}

}  // namespace test
