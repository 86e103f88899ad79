// Runs cases on a device, and says which are wrong.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "case.h"
#include "gpu.h"

namespace fuzz {

// A device of this machine, opened at the first case that needs it so: with and without validation.
class Session {
 public:
  // device: index or part of a name; none: as gpu::selectDevice() chooses. Errors: gpu::Error without a device.
  explicit Session(std::optional<std::string> device) : wanted_(std::move(device)) {}

  // Changes a word of each result before it is looked at.
  void falsify() { falsifies_ = true; }

  // What is wrong with what a case left; empty: nothing.
  std::string run(const Case& of);
  // The same on a device of the caller's, which does not tell of validation.
  static std::string run(Gpu& gpu, const Case& of, bool falsifies = false);

  std::string deviceName();

 private:
  struct Opened;
  Opened& opened(bool validated);

  std::optional<std::string> wanted_;
  bool falsifies_ = false;
  std::shared_ptr<Opened> opened_[2];  // without and with validation
};

}  // namespace fuzz
