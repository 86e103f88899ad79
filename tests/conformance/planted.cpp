// vksort-conform with small kernels and a faulty device, for program_test.cpp. VKSORT_PLANTED selects the fault:
// wrong: dispatches of more than one workgroup do nothing
// crash: the same dispatches end the process
// flaky=FILE: like wrong until FILE exists, which the first affected dispatch creates
#include <volk.h>

#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "program.h"

namespace {

PFN_vkGetDeviceProcAddr device_functions = nullptr;
PFN_vkCmdDispatch dispatch = nullptr;

bool passes(std::uint32_t groups) {
  const char* variable = std::getenv("VKSORT_PLANTED");
  const std::string fault = variable != nullptr ? variable : "";
  if (groups <= 1 || fault.empty()) return true;
  if (fault == "crash") std::abort();
  if (!fault.starts_with("flaky=")) return false;
  const std::string file = fault.substr(std::strlen("flaky="));
  if (std::filesystem::exists(file)) return true;
  std::ofstream(file).put('x');
  return false;
}

void VKAPI_CALL dispatchPlanted(VkCommandBuffer cmd, std::uint32_t x, std::uint32_t y, std::uint32_t z) {
  if (passes(x * y * z)) dispatch(cmd, x, y, z);
}

PFN_vkVoidFunction VKAPI_CALL deviceFunction(VkDevice device, const char* name) {
  const PFN_vkVoidFunction found = device_functions(device, name);
  if (std::strcmp(name, "vkCmdDispatch") != 0) return found;
  dispatch = reinterpret_cast<PFN_vkCmdDispatch>(found);
  return reinterpret_cast<PFN_vkVoidFunction>(dispatchPlanted);
}

PFN_vkVoidFunction VKAPI_CALL instanceFunction(VkInstance instance, const char* name) {
  const PFN_vkVoidFunction found = vkGetInstanceProcAddr(instance, name);
  if (std::strcmp(name, "vkGetDeviceProcAddr") != 0) return found;
  device_functions = reinterpret_cast<PFN_vkGetDeviceProcAddr>(found);
  return reinterpret_cast<PFN_vkVoidFunction>(deviceFunction);
}

}  // namespace

int main(int argc, char** argv) { return conform::runProgram(argc, argv, instanceFunction); }
