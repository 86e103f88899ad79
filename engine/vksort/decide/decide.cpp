#include "decide/decide.h"

#include <algorithm>

namespace vksort {

std::uint32_t bindingsOf(const Algorithms& algorithms) {
  std::uint32_t bindings = 1u << VKSORT_BINDING_KEYS | 1u << VKSORT_BINDING_COUNT | 1u << VKSORT_BINDING_DISPATCH_WORDS;
  // All radix kernels declare payloads, because narrow elements become payloads.
  const bool has_payload = algorithms.configuration().layout.element != Element::key;
  if (has_payload || algorithms.radix.shape_count != 0) bindings |= 1u << VKSORT_BINDING_PAYLOAD;
  if (algorithms.takesScratch()) bindings |= 1u << VKSORT_BINDING_SCRATCH;
  return bindings;
}

namespace {

// Only larger segments use scratch memory. Without it, the limit for stable payloads is a tile, which can be smaller
// than one workgroup can sort.
std::uint32_t maxShortSegment(const Algorithms& algorithms) {
  return std::min(algorithms.radix.max_in_place, algorithms.bitonic.max_segment);
}

Decision decideSegments(const Algorithms& algorithms, const Request& request) {
  const bitonic::BitonicSetting& in_place = algorithms.bitonic;
  const radix::RadixSetting& by_radix = algorithms.radix;
  const std::uint32_t n = request.count;
  Decision out{Choice::refused, 0, {}};
  if (in_place.max_segment == 0 || request.segment_count > in_place.max_segments) return out;
  if (n < algorithms.configuration().minCount() || request.segment_count == 0) {
    out.choice = Choice::nothing;
    return out;
  }
  const bool is_radix = n > maxShortSegment(algorithms) && n <= maxSegmentInScratch(algorithms);
  if (request.scratch_words != 0 && is_radix && request.elements() <= radix::kMaxElements) {
    const std::uint64_t available = request.scratch_words == kEnoughScratch
                                        ? segmentScratchWords(algorithms, request.elements(), request.segment_count)
                                        : request.scratch_words;
    out.course = courseOf(by_radix, request, available);
    const bool pays = request.elements() >= by_radix.minCountFor(out.course.digits.count) || n > in_place.max_segment;
    if (pays && out.course.layout.end <= by_radix.max_scratch_words) {
      out.scratch_words = out.course.layout.end;
      out.choice = Choice::radix;
      return out;
    }
  }
  if (n > in_place.max_segment) {
    if (request.scratch_words == 0 || n > in_place.max_gathered_segment) return out;
    out.scratch_words = request.elements();
  }
  out.from_table = isDirect(in_place, request);
  out.choice = Choice::bitonic;
  return out;
}

}  // namespace

Decision decide(const Algorithms& algorithms, const Request& request) {
  if (request.mode == Mode::segments) return decideSegments(algorithms, request);
  const bitonic::BitonicSetting& in_place = algorithms.bitonic;
  const radix::RadixSetting& by_radix = algorithms.radix;
  const rank::RankSetting& by_rank = algorithms.rank;
  const std::uint32_t n = request.count;
  const bool is_empty = n < algorithms.configuration().minCount();
  Decision out{Choice::refused, 0, {}};
  const auto take = [&out](Choice choice) {
    out.choice = choice;
    return out;
  };
  if (n > algorithms.max_count) return out;
  const bool is_required = algorithms.configuration().scratch == Scratch::required;
  if (is_required || request.scratch_words != 0) out.scratch_words = scratchWords(algorithms, n);
  const bool is_enough = request.scratch_words == kEnoughScratch;
  const std::uint64_t available = is_enough ? out.scratch_words : request.scratch_words;
  if (is_required && available < out.scratch_words) return out;
  if (is_empty) return take(Choice::nothing);
  if (available != 0) {
    const bool has_radix = by_radix.shape_count != 0;
    const radix::Course course = has_radix ? courseOf(by_radix, request, available) : radix::Course{};
    const std::uint32_t passes = course.digits.count;
    const std::uint32_t left = has_radix ? by_radix.maxByRankFor(passes) : ~0u;
    if (n >= by_rank.min_count && n <= std::min(by_rank.max_count, left)) return take(Choice::rank);
    const bool pays = has_radix && n >= by_radix.min_count && n <= by_radix.max_count;
    if (pays && (n >= by_radix.minCountFor(passes) || n > in_place.max_count)) {
      out.course = course;
      if (course.layout.end > out.scratch_words) out.scratch_words = course.layout.end;
      return take(Choice::radix);
    }
    if (n <= by_rank.max_count && n > in_place.max_count) return take(Choice::rank);
    if (in_place.gathers(n)) return take(Choice::bitonic);
  }
  return take(n <= in_place.max_count ? Choice::bitonic : Choice::refused);
}

Decision decideStaged(const Algorithms& algorithms, const Algorithms* baseline, const Request& request) {
  Decision out = decide(algorithms, request);
  if (!baseline) return out;
  const Decision of_baseline = decide(*baseline, request);
  if (of_baseline.choice == Choice::refused) out.choice = Choice::refused;
  out.scratch_words = std::max(out.scratch_words, of_baseline.scratch_words);
  return out;
}

MaxCounts maxCountsOf(const Algorithms& algorithms) {
  const bitonic::BitonicSetting& setting = algorithms.bitonic;
  const bool is_required = algorithms.configuration().scratch == Scratch::required;
  const std::uint32_t in_place =
      is_required ? std::min(setting.max_count, algorithms.maxWithoutScratch()) : setting.max_count;
  const std::uint32_t in_scratch = std::max(algorithms.maxInScratch(), setting.max_gathered);
  return {std::min(algorithms.max_count, std::max(setting.max_count, in_scratch)), in_place, setting.max_segment};
}

void addPasses(const Algorithms& algorithms, const Request& request, const Decision& decision, PassSink out) {
  switch (decision.choice) {
    case Choice::nothing:
    case Choice::refused:
      return;
    case Choice::bitonic:
      return bitonic::addPasses(algorithms.bitonic, request, out);
    case Choice::rank: {
      const rank::MergeShape& shape = algorithms.rank.shapes[algorithms.rank.indexFor(request.count)];
      bitonic::addScratchSort(algorithms.bitonic, request, shape.tile_size, out);
      return rank::addMerge(algorithms.rank, request, kFirstRank, out);
    }
    case Choice::radix:
      if (request.mode == Mode::segments) {
        bitonic::addShortSegments(algorithms.bitonic, request, decision.course.tiles, out);
      }
      radix::addPasses(algorithms.radix, request, decision.course, kFirstRadix, out);
      if (radix::sortsFewInPlace(algorithms.radix, request)) {
        bitonic::addOneWorkgroup(algorithms.bitonic, request, VKSORT_RADIX_IN_PLACE_DISPATCH, out);
      }
  }
}

std::uint64_t scratchWords(const Algorithms& algorithms, std::uint32_t max_count) {
  const radix::RadixSetting& by_radix = algorithms.radix;
  const rank::RankSetting& by_rank = algorithms.rank;
  const std::uint32_t n = std::min(max_count, algorithms.max_count);
  const bool has_rank = by_rank.max_count != 0 && n >= by_rank.min_count;
  const bool has_radix = by_radix.shape_count != 0 && n >= by_radix.min_count;
  const std::uint64_t rank_words = has_rank ? rank::scratchWords(by_rank, std::min(n, by_rank.max_count)) : 0;
  const std::uint64_t radix_words = has_radix ? radix::scratchLayout(by_radix, std::min(n, by_radix.max_count)).end : 0;
  const std::uint64_t gathered_words = algorithms.bitonic.gathers(n) ? n : 0;
  return std::max(std::max(rank_words, radix_words), gathered_words);
}

std::uint64_t segmentScratchWords(const Algorithms& algorithms, std::uint32_t max_count, std::uint32_t segment_count) {
  const radix::RadixSetting& by_radix = algorithms.radix;
  const bitonic::BitonicSetting& in_place = algorithms.bitonic;
  if (in_place.max_gathered_segment != 0) return max_count > in_place.max_segment ? max_count : 0;
  if (std::min(maxSegmentInScratch(algorithms), max_count) <= maxShortSegment(algorithms)) return 0;
  std::uint64_t words = 0;
  for (const std::uint32_t max_segment : {1u, max_count}) {
    TileList tiles{};
    const radix::TileShape shape = by_radix.listedFor(max_segment).shape;
    words = std::max(words, radix::segmentLayout(by_radix, shape, max_count, segment_count, 1, tiles).end);
  }
  return std::min(words, by_radix.max_scratch_words);
}

std::uint32_t maxSegmentInScratch(const Algorithms& algorithms) {
  const radix::RadixSetting& by_radix = algorithms.radix;
  return by_radix.sortsSegments() ? std::min(by_radix.max_count, algorithms.max_count) : 0;
}

KernelSet kernelsOf(const Algorithms& algorithms) {
  KernelSet kernels;
  // A radix sort with an indirect count also uses the kernels of one workgroup.
  const bool has_radix = algorithms.radix.shape_count != 0;
  bitonic::markKernels(algorithms.bitonic, has_radix ? ~0u : maxCountsOf(algorithms).in_place, kernels);
  bool tiles[rank::kTileSizes] = {};
  rank::markKernels(algorithms.rank, kFirstRank, kernels, tiles);
  if (tiles[0]) kernels[static_cast<std::uint32_t>(bitonic::Kernel::scratch_sort)] = true;
  if (tiles[1]) kernels[static_cast<std::uint32_t>(bitonic::Kernel::scratch_double)] = true;
  radix::markKernels(algorithms.radix, kFirstRadix, kernels);
  return kernels;
}

TrialList trialsOf(const Algorithms& algorithms) {
  TrialList list;
  bitonic::addTrials(algorithms.bitonic, kernelsOf(algorithms), maxCountsOf(algorithms).in_place, list);
  radix::addTrials(algorithms.radix, kFirstRadix, algorithms.radixFrom(), list);
  rank::addTrials(algorithms.rank, kFirstRank, list);
  return list;
}

PipelineSource sourceOf(const Algorithms& algorithms, std::uint32_t kernel) {
  if (kernel >= kFirstRank) return rank::sourceOf(algorithms.rank, kernel - kFirstRank);
  if (kernel >= kFirstRadix) return radix::sourceOf(algorithms.radix, kernel - kFirstRadix);
  return bitonic::sourceOf(algorithms.bitonic, static_cast<bitonic::Kernel>(kernel));
}

const char* kernelName(std::uint32_t kernel) {
  if (kernel >= kFirstRank) return rank::nameOf(kernel - kFirstRank);
  if (kernel >= kFirstRadix) return radix::nameOf(kernel - kFirstRadix);
  return bitonic::nameOf(static_cast<bitonic::Kernel>(kernel));
}

}  // namespace vksort
