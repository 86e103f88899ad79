// What a report says of device and driver.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "gpu/device.h"
#include "vksort_plan.h"

namespace conform {

bool offers(VkPhysicalDevice device, std::string_view extension);

// Names, versions, limits and features. No serial number: the UUIDs are those of the driver.
nlohmann::json deviceFacts(const gpu::Instance& instance, const gpu::Device& device);

// Of the facts of a device: tells it from others, in this program alone.
std::string identityOf(const nlohmann::json& facts);

// The fallback level that creation took, what its self-test rejected, and the tuning in use.
nlohmann::json sorterFacts(const vksort::Sorter& sorter);

}  // namespace conform
