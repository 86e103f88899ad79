// Devices with other subgroups than the one at hand, played by the hooks.
#pragma once

#include "support/device/hooks.h"

namespace test {

// All subgroups of the device have so many invocations; or `size` of them unless pinned, and then a workgroup `most`
// subgroups at most. Nothing runs there.
Faults withSubgroups(uint32_t size, bool varying, uint32_t most = 1024);

}  // namespace test
