#include "support/oracle/hazards.h"

#include <algorithm>
#include <string_view>

#include "sort/interface.h"

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

// Logically earlier stages wait with those that are named.
VkPipelineStageFlags withEarlier(VkPipelineStageFlags stages) {
  return (stages & kCompute) != 0 ? stages | VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT : stages;
}

bool orders(const Moment& barrier, const vksort::Access& before, const vksort::Access& after) {
  const VkAccessFlags written = before.access & kWrites;
  const bool runs_first =
      (withEarlier(barrier.from.stages) & before.stages) != 0 && (barrier.to.stages & after.stages) != 0;
  // What is only read before needs no more.
  return runs_first && (written == 0 || ((barrier.from.access & written) == written &&
                                         (barrier.to.access & after.access) == after.access));
}

struct RoleUse {
  Role role;
  vksort::Access access;
};

bool isRadix(const std::string& kernel) { return kernel.starts_with("radix_"); }
bool isOfRanks(const std::string& kernel) { return kernel.starts_with("apart_") || kernel == "rank_merge"; }

// A kernel of radix sorts that look back, or that of the others which does the same.
std::string likeLookingBack(const std::string& kernel) {
  constexpr std::string_view kPortable = "radix_portable_";
  return kernel.starts_with(kPortable) ? "radix_" + kernel.substr(kPortable.size()) : kernel;
}

// Whether values that need not ascend are sorted by; a promise that they do makes this a use that is none.
bool countsValues(const vksort::SorterConfiguration& sort) {
  return sort.values == vksort::Values::split && sort.ties != vksort::Ties::any;
}

// Radix passes read the elements where they are and write them elsewhere: the range, or the scratch memory, which all
// of them change.
std::vector<RoleUse> radixRolesOf(const vksort::SorterConfiguration& sort, const std::string& name) {
  const std::string kernel = likeLookingBack(name);
  std::vector<RoleUse> roles = {{Role::scratch, kernel == "radix_set_up" ? kWrite : kBoth}};
  if (sort.count == vksort::Count::device) roles.push_back({Role::count, kRead});
  if (kernel == "radix_set_up") {
    if (sort.count == vksort::Count::device) roles.push_back({Role::state, kWrite});
    return roles;
  }
  if (kernel == "radix_across" || kernel == "radix_count_copy" || kernel == "radix_sum") return roles;
  const bool counts_later = kernel == "radix_count_range";
  const bool counts = kernel == "radix_histogram" || kernel == "radix_count_tiles" || counts_later;
  const bool computes = counts && !counts_later && sort.hooked;
  const vksort::Access elements = kernel == "radix_back" || computes ? kWrite : kRead;
  roles.push_back({Role::keys, elements});
  if (computes) roles.push_back({Role::source, kRead});
  const bool made_up = sort.values == vksort::Values::iota && kernel == "radix_first_pass";
  const bool split = sort.values == vksort::Values::split || sort.values == vksort::Values::iota;
  if (split && counts && countsValues(sort)) roles.push_back({Role::values, kRead});
  if (split && !counts && !made_up) roles.push_back({Role::values, elements});
  return roles;
}

// Tiles are read where they are and written to the scratch memory, and merged the other way.
std::vector<RoleUse> rankRolesOf(const vksort::SorterConfiguration& sort, bool merges) {
  std::vector<RoleUse> roles = {{Role::scratch, merges ? kRead : kWrite}};
  if (sort.count == vksort::Count::device) roles.push_back({Role::count, kRead});
  if (!merges && sort.hooked) {
    roles.push_back({Role::source, kRead});
  } else {
    roles.push_back({Role::keys, merges ? kWrite : kRead});
  }
  const bool split = sort.values == vksort::Values::split || sort.values == vksort::Values::iota;
  if (split && (merges || sort.values != vksort::Values::iota))
    roles.push_back({Role::values, merges ? kWrite : kRead});
  return roles;
}

// What the kernel of a dispatch does with each argument of its sort.
std::vector<RoleUse> rolesOf(const vksort::SorterConfiguration& sort, const std::string& kernel, bool is_first) {
  if (isRadix(kernel)) return radixRolesOf(sort, kernel);
  if (isOfRanks(kernel)) return rankRolesOf(sort, kernel == "rank_merge");
  const bool device_count = sort.count == vksort::Count::device, lists = sort.count == vksort::Count::lists;
  if (kernel == "list_setup") return {{Role::table, kRead}, {Role::state, is_first ? kWrite : kBoth}};
  std::vector<RoleUse> roles;
  if (device_count) roles.push_back({Role::count, kRead});
  if (kernel == "setup" || kernel == "verdict") roles.push_back({Role::state, kWrite});
  if (kernel == "setup") return roles;
  if (lists) roles.push_back({Role::state, kRead});
  const bool begins = kernel.ends_with("_sort");
  const vksort::Access moved = kernel == "verdict" ? kRead : kBoth;
  roles.push_back({Role::keys, begins && sort.hooked ? kWrite : moved});
  if (begins && sort.hooked) roles.push_back({Role::source, kRead});
  const bool split = sort.values == vksort::Values::split || sort.values == vksort::Values::iota;
  if (split) roles.push_back({Role::values, begins && sort.values == vksort::Values::iota ? kWrite : moved});
  return roles;
}

// The uses of elements of lists that are whole, or not sorted yet, are of different lists.
uint32_t peersOf(const vksort::SorterConfiguration& sort, const std::string& kernel, Role role, uint64_t memory) {
  const bool elements = role == Role::keys || role == Role::values;
  const bool alone = sort.count == vksort::Count::lists && kernel.ends_with("_sort");
  return elements && alone ? static_cast<uint32_t>(memory) + 1 : 0;
}

// The log's dispatches and barriers; `add` says what a dispatch uses.
template <typename Add>
std::vector<Moment> momentsIn(const Log& log, Add add) {
  std::vector<Moment> moments;
  std::size_t dispatch = 0;
  for (const Command& command : log.commands) {
    Moment moment;
    if (command.kind == Command::Kind::barrier) {
      moment.from = {command.source_stages, command.source_access};
      moment.to = {command.target_stages, command.target_access};
    } else if (command.kind == Command::Kind::dispatch) {
      add(moment, command, dispatch++);
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
          found += std::ranges::none_of(moments.subspan(i + 1, j - i - 1), [&](const Moment& between) {
            return between.uses.empty() && orders(between, before.access, after.access);
          });
        }
      }
    }
  }
  return found;
}

std::vector<Moment> momentsOf(const Recorded& sort, uint64_t memory) {
  return momentsIn(sort.log, [&](Moment& moment, const Command& command, std::size_t dispatch) {
    const std::string& kernel = sort.kernels.at(dispatch);
    for (const auto& [role, access] : rolesOf(sort.configuration, kernel, dispatch == 0))
      moment.uses.push_back(useOf(role, access, memory, peersOf(sort.configuration, kernel, role, memory)));
    if (command.arguments != VK_NULL_HANDLE) moment.uses.push_back(useOf(Role::state, kArguments, memory));
  });
}

std::vector<Moment> boundMomentsOf(const Recorded& sort) {
  const vksort::SorterConfiguration& configuration = sort.configuration;
  std::vector<Bound> bound;
  for (const Command& command : sort.log.commands)
    if (!command.bound.empty()) bound = command.bound;
  const auto rangeOf = [&](uint32_t binding) {
    const auto found = std::ranges::find(bound, binding, &Bound::binding);
    return found == bound.end() ? VkDescriptorBufferInfo{} : found->range;
  };
  const bool lists = configuration.count == vksort::Count::lists;
  return momentsIn(sort.log, [&](Moment& moment, const Command& command, std::size_t dispatch) {
    const std::string& kernel = sort.kernels.at(dispatch);
    const auto add = [&](uint32_t binding, vksort::Access access, Role role) {
      const VkDescriptorBufferInfo range = rangeOf(binding);
      if (range.buffer == VK_NULL_HANDLE) return;
      moment.uses.push_back({(uint64_t)range.buffer, range.offset, range.offset + range.range, access, role,
                             peersOf(configuration, kernel, role, 0)});
    };
    const std::string like = likeLookingBack(kernel);
    const bool sets_radix_up = like == "radix_set_up";
    const bool sets_up = kernel == "setup" || kernel == "list_setup" || sets_radix_up;
    if (isRadix(kernel) || isOfRanks(kernel)) add(VKSORT_BINDING_SCRATCH, kBoth, Role::scratch);
    if (sets_radix_up) add(VKSORT_BINDING_STATE, kWrite, Role::state);
    if (!sets_up) {
      add(VKSORT_BINDING_KEYS, kernel == "verdict" ? kRead : kBoth, Role::keys);
      add(VKSORT_BINDING_VALUES, kernel == "verdict" ? kRead : kBoth, Role::values);
    }
    add(VKSORT_BINDING_COUNTS, kernel == "list_setup" ? kBoth : kRead, lists ? Role::state : Role::count);
    if (kernel == "setup" || kernel == "verdict") add(VKSORT_BINDING_STATE, kWrite, Role::state);
    if (kernel == "list_setup") add(VKSORT_BINDING_LISTS, kRead, Role::table);
    if (command.arguments != VK_NULL_HANDLE) {
      const VkDeviceSize begin = command.arguments_offset;
      moment.uses.push_back({(uint64_t)command.arguments, begin, begin + 12, kArguments, Role::state});
    }
  });
}

std::vector<Moment> verifyMomentsOf(const Log& log, uint64_t memory) {
  return momentsIn(log, [&](Moment& moment, const Command&, std::size_t dispatch) {
    moment.uses.push_back(useOf(Role::result, dispatch == 0 ? kWrite : kBoth, memory));
    if (dispatch == 0) return;  // clears
    moment.uses.push_back(useOf(Role::keys, kRead, memory));
    moment.uses.push_back(useOf(Role::values, kRead, memory));
  });
}

uint32_t missingBarriers(const Log& log, const Independent& independent) {
  constexpr VkAccessFlags kReadsAndWrites = VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT;
  // What the barriers since the last dispatch make visible.
  struct Visible {
    bool elements = true;   // reads and writes of shaders, to the same
    bool arguments = true;  // writes of shaders, to the reading of arguments
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
