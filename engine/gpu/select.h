// Choosing one of the installed devices.
#pragma once
#include <optional>
#include <string>

#include "gpu/instance.h"

namespace gpu {

// The device to run on. Without `name_or_index`: discrete before integrated before virtual before CPU devices.
// With it: the index in Instance::devices(), or the first device whose name contains the text, ignoring case.
// Errors: no driver installed; nothing matches (the message lists what is there).
PhysicalDevice selectDevice(const Instance& instance, const std::optional<std::string>& name_or_index = {});

}  // namespace gpu
