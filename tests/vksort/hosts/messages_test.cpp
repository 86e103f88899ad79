// What the validation layers say fails the case that made them say it.
#include <doctest/doctest.h>

#include "gpu/commands.h"
#include "support/device/rig.h"
#include "support/devices.h"

namespace test {

TEST_CASE("a_validation_message_fails_the_case" * doctest::should_fail() * doctest::test_suite("one width")) {
  if (!validationWanted()) FAIL("nobody is to validate");  // as if a message had been there
  instance().messages().setPrinting(false);
  onEveryDevice([](Rig& rig) {
    const gpu::Device& device = rig.device();
    const gpu::Buffer buffer(device, 64, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
    gpu::submitAndWait(device, [&](VkCommandBuffer cmd) {  // two fills of one range without a barrier
      device.vk.vkCmdFillBuffer(cmd, buffer.handle(), 0, 64, 1);
      device.vk.vkCmdFillBuffer(cmd, buffer.handle(), 0, 64, 2);
    });
  });
  instance().messages().setPrinting(true);
}

}  // namespace test
