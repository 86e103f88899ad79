// Moving much data between host and device through little staging memory.
#pragma once

#include <span>

#include "gpu/buffer.h"

namespace bench {

// Thread rule: one thread at a time.
class Transfer {
 public:
  // The most words that go in one piece.
  static constexpr std::size_t kPieceWords = std::size_t{16} << 20;

  // Staging for `words`, but for one piece at most; what does not fit goes in several.
  Transfer(const gpu::Device& device, std::size_t words);

  // Copies `words` to `to` from word `first` on, and blocks. `to` needs TRANSFER_DST usage.
  void upload(const gpu::Buffer& to, std::size_t first, std::span<const std::uint32_t> words) const;
  // Copies words from `first` on back, and blocks. `from` needs TRANSFER_SRC usage.
  void download(const gpu::Buffer& from, std::size_t first, std::span<std::uint32_t> words) const;

 private:
  const gpu::Device& device_;
  gpu::Buffer up_;
  gpu::Buffer down_;
};

}  // namespace bench
