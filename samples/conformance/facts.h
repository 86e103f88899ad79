#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "gpu/device.h"
#include "vksort_plan.h"

namespace conform {

bool offers(VkPhysicalDevice device, std::string_view extension);

// Names, versions, limits and features. There is no serial number, because the UUIDs identify the driver.
nlohmann::json deviceFacts(const gpu::Instance& instance, const gpu::Device& device);

// Distinguishes devices, but only within this program.
std::string identityOf(const nlohmann::json& facts);

// Fallback level, kernels that the self-test rejected, and current tuning.
nlohmann::json sorterFacts(const vksort::Sorter& sorter);

}  // namespace conform
