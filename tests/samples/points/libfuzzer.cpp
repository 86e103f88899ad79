// The readers of points for libFuzzer: whatever the bytes are, they are read or refused. The first byte says how.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>

#include "points/files.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
  const std::size_t piece = data[0] >= 128 ? 7 : bytes.size() + 1;
  particles::Cloud cloud;
  try {
    cloud = data[0] % 8 == 7 ? test::readCsvText(bytes, piece) : test::readPlyText(bytes, piece, data[0] % 4);
  } catch (const std::exception&) {
    return 0;
  }
  const std::size_t words = std::size_t{cloud.count()} * particles::wordsOf(cloud.harmonics.degree);
  if (cloud.count() == 0 || cloud.splats.size() != cloud.count() || cloud.harmonics.words.size() != words) std::abort();
  cloud.fit(particles::Up::z, {0.0F, 1.0F, 0.0F}, 2.0F);
  return 0;
}
