// Random sorts find what is broken in a shader, and not only the cases that the table of mutants names.
#include <doctest/doctest.h>

#include <algorithm>
#include <cstdio>
#include <set>

#include "session.h"
#include "support/device/rig.h"
#include "support/mutants/mutants.h"

namespace test {

// Not those that no result tells, or on some paths alone, nor those that would sort as many elements as 32 bits can
// count, or that take more lists than are drawn.
static bool isTried(const Mutant& mutant) {
  constexpr Tag kUnseen[] = {Tag::read_outside,
                             Tag::read_outside_of_lists,
                             Tag::read_outside_of_repair,
                             Tag::read_outside_of_device_count,
                             Tag::read_outside_of_hook,
                             Tag::read_outside_of_verification,
                             Tag::repair_in_vain,
                             Tag::repair_turned,
                             Tag::lists_turned};
  if (mutant.turned || std::ranges::find(kUnseen, mutant.tag) != std::end(kUnseen)) return false;
  const std::string name = mutant.name;
  return !name.ends_with("unclamped") && name != "unclamped_count" && name != "lists_unfolded";
}

// Of the sort itself, whatever counts, finds or checks.
static bool isOfPlainSorts(const Mutant& mutant) {
  constexpr Tag kPlain[] = {Tag::sort, Tag::tie,  Tag::any_tie, Tag::tie_in_order,
                            Tag::nan,  Tag::iota, Tag::wide,    Tag::width};
  return std::ranges::find(kPlain, mutant.tag) != std::end(kPlain);
}

// All but a tenth. In layers 1.3.239 a thread of their own locks twice, and ends the program.
static void noticeMutants(bool of_plain_sorts) {
  constexpr uint64_t kMostCases = 600;
  onEveryDeviceWithoutLayers([&](Rig& rig) {
    std::set<std::string> all, noticed;  // a row each: one module of it is enough
    for (const Mutant& mutant : allMutants()) {
      if (!isTried(mutant) || isOfPlainSorts(mutant) != of_plain_sorts || noticed.contains(mutant.name)) continue;
      all.insert(mutant.name);
      const HookScope hooks(planted(mutant));
      fuzz::Gpu gpu(rig.device(), hookedInstanceProcAddr);
      const fuzz::Plan plan{.seed = runSeed(), .largest = 3000, .pool = 8, .cases_per_pool = 60};
      std::string complaint;
      uint64_t number = 0;
      for (; number < kMostCases && complaint.empty(); ++number) {
        complaint = fuzz::Session::run(gpu, fuzz::drawCase(plan, number));
      }
      if (complaint.empty()) continue;
      noticed.insert(mutant.name);
      MESSAGE(describe(mutant) << ": case " << number - 1 << ": " << complaint);
      std::fflush(stdout);
    }
    for (const std::string& name : all)
      if (!noticed.contains(name)) MESSAGE("not noticed: " << name);
    MESSAGE(noticed.size() << " of " << all.size() << " mutants are noticed");
    CHECK(noticed.size() * 10 >= all.size() * 9);
  });
}

// Two programs' memory.
TEST_CASE("random_sorts_notice_mutants_of_plain_sorts" * doctest::test_suite("full")) { noticeMutants(true); }

TEST_CASE("random_sorts_notice_mutants_of_the_rest" * doctest::test_suite("full")) { noticeMutants(false); }

}  // namespace test
