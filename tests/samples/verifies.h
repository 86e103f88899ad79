// What builds of another kind than this one do.
#pragma once

namespace test {

bool verifiesInDebugBuilds();

}  // namespace test
