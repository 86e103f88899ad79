// Structs and handles of C from those of C++.
#pragma once
#include <cstring>

#include "vksort_c.h"
#include "vksort_toolkit_c.h"

namespace test {

// A C struct with the members of its twin.
template <typename C, typename Cpp>
C toC(const Cpp& cpp) {
  C c{};
  std::size_t begin = 0;
  if constexpr (requires { c.struct_size; }) {
    begin = sizeof c.struct_size;
    c.struct_size = sizeof c;
  }
  std::memcpy(reinterpret_cast<char*>(&c) + begin, &cpp, sizeof cpp);
  return c;
}

template <typename C, typename Cpp>
bool isSame(const Cpp& cpp, const C& c) {
  static_assert(sizeof cpp == sizeof c);
  return std::memcmp(&cpp, &c, sizeof c) == 0;
}

// The handle of an object of C++, which still owns it.
template <typename Handle, typename Object>
Handle handleOf(const Object& object) {
  static_assert(sizeof(Handle) == sizeof(Object));
  Handle handle;
  std::memcpy(&handle, &object, sizeof handle);
  return handle;
}

}  // namespace test
