// Whether the software driver has the width that this run is about.
#include <doctest/doctest.h>

#include "support/device/rig.h"
#include "support/driver.h"

namespace test {

TEST_CASE("runs_at_the_width_that_was_asked_for") {
  onEveryDevice([](Rig& rig) {
    const VkPhysicalDeviceSubgroupProperties& subgroup = rig.device().properties().subgroup;
    if (rig.name().find("llvmpipe") != std::string::npos) {
      CHECK(subgroup.subgroupSize == static_cast<uint32_t>(wantedWidth()));
    } else {
      CHECK(subgroup.subgroupSize > 0);
    }
  });
}

TEST_CASE("a_software_driver_of_another_width_is_noticed" * doctest::test_suite("one width")) {
  const std::string not_of = "not of the " + std::to_string(wantedWidth());
  for (const int width : {4, 8, 16}) {
    const std::string complaint = widthComplaint("llvmpipe (LLVM 15.0.6)", static_cast<unsigned>(width));
    CHECK((width == wantedWidth() ? complaint == "" : complaint.find(not_of) != std::string::npos));
  }
  CHECK(widthComplaint("NVIDIA H200", 32) == "");
}

}  // namespace test
