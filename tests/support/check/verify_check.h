// Verifications on the device, among guard words.
#pragma once
#include <span>
#include <vector>

#include "support/device/rig.h"
#include "support/oracle/oracle.h"

namespace test {

// What the host's twin says of the elements.
vksort::VerifyResult verifyOnHost(const Config& config, const Elements& elements);

// What the oracle says of their order: neighbours of which the first is after the second.
uint32_t countInversions(const Config& config, const Elements& elements);

inline constexpr uint32_t kVerifiedTile = 2048;  // elements that a workgroup looks at

// Every layout and tie rule in every order of every key type.
std::vector<Config> allOrderings();

struct Verification {
  const Config* config;
  const Elements* elements;
};

struct Verified {
  std::vector<vksort::VerifyResult> results;
  std::size_t trespasses = 0;        // words that changed outside the results
  std::size_t missing_barriers = 0;  // as the barrier oracle says
};

// Verifies each in ranges of its own, all in one submission. Guard words surround ranges and results; results begin as
// guards too, and ranges at odd elements. The device does not clamp accesses to keys and values, see Faults::widen.
Verified verifyOnDevice(Rig& rig, const vksort::Verifier& verifier, std::span<const Verification> list,
                        const Faults& faults = {});

// Verifies on the device and compares with host and oracle.
void expectAgreement(Rig& rig, const vksort::Verifier& verifier, const Config& config, std::span<const Elements> list);

}  // namespace test

bool operator==(const vksortVerifyResult& a, const vksortVerifyResult& b);
