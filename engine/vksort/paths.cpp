// Creation of a Sorter: which path it takes, by proof where the host lends a queue for it.
#include "self_test/run.h"
#include "sorter_state.h"

namespace vksort {
namespace {

// A way to sort on the device, from the fastest to the floor.
struct Candidate {
  const char* name;
  SorterInfo info;
  // What the one before does without: to be tried if radix is what failed, or any sort in lent memory.
  bool drops_look_back = false;
  bool drops_scratch = false;

  [[nodiscard]] bool needsFailure() const { return drops_look_back || drops_scratch; }
  // Of its radix sort.
  [[nodiscard]] const char* radixName() const {
    return drops_look_back || info.algorithm == Algorithm::radix_portable ? "radix-portable" : "radix";
  }
};
constexpr std::uint32_t kMaxCandidates = 5;
static_assert(kMaxCandidates == sizeof PathReport::dropped / sizeof(DroppedPath), "all but the last, and ranks");

// Those that the host allows.
std::uint32_t candidatesOf(const SorterInfo& info, Candidate (&out)[kMaxCandidates]) {
  std::uint32_t count = 0;
  SorterInfo tried = info;
  if (info.path == Path::automatic) {
    if ((info.enabled_features & kFullSubgroups) != 0) {
      out[count++] = {"subgroups", tried};
      if (info.algorithm != Algorithm::radix_portable) out[count++] = {"subgroups", tried, true, false};
      tried.algorithm = Algorithm::bitonic;
      out[count++] = {"subgroups", tried, false, true};
    }
    tried.algorithm = info.algorithm;  // what sorts by ranks needs no subgroups
    tried.enabled_features &= ~kFullSubgroups;
    out[count++] = {"no subgroups", tried};
  } else {
    out[count++] = {"floor", tried};
    if (!info.tuning) return count;
  }
  tried.path = Path::floor;
  tried.tuning = nullptr;
  out[count++] = {"floor", tried};
  return count;
}

bool wantsSelfTest(const SelfTest& self_test) {
#ifdef NDEBUG
  constexpr bool kByDefault = false;
#else
  constexpr bool kByDefault = true;
#endif
  const bool wanted = self_test.mode == SelfTestMode::automatic ? kByDefault : self_test.mode == SelfTestMode::always;
  return wanted && self_test.queue != VK_NULL_HANDLE;
}

// Why no path was left, from the failure of the last one.
const char* noPathLeft(Failure failure) {
  switch (failure) {
    case Failure::unsorted:
      return "no path passed its self-test: the floor left elements out of order";
    case Failure::altered:
      return "no path passed its self-test: the floor lost or altered elements";
    default:
      return "no path passed its self-test: the floor wrote outside the range";
  }
}

}  // namespace

VkResult Sorter::create(const SorterInfo& info, Sorter& out, const char** reason) {
  const auto fail = [&out, reason](VkResult result, const char* why) {
    out = Sorter();
    if (reason) *reason = why;
    return result;
  };
  Candidate candidates[kMaxCandidates];
  const std::uint32_t count = candidatesOf(info, candidates);
  PathReport report{};
  bool scratch_failed = false;
  bool by_ranks = true;  // until they fail
  for (std::uint32_t i = 0; i < count; ++i) {
    const Candidate& candidate = candidates[i];
    if (candidate.needsFailure() && !scratch_failed) continue;
    bool misfit = false;
    const VkResult created = createPath(candidate.info, !candidate.drops_look_back, by_ranks, out, reason, misfit);
    // A tuning may not fit without subgroups; the floor has its own.
    if (misfit && i > 0 && i + 1 < count) {
      report.dropped[report.dropped_count++] = {candidate.name, "", 0, "has no room for SorterInfo::tuning"};
      continue;
    }
    if (created != VK_SUCCESS) return created;
    report.path = candidate.name;
    out.state_->report = report;
    if (!wantsSelfTest(info.self_test)) return VK_SUCCESS;

    // A hook needs the host's data: the same kernels without it are tested in its place.
    Sorter plain;
    SorterInfo tested_info = candidate.info;
    tested_info.hook = nullptr;
    if (info.hook) {
      const VkResult created_plain =
          createPath(tested_info, !candidate.drops_look_back, by_ranks, plain, reason, misfit);
      if (created_plain != VK_SUCCESS) {
        out = Sorter();
        return created_plain;
      }
    }
    Sorter& subject = info.hook ? plain : out;
    Finding found;
    const char* why = nullptr;
    const VkResult tested = selfTest(tested_info, subject, *subject.state_, found, why);
    if (found.in_flight) subject.abandon();
    if (tested != VK_SUCCESS) return fail(tested, why);
    if (found.verifier_failed) {
      return fail(VK_ERROR_FEATURE_NOT_PRESENT, "the self-test cannot judge: its verification is wrong on this device");
    }
    if (found.failure == Failure::none) {
      out.state_->report.proven = true;
      out.state_->report.unproven_kernel = found.unproven;
      return VK_SUCCESS;
    }
    if (found.proof.by_ranks) {
      // Nothing else is at fault: the same without them.
      by_ranks = false;
      report.dropped[report.dropped_count++] = {"rank", found.proof.kernel, found.proof.count, describe(found.failure)};
      --i;
      continue;
    }
    if (i + 1 == count) return fail(VK_ERROR_FEATURE_NOT_PRESENT, noPathLeft(found.failure));
    scratch_failed = found.proof.scratch;
    report.dropped[report.dropped_count++] = {scratch_failed ? candidate.radixName() : candidate.name,
                                              found.proof.kernel, found.proof.count, describe(found.failure)};
  }
  return fail(VK_ERROR_FEATURE_NOT_PRESENT, "no path");  // not reached: the last candidate returns
}

PathReport Sorter::pathReport() const { return state_ ? state_->report : PathReport{}; }

}  // namespace vksort
