// Runs cases on a device, and compares the results.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "case.h"
#include "gpu.h"

namespace fuzz {

// A device of this machine. It is opened with and without validation, each at the first case that needs it.
class Session {
 public:
  // device: index or part of a name; none: as gpu::selectDevice() chooses. Errors: gpu::Error without a device.
  explicit Session(std::optional<std::string> device) : wanted_(std::move(device)) {}

  // Changes a word of each result before it is compared.
  void falsify() { falsifies_ = true; }

  // What is wrong with the result of a case; empty: nothing, or the device cannot sort it.
  std::string run(const Case& of);
  // The same on a device of the caller's, without a look at validation messages.
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
