// The shipped shaders, compiled for the GPUs that the table is about.
#pragma once
#include "table.h"

namespace gate {

// Makes a Sorter of every configuration on every GPU. Takes seconds.
// Errors: gpu::Error as NullDevice, if a Sorter cannot be made, or if the driver compiled for another subgroup size.
[[nodiscard]] Table measureShipped();

// What a host pays for its pipelines: one line per GPU with their number and the bytes of their code.
[[nodiscard]] std::string summary(const Table& table);

}  // namespace gate
