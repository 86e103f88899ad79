#include "files/unfinished.h"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstring>

namespace samples {

// Never freed, since a signal may come to any thread at any time.
struct Slot {
  std::atomic<bool> taken = false;
  std::atomic<bool> named = false;  // the handler may read the path
  std::array<char, 4096> path{};
};
static_assert(std::atomic<bool>::is_always_lock_free, "the handler needs it");

namespace {

constexpr std::array kSignals = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM};
std::array<Slot, 8> slots;

// Calls nothing but what a signal handler may.
extern "C" void removeAndEnd(int signal) {
  for (const Slot& slot : slots)
    if (slot.named) unlink(slot.path.data());
  raise(signal);  // by SA_RESETHAND the default action, once this returns
}

void installHandlers() {
  for (const int signal : kSignals) {
    struct sigaction before {};
    if (sigaction(signal, nullptr, &before) != 0 || before.sa_handler != SIG_DFL) continue;
    struct sigaction now {};
    now.sa_handler = removeAndEnd;
    now.sa_flags = static_cast<int>(SA_RESETHAND);
    sigemptyset(&now.sa_mask);
    sigaction(signal, &now, nullptr);
  }
}

}  // namespace

Unfinished::Unfinished(const std::string& path) {
  installHandlers();
  if (path.size() >= slots[0].path.size()) return;
  for (Slot& slot : slots) {
    if (slot.taken.exchange(true)) continue;
    std::memcpy(slot.path.data(), path.c_str(), path.size() + 1);
    slot.named = true;
    slot_ = &slot;
    return;
  }
}

Unfinished::~Unfinished() {
  if (slot_ == nullptr) return;
  slot_->named = false;
  slot_->taken = false;
}

}  // namespace samples
