// vksort-fuzz compares random sorts with std::stable_sort on any Vulkan device.
#include <sys/time.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <optional>
#include <random>

#include "cases/gpu.h"
#include "gpu/instance.h"
#include "support/driver.h"

namespace {

constexpr int kCannotRun = 2;

struct Options {
  std::string command;  // command line; if an option is repeated, the last one counts
  cases::Plan plan;
  std::optional<uint64_t> number;
  uint64_t first = 0;
  uint64_t cases = 0;  // 0 means no limit
  double seconds = 0;  // 0 means no limit
  int width = 8;       // subgroup size of the software driver
  std::string device;  // if empty, gpu::selectDevice() chooses
  bool falsify = false;
};

char running[2000];  // command that repeats the current case

void printCommand() {
  const char kText[] = "\nto repeat: ";
  [[maybe_unused]] ssize_t written = write(STDERR_FILENO, kText, sizeof kText - 1);
  written = write(STDERR_FILENO, running, std::strlen(running));
  written = write(STDERR_FILENO, "\n", 1);
}

extern "C" void onCrash(int signal) {
  printCommand();
  std::signal(signal, SIG_DFL);
  std::raise(signal);
}

extern "C" void onTimeout(int) {
  printCommand();
  _exit(124);
}

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 0; i < argc; ++i) options.command += '\'' + std::string(argv[i]) + "' ";
  options.plan.seed = std::random_device{}();
  CLI::App app(
      "Compares random sorts on a device with std::stable_sort. The exit status is 0 if all results are correct, 1 if "
      "one is wrong, and 2 if the program cannot run.");
  const auto add = [&app](const char* name, auto& value, const char* meaning) {
    return app.add_option(name, value, meaning)->take_last()->check(CLI::NonNegativeNumber);
  };
  add("--seed", options.plan.seed, "seed of all cases (default: random)");
  add("--case", options.number, "run only the case with this index");
  add("--first", options.first, "index of the first case");
  add("--cases", options.cases, "stop after this number of cases");
  add("--seconds", options.seconds, "stop after this number of seconds (default without --cases: 30)");
  add("--largest", options.plan.largest, "maximum number of elements per sort")->check(CLI::Range(8u, 1u << 26));
  add("--one-workgroup", options.plan.one_workgroup, "maximum size of stable sorts and segments in place")
      ->check(CLI::PositiveNumber);
  add("--pool", options.plan.pool, "number of Sorters that cases share")->check(CLI::Range(1u, 1000u));
  add("--pool-from", options.plan.pool_from, "skip this number of Sorters, which other runs with the same seed use");
  add("--cases-per-pool", options.plan.cases_per_pool, "draw new Sorters after this number of cases")
      ->check(CLI::PositiveNumber);
  add("--validate-every", options.plan.validate_every,
      "validate every n-th case, starting with the first one (0: none)");
  add("--width", options.width, "subgroup size of the software driver")->check(CLI::IsMember({4, 8, 16}));
  app.add_option("--device", options.device, "index or part of the name");
  app.add_flag("--falsify", options.falsify, "change a word of each result to test the check");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    std::exit(app.exit(error) == 0 ? 0 : kCannotRun);
  }
  if (options.cases == 0 && options.seconds == 0) options.seconds = 30;
  return options;
}

// A device that is opened with and without validation, when a case first needs it.
class Session {
 public:
  // `device` is an index or part of a name; otherwise, gpu::selectDevice() chooses. Throws gpu::Error if there is no
  // device.
  explicit Session(std::optional<std::string> device) : wanted_(std::move(device)) {}

  void falsify() { falsifies_ = true; }

  // Returns the fault of a case, or an empty string if it passed or the device does not support it.
  std::string run(const cases::Case& of) {
    Opened& on = opened(of.validated);
    gpu::MessageLog& messages = on.instance.messages();
    messages.clear();
    const std::string complaint = cases::run(on.gpu, of, falsifies_);
    if (!complaint.empty() || messages.count() == 0) return complaint;
    return "validation: " + messages.texts().front();
  }

  std::string deviceName() { return opened(false).physical.properties.deviceName; }

 private:
  struct Opened {
    Opened(bool validated, const std::optional<std::string>& wanted)
        : instance({"vksort-fuzz", validated, {}}),
          physical(gpu::selectDevice(instance, wanted)),
          device(instance, {physical.handle}),
          gpu(device) {
      const std::string complaint =
          test::widthComplaint(physical.properties.deviceName, device.properties().subgroup.subgroupSize);
      if (!complaint.empty()) throw gpu::Error(complaint);
    }

    gpu::Instance instance;
    gpu::PhysicalDevice physical;
    gpu::Device device;
    cases::Gpu gpu;
  };
  Opened& opened(bool validated) {
    std::unique_ptr<Opened>& of = opened_[validated ? 1 : 0];
    if (!of) of = std::make_unique<Opened>(validated, wanted_);
    return *of;
  }

  std::optional<std::string> wanted_;
  bool falsifies_ = false;
  std::unique_ptr<Opened> opened_[2];
};

// Also returns exceptions, for example of a lost device. A case that hangs ends the program.
std::string faultOf(Session& session, const cases::Case& of) {
  constexpr int kCpuSeconds = 300;  // software drivers compile during this time
  const itimerval limit{{0, 0}, {kCpuSeconds, 0}};
  setitimer(ITIMER_PROF, &limit, nullptr);
  try {
    return session.run(of);
  } catch (const gpu::Error& error) {
    return error.what();
  }
}

void report(const cases::Case& failing, const std::string& why) {
  std::printf("FAILED case %llu: %s\n%sto repeat: %s\n", static_cast<unsigned long long>(failing.number), why.c_str(),
              describe(failing).c_str(), running);
}

int run(const Options& options) {
  Session session(options.device.empty() ? std::nullopt : std::optional(options.device));
  if (options.falsify) session.falsify();
  std::printf("cases of version %u, seed %llu, %s\n", cases::kCaseVersion,
              static_cast<unsigned long long>(options.plan.seed), session.deviceName().c_str());
  std::fflush(stdout);
  const auto start = std::chrono::steady_clock::now();
  const uint64_t first = options.number.value_or(options.first);
  const uint64_t cases = options.number ? 1 : options.cases;
  uint64_t done = 0;
  for (; cases == 0 || done < cases; ++done) {
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    if (!options.number && options.seconds > 0 && seconds >= options.seconds) break;
    const cases::Case drawn = drawCase(options.plan, first + done);
    std::snprintf(running, sizeof running, "%s--seed %llu --case %llu", options.command.c_str(),
                  static_cast<unsigned long long>(drawn.seed), static_cast<unsigned long long>(drawn.number));
    if (options.number) std::printf("%s", describe(drawn).c_str());
    std::fflush(stdout);
    const std::string fault = faultOf(session, drawn);
    if (fault.empty()) continue;
    report(drawn, fault);
    return 1;
  }
  std::printf("%llu cases passed\n", static_cast<unsigned long long>(done));
  return done > 0 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  const Options options = parse(argc, argv);
  if (!test::setUpDriver(options.width)) return kCannotRun;
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
