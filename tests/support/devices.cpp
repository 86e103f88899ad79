#include "support/devices.h"

#include <doctest/doctest.h>

namespace test {

gpu::Instance& instance() {
  static gpu::Instance made({"vksort tests", true, {}});
  return made;
}

std::vector<TestDevice>& devices() {
  // After the instance, so that it goes first.
  static std::vector<TestDevice> opened = [] {
    std::vector<TestDevice> list;
    for (const gpu::PhysicalDevice& physical : instance().devices()) {
      gpu::DeviceInfo info;
      info.physical = physical.handle;
      list.push_back({physical.properties.deviceName, physical, std::make_unique<gpu::Device>(instance(), info)});
    }
    if (list.empty()) throw gpu::Error(gpu::kNoDriver, VK_ERROR_INCOMPATIBLE_DRIVER);
    return list;
  }();
  return opened;
}

void expectNoValidationMessages() {
  const std::vector<std::string> texts = instance().messages().texts();
  const std::size_t count = takeValidationMessages();
  for (const std::string& text : texts) FAIL_CHECK("validation: " << text);
  CHECK(count == 0);
}

std::size_t takeValidationMessages() {
  gpu::MessageLog& log = instance().messages();
  const std::size_t count = log.count();
  log.clear();
  return count;
}

}  // namespace test
