// Runs cases on a device of this machine, with and without validation.
#pragma once
#include <memory>
#include <optional>
#include <string>

#include "case.h"

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

  std::string deviceName();

 private:
  struct Opened;
  Opened& opened(bool validated);

  std::optional<std::string> wanted_;
  bool falsifies_ = false;
  std::shared_ptr<Opened> opened_[2];  // without and with validation
};

}  // namespace fuzz
