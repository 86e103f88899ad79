#include "session.h"

#include "gpu/select.h"
#include "run.h"
#include "support/driver.h"

namespace fuzz {
struct Session::Opened {
  Opened(bool validated, const std::optional<std::string>& wanted)
      : instance({"vksort-fuzz", validated, {}}),
        physical(gpu::selectDevice(instance, wanted)),
        device(instance, {physical.handle}),
        gpu(device) {
    const std::string complaint =
        test::widthComplaint(physical.properties.deviceName, device.properties().subgroup.subgroupSize);
    if (!complaint.empty()) throw gpu::Error(complaint);
  }

  gpu::Instance instance;
  gpu::PhysicalDevice physical;
  gpu::Device device;
  Gpu gpu;
};

Session::Opened& Session::opened(bool validated) {
  std::shared_ptr<Opened>& of = opened_[validated ? 1 : 0];
  if (!of) of = std::make_shared<Opened>(validated, wanted_);
  return *of;
}

std::string Session::deviceName() { return opened(false).physical.properties.deviceName; }

std::string Session::run(const Case& of) {
  Opened& on = opened(of.validated);
  gpu::MessageLog& messages = on.instance.messages();
  messages.clear();
  const std::string complaint = fuzz::run(on.gpu, of, falsifies_);
  if (!complaint.empty() || messages.count() == 0) return complaint;
  return "validation: " + messages.texts().front();
}

}  // namespace fuzz
