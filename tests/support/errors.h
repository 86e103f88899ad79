#pragma once
#include <exception>
#include <string>

namespace test {

// Returns the text of the exception that `call` throws, or an empty string.
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
