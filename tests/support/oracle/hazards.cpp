#include "support/oracle/hazards.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cstring>

#include "sort/bitonic/interface.h"
#include "sort/interface.h"
#include "sort/radix/interface.h"

namespace test {
namespace {

constexpr VkPipelineStageFlags kCompute = VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT;
constexpr vksort::Access kRead = {kCompute, VK_ACCESS_SHADER_READ_BIT};
constexpr vksort::Access kWrite = {kCompute, VK_ACCESS_SHADER_WRITE_BIT};
constexpr vksort::Access kBoth = {kCompute, VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};
constexpr vksort::Access kArguments = {VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT, VK_ACCESS_INDIRECT_COMMAND_READ_BIT};

constexpr VkAccessFlags kWrites = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT | VK_ACCESS_HOST_WRITE_BIT;

bool meet(const Use& a, const Use& b) {
  if (a.peers != 0 && a.peers == b.peers) return false;
  return a.memory == b.memory && a.begin < b.end && b.begin < a.end;
}

// A wait for shaders also includes earlier stages, which read indirect arguments.
VkPipelineStageFlags withEarlier(VkPipelineStageFlags stages) {
  return (stages & kCompute) != 0 ? stages | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT : stages;
}

bool order(std::span<const Moment> between, const Use& before, const Use& after) {
  const VkAccessFlags written = before.access.access & kWrites;
  VkPipelineStageFlags behind = 0;
  bool available = written == 0;  // for reads, waiting is enough
  for (const Moment& barrier : between) {
    if (!barrier.uses.empty() || (barrier.only != 0 && barrier.only != before.memory)) continue;
    const VkPipelineStageFlags from = withEarlier(barrier.from.stages);
    const bool is_first = (from & before.access.stages) != 0;
    if (!is_first && (from & behind) == 0) continue;
    available |= is_first && (barrier.from.access & written) == written;
    behind |= barrier.to.stages;
    const bool is_visible = written == 0 || (barrier.to.access & after.access.access) == after.access.access;
    if (available && is_visible && (barrier.to.stages & after.access.stages) != 0) return true;
  }
  return false;
}

struct RoleUse {
  Role role;
  vksort::Access access{};
};

bool isRadix(const std::string& kernel) { return kernel.starts_with("radix_"); }
bool isOfRanks(const std::string& kernel) { return kernel.starts_with("scratch_") || kernel.starts_with("rank_merge"); }

vksort::radix::RadixPush radixPushOf(std::span<const uint32_t> pushed) {
  constexpr std::size_t kShared = sizeof(vksort::Push) / sizeof(uint32_t);
  vksort::radix::RadixPush push{};
  REQUIRE(pushed.size() >= kShared + sizeof push / sizeof(uint32_t));
  std::memcpy(&push, pushed.data() + kShared, sizeof push);
  return push;
}

// Passes move elements between the range and copies in scratch memory, which every pass changes.
std::vector<RoleUse> radixRolesOf(const Config& sort, const std::string& kernel, std::span<const uint32_t> pushed) {
  const bool indirect = sort.mode == Mode::indirect, sets_up = kernel == "radix_set_up";
  std::vector<RoleUse> roles = {{Role::scratch, sets_up ? kWrite : kBoth}};
  if (indirect) roles.push_back({Role::count, kRead});
  if (indirect && sets_up) roles.push_back({Role::state, kWrite});
  if (sets_up || kernel == "radix_sum") return roles;
  const vksort::radix::RadixPush push = radixPushOf(pushed);
  const bool is_first = push.index == 0, split = splitValues(sort), is_narrow = kernel == "radix_pass_narrow";
  if (kernel == "radix_count") {
    if (push.from != 0) return roles;
    roles.push_back({Role::keys, kRead});
    if (split && sort.ties == vksort::Ties::by_value && sort.payload == vksort::Payload::u32)
      roles.push_back({Role::payload, kRead});
    return roles;
  }
  if (push.from == 0) {
    roles.push_back({Role::keys, kRead});
    const bool makes_indices = is_first && sort.payload == vksort::Payload::index;
    if (split && !makes_indices && !is_narrow) roles.push_back({Role::payload, kRead});
  }
  if (push.to == 0) {
    const bool discards = push.stores == VKSORT_RADIX_STORE_PAYLOADS;
    const bool keeps_payloads = split && !is_narrow && push.stores != VKSORT_RADIX_STORE_NARROW;
    if (!discards) roles.push_back({Role::keys, kWrite});
    if (discards || keeps_payloads) roles.push_back({Role::payload, kWrite});
  }
  return roles;
}

// Tiles are sorted from the range into scratch memory, and merged back.
std::vector<RoleUse> rankRolesOf(const Config& sort, bool merges) {
  std::vector<RoleUse> roles = {{Role::scratch, merges ? kRead : kWrite}};
  if (sort.mode == Mode::indirect) roles.push_back({Role::count, kRead});
  if (!merges || !configurationOf(sort).discardsKeys()) roles.push_back({Role::keys, merges ? kWrite : kRead});
  if (splitValues(sort) && (merges || sort.payload != vksort::Payload::index))
    roles.push_back({Role::payload, merges ? kWrite : kRead});
  return roles;
}

// Payloads move to scratch memory, or are gathered from there.
std::vector<RoleUse> gatherRolesOf(const Config& sort, std::span<const uint32_t> pushed) {
  vksort::bitonic::PassPush push{};
  REQUIRE(pushed.size_bytes() >= sizeof(vksort::Push) + sizeof push);
  std::memcpy(&push, pushed.data() + sizeof(vksort::Push) / sizeof(uint32_t), sizeof push);
  const bool gathers = push.gathers != 0;
  std::vector<RoleUse> roles = {{Role::scratch, gathers ? kRead : kWrite},
                                {splitValues(sort) ? Role::payload : Role::keys, gathers ? kBoth : kRead}};
  if (sort.mode == Mode::indirect) roles.push_back({Role::count, kRead});
  return roles;
}

std::vector<RoleUse> rolesOf(const Config& sort, const std::string& kernel, std::span<const uint32_t> pushed) {
  if (isRadix(kernel)) return radixRolesOf(sort, kernel, pushed);
  if (isOfRanks(kernel)) return rankRolesOf(sort, kernel.starts_with("rank_merge"));
  if (kernel == "gather") return gatherRolesOf(sort, pushed);
  const bool indirect = sort.mode == Mode::indirect, segments = sort.mode == Mode::segments;
  if (kernel == "segment_setup") {
    vksort::bitonic::SegmentSetUpPush push{};
    std::memcpy(&push, pushed.data() + sizeof(vksort::Push) / sizeof(uint32_t), sizeof push);
    std::vector<RoleUse> roles = {{Role::state, (push.steps & VKSORT_SEGMENTS_CLEAR) != 0 ? kWrite : kBoth}};
    if ((push.steps & VKSORT_SEGMENTS_CLASSIFY) != 0) roles.push_back({Role::table, kRead});
    if ((push.steps & VKSORT_SEGMENTS_LIST_TILES) != 0) roles.push_back({Role::scratch, kWrite});
    return roles;
  }
  std::vector<RoleUse> roles;
  if (indirect) roles.push_back({Role::count, kRead});
  if (kernel == "setup") {
    roles.push_back({Role::state, kWrite});
    return roles;
  }
  if (segments) roles.push_back({Role::state, kRead});
  const bool begins = kernel.ends_with("_sort");
  roles.push_back({Role::keys, kBoth});
  if (splitValues(sort))
    roles.push_back({Role::payload, begins && sort.payload == vksort::Payload::index ? kWrite : kBoth});
  return roles;
}

// The first passes of a segmented sort use elements of different segments.
uint32_t peersOf(const Config& sort, const std::string& kernel, Role role, uint64_t memory) {
  const bool elements = role == Role::keys || role == Role::payload;
  const bool alone = sort.mode == Mode::segments && kernel.ends_with("_sort");
  return elements && alone ? static_cast<uint32_t>(memory) + 1 : 0;
}

// `add` adds the uses of a dispatch. It receives its push constants as words.
template <typename Add>
std::vector<Moment> momentsIn(const Log& log, Add add) {
  std::vector<Moment> moments;
  std::size_t dispatch = 0;
  std::vector<uint32_t> pushed(128 / 4);  // 128 bytes are supported by every device
  for (const Command& command : log.commands) {
    Moment moment;
    if (command.kind == Command::Kind::push_constants)
      std::ranges::copy(command.words, pushed.begin() + command.first_word);
    if (command.kind == Command::Kind::barrier) {
      moment.from = {command.source_stages, command.source_access};
      moment.to = {command.target_stages, command.target_access};
      moment.only = (uint64_t)command.arguments;
    } else if (command.kind == Command::Kind::dispatch) {
      Command dispatched = command;
      dispatched.words = pushed;
      add(moment, dispatched, dispatch++);
    } else {
      continue;
    }
    moments.push_back(moment);
  }
  return moments;
}

Use useOf(Role role, vksort::Access access, uint64_t memory, uint32_t peers = 0) {
  const auto byte = static_cast<VkDeviceSize>(role);
  return {memory, byte, byte + 1, access, role, peers};
}

}  // namespace

uint32_t hazards(std::span<const Moment> moments) {
  uint32_t found = 0;
  for (std::size_t j = 0; j < moments.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      for (const Use& before : moments[i].uses) {
        for (const Use& after : moments[j].uses) {
          if (!meet(before, after) || ((before.access.access | after.access.access) & kWrites) == 0) continue;
          found += !order(moments.subspan(i + 1, j - i - 1), before, after);
        }
      }
    }
  }
  return found;
}

std::vector<Moment> momentsOf(const Recorded& sort, uint64_t memory) {
  return momentsIn(sort.log, [&](Moment& moment, const Command& command, std::size_t dispatch) {
    const std::string& kernel = sort.kernels.at(dispatch);
    for (const auto& [role, access] : rolesOf(sort.config, kernel, command.words))
      moment.uses.push_back(useOf(role, access, memory, peersOf(sort.config, kernel, role, memory)));
    if (command.arguments != VK_NULL_HANDLE) moment.uses.push_back(useOf(Role::state, kArguments, memory));
  });
}

std::vector<Moment> boundMomentsOf(const Recorded& sort) {
  const Config& configuration = sort.config;
  std::vector<Bound> bound;
  for (const Command& command : sort.log.commands)
    if (!command.bound.empty()) bound = command.bound;
  const auto rangeOf = [&](uint32_t binding) {
    const auto found = std::ranges::find(bound, binding, &Bound::binding);
    return found == bound.end() ? VkDescriptorBufferInfo{} : found->range;
  };
  const bool segments = configuration.mode == Mode::segments;
  return momentsIn(sort.log, [&](Moment& moment, const Command& command, std::size_t dispatch) {
    const std::string& kernel = sort.kernels.at(dispatch);
    const auto add = [&](uint32_t binding, vksort::Access access, Role role) {
      const VkDescriptorBufferInfo range = rangeOf(binding);
      if (range.buffer == VK_NULL_HANDLE) return;
      moment.uses.push_back({(uint64_t)range.buffer, range.offset, range.offset + range.range, access, role,
                             peersOf(configuration, kernel, role, 0)});
    };
    const bool sets_radix_up = kernel == "radix_set_up";
    const bool sets_up = kernel == "setup" || kernel == "segment_setup" || sets_radix_up;
    const bool lists_tiles = kernel == "segment_setup" && configuration.scratch;
    if (isRadix(kernel) || isOfRanks(kernel) || kernel == "gather" || lists_tiles)
      add(VKSORT_BINDING_SCRATCH, kBoth, Role::scratch);
    if (sets_radix_up) add(VKSORT_BINDING_DISPATCH_WORDS, kWrite, segments ? Role::table : Role::state);
    if (!sets_up) {
      add(VKSORT_BINDING_KEYS, kBoth, Role::keys);
      add(VKSORT_BINDING_PAYLOAD, kBoth, Role::payload);
    }
    static_assert(VKSORT_BINDING_COUNT == VKSORT_BINDING_SEGMENT_WORK);
    add(VKSORT_BINDING_COUNT, kernel == "segment_setup" ? kBoth : kRead, segments ? Role::state : Role::count);
    if (kernel == "setup") add(VKSORT_BINDING_DISPATCH_WORDS, kWrite, Role::state);
    if (kernel == "segment_setup") add(VKSORT_BINDING_TABLE, kRead, Role::table);
    if (command.arguments != VK_NULL_HANDLE) {
      const VkDeviceSize begin = command.arguments_offset;
      moment.uses.push_back({(uint64_t)command.arguments, begin, begin + 12, kArguments, Role::state});
    }
  });
}

std::vector<Moment> verifyMomentsOf(const Log& log, uint64_t memory) {
  return momentsIn(log, [&](Moment& moment, const Command&, std::size_t dispatch) {
    moment.uses.push_back(useOf(Role::result, dispatch == 0 ? kWrite : kBoth, memory));
    if (dispatch == 0) return;  // the first dispatch only clears
    moment.uses.push_back(useOf(Role::keys, kRead, memory));
    moment.uses.push_back(useOf(Role::payload, kRead, memory));
  });
}

uint32_t missingBarriers(const Log& log, const Independent& independent) {
  constexpr VkAccessFlags kReadsAndWrites = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;
  // Made visible since the last dispatch.
  struct Visible {
    bool elements = true;   // by shaders
    bool arguments = true;  // shader writes to indirect arguments
  } visible;
  bool before_is_direct = true;
  uint32_t missing = 0, dispatches = 0;
  for (const Command& command : log.commands) {
    if (command.kind == Command::Kind::barrier) {
      const auto orders = [&](VkAccessFlags source, VkPipelineStageFlags stage, VkAccessFlags target) {
        return (command.source_stages & VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT) != 0 &&
               (command.target_stages & stage) != 0 && (command.source_access & source) == source &&
               (command.target_access & target) == target;
      };
      visible.elements |= orders(kReadsAndWrites, VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT, kReadsAndWrites);
      visible.arguments |=
          orders(VK_ACCESS_SHADER_WRITE_BIT, VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT, VK_ACCESS_INDIRECT_COMMAND_READ_BIT);
    } else if (command.kind == Command::Kind::dispatch) {
      const uint32_t dispatch = dispatches++;
      if (dispatch > independent.first && dispatch < independent.first + independent.count) {
        visible = {false, false};
        continue;
      }
      const bool indirect = command.arguments != VK_NULL_HANDLE;
      missing += !visible.elements || (indirect && before_is_direct && !visible.arguments);
      visible = {false, false};
      before_is_direct = !indirect;
    }
  }
  return missing;
}

}  // namespace test
