// Reads outside the range: what is read there may be thrown away again, so no result and no guard word tells. On a
// software device the pages around the range can be fenced off, and every access to them counted.
#include <doctest/doctest.h>

#include "support/mutants/mutants.h"

namespace test {
namespace {

const Trial kTrial({Tag::read_past_end});

}  // namespace
}  // namespace test

#if defined(__unix__)
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>

#include "gpu/commands.h"
#include "gpu/descriptors.h"
#include "support/check/conform.h"
#include "support/skip.h"

namespace test {
namespace {

using vksort::Values;

// While it lives, an access to the pages is counted, and then let through to that page.
class Fence {
 public:
  explicit Fence(std::span<std::byte> pages) : pages_(pages) {
    fenced = pages;
    faults = 0;
    struct sigaction action {};
    action.sa_sigaction = onFault;
    action.sa_flags = SA_SIGINFO;
    sigaction(SIGSEGV, &action, &old_);
    mprotect(pages.data(), pages.size(), PROT_NONE);
  }
  ~Fence() {
    mprotect(pages_.data(), pages_.size(), PROT_READ | PROT_WRITE);
    sigaction(SIGSEGV, &old_, nullptr);
  }
  Fence(const Fence&) = delete;
  Fence& operator=(const Fence&) = delete;

  static uint32_t count() { return faults; }
  static std::size_t pageBytes() { return static_cast<std::size_t>(sysconf(_SC_PAGESIZE)); }

 private:
  static void onFault(int, siginfo_t* info, void*) {
    auto* address = static_cast<std::byte*>(info->si_addr);
    if (address < fenced.data() || address >= fenced.data() + fenced.size()) {
      signal(SIGSEGV, SIG_DFL);  // not ours
      return;
    }
    ++faults;
    const auto in_page = reinterpret_cast<std::uintptr_t>(address) % pageBytes();
    mprotect(address - in_page, pageBytes(), PROT_READ | PROT_WRITE);
  }

  static inline std::span<std::byte> fenced;
  static inline std::atomic<uint32_t> faults = 0;
  std::span<std::byte> pages_;
  struct sigaction old_ {};
};

// A range of a buffer of the device, with fenced pages right before or right behind it.
struct FencedRange {
  FencedRange(Rig& rig, std::size_t bytes, bool before) {
    const std::size_t page = Fence::pageBytes();
    const std::size_t inner = (bytes + page - 1) / page * page;
    const std::size_t reach = std::size_t{1} << 17;  // as far as the largest tile reaches
    buffer = {rig.device(), inner + 2 * reach + page, VK_BUFFER_USAGE_STORAGE_BUFFER_BIT, gpu::Memory::readback};
    const auto begin = reinterpret_cast<std::uintptr_t>(buffer.bytes().data());
    const std::size_t lead = (page - begin % page) % page;
    std::byte* const pages = buffer.bytes().data() + lead + reach;  // the range's
    const std::size_t slack = before ? 0 : inner - bytes;
    words = reinterpret_cast<uint32_t*>(pages + slack);
    range = {buffer.handle(), lead + reach + slack, bytes};
    outside = {before ? pages - reach : pages + inner, reach};
  }
  gpu::Buffer buffer;
  uint32_t* words = nullptr;
  vksort::Range range;
  std::span<std::byte> outside;
};

// Accesses before or behind a range of n elements that begins, or ends, with a page. Counts results that are wrong too.
uint32_t accessesOutside(Rig& rig, const vksort::Sorter& sorter, const Config& config, uint32_t n, bool before) {
  const FencedRange fenced(rig, std::size_t{n} * keyWords(config) * 4, before);
  uint32_t* const words = fenced.words;
  const Elements elements = generate(config, {n, Keys::random, Payload::random, nextSeed()});
  putKeys(config, elements, words);

  gpu::DescriptorPool sets;
  vksort::SortInfo info;
  info.keys = fenced.range;
  info.count = n;
  const gpu::Buffer counts(rig.device(), 4 + vksort::kStateBytes,
                           VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT,
                           gpu::Memory::readback);
  if (config.count == vksort::Count::device) {
    counts.as<uint32_t>()[0] = 0xffffffffu;
    info.device_count = {counts.handle(), 0};
    info.state = {counts.handle(), 4, vksort::kStateBytes};
  }
  if (sorter.descriptorSetLayout() != VK_NULL_HANDLE) {
    sets = {rig.device(), 1, vksort::kDescriptorsPerSet};
    info.descriptor_set = sets.allocate(sorter.descriptorSetLayout());
  }
  HookScope hooks;
  hooks.faults.widen.push_back({fenced.buffer.handle(), fenced.buffer.size()});
  uint32_t outside = 0;
  {
    const Fence fence(fenced.outside);
    gpu::submitAndWait(rig.device(), [&](VkCommandBuffer cmd) {
      REQUIRE(sorter.record(cmd, info) == vksort::SortStatus::ok);
      memoryBarrier(rig.device(), cmd, vksort::kAfter, {VK_PIPELINE_STAGE_HOST_BIT, VK_ACCESS_HOST_READ_BIT});
    });
    outside = Fence::count();
  }
  Elements after = elements;
  getKeys(config, words, after);
  CHECK(explainWrong(config, elements, after) == "");
  return outside;
}

// The same of a verification; its result lies elsewhere.
uint32_t verifierAccessesOutside(Rig& rig, const vksort::Verifier& verifier, Values values, uint32_t n, bool before) {
  const FencedRange fenced(rig, std::size_t{n} * (values == Values::interleaved ? 8 : 4), before);
  const gpu::Buffer result(rig.device(), sizeof(vksort::VerifyResult), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT);
  gpu::DescriptorPool sets;
  vksort::VerifyInfo info;
  info.ordering.values = values;
  info.keys = fenced.range;
  info.count = n;
  info.result = {result.handle(), 0, result.size()};
  if (verifier.descriptorSetLayout() != VK_NULL_HANDLE) {
    sets = {rig.device(), 1, vksort::kVerifyDescriptorsPerSet};
    info.descriptor_set = sets.allocate(verifier.descriptorSetLayout());
  }
  HookScope hooks;
  hooks.faults.widen.push_back({fenced.buffer.handle(), fenced.buffer.size()});
  const Fence fence(fenced.outside);
  gpu::submitAndWait(rig.device(),
                     [&](VkCommandBuffer cmd) { REQUIRE(verifier.record(cmd, info) == vksort::VerifyStatus::ok); });
  return Fence::count();
}

// The sizes whose sorts have partial workgroups in each kernel.
std::vector<uint32_t> partialSizes(Rig& rig, const Config& config) {
  const vksort::Shape tuning = rig.tuning(config);
  const uint32_t tile = 1u << tuning.tile_log2;
  const uint32_t subgroup = 1u << tuning.elementsLog2(vksort::Kernel::subgroup_sort);
  return {2, 3, subgroup - 1, tile / 8 + 1, tile / 4 + 1, tile / 2 + 1, tile - 1, tile + 1, 2 * tile + 1, 5 * tile + 1};
}

bool canFence(Rig& rig) { return rig.device().properties().core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU; }

constexpr Config kConfigs[] = {
    {.values = Values::none},
    {.values = Values::none, .path = vksort::Path::floor},
    {.values = Values::interleaved, .path = vksort::Path::floor},
    {.key_type = vksort::KeyType::u64, .values = Values::none},
    {.values = Values::none, .path = vksort::Path::floor, .count = vksort::Count::device},
};

}  // namespace

TEST_CASE("never_reads_outside_the_range" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    if (!canFence(rig)) return skip("the device does not use pages of the host");
    for (const Config& config : kConfigs) {
      for (const uint32_t n : partialSizes(rig, config)) {
        INFO(describe(config) << ", n " << n);
        CHECK(accessesOutside(rig, rig.sorter(config), config, n, true) == 0);
        CHECK(accessesOutside(rig, rig.sorter(config), config, n, false) == 0);
      }
    }
  });
}

TEST_CASE("the_verifier_never_reads_outside_the_range" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    if (!canFence(rig)) return skip("the device does not use pages of the host");
    for (const Values values : {Values::none, Values::interleaved}) {
      for (const uint32_t n : {1u, 2u, 127u, 2047u, 2048u, 2049u, 5001u}) {
        INFO("values " << static_cast<int>(values) << ", n " << n);
        CHECK(verifierAccessesOutside(rig, rig.verifier(), values, n, true) == 0);
        CHECK(verifierAccessesOutside(rig, rig.verifier(), values, n, false) == 0);
      }
    }
    const HookScope hooks(planted(mutantOf("verify_reads_on", "verify")));
    CHECK(verifierAccessesOutside(rig, rig.makeVerifier(), Values::none, 2048, false) > 0);
  });
}

TEST_CASE("notices_reads_outside_the_range" * doctest::test_suite("one width")) {
  onEveryDevice([](Rig& rig) {
    if (!canFence(rig)) return skip("the device does not use pages of the host");
    uint32_t mutants = 0, without = 0;  // of the device's kernels
    for (const Mutant& mutant : kTrial.mutants()) {
      const bool subgroup = mutant.kernel == vksort::Kernel::subgroup_sort;
      if (subgroup && !rig.hasSubgroupPass() && ++without) continue;
      const Config config{.values = mutant.element == vksort::Element::pair ? Values::interleaved : Values::none,
                          .path = subgroup ? vksort::Path::automatic : vksort::Path::floor};
      const std::string name = describe(mutant);
      INFO(name);
      const HookScope hooks(planted(mutant));
      const vksort::Sorter sorter = rig.makeSorter(config);
      const uint32_t tile = 1u << rig.tuning(config).tile_log2;
      const uint32_t n = subgroup ? 5 : mutant.kernel == vksort::Kernel::tile_sort ? tile - 1 : 2 * tile + 1;
      CHECK(accessesOutside(rig, sorter, config, n, false) > 0);
      ++mutants;
    }
    CHECK(mutants + without == kTrial.rows());
  });
}

}  // namespace test

#endif
