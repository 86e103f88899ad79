// A Windows application that includes <windows.h> first, with all of its macros, and links the loader.
#include <windows.h>
#define min(a, b) windows  // the header of MSVC defines these as well
#define max(a, b) windows

#include "host.h"
#include "vksort.h"
#include "vksort_plan.h"
#include "vksort_toolkit.h"

static_assert(ERROR == 0, "the macros of windows.h are there");

int main() {
  const HMODULE loader = LoadLibraryA("vulkan-1.dll");
  if (!loader) return 10;
  void* const get = reinterpret_cast<void*>(GetProcAddress(loader, "vkGetInstanceProcAddr"));
  return host::run(reinterpret_cast<PFN_vkGetInstanceProcAddr>(get));
}
