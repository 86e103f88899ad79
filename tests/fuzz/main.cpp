// vksort-fuzz: random sorts, many at a time, against std::stable_sort. It needs nothing but a Vulkan device.
#include <sys/time.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <random>

#include "gpu/error.h"
#include "session.h"
#include "support/driver.h"
#include "support/watchdog.h"

namespace {

constexpr int kCannotRun = 2;
constexpr uint32_t kShrinkTries = 400;

struct Options {
  std::string command;  // as it was called; of options that are given again the last counts
  fuzz::Plan plan;
  std::optional<uint64_t> number;  // of the only case to run
  uint64_t first = 0;
  uint64_t cases = 0;  // 0: until the seconds are over
  double seconds = 0;  // 0: no end
  int width = 8;       // of the software driver's subgroups
  std::string device;  // empty: gpu::selectDevice() chooses
  bool falsify = false;
};

char running[2000];  // how to run the case again that is running

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

// Exits for --help and for what it does not understand.
Options parse(int argc, char** argv) {
  Options options;
  for (int i = 0; i < argc; ++i) options.command += '\'' + std::string(argv[i]) + "' ";
  options.plan.seed = std::random_device{}();
  CLI::App app(
      "Random sorts on a device, against std::stable_sort. Exit status 0: all were right, 1: one was not, "
      "2: cannot run here.");
  const auto add = [&app](const char* name, auto& value, const char* meaning) {
    return app.add_option(name, value, meaning)->take_last()->check(CLI::NonNegativeNumber);
  };
  add("--seed", options.plan.seed, "what all cases are drawn from; without, another one for each run");
  add("--case", options.number, "run the case of this number alone");
  add("--first", options.first, "number of the first case");
  add("--cases", options.cases, "end after so many cases");
  add("--seconds", options.seconds, "end after so many seconds; without either: after 30");
  add("--largest", options.plan.largest, "most elements of one sort")->check(CLI::Range(8u, 1u << 26));
  add("--pool", options.plan.pool, "configurations that cases share")->check(CLI::Range(1u, 1000u));
  add("--pool-from", options.plan.pool_from, "configurations to leave to other runs of the seed");
  add("--cases-per-pool", options.plan.cases_per_pool, "cases until others are drawn")->check(CLI::PositiveNumber);
  add("--validate-every", options.plan.validate_every, "validate the first of so many cases; 0: none");
  add("--width", options.width, "of the software driver's subgroups")->check(CLI::IsMember({4, 8, 16}));
  app.add_option("--device", options.device, "index, or part of the name");
  app.add_flag("--falsify", options.falsify, "change a word of each result, to see that it is reported");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::exit(app.exit(error) == 0 ? 0 : kCannotRun);
  }
  if (options.cases == 0 && options.seconds == 0) options.seconds = 30;
  return options;
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

void report(fuzz::Session& session, const fuzz::Case& failing, const std::string& why) {
  std::printf("FAILED case %llu: %s\n%sto repeat: %s\n", static_cast<unsigned long long>(failing.number), why.c_str(),
              describe(failing).c_str(), running);
  std::fflush(stdout);
  const auto fails = [&session](const fuzz::Case& each) { return !complaintAbout(session, each).empty(); };
  const fuzz::Case smallest = shrink(failing, fails, kShrinkTries);
  std::printf("as small as it still fails: %s\n%s", complaintAbout(session, smallest).c_str(),
              describe(smallest).c_str());
}

int run(const Options& options) {
  fuzz::Session session(options.device.empty() ? std::nullopt : std::optional(options.device));
  if (options.falsify) session.falsify();
  std::printf("seed %llu, %s\n", static_cast<unsigned long long>(options.plan.seed), session.deviceName().c_str());
  std::fflush(stdout);
  const auto start = std::chrono::steady_clock::now();
  const uint64_t first = options.number.value_or(options.first);
  const uint64_t cases = options.number ? 1 : options.cases;
  uint64_t done = 0;
  for (; cases == 0 || done < cases; ++done) {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (!options.number && options.seconds > 0 && seconds >= options.seconds) break;
    const fuzz::Case drawn = drawCase(options.plan, first + done);
    std::snprintf(running, sizeof running, "%s--seed %llu --case %llu", options.command.c_str(),
                  static_cast<unsigned long long>(drawn.seed), static_cast<unsigned long long>(drawn.number));
    if (options.number) std::printf("%s", describe(drawn).c_str());
    std::fflush(stdout);
    const std::string complaint = complaintAbout(session, drawn);
    if (complaint.empty()) continue;
    report(session, drawn, complaint);
    return 1;
  }
  std::printf("%llu cases: all as they should be\n", static_cast<unsigned long long>(done));
  return done > 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv);
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
