// Runs the frame of guides/frame.md three times without waiting, and compares the result with a frame of the CPU. With
// an argument n, it leaves out the n-th barrier of each frame.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <numeric>
#include <random>

#include "hosts/pages.h"
#include "simulate_comp.spv.h"
#include "splat_frag.spv.h"
#include "splat_vert.spv.h"

namespace host {

#include "guides/frame.h"

constexpr uint32_t kFrames = 3, kSize = Target::kSize;
constexpr float kSeconds = 1;

// The coordinates x, y and z of a position become x, y and w.
constexpr Camera cameraFor(uint32_t count) {
  return {{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0.5F, 1, 0, 0, 0, 0}, kSeconds, count};
}

// Each splat stays in the center of its pixel, or off the screen, and moves along the ray from the eye. All numbers are
// exact in a float. Many depths are equal. No splat is so close that it covers two pixels.
std::vector<Splat> initialSplats(uint32_t count) {
  std::mt19937 random(1);
  const auto below = [&random](uint32_t limit) { return static_cast<float>(random() % limit); };
  std::vector<Splat> splats(count);
  for (Splat& splat : splats) {
    const float ray[] = {(2 * below(4 * kSize) + 1) / kSize - 4, (2 * below(2 * kSize) + 1) / kSize - 2, 1};
    const float depth = 8 * below(80) - 320, speed = 8 * below(9) - 32;
    for (int axis = 0; axis < 3; ++axis) {
      splat.position[axis] = ray[axis] * depth;
      splat.velocity[axis] = ray[axis] * speed;
    }
    splat.radius = 0.5F;
    splat.color = static_cast<uint32_t>(random()) | 0xff000000u;
  }
  return splats;
}

// The expected result of the last frame.
struct Expected {
  std::vector<Splat> splats, drawn;
  std::vector<uint32_t> pixels = std::vector<uint32_t>(kSize * kSize);
  uint32_t visible_count = 0;

  Expected(uint32_t n, uint32_t k) : splats(initialSplats(n)) {
    std::vector<uint32_t> order;
    for (Splat& splat : splats)
      for (int axis = 0; axis < 3; ++axis) splat.position[axis] += kFrames * kSeconds * splat.velocity[axis];
    const auto depth = [this](uint32_t i) { return splats[i].position[2]; };
    for (uint32_t i = 0; i < n; ++i) {
      const float limit = depth(i) + splats[i].radius;
      if (depth(i) >= 0 && std::abs(splats[i].position[0]) <= limit && std::abs(splats[i].position[1]) <= limit)
        order.push_back(i);
    }
    visible_count = static_cast<uint32_t>(order.size());
    std::ranges::stable_sort(order, {}, depth);
    order.resize(std::min(k, visible_count));
    std::ranges::sort(order);
    std::ranges::stable_sort(order, std::greater{}, depth);
    for (const uint32_t i : order) {
      drawn.push_back(splats[i]);
      const auto pixel = [&](int axis) {
        return depth(i) > 0 ? (splats[i].position[axis] / depth(i) + 1) / 2 * kSize : kSize;
      };
      if (pixel(0) > 0 && pixel(0) < kSize && pixel(1) > 0 && pixel(1) < kSize)
        pixels[static_cast<uint32_t>(pixel(1)) * kSize + static_cast<uint32_t>(pixel(0))] = splats[i].color;
    }
  }
};

const char* runFrames(Gpu& gpu, uint32_t n, uint32_t k) {
  const auto allocate = [&gpu](VkDeviceSize bytes, VkBufferUsageFlags usage) { return gpu.allocate(bytes, usage); };
  Frame frame{};
  frame.n = n;
  frame.k = k;
  gpu::check(createFrame(nodes::deviceOf(gpu.device()), allocate, frame), "createFrame");
  const VkShaderStageFlags stages = VK_SHADER_STAGE_COMPUTE_BIT | VK_SHADER_STAGE_VERTEX_BIT;
  const Pass pass = gpu.pass(std::vector{frame.splats, frame.depths, frame.drawn}, {sizeof(Camera), stages});
  const auto simulate =
      gpu::computePipeline(gpu.device(), {.code = simulate_comp, .layout = pass.layout.get(), .name = "simulate"});
  const auto draw = gpu::graphicsPipeline(gpu.device(), {.vertex = splat_vert,
                                                         .fragment = splat_frag,
                                                         .layout = pass.layout.get(),
                                                         .color_format = Target::kFormat,
                                                         .topology = VK_PRIMITIVE_TOPOLOGY_TRIANGLE_STRIP,
                                                         .blend = true});
  frame.simulate = simulate.get();
  frame.draw = draw.get();
  frame.layout = pass.layout.get();
  frame.set = pass.set;
  std::ranges::copy(initialSplats(n), gpu.at<Splat>(frame.splats.buffer).begin());
  Arguments& arguments = gpu.at<Arguments>(frame.arguments)[0];
  arguments = {{4, 0, 0, 0}, 0};
  const vksort::Range pixels = gpu.allocate(4 * kSize * kSize, VK_BUFFER_USAGE_TRANSFER_DST_BIT);
  gpu.flush();
  std::vector<Target> targets;
  for (uint32_t i = 0; i < kFrames; ++i) targets.emplace_back(gpu.device());
  for (const Target& target : targets) {
    gpu.submit([&](VkCommandBuffer cmd) {
      target.record(cmd, [&](const VkRenderingInfo& rendering) {
        if (!recordFrame(cmd, frame, cameraFor(n), rendering).ok()) throw gpu::Error("recordFrame");
      });
      if (&target != &targets.back()) return;
      target.read(cmd, pixels.buffer);
      toHost(cmd);
    });
  }
  gpu.wait();

  const Expected expected(n, k);
  const auto isEqual = [&](const auto& values, VkBuffer buffer) {
    return std::memcmp(values.data(), gpu.at<std::byte>(buffer).data(), values.size() * sizeof values[0]) == 0;
  };
  const auto count = static_cast<uint32_t>(expected.drawn.size());
  if (!isEqual(expected.splats, frame.splats.buffer)) return "WRONG SPLATS";
  if (arguments.visible_count != expected.visible_count) return "WRONG CULL";
  if (arguments.draw.instanceCount != count || arguments.draw.vertexCount != 4) return "WRONG ARGUMENTS";
  if (!isEqual(expected.drawn, frame.drawn.buffer)) return "WRONG ORDER";
  return isEqual(expected.pixels, pixels.buffer) ? "right" : "WRONG PICTURE";
}

}  // namespace host

int main(int argc, char** argv) {
  if (argc > 1) host::left_out = std::atoi(argv[1]);
  host::Gpu gpu;
  if (!gpu.runs()) return host::kSkipped;
  // The select is one dispatch or several, and there are fewer or more visible splats than it selects.
  bool right = true;
  for (const auto& [n, k] : {std::pair{16'000u, 700u}, {17'000u, 9'000u}}) {
    const char* const result = host::runFrames(gpu, n, k);
    std::printf("%d barriers: %s\n", host::barriers, result);
    right &= std::string(result) == "right";
    if (host::left_out != host::kNone) break;
  }
  return right ? 0 : 1;
}
