#include "marks.h"

namespace vksort {
namespace {

// "merge stage 7" and so on, up to 2^32 elements.
struct StageLabels {
  char text[33][16];
};

constexpr StageLabels makeStageLabels() {
  constexpr char kPrefix[] = "merge stage ";
  StageLabels labels{};
  for (std::uint32_t stage = 0; stage < 33; ++stage) {
    char* out = labels.text[stage];
    for (const char* from = kPrefix; *from != '\0'; ++from) *out++ = *from;
    if (stage >= 10) *out++ = static_cast<char>('0' + stage / 10);
    *out = static_cast<char>('0' + stage % 10);
  }
  return labels;
}

constexpr StageLabels kStageLabels = makeStageLabels();

}  // namespace

void Marks::labelPass(const Pass& pass) {
  // Passes that sort, or set up, are in no merge stage.
  if (pass.merges && pass.stage != stage_) {
    if (stage_ != 0) end();
    begin(kStageLabels.text[pass.stage]);
    stage_ = pass.stage;
  }
  begin(pass.label);
}

}  // namespace vksort
