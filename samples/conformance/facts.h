#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "gpu/device.h"
#include "vksort_plan.h"

namespace conform {

bool offers(VkPhysicalDevice device, std::string_view extension);

// Contains no serial number, because the UUIDs identify the driver.
nlohmann::json deviceFacts(const gpu::Instance& instance, const gpu::Device& device);

// Only valid within this program.
std::string identityOf(const nlohmann::json& facts);

nlohmann::json sorterFacts(const vksort::Sorter& sorter);

}  // namespace conform
