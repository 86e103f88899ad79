// Three small engines for the code of guides/other_graphs.md; include this file after that code, in the same
// namespace. The code calls vkCmdPipelineBarrier2().

constexpr vksort::Access kCleared = {VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT};
constexpr vksort::Access kCulling = {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT,
                                     VK_ACCESS_SHADER_READ_BIT | VK_ACCESS_SHADER_WRITE_BIT};

void bufferBarriers(VkCommandBuffer cmd, const std::vector<VkBufferMemoryBarrier2>& barriers) {
  VkDependencyInfo info = {};
  info.sType = VK_STRUCTURE_TYPE_DEPENDENCY_INFO;
  info.bufferMemoryBarrierCount = static_cast<uint32_t>(barriers.size());
  info.pBufferMemoryBarriers = barriers.data();
  if (!barriers.empty()) vkCmdPipelineBarrier2(cmd, &info);
}

VkBufferMemoryBarrier2 bufferBarrier(VkBuffer buffer, vksort::Access from, vksort::Access to) {
  return {VK_STRUCTURE_TYPE_BUFFER_MEMORY_BARRIER_2,
          nullptr,
          from.stages,
          from.access,
          to.stages,
          to.access,
          VK_QUEUE_FAMILY_IGNORED,
          VK_QUEUE_FAMILY_IGNORED,
          buffer,
          0,
          VK_WHOLE_SIZE};
}

constexpr VkAccessFlags kWriteBits = VK_ACCESS_SHADER_WRITE_BIT | VK_ACCESS_TRANSFER_WRITE_BIT;

// Tracks usages: each use waits for the last write, and a write also waits for later reads. A second read in the same
// stages needs no barrier.
class FakePassGraph : public PassGraph {
 public:
  void addPass(std::vector<Usage> usages, std::function<bool(VkCommandBuffer)> record) override {
    passes_.push_back({std::move(usages), std::move(record)});
  }
  bool execute(VkCommandBuffer cmd) {
    bool recorded = true;
    for (const Pass& pass : passes_) {
      std::vector<VkBufferMemoryBarrier2> barriers;
      for (const Usage& usage : pass.usages) {
        flags[usage.buffer] |= usage.flags;
        Uses& uses = uses_[usage.buffer];
        const bool writes = (usage.access.access & kWriteBits) != 0;
        const vksort::Access from = writes ? both(uses.written, uses.read) : uses.written;
        const bool is_behind_read = !writes && contains(uses.read, usage.access);
        if (from.stages != 0 && !is_behind_read) barriers.push_back(bufferBarrier(usage.buffer, from, usage.access));
        if (writes)
          uses = {usage.access, {}};
        else
          uses.read = both(uses.read, usage.access);
      }
      bufferBarriers(cmd, barriers);
      recorded &= pass.record(cmd);
    }
    passes_.clear();
    return recorded;
  }
  std::map<VkBuffer, VkBufferUsageFlags> flags;

 private:
  struct Pass {
    std::vector<Usage> usages;
    std::function<bool(VkCommandBuffer)> record;
  };
  struct Uses {
    vksort::Access written{}, read{};
  };
  static bool contains(vksort::Access all, vksort::Access some) {
    return (some.stages & ~all.stages) == 0 && (some.access & ~all.access) == 0;
  }
  std::vector<Pass> passes_;
  std::map<VkBuffer, Uses> uses_;
};

// Tracks resource states: a transition waits for all accesses of the old states.
class FakeStateHost : public StateHost {
 public:
  uint32_t stateOf(VkBuffer buffer) const override {
    const auto found = states_.find(buffer);
    return found == states_.end() ? 0 : found->second;
  }
  void transition(VkBuffer buffer, uint32_t states) override {
    if (stateOf(buffer) == states) return;
    barriers_.push_back(bufferBarrier(buffer, accessOf(stateOf(buffer)), accessOf(states)));
    states_[buffer] = states;
  }
  void uavBarrier(VkBuffer buffer) override {
    barriers_.push_back(bufferBarrier(buffer, accessOf(kUnorderedAccess), accessOf(kUnorderedAccess)));
  }
  void flushBarriers(VkCommandBuffer cmd) override {
    bufferBarriers(cmd, barriers_);
    barriers_.clear();
  }

 private:
  static vksort::Access accessOf(uint32_t states) {
    constexpr std::pair<State, vksort::Access> kAccesses[] = {
        {kUnorderedAccess, kCulling},
        {kNonPixelShaderResource,
         {VK_PIPELINE_STAGE_COMPUTE_SHADER_BIT | VK_PIPELINE_STAGE_VERTEX_SHADER_BIT, VK_ACCESS_SHADER_READ_BIT}},
        {kIndirectArgument, {VK_PIPELINE_STAGE_DRAW_INDIRECT_BIT, VK_ACCESS_INDIRECT_COMMAND_READ_BIT}},
        {kCopyDest, kCleared}};
    vksort::Access all{};
    for (const auto& [state, access] : kAccesses)
      if ((states & state) != 0) all = both(all, access);
    return all;
  }

  std::vector<VkBufferMemoryBarrier2> barriers_;
  std::map<VkBuffer, uint32_t> states_;
};
