#include "support/watchdog.h"

#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include <chrono>
#include <cmath>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <thread>
#include <vector>

namespace test {
namespace {

struct Process {
  int parent = 0;
  double seconds = 0;
};

double numberFrom(const char* variable, double otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::atof(text);
}

// Every process of the machine, by /proc; see proc(5) for the fields of stat.
std::map<int, Process> allProcesses() {
  std::map<int, Process> all;
  const auto ticks = static_cast<double>(sysconf(_SC_CLK_TCK));
  std::error_code ignored;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", ignored)) {
    const int id = std::atoi(entry.path().filename().c_str());
    if (id == 0) continue;
    std::ifstream file(entry.path() / "stat");
    std::string text;
    if (!std::getline(file, text)) continue;
    const std::size_t name_end = text.rfind(')');  // the name may hold anything
    if (name_end == std::string::npos) continue;
    char state = 0;
    int parent = 0;
    unsigned long user = 0, system = 0;
    long children_user = 0, children_system = 0;
    if (std::sscanf(text.c_str() + name_end + 1, " %c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld", &state,
                    &parent, &user, &system, &children_user, &children_system) != 6) {
      continue;
    }
    all[id] = {parent, static_cast<double>(static_cast<long>(user + system) + children_user + children_system) / ticks};
  }
  return all;
}

bool descends(const std::map<int, Process>& all, int process, int from) {
  for (int steps = 0; steps < 100; ++steps) {
    const auto found = all.find(process);
    if (found == all.end()) return false;
    process = found->second.parent;
    if (process == from) return true;
  }
  return false;
}

[[noreturn]] void end(const Limits& limits, const char* what, double seconds) {
  std::fprintf(stderr, "\nhung: %s %.0f s\n", what, seconds);
  if (limits.before_end != nullptr) limits.before_end();
  const int self = getpid();
  const std::map<int, Process> all = allProcesses();
  for (const auto& [id, process] : all)
    if (descends(all, id, self)) kill(id, SIGKILL);
  std::_Exit(kHung);
}

void run(const Limits& limits) {
  using Clock = std::chrono::steady_clock;
  constexpr double kLittle = 0.04;  // CPU seconds that count as progress; the clock's ticks are 0.01
  double used = 0;
  Clock::time_point last = Clock::now();
  for (;;) {
    std::this_thread::sleep_for(std::chrono::milliseconds(500));
    timespec own{};  // looking costs time, which is no progress
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &own);
    const double now =
        cpuSecondsOf(getpid()) - static_cast<double>(own.tv_sec) - 1e-9 * static_cast<double>(own.tv_nsec);
    if (now > limits.cpu_seconds) end(limits, "it used more CPU time than", limits.cpu_seconds);
    if (std::abs(now - used) >= kLittle) {  // less, too: whoever ends takes the time of its children along
      used = now;
      last = Clock::now();
    }
    if (std::chrono::duration<double>(Clock::now() - last).count() > limits.idle_seconds) {
      end(limits, "nothing has run for", limits.idle_seconds);
    }
  }
}

}  // namespace

Limits limitsFromEnvironment() {
  Limits limits;
  limits.cpu_seconds = numberFrom("VKSORT_TEST_CPU_SECONDS", limits.cpu_seconds);
  limits.idle_seconds = numberFrom("VKSORT_TEST_IDLE_SECONDS", limits.idle_seconds);
  limits.megabytes = numberFrom("VKSORT_TEST_MEGABYTES", limits.megabytes);
  return limits;
}

std::string memoryComplaint(const Limits& limits) {
#ifdef __SANITIZE_ADDRESS__
  return "";
#endif
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  const double megabytes = static_cast<double>(usage.ru_maxrss) / 1024;
  if (megabytes <= limits.megabytes) return "";
  return "it took " + std::to_string(static_cast<int>(megabytes)) + " MB of memory, more than " +
         std::to_string(static_cast<int>(limits.megabytes));
}

double cpuSecondsOf(int process) {
  const std::map<int, Process> all = allProcesses();
  double seconds = 0;
  for (const auto& [id, each] : all)
    if (id == process || descends(all, id, process)) seconds += each.seconds;
  return seconds;
}

void watch(const Limits& limits) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // whoever started the test has gone, and with it everybody who would read of it
  std::thread([limits] { run(limits); }).detach();
}

}  // namespace test
