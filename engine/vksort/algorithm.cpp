#include "algorithm.h"

#include <initializer_list>

#include "bitonic/bytes.h"
#include "bitonic/device_count.h"
#include "bitonic/proof.h"
#include "bitonic/sort.h"
#include "bitonic/tuning.h"
#include "radix/sort.h"
#include "rank/sort.h"
#include "sort/radix/interface.h"

namespace vksort {
namespace {

// Kernels are numbered by algorithm.
constexpr std::uint32_t kFirstRadix = bitonic::kKernelCount, kFirstRank = kFirstRadix + radix::kKernelCount;

constexpr std::uint32_t kPartial = 4;  // elements that leave the last workgroup with some

std::uint32_t least(std::uint32_t a, std::uint32_t b) { return a < b ? a : b; }

// To scratch memory and back, if need be.
bool isMoved(const Algorithms& algorithms, const Amount& amount) {
  return amount.scratch && takesScratch(algorithms, amount.count);
}

}  // namespace

const char* misfitOf(const SorterInfo& info, const DeviceLimits& limits) {
  const char* const complaint = bitonic::misfitOf(info, limits);
  return complaint ? complaint : radix::misfitOf(info);
}

Algorithms algorithmsFor(const SorterInfo& info, const DeviceLimits& limits, const RecordLimits& record_limits,
                         bool looks_back, bool by_ranks) {
  const bitonic::Setting setting{configurationOf(info), bitonic::shapeOf(info, limits), record_limits.max_groups_x,
                                 info.max_count == 0 ? ~0u : info.max_count};
  Algorithms out{
      setting, radix::settingOf(info, limits, record_limits, setting.shape, looks_back), {}, info.always_lends};
  // Of which the least sort takes more memory than can be bound.
  const auto dropUseless = [&radix = out.radix] {
    if (!radix::sorts(radix, radix.fewest)) radix.shape_count = 0;
  };
  dropUseless();
  if (!by_ranks) return out;
  const std::uint32_t left = out.radix.shape_count != 0 ? out.radix.most_by_ranks : ~0u;
  out.rank = rank::settingOf(info, limits, record_limits, setting.shape.apart_log2, left);
  if (out.radix.fewest <= out.rank.most) out.radix.fewest = out.rank.most + 1;
  dropUseless();
  return out;
}

void passesOf(const Algorithms& algorithms, const Amount& amount, PassList& out) {
  out.count = 0;
  if (amount.count > algorithms.most()) return;
  if (!amount.scratch && mustBeLent(algorithms, amount.count)) return;
  if (!isMoved(algorithms, amount)) return bitonic::passes(algorithms.bitonic, amount, out);
  if (rank::sorts(algorithms.rank, amount.count)) {
    const std::uint32_t size = rank::tileSizeOf(algorithms.rank.indexFor(amount.count));
    bitonic::addApart(algorithms.bitonic, size, amount.count, out);
    return rank::addMerge(algorithms.rank, amount.count, kFirstRank, out);
  }
  radix::addPasses(algorithms.radix, amount.count, kFirstRadix, out);
  if (radix::leavesFew(algorithms.radix, amount.count)) {
    bitonic::addOneWorkgroup(algorithms.bitonic, VKSORT_RADIX_FEW_ARGUMENTS, out);
  }
}

bool takesScratch(const Algorithms& algorithms, std::uint32_t count) {
  return rank::sorts(algorithms.rank, count) || radix::sorts(algorithms.radix, count);
}

std::uint64_t scratchWords(const Algorithms& algorithms, std::uint32_t count) {
  const auto& [bitonic, radix, rank, always_lent] = algorithms;
  const bool in_radix = radix::sorts(radix, count);
  const std::uint64_t by_radix = in_radix ? radix::scratchOf(radix, count).end : 0;
  // What is sorted in place between those by ranks and those by radix asks for as much as the first.
  const bool between = radix.shape_count != 0 && count < radix.fewest && count <= bitonic.most;
  const bool as_ranks = rank::sorts(rank, count) || (rank.most != 0 && count > rank.most && (between || in_radix));
  if (!as_ranks) return by_radix;
  const std::uint64_t by_ranks = rank::scratchWords(rank, count < rank.most ? count : rank.most);
  return by_ranks < by_radix ? by_radix : by_ranks;
}

bool mustBeLent(const Algorithms& algorithms, std::uint32_t count) {
  return algorithms.always_lent && scratchWords(algorithms, count) != 0;
}

PassBytes bytesOf(const Algorithms& algorithms, const Amount& amount, const Pass& pass) {
  if (isMoved(algorithms, amount) && rank::sorts(algorithms.rank, amount.count)) {
    return rank::bytesOf(algorithms.rank, amount.count, pass.kernel >= kFirstRank);
  }
  if (pass.kernel >= kFirstRadix) {
    return radix::bytesOf(algorithms.radix, amount.count, kFirstRadix, pass);
  }
  if (isMoved(algorithms, amount)) return {};  // a repair, or of few: it takes the place of what is counted
  return bitonic::bytesOf(algorithms.bitonic, amount.count, pass);
}

namespace {

bool proves(const ProofList& list, const char* kernel) {
  for (std::uint32_t i = 0; i < list.count; ++i) {
    if (list.proofs[i].kernel == kernel) return true;
  }
  return false;
}

// Of those in place, what is made none the less for a part of sorts in lent memory.
void noteUnproven(const Algorithms& algorithms, ProofList& out) {
  ProofList all;
  bitonic::addProofs(algorithms.bitonic, all);
  const KernelSet made = kernelsOf(algorithms);
  for (std::uint32_t i = 0; i < bitonic::kKernelCount; ++i) {
    const char* const name = kernelName(i);
    if (made[i] && proves(all, name) && !proves(out, name) && !out.unproven) out.unproven = name;
  }
}

}  // namespace

ProofList proofsOf(const Algorithms& algorithms) {
  ProofList list;
  const auto in_place = [](const void* of, std::uint32_t n) {
    const auto& by = *static_cast<const Algorithms*>(of);
    return !by.always_lent || !takesScratch(by, n);
  };
  // What is sorted in place between ranks and radix may be less than what is usually tried.
  const std::uint32_t fewest = algorithms.radix.shape_count != 0 ? algorithms.radix.fewest : 0;
  const std::uint32_t last = fewest > kPartial && fewest <= algorithms.most() ? fewest - kPartial : 0;
  bitonic::addProofs(algorithms.bitonic, list, {in_place, &algorithms, last});
  if (algorithms.always_lent) noteUnproven(algorithms, list);
  radix::addProofs(algorithms.radix, list);
  rank::addProofs(algorithms.rank, list);
  return list;
}

KernelSet kernelsOf(const Algorithms& algorithms) {
  KernelSet kernels;
  PassList list;
  const auto add = [&](std::uint32_t n, bool scratch) {
    passesOf(algorithms, {n, 1, scratch}, list);
    for (std::uint32_t i = 0; i < list.count; ++i) kernels[list.passes[i].kernel] = true;
  };
  // Kernels change with the count behind powers of two.
  for (std::uint32_t log2 = 0; log2 <= 32; ++log2) {
    const std::uint64_t power = std::uint64_t{1} << log2;
    const std::uint32_t n = power < algorithms.most() ? static_cast<std::uint32_t>(power) : algorithms.most();
    add(n, false);
    add(n, true);
    if (n == algorithms.most()) break;
  }
  // And with the algorithm: the last ones in place before radix; before ranks that is a power of two.
  if (algorithms.radix.shape_count != 0) add(least(algorithms.radix.fewest - 1, algorithms.most()), true);
  // In lent memory with the shape, too: of ranks the last.
  if (algorithms.rank.most != 0) add(algorithms.rank.most, true);
  // Of radix, where any count of one is lent some, the first is.
  const radix::Setting& radix = algorithms.radix;
  for (std::uint32_t i = 0; i < radix.shape_count; ++i) {
    const std::uint32_t fewest = radix.fewestOf(i);
    if (fewest != 0 && fewest <= algorithms.most()) add(fewest, true);
  }
  return kernels;
}

PipelineSource sourceOf(const Algorithms& algorithms, std::uint32_t kernel, const Hook* hook) {
  if (kernel >= kFirstRank) return rank::sourceOf(algorithms.rank, kernel - kFirstRank);
  if (kernel >= kFirstRadix) return radix::sourceOf(algorithms.radix, kernel - kFirstRadix, hook);
  return bitonic::sourceOf(algorithms.bitonic, static_cast<bitonic::Kernel>(kernel), hook);
}

Pipelines::Subgroups subgroupsOf(const Algorithms& algorithms, const DeviceFacts& facts) {
  const bool used = algorithms.bitonic.shape.subgroup_log2 != 0 || algorithms.radix.shape_count != 0;
  return {used ? facts.limits.subgroup_size : 0, facts.pin_subgroup_size};
}

Tuning tuningOf(const Algorithms& algorithms) { return algorithms.bitonic.shape; }

const char* kernelName(std::uint32_t kernel) {
  if (kernel >= kFirstRank) return rank::nameOf(kernel - kFirstRank);
  if (kernel >= kFirstRadix) return radix::nameOf(kernel - kFirstRadix);
  return bitonic::nameOf(static_cast<bitonic::Kernel>(kernel));
}

}  // namespace vksort
