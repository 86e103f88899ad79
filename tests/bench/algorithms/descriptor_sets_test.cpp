// Algorithms on a device that pushes no descriptors.
#include <doctest/doctest.h>

#include "algorithms/algorithms.h"
#include "measure/measure.h"
#include "support/devices.h"
#include "support/physical.h"

namespace test {

TEST_CASE("sorts_in_one_submission_have_descriptor_sets_of_their_own_where_none_are_pushed") {
  PhysicalEdits edits;
  edits.extensions = [](std::vector<VkExtensionProperties>& extensions) {
    std::erase_if(extensions,
                  [](const auto& each) { return std::string(each.extensionName) == "VK_KHR_push_descriptor"; });
  };
  const PhysicalScope scope(edits);
  for (const TestDevice& full : devices()) {
    CAPTURE(full.name);
    gpu::DeviceInfo wanted;
    wanted.physical = full.device->physical();
    const gpu::Device device(instance(), wanted);
    REQUIRE_FALSE(device.enabled().push_descriptor);
    bench::Configuration configuration;
    const bench::Workload workload(device, configuration.input, bench::makeInput(configuration.input, 100), 100);
    const auto sort = bench::makeAlgorithm(device, configuration, "vksort");
    CHECK(bench::measureDevice(device, *sort, workload, {0, 2}).verified);
    const auto verify = bench::makeAlgorithm(device, configuration, "verify");
    CHECK(bench::measureDevice(device, *verify, workload, {0, 2}).dispatches == 2);
    expectNoValidationMessages();
  }
}

}  // namespace test
