#include "describe.h"

namespace fuzz {
namespace {

constexpr const char* kContents[] = {"uniform", "few",           "small",  "equal",   "extremes",
                                     "largest", "one bit apart", "depths", "specials"};
constexpr const char* kArrangements[] = {"shuffled",     "sorted",        "reversed", "sawtooth", "organ pipe",
                                         "bit reversal", "nearly sorted", "rotated",  "two runs"};

std::string number(uint64_t value) { return std::to_string(value); }

std::string lineOf(const Field& field, std::size_t index) {
  std::string text = "  field " + number(index) + ": " + number(field.count) + " elements of " + number(field.stride) +
                     (field.stride == 1 ? " word" : " words") + (field.split ? " and a value, " : ", ");
  text += kContents[static_cast<int>(field.keys)];
  if (field.key_bits.count != 0) {
    text += " in " + number(field.key_bits.count) + " bits from " + number(field.key_bits.first) + ", else as " +
            number(field.key_base);
  }
  if (field.ascending) {
    text += " (values ascending)";
  } else if (field.split) {
    text += std::string(" (values ") + kContents[static_cast<int>(field.values)] + ")";
  }
  if (field.value_bits != 32) text += ", values of " + number(field.value_bits) + " bits";
  return text + ", " + kArrangements[static_cast<int>(field.arrangement)] + "\n";
}

std::string lineOf(const Case& of, const Step& step, std::size_t index) {
  const Configuration& configuration = of.of(step);
  std::string text = "  step " + number(index) + " of frame " + number(step.frame) + ": " + describe(configuration);
  text += "; field " + number(step.field) + ", " + number(step.count) + " elements from " + number(step.first);
  if (configuration.count == vksort::Count::device) text += ", finds " + number(step.found);
  if (configuration.count == vksort::Count::lists) {
    text += ", " + number(step.lists.size()) + " lists of up to " + number(step.largest);
    if (step.lists.size() <= 4) {
      for (const auto& [first, count] : step.lists) text += " {" + number(first) + ", " + number(count) + "}";
    }
  }
  if (configuration.takesState()) text += ", state " + number(step.state);
  if (step.lends) text += ", lent";
  if (step.renewal != Renewal::none) text += step.renewal == Renewal::values ? ", values anew" : ", elements anew";
  if (!step.edits.empty()) text += ", after " + number(step.edits.size()) + " edits";
  if (step.timed) text += ", timed";
  if (step.verifies) text += ", verified as " + describe(step.verified);
  return text + "\n";
}

}  // namespace

std::string describe(const Case& of) {
  std::string text = "  " + number(of.frames) + (of.frames == 1 ? " frame" : " frames") + ", " + number(of.rounds) +
                     (of.rounds == 1 ? " round"
                      : of.at_once   ? " rounds at once"
                                     : " rounds") +
                     ", " + number(of.buffers) + (of.buffers == 1 ? " buffer" : " buffers") + ", gaps up to " +
                     number(of.gaps) + (of.secondary ? ", secondary command buffers" : "") +
                     (of.validated ? ", validated\n" : "\n");
  for (std::size_t i = 0; i < of.fields.size(); ++i) text += lineOf(of.fields[i], i);
  for (std::size_t i = 0; i < of.steps.size(); ++i) text += lineOf(of, of.steps[i], i);
  return text;
}

}  // namespace fuzz
