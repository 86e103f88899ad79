// A header of the application. vksort has one with the same name.
#pragma once

namespace host {

inline constexpr int kPasses = 1;

}  // namespace host
