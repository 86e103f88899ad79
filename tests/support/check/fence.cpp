#include "support/check/fence.h"

#if defined(__unix__)
#include <sys/mman.h>
#include <unistd.h>

#include <stdexcept>

namespace test {
namespace {

std::size_t pageBytes() {
  static const auto bytes = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return bytes;
}

}  // namespace

FencedRange::FencedRange(Rig& rig, const char* of, std::size_t bytes, Side side) : name(of) {
  constexpr VkBufferUsageFlags kUsage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT | VK_BUFFER_USAGE_INDIRECT_BUFFER_BIT;
  const std::size_t page = pageBytes();
  const std::size_t inner = (bytes + page - 1) / page * page;
  buffer = {rig.device(), inner + 4 * kReach + 2 * page, kUsage, gpu::Memory::readback};
  const auto begin = reinterpret_cast<std::uintptr_t>(buffer.bytes().data());
  // The first page whose binding begins no less than kReach before.
  std::size_t offset = (page - begin % page) % page + kReach;
  while (offset % kCoarseAlignment < kReach) offset += page;
  std::byte* const pages = buffer.bytes().data() + offset;
  const std::size_t slack = side == Side::before ? 0 : inner - bytes;
  words = reinterpret_cast<uint32_t*>(pages + slack);
  range = {buffer.handle(), offset + slack, bytes};
  outside[0] = {pages - kReach, kReach};
  outside[1] = {pages + inner, kReach};
}

Fence::Fence(std::span<const FencedRange* const> ranges) {
  pages_count_ = 0;
  for (const FencedRange* each : ranges) {
    for (const std::span<std::byte> part : each->outside) {
      if (pages_count_ == kMost) throw std::runtime_error("more ranges than a fence has room for");
      faults_[pages_count_] = 0;
      pages_[pages_count_++] = {part.data(), part.size(), each->name};
    }
  }
  struct sigaction action {};
  action.sa_sigaction = onFault;
  action.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &action, &old_);
  for (std::size_t i = 0; i < pages_count_; ++i) mprotect(pages_[i].begin, pages_[i].size, PROT_NONE);
}

Fence::~Fence() {
  for (std::size_t i = 0; i < pages_count_; ++i) mprotect(pages_[i].begin, pages_[i].size, PROT_READ | PROT_WRITE);
  sigaction(SIGSEGV, &old_, nullptr);
}

uint32_t Fence::count() {
  uint32_t all = 0;
  for (std::size_t i = 0; i < pages_count_; ++i) all += faults_[i];
  return all;
}

std::string Fence::touched() {
  std::string names;
  for (std::size_t i = 0; i < pages_count_; ++i) {
    if (faults_[i] == 0) continue;
    names += std::string(names.empty() ? "" : ", ") + (i % 2 == 0 ? "before " : "behind ") + pages_[i].name;
  }
  return names;
}

void Fence::onFault(int, siginfo_t* info, void*) {
  auto* address = static_cast<std::byte*>(info->si_addr);
  for (std::size_t i = 0; i < pages_count_; ++i) {
    if (address < pages_[i].begin || address >= pages_[i].begin + pages_[i].size) continue;
    ++faults_[i];
    const auto in_page = reinterpret_cast<std::uintptr_t>(address) % pageBytes();
    mprotect(address - in_page, pageBytes(), PROT_READ | PROT_WRITE);
    return;
  }
  signal(SIGSEGV, SIG_DFL);  // not ours
}

}  // namespace test

#endif
