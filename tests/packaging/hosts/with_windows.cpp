// A host on Windows. <windows.h> comes first, with every macro that it has, and the loader is the system's.
#include <windows.h>
#define min(a, b) windows  // MSVC's header has these, too
#define max(a, b) windows

#include "host.h"
#include "vksort_plan.h"
#include "vksort.h"
#include "vksort_toolkit.h"

static_assert(ERROR == 0, "the macros of windows.h are there");

int main() {
  const HMODULE loader = LoadLibraryA("vulkan-1.dll");
  if (!loader) return 10;
  void* const get = reinterpret_cast<void*>(GetProcAddress(loader, "vkGetInstanceProcAddr"));
  return host::run(reinterpret_cast<PFN_vkGetInstanceProcAddr>(get));
}
