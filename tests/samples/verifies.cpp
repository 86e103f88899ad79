#undef NDEBUG
#include "verifies.h"

#include "verify_by_default.h"

namespace test {

bool verifiesInDebugBuilds() { return particles::kVerifyByDefault; }

}  // namespace test
