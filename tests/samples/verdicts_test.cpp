// What the viewer makes of the verifier's results and of the order: each way of being wrong must fail the run.
#include "sort/verdicts.h"

#include <doctest/doctest.h>
#include <unistd.h>

#include <cstdio>
#include <functional>

#include "report.h"

using particles::OrderReport;
using particles::RunReport;
using particles::Verdict;
using particles::Verdicts;

namespace {

constexpr std::uint32_t kElements = 100;

Verdict good() { return {{40, kElements, {1, 2}}, {0, kElements, {1, 2}}}; }

Verdicts after(const Verdict& verdict, bool sorted) {
  Verdicts verdicts;
  verdicts.add(good(), kElements, true);
  verdicts.add(verdict, kElements, sorted);
  return verdicts;
}

// A run in which all was well, and the order of its last frame.
struct Run {
  RunReport report;
  OrderReport order;
};

Run goodRun() {
  Run run;
  run.report.frames = 2;
  run.report.count = kElements;
  run.report.verified = true;
  run.report.seconds = 0.5;
  run.report.verdicts = after(good(), true);
  run.order.count = run.order.elements = kElements;
  return run;
}

// What printRun() returns, and what it prints.
std::pair<int, std::string> printed(const Run& run) {
  std::FILE* file = std::tmpfile();
  std::fflush(stdout);
  const int before = dup(STDOUT_FILENO);
  dup2(fileno(file), STDOUT_FILENO);
  const int code = particles::printRun(run.report, run.order);
  std::fflush(stdout);
  dup2(before, STDOUT_FILENO);
  close(before);
  std::string text;
  std::rewind(file);
  for (int c = 0; (c = std::fgetc(file)) != EOF;) text += static_cast<char>(c);
  std::fclose(file);
  return {code, text};
}

}  // namespace

TEST_CASE("the_first_frame_is_in_no_median_but_its_own") {
  particles::Median median;
  CHECK_FALSE(median.value());
  for (const auto& [sample, expected] : {std::pair{9000.0, 9000.0}, {5.0, 5.0}, {3.0, 5.0}, {4.0, 4.0}}) {
    median.add(sample);
    median.add(std::nullopt);
    CHECK(median.value() == expected);
  }
}

TEST_CASE("sorted_and_complete_frames_are_good") {
  const Verdicts verdicts = after(good(), true);
  CHECK(verdicts.good());
  CHECK(verdicts.describe() == "verify: 2 frames, 0 out of order, 0 incomplete, 0 inversions in the last");
}

TEST_CASE("inversions_fail_the_frames_that_were_sorted") {
  Verdict verdict = good();
  verdict.drawn.inversions = 3;
  CHECK_FALSE(after(verdict, true).good());
  CHECK(after(verdict, false).good());
  CHECK(after(verdict, false).describe() == "verify: 2 frames, 1 out of order, 0 incomplete, 3 inversions in the last");
}

TEST_CASE("lost_altered_or_unseen_particles_fail_every_frame") {
  for (const bool sorted : {true, false}) {
    Verdict verdict = good();
    verdict.drawn.checksum[0] ^= 1;
    CHECK_FALSE(after(verdict, sorted).good());
    verdict = good();
    verdict.drawn.checksum[1] ^= 1u << 31;
    CHECK_FALSE(after(verdict, sorted).good());
    verdict = good();
    verdict.drawn.elements = 0;  // the verification did not run
    CHECK_FALSE(after(verdict, sorted).good());
    verdict = good();
    verdict.before = {};
    verdict.drawn = {};
    CHECK_FALSE(after(verdict, sorted).good());
    CHECK(after(verdict, sorted).describe() ==
          "verify: 2 frames, 0 out of order, 1 incomplete, 0 inversions in the last");
  }
}

TEST_CASE("frames_that_were_not_verified_do_not_count") {
  Verdicts verdicts;
  verdicts.add({}, kElements, true);
  CHECK(verdicts.frames() == 0);
  CHECK(verdicts.good());
}

TEST_CASE("a_run_fails_for_each_thing_that_is_wrong_alone") {
  const auto [good_code, good_text] = printed(goodRun());
  CHECK(good_code == 0);
  CHECK(good_text.starts_with("frames: 2 of 100 particles at 0x0, 250.0 ms per frame\n"));
  Verdict inverted = good();
  inverted.drawn.inversions = 3;
  Verdict lost = good();
  lost.drawn.checksum[0] ^= 1;
  struct Case {
    const char* printed;
    std::function<void(Run&)> spoil;
  };
  const Case cases[] = {
      {"order: 1 inversions in 100\n", [](Run& run) { run.order.inversions = 1; }},
      {"1 indices repeated, 0 outside\n", [](Run& run) { run.order.repeated = 1; }},
      {"0 indices repeated, 1 outside\n", [](Run& run) { run.order.outside = 1; }},
      {"0 outside, for 100 elements\n", [](Run& run) { run.order.count = 99; }},
      {"order: 0 inversions in 0\n", [](Run& run) { run.order = {}; }},  // nothing was looked at
      {"verify: 2 frames, 1 out of order", [&](Run& run) { run.report.verdicts = after(inverted, true); }},
      {" 1 incomplete", [&](Run& run) { run.report.verdicts = after(lost, true); }},
      {" 1 incomplete",
       [&](Run& run) {
         run.report.sorting = false;
         run.report.verdicts = after(lost, false);
       }},
      {"verify: 0 frames", [](Run& run) { run.report.verdicts = {}; }},  // none was verified
      {"verify: 2 frames", [](Run& run) { run.report.frames = 3; }},     // one was not
  };
  for (const Case& each : cases) {
    CAPTURE(each.printed);
    Run run = goodRun();
    each.spoil(run);
    const auto [code, text] = printed(run);
    CAPTURE(text);
    CHECK(code == 1);
    CHECK(text.find(each.printed) != std::string::npos);
  }
  Run unverified = goodRun();
  unverified.report.verified = false;
  unverified.report.verdicts = {};
  CHECK(printed(unverified).first == 0);
}
