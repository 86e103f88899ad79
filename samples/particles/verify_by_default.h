// Whether every frame is verified even where nobody asks for it.
#pragma once

namespace particles {

#ifdef NDEBUG
constexpr bool kVerifyByDefault = false;
#else
constexpr bool kVerifyByDefault = true;
#endif

}  // namespace particles
