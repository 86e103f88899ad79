// Dispatch counts against the formulas that follow from the loops of the paper's algorithms 2 and 5.
#include "algorithms/ladder_schedule.h"

#include <doctest/doctest.h>

#include <array>

#include "algorithms/algorithms.h"

namespace test {
namespace {

using bench::LadderDispatch;
using bench::LadderKernel;
using bench::Variant;

std::size_t count(Variant variant, std::uint32_t n, bool descending = false) {
  const std::uint32_t threads = bench::ladderThreads(variant, 1024);
  return bench::ladderDispatches(variant, threads, n, descending).size();
}

// Strides of all merges of 2^k elements.
std::size_t triangle(std::uint32_t k) { return std::size_t{k} * (k + 1) / 2; }

// A block sort, then for each size above a block its strides down to a block and one refinement.
std::size_t fused(std::uint32_t log2_n, std::uint32_t log2_block) {
  if (log2_n <= log2_block) return 1;
  const std::uint32_t above = log2_n - log2_block;
  return 1 + triangle(above) + above;
}

constexpr std::array kAll = {Variant::v0, Variant::v1,   Variant::v2,     Variant::v3,   Variant::v4,
                             Variant::v5, Variant::step, Variant::padded, Variant::block};

}  // namespace

TEST_CASE("every_variant_has_as_many_dispatches_as_its_source") {
  for (std::uint32_t k = 1; k <= 30; ++k) {
    const std::uint32_t n = 1u << k;
    CAPTURE(k);
    CHECK(count(Variant::v0, n) == triangle(k));
    CHECK(count(Variant::step, n) == triangle(k));
    for (const Variant variant : {Variant::v1, Variant::v2, Variant::v3}) CHECK(count(variant, n) == fused(k, 10));
    for (const Variant variant : {Variant::v4, Variant::v5}) CHECK(count(variant, n) == fused(k, 11));
    CHECK(count(Variant::padded, n) == (k <= 8 ? 1 : 1 + triangle(k) - triangle(8)));
    CHECK(count(Variant::block, n) == 1);
  }
}

TEST_CASE("the_paper_has_435_dispatches_of_v0_and_190_of_v5_for_its_largest_input") {
  CHECK(count(Variant::v0, 1u << 29) == 435);
  CHECK(count(Variant::v1, 1u << 29) == 1 + 190 + 19);
  CHECK(count(Variant::v5, 1u << 29) == 1 + 171 + 18);
}

TEST_CASE("descending_order_costs_one_dispatch_more") {
  for (const Variant variant : kAll) {
    CHECK(count(variant, 1u << 13, true) == count(variant, 1u << 13) + 1);
    CHECK(count(variant, 1, true) == 0);
  }
}

TEST_CASE("nothing_is_dispatched_for_less_than_two_elements") {
  for (const Variant variant : kAll) {
    CHECK(count(variant, 0) == 0);
    CHECK(count(variant, 1) == 0);
  }
}

TEST_CASE("the_threads_of_every_dispatch_cover_the_elements_and_no_group_is_idle") {
  for (const Variant variant : kAll) {
    for (const std::uint32_t max_invocations : {128u, 256u, 1024u, 1536u}) {
      for (const std::uint32_t k : {1, 5, 11, 12, 20, 29}) {
        const std::uint64_t n = std::uint64_t{1} << k;
        const std::uint32_t threads = bench::ladderThreads(variant, max_invocations);
        REQUIRE(threads <= max_invocations);
        for (const LadderDispatch& d : bench::ladderDispatches(variant, threads, static_cast<std::uint32_t>(n), true)) {
          const bool pairs = d.kernel == LadderKernel::reverse || variant == Variant::v4 || variant == Variant::v5 ||
                             variant == Variant::step;
          const std::uint64_t elements = std::uint64_t{d.groups} * threads * (pairs ? 2 : 1);
          REQUIRE(elements >= n);
          REQUIRE(elements < n + std::uint64_t{threads} * 2);
        }
      }
    }
  }
}

TEST_CASE("only_the_padded_sort_needs_room_for_more_than_its_elements") {
  for (const Variant variant : kAll) {
    CHECK(bench::ladderCapacity(variant, 4096) == 4096);
    if (!bench::needsPowerOfTwo(variant)) {
      CHECK(bench::ladderCapacity(variant, 4097) == (variant == Variant::padded ? 8192 : 4097));
    }
  }
  CHECK(bench::ladderRun(Variant::block, 256, 4096) == 256);
  CHECK(bench::ladderRun(Variant::block, 256, 100) == 100);
  CHECK(bench::ladderRun(Variant::padded, 256, 4097) == 4097);
}

TEST_CASE("every_variant_has_a_name_on_the_command_line") {
  std::size_t variants = 0;
  for (const std::string& name : bench::allAlgorithms()) variants += bench::variantOf(name) ? 1 : 0;
  CHECK(variants == kAll.size());
  CHECK_FALSE(bench::variantOf("v6"));
  CHECK_FALSE(bench::variantOf(""));
}

}  // namespace test
