// Creation of a Verifier or a Toolkit.
#pragma once

#include <new>

#include "create/connect.h"
#include "device/log.h"
#include "device/pipelines.h"
#include "request/request.h"

namespace vksort {

// Creates a state that is connected to the device. `make(state, facts)` creates its objects, and returns a Failure.
template <typename State, typename Make>
[[nodiscard]] Failure makeState(const Device& device, State** out, Make make) {
  Connection connection{};
  DeviceFacts facts{};
  Failure failure = connect(device, connection, facts);
  if (!failure.ok()) return failure;
  auto* const state = new (std::nothrow) State{};
  if (!state) return {VK_ERROR_OUT_OF_HOST_MEMORY, "out of host memory"};
  static_cast<Connection&>(state->pipelines) = connection;
  failure = make(*state, facts);
  if (failure.ok()) {
    *out = state;
  } else {
    destroyState(state);
  }
  return failure;
}

// Implements a create function. `device` is null if an argument is.
template <typename State, typename Make>
[[nodiscard]] VkResult createState(std::uint32_t version, const Device* device, State** out, const char** reason,
                                   Make make) {
  if (out) *out = nullptr;
  // With another version, the struct can have another layout, so its log cannot be used.
  const char* rule = invalidArguments(version, device, out);
  const Log* const log = rule ? nullptr : device->log;
  if (!rule) rule = validate(*device);
  if (rule) misuse(log, rule);
  const Failure failure = rule ? Failure{VK_ERROR_INITIALIZATION_FAILED, rule} : makeState(*device, out, make);
  if (!failure.ok() && reason) *reason = failure.why;
  return failure.result;
}

}  // namespace vksort
