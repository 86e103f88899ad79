// Creation of a Verifier or a Toolkit.
#pragma once

#include <new>

#include "request/request.h"
#include "device/log.h"
#include "device/pipelines.h"

namespace vksort {

// Makes a state with `pipelines`, connected to the device, whose objects `make(state, facts, why)` creates. On failure
// the state is null and *reason is set.
template <typename State, typename Make>
[[nodiscard]] VkResult createState(const Device& device, State*& out, const char** reason, Make make) {
  const auto fail = [reason](VkResult result, const char* why) {
    if (reason) *reason = why;
    return result;
  };
  if (const char* const rule = validate(device)) {
    misuse(device.log, rule);
    return fail(VK_ERROR_INITIALIZATION_FAILED, rule);
  }
  Connection connection{};
  DeviceFacts facts{};
  const char* why = nullptr;
  VkResult result = connect(device, connection, facts, why);
  if (result != VK_SUCCESS) return fail(result, why);
  out = new (std::nothrow) State{};
  if (!out) return fail(VK_ERROR_OUT_OF_HOST_MEMORY, "out of host memory");
  static_cast<Connection&>(out->pipelines) = connection;
  why = "the driver could not create a module, a layout or a pipeline";
  result = make(*out, facts, why);
  if (result == VK_SUCCESS) return result;
  destroyState(out);
  return fail(result, why);
}

}  // namespace vksort
