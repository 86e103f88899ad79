#include "session.h"

#include "check.h"
#include "gpu/select.h"
#include "run.h"
#include "support/driver.h"

namespace fuzz {
namespace {

// Some word that must be as expected becomes another.
void spoil(const Case& of, const Expected& expected, Images& after) {
  Random random{of.layout_seed, 2};
  for (;;) {
    const uint32_t buffer = random.below(after.size());
    const uint32_t word = random.below(after[buffer].size());
    if (expected.undefined[buffer][word]) continue;
    after[buffer][word] ^= 1u << random.below(32);
    return;
  }
}

}  // namespace

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
  const std::string complaint = run(on.gpu, of, falsifies_);
  if (!complaint.empty() || messages.count() == 0) return complaint;
  return "validation: " + messages.texts().front();
}

std::string Session::run(Gpu& gpu, const Case& of, bool falsifies) {
  const Layout layout = layOut(of);
  const Expected expected = expect(of, layout);
  if (!expected.broken.empty()) return "of the fuzzer itself: " + expected.broken;
  Outcome outcome = runOn(gpu, of, layout, expected.before);
  if (!outcome.complaint.empty()) return outcome.complaint;
  if (falsifies) spoil(of, expected, outcome.after);
  return compare(of, layout, expected, std::move(outcome.after));
}

}  // namespace fuzz
