// Which list and which part of it the workgroups of a merge take, of lists of up to 2^23 slots: of no elements.
#include <doctest/doctest.h>

#include <algorithm>
#include <array>

#include "list_slots.spv.h"
#include "sort/bitonic/interface.h"
#include "state_shader.h"
#include "support/check/conform.h"

namespace test {
namespace {

constexpr uint32_t kTileLog2 = 9, kAsked = 70;  // workgroups

struct PushBoth {
  vksort::Push push{};
  vksort::bitonic::PassPush pass{};
};

using Job = std::array<uint32_t, 5>;  // whether there is one, first key, first value, count, number of the workgroup

// Of lists that have 2^k slots each, `ks` falling; a workgroup for each 2^-parts_log2 of a slot.
std::vector<Job> jobsOf(const std::vector<uint32_t>& ks, uint32_t parts_log2, uint32_t least_slots_log2) {
  std::vector<Job> jobs(kAsked, Job{});
  uint32_t begin = 0;
  for (uint32_t list = 0; list < ks.size() && ks[list] >= least_slots_log2; ++list) {
    const uint32_t groups = 1u << (ks[list] + parts_log2);
    for (uint32_t i = 0; i < std::min(groups, kAsked) && begin + i < kAsked; ++i)
      jobs[begin + i] = {1, 3 + 100 * list, 5 + 100 * list, 1000 + list, i};
    begin += groups;
  }
  return jobs;
}

gpu::Buffer stateOf(const StateShader& shader, const std::vector<uint32_t>& ks) {
  gpu::Buffer state = shader.words(VKSORT_LISTS_QUEUES + 2 * ks.size(), 0);
  const std::span<uint32_t> words = state.as<uint32_t>();
  for (uint32_t list = 0; list < ks.size(); ++list) {
    for (uint32_t k = 0; k <= ks[list]; ++k) {
      words[VKSORT_LISTS_SLOT_END + k] += 1u << ks[list];
      ++words[VKSORT_LISTS_LIST_END + k];
    }
    words[VKSORT_LISTS_QUEUES + 2 * list] = 100 * list;
    words[VKSORT_LISTS_QUEUES + 2 * list + 1] = 1000 + list;
  }
  return state;
}

}  // namespace

TEST_CASE("workgroups_find_their_part_of_a_list_of_any_size" * doctest::test_suite("one width")) {
  onEveryDeviceUnvalidated([](Rig& rig) {
    for (const uint32_t parts_log2 : {0u, 1u, 4u}) {
      vksort::PipelineSource source{};
      source.module = vksort::plainModule({list_slots, sizeof list_slots});
      source.constant_count = VKSORT_SPEC_COUNT;
      source.constants[VKSORT_SPEC_WORKGROUP] = 1;
      source.constants[VKSORT_SPEC_TILE_LOG2] = kTileLog2;
      source.constants[VKSORT_SPEC_LISTS] = kTileLog2 + parts_log2;
      const StateShader shader(rig.device(), source, sizeof(PushBoth));
      const gpu::Buffer found = shader.words(5 * kAsked, ~0u);
      std::vector<std::vector<uint32_t>> tables = {{}, {5, 4, 4, 3, 1, 1, 0, 0, 0}, {3, 3, 3, 3, 2, 2, 0}};
      for (uint32_t k = 0; k < VKSORT_LISTS_SLOTS_LOG2; ++k) tables.push_back({k, k / 2, 0});
      for (const std::vector<uint32_t>& ks : tables) {
        for (const uint32_t least : {0u, 1u, 3u}) {
          CAPTURE(parts_log2);
          INFO(ks.size() << " lists, the largest of 2^" << (ks.empty() ? 0 : ks[0]) << " slots");
          CAPTURE(least);
          PushBoth words;
          words.push.first_key = 3;
          words.push.first_value = 5;
          words.pass.queue = VKSORT_LISTS_QUEUES;
          words.pass.least_slots_log2 = least;
          shader.run(stateOf(shader, ks), VKSORT_BINDING_KEYS, found,
                     [&](const StateShader::Recorder& recorder) { recorder.dispatch(&words, kAsked); });
          found.invalidate();
          const std::vector<Job> wanted = jobsOf(ks, parts_log2, least);
          for (uint32_t i = 0; i < kAsked; ++i) {
            CAPTURE(i);
            REQUIRE(std::ranges::equal(found.as<uint32_t>().subspan(5 * i, 5), wanted[i]));
          }
        }
      }
    }
  });
}

}  // namespace test
