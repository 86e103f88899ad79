// Verifications on the device, among guard words.
#pragma once
#include <span>
#include <vector>

#include "support/device/rig.h"
#include "support/oracle/oracle.h"

namespace test {

vksort::VerifyResult verifyOnHost(const Config& config, const Elements& elements);

uint32_t countInversions(const Config& config, const Elements& elements);

inline constexpr uint32_t kVerifiedTile = 2048;  // elements per workgroup

// Every layout and tie rule in every order of every key type.
std::vector<Config> allOrderings();

struct Verification {
  const Config* config;
  const Elements* elements;
};

struct Verified {
  std::vector<vksort::VerifyResult> results;
  std::size_t trespasses = 0;        // words changed outside results
  std::size_t missing_barriers = 0;
};

// Guard words surround ranges and results. Ranges start at odd elements, and the device does not clamp accesses; see
// Faults::widen.
Verified verifyOnDevice(Rig& rig, const vksort::Verifier& verifier, std::span<const Verification> list,
                        const Faults& faults = {});

void expectAgreement(Rig& rig, const vksort::Verifier& verifier, const Config& config, std::span<const Elements> list);

}  // namespace test

bool operator==(const vksortVerifyResult& a, const vksortVerifyResult& b);
