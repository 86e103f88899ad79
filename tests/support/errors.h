#pragma once
#include <exception>
#include <string>

namespace test {

// Returns an empty string if `call` throws nothing.
template <typename Call>
std::string errorOf(Call call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return {};
}

}  // namespace test
