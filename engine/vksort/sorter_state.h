// The state of a Sorter.
#pragma once

#include <atomic>

#include "algorithm.h"
#include "vulkan/support.h"

namespace vksort {

// Algorithms that recordings may take, and their pipelines. In the masks, bit i stands for kernel i.
struct Level {
  Algorithms algorithms;
  std::uint64_t kernels;                            // of the algorithms; 0: the level is not in use
  std::uint16_t pipeline_of[vksort::kKernelCount];  // by kernel: its place in Pipelines::list
  std::atomic<std::uint64_t> missing{0};            // pipelines that do not exist yet, or have not passed the self-test
  mutable std::atomic<std::uint64_t> wanted{0};     // that recordings missed
  // JobLock guards these.
  std::uint64_t made = 0;   // pipelines that exist
  std::uint64_t begun = 0;  // that a job makes

  // Fills all but the algorithms. Pipelines that do not exist in `before` get their place from `first_pipeline` on.
  // Pipelines of the same source as in the level `before`, which may be null, are those of that level. All are missing.
  void setUp(std::uint32_t first_pipeline, const KeyGenerator* keys, const Level* before);
};
static_assert(vksort::kKernelCount <= 64);
[[nodiscard]] constexpr std::uint64_t bitOf(std::uint32_t i) { return std::uint64_t{1} << i; }

// A rejection removes look-back, the radix sort, rank merge or subgroup operations. The baseline is the last level.
inline constexpr std::uint32_t kBaselineLevel = 5;
static_assert((kBaselineLevel + 1) * vksort::kKernelCount <= kMaxPipelines);

// The self-test of a level.
struct LevelTest {
  TrialList trials;
  std::uint64_t left = 0;  // trials that have not passed. Bit i stands for trial i

  void setUp(const Algorithms& algorithms);
};

// Staged creation: the input of the host's pipeline jobs.
struct Staging {
  Level levels[kBaselineLevel];  // but the first one
  SorterInfo info{};             // refers to the members below
  Creation creation{};
  KeyGenerator keys{};
  DeviceFacts facts{};
  // JobLock guards these.
  Allowed allowed{};
  std::uint32_t level_count = 1;  // without the baseline
  bool tests = false;             // jobs test levels, as create() tested the baseline
  bool is_testing = false;        // a job does
  LevelTest test;                 // of the current level
};

struct SorterState {
  Report report;                       // JobLock guards it
  std::atomic<std::uint32_t> told{0};  // rejected levels, to the host's log
  Pipelines pipelines;                 // that any level takes. They live as long as the Sorter, for command buffers
  Level first;
  Staging* staging = nullptr;           // null: the first level is the only one, and is complete
  std::atomic<std::uint32_t> level{0};  // that recordings take, if it has the pipelines; else the baseline
  std::atomic<std::uint32_t> is_locked{0};

  ~SorterState() { delete staging; }

  [[nodiscard]] Level& levelAt(std::uint32_t i) { return i == 0 ? first : staging->levels[i - 1]; }
  [[nodiscard]] const Level& levelAt(std::uint32_t i) const { return i == 0 ? first : staging->levels[i - 1]; }
  [[nodiscard]] const Level& currentLevel() const { return levelAt(level.load(std::memory_order_acquire)); }
  // The algorithms of the first level. Arguments are checked against them, whichever level sorts.
  [[nodiscard]] const Algorithms& algorithms() const { return first.algorithms; }
  // With staged creation.
  [[nodiscard]] const Algorithms& baseline() const { return levelAt(kBaselineLevel).algorithms; }
};

// As those of Algorithms. With staged creation also of the baseline, since any recording may take it.
[[nodiscard]] Decision decide(const SorterState& state, const Request& request);
[[nodiscard]] MaxCounts maxCountsOf(const SorterState& state);
[[nodiscard]] std::uint64_t scratchWords(const SorterState& state, std::uint32_t max_count);

// Excludes other jobs, for microseconds. Recordings do not take it, nor a job while the driver compiles.
class JobLock {
 public:
  explicit JobLock(SorterState& state) : is_locked_(state.is_locked) {
    while (is_locked_.exchange(1, std::memory_order_acquire) != 0) {
    }
  }
  ~JobLock() { is_locked_.store(0, std::memory_order_release); }
  JobLock(const JobLock&) = delete;
  JobLock& operator=(const JobLock&) = delete;

 private:
  std::atomic<std::uint32_t>& is_locked_;
};

// The level that a recording takes: the current one, or the baseline if a pipeline is missing. `decision` was made for
// the first level, and becomes that of the level. `wants`: the next jobs make the pipelines that are missing.
[[nodiscard]] const Level& levelFor(const SorterState& state, const Request& request, Decision& decision, bool wants);

// Creates the pipelines of a level, as createListed(). `rejected` is the kernel that the driver rejects, else
// kKernelCount.
[[nodiscard]] VkResult createPipelines(const SorterInfo& info, Level& level, SorterState& state,
                                       std::uint32_t& rejected, const char*& why);

// Access for non-member functions of the library.
struct SorterAccess {
  [[nodiscard]] static SorterState* stateOf(const Sorter& sorter) { return sorter.state_; }
  [[nodiscard]] static SorterState*& stateIn(Sorter& sorter) { return sorter.state_; }
};

}  // namespace vksort
