// Frames of a camera that turns around points, each sorted from the order of the one before.
#include <doctest/doctest.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bench/program.h"
#include "camera/orbit.h"
#include "gpu/commands.h"
#include "input/workload.h"
#include "support/devices.h"

namespace test {
namespace {

using bench::Elements;

constexpr std::uint32_t kPoints = 5000;

bench::Input depthsOfPoints(vksort::Order order) {
  bench::Input input;
  input.ordering.key_type = vksort::KeyType::f32;
  input.ordering.order = order;
  input.ordering.values = vksort::Values::split;
  return input;
}

float depthOf(std::uint32_t key) { return std::bit_cast<float>(key); }

}  // namespace

TEST_CASE("each_frame_has_the_depths_of_its_camera_in_the_order_that_is_there") {
  constexpr double kDegrees = 7.5;
  for (const vksort::Order order : {vksort::Order::ascending, vksort::Order::descending}) {
    for (const auto& device : devices()) {
      const bench::Input input = depthsOfPoints(order);
      auto orbit = std::make_unique<bench::Orbit>(*device.device, input, kDegrees, kPoints);
      const Elements start = orbit->start();
      for (std::size_t i = 1; i < kPoints; ++i) {
        const float before = depthOf(start.keys[i - 1]), after = depthOf(start.keys[i]);
        REQUIRE((order == vksort::Order::ascending ? before <= after : before >= after));
      }
      const bench::Workload workload(*device.device, input, start, kPoints, std::move(orbit));
      const std::vector<bench::Position> points = bench::makeClusters(input.seed, kPoints);
      const bench::Transfer transfer(*device.device, kPoints);
      for (std::uint32_t round = 0; round < 3; ++round) {
        gpu::submitAndWait(*device.device, [&](VkCommandBuffer cmd) {
          workload.restore(cmd, round);
          gpu::fullBarrier(*device.device, cmd);
        });
        Elements found{std::vector<std::uint32_t>(kPoints), std::vector<std::uint32_t>(kPoints)};
        transfer.download(workload.buffers()[0], 0, found.keys);
        transfer.download(workload.buffers()[1], 0, found.values);
        CHECK(found.values == start.values);  // nobody sorts
        const bench::DepthRow row = bench::depthRowAt(kDegrees * (round + 1));
        std::size_t same = 0;
        for (std::size_t i = 0; i < kPoints; ++i)
          same += found.keys[i] == bench::depthKey(points[found.values[i]], row);
        CHECK(same == kPoints);
        CHECK_FALSE(workload.verify(kPoints, round));
      }
    }
  }
}

TEST_CASE("frames_of_a_camera_are_timed_and_verified") {
  for (const std::string mode : {"--camera 0.25", "--camera 30 --order descending --coherent",
                                 "--camera 0 --ties any --coherent --scratch on --use radix",
                                 "--camera 30 --coherent --scratch on --value-bits 14 --use radix"}) {
    const ChildResult result = bench("--json --path " + std::string(mode.ends_with("radix") ? "automatic" : "floor") +
                                         " --keys f32 --values u32 --count 1,700,9000 --repeat 3 --algorithm all " +
                                         mode + " --csv '" + kCsv + "'",
                                     "2>/dev/null");
    CAPTURE(result.output);
    REQUIRE(result.exit_code == 0);
    const nlohmann::json rows = nlohmann::json::parse(result.output);
    REQUIRE(rows.size() == 3);  // vksort alone
    const std::string degrees = mode.substr(9, mode.find(' ', 9) - 9);
    for (const auto& row : rows) {
      CHECK(row["verified"] == true);
      CHECK(row["camera"] == std::stod(degrees));
    }
    const std::vector<std::string> lines = splitLines(readFile(kCsv));
    REQUIRE(lines.size() == 4);
    for (std::size_t i = 1; i < 4; ++i)
      CHECK(lines[i].ends_with("," + degrees + (mode.find("--value-bits") == std::string::npos ? ",32" : ",14")));
  }
}

}  // namespace test
