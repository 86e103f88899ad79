// Shaders that lack one thing; table.cmake says which there are.
#pragma once
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "mutant_tags.h"
#include "support/device/hooks.h"
#include "support/oracle/steps.h"

namespace test {

// One module of a row of the table.
struct Mutant {
  const char* name;
  const char* description;
  const char* module;                    // the shipped one that it is made from, with hooked_ in front if it has a hook
  Tag tag;                               // of the case that notices it
  std::optional<vksort::Kernel> kernel;  // none: the verifier's
  vksort::Element element;               // key if the module is the same for all
  bool hooked;                           // with source_hook.glsl
  bool writes_outside;                   // words outside the range
  bool turned;                           // told by results only where a workgroup's subgroups run one by one
  std::span<const uint32_t> code;
};

std::span<const Mutant> allMutants();

// Throws if there is none.
const Mutant& mutantOf(std::string_view name, std::string_view module);

// The mutants of some tags, which a case tries. Each file that has such a case holds one, as every tag must be in one.
class Trial {
 public:
  explicit Trial(std::initializer_list<Tag> tags);
  [[nodiscard]] std::vector<Mutant> mutants() const;
  [[nodiscard]] uint32_t rows() const;  // as the table says: the case must come to as many
  static bool exists(Tag tag);          // whether some file tries the tag's

 private:
  std::vector<Tag> tags_;
};

std::string describe(const Mutant& mutant);

// The fault that puts the mutant in the place of the shipped shader.
Faults planted(const Mutant& mutant);

}  // namespace test
