// A header of the host; vksort has one of the same name.
#pragma once

namespace host {

inline constexpr int kPasses = 1;

}  // namespace host
