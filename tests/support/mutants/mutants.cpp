#include "support/mutants/mutants.h"

#include <algorithm>
#include <iterator>
#include <stdexcept>

#include "bitonic/kernels.h"
#include "mutant_list.h"
#include "source_hook.h"
#include "verifier/state.h"

namespace test {
namespace {

std::vector<Tag>& triedTags() {
  static std::vector<Tag> tags;
  return tags;
}

vksort::Module shippedOf(const Mutant& mutant) {
  if (!mutant.kernel) return vksort::verifyModule(std::string_view(mutant.module) == "verify_triples");
  return mutant.hooked ? vksort::moduleOf(source_hook, *mutant.kernel, mutant.element)
                       : vksort::moduleOf(*mutant.kernel, mutant.element);
}

}  // namespace

std::span<const Mutant> allMutants() { return kMutants; }

const Mutant& mutantOf(std::string_view name, std::string_view module) {
  for (const Mutant& each : kMutants)
    if (each.name == name && each.module == module) return each;
  throw std::runtime_error("no such mutant");
}

Trial::Trial(std::initializer_list<Tag> tags) : tags_(tags) {
  triedTags().insert(triedTags().end(), tags.begin(), tags.end());
}

std::vector<Mutant> Trial::mutants() const {
  std::vector<Mutant> list;
  const auto is_tried = [this](const Mutant& each) { return std::ranges::find(tags_, each.tag) != tags_.end(); };
  std::ranges::copy_if(kMutants, std::back_inserter(list), is_tried);
  return list;
}

uint32_t Trial::rows() const {
  uint32_t rows = 0;
  for (const TagRows& each : kTagRows)
    if (std::ranges::find(tags_, each.tag) != tags_.end()) rows += each.rows;
  return rows;
}

bool Trial::exists(Tag tag) { return std::ranges::find(triedTags(), tag) != triedTags().end(); }

std::string describe(const Mutant& mutant) {
  return std::string(mutant.name) + " in " + mutant.module + " (" + mutant.description + ")";
}

Faults planted(const Mutant& mutant) {
  Faults faults;
  faults.shaders.push_back({shippedOf(mutant), mutant.code});
  return faults;
}

}  // namespace test
