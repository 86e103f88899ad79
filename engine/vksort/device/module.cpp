#include "device/module.h"

#include <cstring>
#include <new>

namespace vksort {
namespace {

constexpr std::uint32_t kMostLengthBits = 15;  // longest code
constexpr std::uint32_t kQuickBits = 9;
constexpr std::uint32_t kLiterals = 288, kDistances = 30;
constexpr std::uint32_t kEndOfBlock = 256;
constexpr std::uint32_t kNoSymbol = ~0u;

// Zeros follow its end.
struct Bits {
  const std::uint8_t* next;
  const std::uint8_t* end;
  std::uint64_t held = 0;
  std::uint32_t count = 0;  // bits in `held`
  std::uint32_t missing = 0;

  // Afterwards, `held` has more than 32 bits.
  void fill() {
    while (count <= 32) {
      if (next == end) missing += 8;
      held |= std::uint64_t{next == end ? std::uint8_t{0} : *next++} << count;
      count += 8;
    }
  }
  void drop(std::uint32_t bits) {
    held >>= bits;
    count -= bits;
  }
  // Reads up to 16 bits.
  [[nodiscard]] std::uint32_t take(std::uint32_t bits) {
    fill();
    const auto taken = static_cast<std::uint32_t>(held & ((1u << bits) - 1u));
    drop(bits);
    return taken;
  }
  [[nodiscard]] bool ranOut() const { return missing > count; }
};

// A canonical Huffman code.
struct Code {
  std::uint16_t counts[kMostLengthBits + 1];  // number of symbols by length
  std::uint16_t symbols[kLiterals];           // sorted by length
  std::uint16_t quick[1u << kQuickBits];      // indexed by the next bits: symbol << 4 | length, or 0

  // A length of 0 means that the symbol has no code. If there are too many codes, some are not found.
  void build(const std::uint8_t* lengths, std::uint32_t n) {
    for (std::uint16_t& count : counts) count = 0;
    for (std::uint16_t& entry : quick) entry = 0;
    for (std::uint32_t i = 0; i < n; ++i) ++counts[lengths[i]];
    counts[0] = 0;
    std::uint32_t firsts[kMostLengthBits + 1], places[kMostLengthBits + 1];  // first code and its index by length
    std::uint32_t code = 0, place = 0;
    for (std::uint32_t length = 1; length <= kMostLengthBits; ++length) {
      code <<= 1;
      firsts[length] = code;
      places[length] = place;
      code += counts[length];
      place += counts[length];
    }
    for (std::uint32_t i = 0; i < n; ++i) {
      const std::uint32_t length = lengths[i];
      if (length == 0) continue;
      symbols[places[length]++] = static_cast<std::uint16_t>(i);
      if (length <= kQuickBits) fillQuick(firsts[length]++, length, i);
    }
  }

  void fillQuick(std::uint32_t code, std::uint32_t length, std::uint32_t symbol) {
    std::uint32_t reversed = 0;  // the highest bit of a code comes first
    for (std::uint32_t i = 0; i < length; ++i) reversed |= (code >> i & 1u) << (length - 1 - i);
    for (std::uint32_t i = reversed; i < 1u << kQuickBits; i += 1u << length) {
      quick[i] = static_cast<std::uint16_t>(symbol << 4 | length);
    }
  }

  [[nodiscard]] std::uint32_t read(Bits& bits) const {
    bits.fill();
    const std::uint32_t found = quick[bits.held & ((1u << kQuickBits) - 1u)];
    if (found != 0) {
      bits.drop(found & 15u);
      return found >> 4;
    }
    std::uint32_t code = 0, first = 0, place = 0;
    for (std::uint32_t length = 1; length <= kMostLengthBits; ++length) {
      code = code << 1 | static_cast<std::uint32_t>(bits.held >> (length - 1) & 1u);
      first <<= 1;
      if (code - first < counts[length]) {
        bits.drop(length);
        return symbols[place + (code - first)];
      }
      first += counts[length];
      place += counts[length];
    }
    return kNoSymbol;
  }
};

struct Inflater {
  Bits bits;
  std::uint8_t* out;
  std::uint32_t bytes;
  std::uint32_t written = 0;
  Code literals, distances;

  bool stored() {
    bits.drop(bits.count & 7u);
    const std::uint32_t length = bits.take(16);
    if ((bits.take(16) ^ length) != 0xffffu || length > bytes - written) return false;
    for (std::uint32_t i = 0; i < length; ++i) out[written++] = static_cast<std::uint8_t>(bits.take(8));
    return true;
  }

  void buildFixed() {
    std::uint8_t lengths[kLiterals];
    for (std::uint32_t i = 0; i < kLiterals; ++i) lengths[i] = i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8;
    literals.build(lengths, kLiterals);
    for (std::uint32_t i = 0; i < kDistances; ++i) lengths[i] = 5;
    distances.build(lengths, kDistances);
  }

  // A third code contains the lengths of both codes. We store it in `distances` until they are read.
  bool buildDynamic() {
    constexpr std::uint8_t kOrder[] = {16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15};
    const std::uint32_t literal_count = bits.take(5) + 257, distance_count = bits.take(5) + 1;
    const std::uint32_t length_count = bits.take(4) + 4;
    if (literal_count > kLiterals || distance_count > kDistances) return false;
    std::uint8_t lengths[kLiterals + kDistances] = {};
    for (std::uint32_t i = 0; i < length_count; ++i) lengths[kOrder[i]] = static_cast<std::uint8_t>(bits.take(3));
    distances.build(lengths, sizeof kOrder);
    const std::uint32_t count = literal_count + distance_count;
    for (std::uint32_t i = 0; i < count;) {
      const std::uint32_t symbol = distances.read(bits);
      if (symbol == kNoSymbol || (symbol == 16 && i == 0)) return false;
      const std::uint8_t length = symbol < 16 ? static_cast<std::uint8_t>(symbol) : symbol == 16 ? lengths[i - 1] : 0;
      const std::uint32_t times = symbol < 16    ? 1
                                  : symbol == 16 ? 3 + bits.take(2)
                                  : symbol == 17 ? 3 + bits.take(3)
                                                 : 11 + bits.take(7);
      if (times > count - i) return false;
      for (const std::uint32_t end = i + times; i < end; ++i) lengths[i] = length;
    }
    literals.build(lengths, literal_count);
    distances.build(lengths + literal_count, distance_count);
    return true;
  }

  // Returns a length - 3 or distance - 1. Each group of `step` symbols (4 or 2) has the same number of extra bits.
  std::uint32_t valueOf(std::uint32_t symbol, std::uint32_t step) {
    if (symbol < 2 * step) return symbol;
    const std::uint32_t extra = symbol / step - 1;
    return ((step + symbol % step) << extra) + bits.take(extra);
  }

  bool compressed() {
    for (;;) {
      const std::uint32_t symbol = literals.read(bits);
      if (symbol == kEndOfBlock) return true;
      if (symbol < kEndOfBlock) {
        if (written == bytes) return false;
        out[written++] = static_cast<std::uint8_t>(symbol);
        continue;
      }
      constexpr std::uint32_t kFirst = kEndOfBlock + 1, kLongest = 28;
      if (symbol > kFirst + kLongest) return false;
      const std::uint32_t length = symbol == kFirst + kLongest ? 258 : 3 + valueOf(symbol - kFirst, 4);
      const std::uint32_t distance_symbol = distances.read(bits);
      if (distance_symbol >= kDistances) return false;
      const std::uint32_t distance = 1 + valueOf(distance_symbol, 2);
      if (distance > written || length > bytes - written) return false;
      for (const std::uint32_t end = written + length; written < end; ++written) out[written] = out[written - distance];
    }
  }

  bool run() {
    for (bool is_last = false; !is_last;) {
      is_last = bits.take(1) != 0;
      const std::uint32_t kind = bits.take(2);
      if (kind == 1) buildFixed();
      const bool well = kind == 0 ? stored() : (kind == 1 || (kind == 2 && buildDynamic())) && compressed();
      if (!well || bits.ranOut()) return false;
    }
    return written == bytes;
  }
};

}  // namespace

bool inflate(const std::uint8_t* packed, std::uint32_t packed_bytes, std::uint8_t* out, std::uint32_t bytes) {
  Inflater inflater{{packed, packed + packed_bytes}, out, bytes, 0, {}, {}};
  return inflater.run();
}

bool unpack(const Spirv& module, std::uint32_t* out) {
  if (module.packed_bytes != 0) {
    return inflate(reinterpret_cast<const std::uint8_t*>(module.words), module.packed_bytes,
                   reinterpret_cast<std::uint8_t*>(out), module.bytes);
  }
  std::memcpy(out, module.words, module.bytes);
  return true;
}

VkResult ModuleWords::open(const Spirv& module) {
  words = module.words;
  if (module.packed_bytes == 0) return VK_SUCCESS;
  words = unpacked = new (std::nothrow) std::uint32_t[module.bytes / 4];
  if (!unpacked) return VK_ERROR_OUT_OF_HOST_MEMORY;
  return unpack(module, unpacked) ? VK_SUCCESS : VK_ERROR_INITIALIZATION_FAILED;
}

}  // namespace vksort
