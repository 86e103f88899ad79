// The shipped shaders, compiled for the GPUs that the table is about.
#pragma once
#include "table.h"

namespace gate {

enum class Gpus : std::uint8_t {
  ends,  // the oldest, and the newest at its smaller subgroups; takes 5 seconds
  all,   // takes 20
};

// Makes a Sorter of every configuration on these GPUs.
// Errors: gpu::Error as NullDevice, if a Sorter cannot be made, or if the driver compiled for another subgroup size.
[[nodiscard]] Table measureShipped(Gpus gpus);

// What a host pays for its pipelines: one line per GPU with their number and the bytes of their code.
[[nodiscard]] std::string summary(const Table& table);

}  // namespace gate
