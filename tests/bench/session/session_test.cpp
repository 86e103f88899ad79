// A session: what it makes of each measurement.
#include "session/session.h"

#include <doctest/doctest.h>

#include <bit>

#include "bench/told_times.h"
#include "paths.h"
#include "support/child.h"
#include "support/devices.h"

namespace test {
namespace {

// Keeps the rows.
struct Kept : bench::Output {
  explicit Kept(std::vector<bench::Row>& to) : rows(to) {}
  void row(const bench::Row& row) override { rows.push_back(row); }
  std::vector<bench::Row>& rows;
};

}  // namespace

TEST_CASE("rows_have_their_share_of_the_copy_rate_their_memory_and_the_anchors_of_their_mode") {
  constexpr std::uint32_t kCount = 1024;
  TestDevice& device = devices().front();
  const gpu::DeviceProperties& properties = device.device->properties();
  const bool software = properties.core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  const double copied =
      std::min<double>(software ? 32 << 20 : 256 << 20, std::bit_floor(properties.core.limits.maxStorageBufferRange));
  bench::SessionInfo info;
  info.repeat = 1;
  info.outputs.against = scratch("session-anchors.csv");
  writeFile(info.outputs.against, "system,mode,log2_n,gpu_us\na,keys,10,2\nb,pairs,10,3\n");
  info.configuration.max_count = kCount;
  for (const bool lent : {false, true}) {
    info.configuration.scratch = lent;
    info.configuration.algorithm = lent ? vksort::Algorithm::radix : vksort::Algorithm::bitonic;
    info.configuration.input.ordering.values = lent ? vksort::Values::split : vksort::Values::none;
    std::vector<bench::Row> rows;
    const bench::Plan plan = {{{kCount, {"cpu", "vksort", "verify"}}}, {}};
    // A copy takes twice as long as the sort.
    const ToldTimes told(*device.device,
                         std::vector<std::uint64_t>{2000, 1000, 2000, 2000, 2000, 2000, 2000, 2000, 2000});
    CHECK(bench::measurePlan(*device.device, info, plan, std::make_unique<Kept>(rows)) == 0);
    REQUIRE(rows.size() == 3);
    for (const bench::Row& row : rows) {
      CAPTURE(row.algorithm);
      CHECK((row.scratch_bytes > kCount * 8) == (lent && row.algorithm == "vksort"));
      CHECK((row.scratch_bytes == 0) == !(lent && row.algorithm == "vksort"));
      CHECK(row.copy_share == doctest::Approx(2 * row.bytes_moved / (2 * copied)));
      CHECK((row.copy_share > 0) == (row.algorithm != "cpu"));
      if (row.algorithm == "verify") {
        CHECK(row.anchors.empty());
      } else {
        REQUIRE(row.anchors.size() == 1);
        CHECK(row.anchors[0].system == (lent ? "b" : "a"));
      }
    }
    CHECK(rows[1].used == (lent ? "radix" : "bitonic"));
  }
  expectNoValidationMessages();
}

}  // namespace test
