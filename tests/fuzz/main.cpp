// vksort-fuzz: random sorts, many at a time, against std::stable_sort. It needs nothing but a Vulkan device.
#include <sys/time.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>

#include "describe.h"
#include "gpu/error.h"
#include "options.h"
#include "session.h"
#include "shrink.h"
#include "support/driver.h"
#include "support/watchdog.h"

namespace {

using Clock = std::chrono::steady_clock;

constexpr uint32_t kShrinkTries = 400;

char running[1000];  // how to run the case again that is running

// What runs a case again, however the program ends.
void sayWhatRan() {
  const char kText[] = "\nto repeat: ";
  [[maybe_unused]] ssize_t written = write(STDERR_FILENO, kText, sizeof kText - 1);
  written = write(STDERR_FILENO, running, std::strlen(running));
  written = write(STDERR_FILENO, "\n", 1);
}

extern "C" void onCrash(int signal) {
  sayWhatRan();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

extern "C" void onTimeout(int) {
  sayWhatRan();
  _exit(test::kHung);
}

// Also of a case that throws, such as when the device is lost. One that never ends, as a fault may have it sort all
// that 32 bits can count, ends the program.
std::string complaintAbout(fuzz::Session& session, const fuzz::Case& of) {
  constexpr int kCpuSeconds = 300;  // software drivers compile meanwhile
  const itimerval limit{{0, 0}, {kCpuSeconds, 0}};
  setitimer(ITIMER_PROF, &limit, nullptr);
  try {
    return session.run(of);
  } catch (const gpu::Error& error) {
    return error.what();
  }
}

void report(const fuzz::Options& options, fuzz::Session& session, const fuzz::Case& failing, const std::string& why) {
  std::printf("FAILED case %llu: %s\n%sto repeat: %s\n", static_cast<unsigned long long>(failing.number), why.c_str(),
              describe(failing).c_str(), commandFor(options, failing.number).c_str());
  std::fflush(stdout);
  const auto fails = [&session](const fuzz::Case& each) { return !complaintAbout(session, each).empty(); };
  const fuzz::Case smallest = shrink(failing, fails, kShrinkTries);
  std::printf("as small as it still fails: %s\n%s", complaintAbout(session, smallest).c_str(),
              describe(smallest).c_str());
}

int run(const fuzz::Options& options) {
  fuzz::Session session(options.device.empty() ? std::nullopt : std::optional(options.device));
  if (options.falsify) session.falsify();
  std::printf("seed %llu, %s\n", static_cast<unsigned long long>(options.plan.seed), session.deviceName().c_str());
  std::fflush(stdout);
  const Clock::time_point start = Clock::now();
  const uint64_t first = options.number.value_or(options.first);
  const uint64_t cases = options.number ? 1 : options.cases;
  uint64_t done = 0, sorts = 0, validated = 0;
  for (; cases == 0 || done < cases; ++done) {
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    if (!options.number && options.seconds > 0 && seconds >= options.seconds) break;
    const fuzz::Case drawn = drawCase(options.plan, first + done);
    std::snprintf(running, sizeof running, "%s", commandFor(options, drawn.number).c_str());
    if (options.verbose || options.number) {
      std::printf("case %llu\n%s", static_cast<unsigned long long>(drawn.number), describe(drawn).c_str());
      std::fflush(stdout);
    }
    const std::string complaint = complaintAbout(session, drawn);
    sorts += drawn.steps.size() * drawn.rounds;
    validated += drawn.validated ? 1 : 0;
    if (complaint.empty()) continue;
    report(options, session, drawn, complaint);
    return 1;
  }
  std::printf("%llu cases, %llu of them validated, %llu sorts: all as they should be\n",
              static_cast<unsigned long long>(done), static_cast<unsigned long long>(validated),
              static_cast<unsigned long long>(sorts));
  return done > 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  constexpr int kCannotRun = 2;
  const fuzz::Options options = fuzz::parse(argc, argv);
  if (!test::setUpDriver(options.width)) return kCannotRun;
  test::Limits limits = test::limitsFromEnvironment();
  limits.cpu_seconds = 1e9;  // as long as was asked for; that nothing happens is noticed all the same
  limits.before_end = sayWhatRan;
  test::watch(limits);
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT}) std::signal(signal, onCrash);
  std::signal(SIGPROF, onTimeout);
  try {
    return run(options);
  } catch (const gpu::Error& error) {
    std::fflush(stdout);
    std::fprintf(stderr, "vksort-fuzz: %s\n", error.what());
    return kCannotRun;
  }
}
