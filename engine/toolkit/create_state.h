#pragma once

#include <new>

#include "create/connect.h"
#include "device/log.h"
#include "device/pipelines.h"
#include "request/request.h"

namespace vksort {

// `make(state, facts)` creates the objects.
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

// `device` is null if an argument is.
template <typename State, typename Make>
[[nodiscard]] VkResult createState(std::uint32_t version, const Device* device, State** out, const char** reason,
                                   Make make) {
  if (out) *out = nullptr;
  const char* rule = invalidArguments(version, device, out);
  const Log* const log = rule ? nullptr : device->log;
  if (!rule) rule = validate(*device);
  if (rule) misuse(log, rule);
  const Failure failure = rule ? Failure{VK_ERROR_INITIALIZATION_FAILED, rule} : makeState(*device, out, make);
  if (!failure.ok() && reason) *reason = failure.why;
  return failure.result;
}

}  // namespace vksort
