#include "viewer/graphs.h"

#include "steps/palette.h"

namespace particles {

Graphs::Graphs(const gpu::Device& device, Stages* stages, const Wanted& wanted, const GraphsInfo& info)
    : shown_(wanted.shown), extent_(info.extent), sorting_(Sorting::off) {
  if (shown_ == Shown::steps) {
    plain_.emplace(
        device, *info.overlay,
        OverlayGraphInfo{info.format, info.extent, info.frames, info.present, clearValue(steps::kBackground)});
    return;
  }
  // Pictures that are compared are drawn beside the screen.
  const bool direct = !compares(shown_);
  const auto frame = [&](Sorting sorting) {
    return FrameInfo{
        info.format, info.extent, sorting, info.frames, direct && info.present, direct ? info.overlay : nullptr};
  };
  // A split screen has what is not sorted on its other side.
  sorting_ = wanted.sorting || shown_ == Shown::split ? Sorting::on : Sorting::off;
  main_.emplace(device, *stages->shown, frame(sorting_));
  if (direct) return;
  other_.emplace(device, *stages->other, frame(shown_ == Shown::split ? Sorting::off : Sorting::on));
  compare_.emplace(device, CompareInfo{info.format, info.extent, info.frames, info.present, info.overlay});
  divide(wanted.divider);
}

void Graphs::divide(float share) {
  if (compare_) compare_->show(shown_ == Shown::error, share * static_cast<float>(extent_.width));
}

void Graphs::target(VkImage image, VkImageView view) {
  if (plain_) return plain_->target(image, view);
  if (compare_) return compare_->target(image, view);
  main_->target(image, view);
}

void Graphs::record(VkCommandBuffer cmd, uint32_t frame) {
  if (plain_) return plain_->record(cmd, frame);
  main_->record(cmd, frame);
  if (!compare_) return;
  other_->record(cmd, frame);
  const bool error = shown_ == Shown::error;
  compare_->compare((error ? *other_ : *main_).image(frame), (error ? *main_ : *other_).image(frame));
  compare_->record(cmd, frame);
}

VkImage Graphs::image(uint32_t frame) const {
  if (plain_) return plain_->image(frame);
  return compare_ ? compare_->image(frame) : main_->image(frame);
}

std::optional<double> Graphs::sortMs(uint32_t frame) const { return main_ ? main_->sortMs(frame) : std::nullopt; }

}  // namespace particles
