#include <algorithm>
#include <cstring>
#include <mutex>
#include <utility>
#include <vector>

#include "sort/interface.h"
#include "support/vulkan_mock/objects.h"
#include "support/vulkan_mock/mock.h"
#include "support/vulkan_mock/lazy_pipelines.h"

namespace test {
namespace {

#define MOCKED(DO)               \
  DO(UpdateDescriptorSets)       \
  DO(CmdBindPipeline)            \
  DO(CmdBindDescriptorSets)      \
  DO(CmdPushConstants)           \
  DO(CmdDispatch)                \
  DO(CmdDispatchIndirect)        \
  DO(CmdPipelineBarrier)         \
  DO(CmdWriteTimestamp)          \
  DO(CmdPushDescriptorSetKHR)    \
  DO(CmdBeginDebugUtilsLabelEXT) \
  DO(CmdEndDebugUtilsLabelEXT)
#define DECLARE(name) PFN_vk##name name = nullptr;
struct Next {
  MOCKED(DECLARE)
} next;
std::once_flag loaded;

bool onlyLogs() {
  const MockVulkan* scope = currentScope();
  return scope && scope->faults.only_logs;
}

// Returns true if the dispatch is dropped; see Faults::idles.
bool idles(bool is_indirect) {
  MockVulkan* scope = currentScope();
  if (!scope) return false;
  if (scope->log.bound_idle) scope->log.idled = true;
  return scope->log.bound_idle || (is_indirect && scope->log.idled);
}

template <typename Send>
void sendWrites(uint32_t count, const VkWriteDescriptorSet* writes, Send send) {
  MockVulkan* scope = currentScope();
  if (!scope) return send(writes);
  if (scope->faults.only_logs) {
    for (uint32_t i = 0; i < count; ++i) scope->log.ranges.push_back(*writes[i].pBufferInfo);
    return;
  }
  std::vector<VkDescriptorBufferInfo> buffers(count);
  std::vector<VkWriteDescriptorSet> changed(writes, writes + count);
  for (uint32_t i = 0; i < count; ++i) {
    buffers[i] = *writes[i].pBufferInfo;
    scope->log.ranges.push_back(buffers[i]);
    const bool elements = writes[i].dstBinding <= VKSORT_BINDING_PAYLOAD;
    if (elements) buffers[i].range += scope->faults.widen_by;
    for (const WholeBuffer& whole : scope->faults.widen)
      if ((elements || whole.at_any_binding) && whole.buffer == buffers[i].buffer)
        buffers[i].range = whole.size - buffers[i].offset;
    changed[i].pBufferInfo = &buffers[i];
  }
  send(changed.data());
}

void note(Command command) {
  if (MockVulkan* scope = currentScope()) scope->log.commands.push_back(std::move(command));
}

std::vector<Bound> boundBy(uint32_t count, const VkWriteDescriptorSet* writes) {
  std::vector<Bound> bound;
  for (uint32_t i = 0; i < count; ++i) bound.push_back({writes[i].dstBinding, *writes[i].pBufferInfo});
  return bound;
}

VKAPI_ATTR void VKAPI_CALL updateSets(VkDevice device, uint32_t count, const VkWriteDescriptorSet* writes,
                                      uint32_t copies, const VkCopyDescriptorSet* copy) {
  if (MockVulkan* scope = currentScope(); scope && count > 0) scope->log.sets[writes->dstSet] = boundBy(count, writes);
  sendWrites(count, writes,
             [&](const VkWriteDescriptorSet* list) { next.UpdateDescriptorSets(device, count, list, copies, copy); });
}

VKAPI_ATTR void VKAPI_CALL pushSet(VkCommandBuffer cmd, VkPipelineBindPoint point, VkPipelineLayout layout,
                                   uint32_t set, uint32_t count, const VkWriteDescriptorSet* writes) {
  note({.kind = Command::Kind::bind_ranges, .bound = boundBy(count, writes)});
  if (MockVulkan* scope = currentScope()) scope->log.idled = false;
  sendWrites(count, writes, [&](const VkWriteDescriptorSet* list) {
    next.CmdPushDescriptorSetKHR(cmd, point, layout, set, count, list);
  });
}

VKAPI_ATTR void VKAPI_CALL bindSets(VkCommandBuffer cmd, VkPipelineBindPoint point, VkPipelineLayout layout,
                                    uint32_t first, uint32_t count, const VkDescriptorSet* sets, uint32_t offset_count,
                                    const uint32_t* offsets) {
  Command command{.kind = Command::Kind::bind_ranges};
  if (MockVulkan* scope = currentScope(); scope && first == 0) {
    command.bound = scope->log.sets[*sets];
    scope->log.idled = false;
  }
  note(std::move(command));
  if (!onlyLogs()) next.CmdBindDescriptorSets(cmd, point, layout, first, count, sets, offset_count, offsets);
}

VKAPI_ATTR void VKAPI_CALL bindPipeline(VkCommandBuffer cmd, VkPipelineBindPoint point, VkPipeline pipeline) {
  note({.kind = Command::Kind::bind_pipeline, .pipeline = pipeline});
  if (MockVulkan* scope = currentScope())
    scope->log.bound_idle = pipeline != VK_NULL_HANDLE && scope->log.idle == pipeline;
  if (!onlyLogs()) next.CmdBindPipeline(cmd, point, madePipeline(pipeline));
}

VKAPI_ATTR void VKAPI_CALL pushConstants(VkCommandBuffer cmd, VkPipelineLayout layout, VkShaderStageFlags stages,
                                         uint32_t offset, uint32_t size, const void* data) {
  const auto* words = static_cast<const uint32_t*>(data);
  note({.kind = Command::Kind::push_constants,
        .layout = layout,
        .first_word = offset / 4,
        .words = {words, words + size / 4}});
  if (!onlyLogs()) next.CmdPushConstants(cmd, layout, stages, offset, size, data);
}

VKAPI_ATTR void VKAPI_CALL dispatch(VkCommandBuffer cmd, uint32_t x, uint32_t y, uint32_t z) {
  note({.kind = Command::Kind::dispatch, .groups = {x, y, z}});
  if (!onlyLogs() && !idles(false)) next.CmdDispatch(cmd, x, y, z);
}

VKAPI_ATTR void VKAPI_CALL dispatchIndirect(VkCommandBuffer cmd, VkBuffer buffer, VkDeviceSize offset) {
  note({.kind = Command::Kind::dispatch, .arguments = buffer, .arguments_offset = offset});
  if (!onlyLogs() && !idles(true)) next.CmdDispatchIndirect(cmd, buffer, offset);
}

void VKAPI_CALL pipelineBarrier(VkCommandBuffer cmd, VkPipelineStageFlags source, VkPipelineStageFlags target,
                                VkDependencyFlags flags, uint32_t count, const VkMemoryBarrier* barriers,
                                uint32_t buffer_count, const VkBufferMemoryBarrier* buffers, uint32_t image_count,
                                const VkImageMemoryBarrier* images) {
  if (const MockVulkan* scope = currentScope()) {
    const auto is_barrier = [](const Command& command) { return command.kind == Command::Kind::barrier; };
    const auto seen = std::ranges::count_if(scope->log.commands, is_barrier);
    // A dropped barrier is logged without effect, so that later barriers keep their index.
    const bool dropped = scope->faults.drops_barrier == static_cast<uint32_t>(seen);
    Command command{.kind = Command::Kind::barrier};
    if (!dropped) {
      command.source_stages = source;
      command.target_stages = target;
      for (uint32_t i = 0; i < count; ++i) {
        command.source_access |= barriers[i].srcAccessMask;
        command.target_access |= barriers[i].dstAccessMask;
      }
    }
    note(command);
    if (dropped) return;
  }
  if (!onlyLogs())
    next.CmdPipelineBarrier(cmd, source, target, flags, count, barriers, buffer_count, buffers, image_count, images);
}

VKAPI_ATTR void VKAPI_CALL writeTimestamp(VkCommandBuffer cmd, VkPipelineStageFlagBits stage, VkQueryPool pool,
                                          uint32_t query) {
  note({.kind = Command::Kind::timestamp, .source_stages = stage, .query = query});
  if (!onlyLogs()) next.CmdWriteTimestamp(cmd, stage, pool, query);
}

VKAPI_ATTR void VKAPI_CALL beginLabel(VkCommandBuffer cmd, const VkDebugUtilsLabelEXT* info) {
  note({.kind = Command::Kind::begin_label, .label = info->pLabelName});
  if (!onlyLogs()) next.CmdBeginDebugUtilsLabelEXT(cmd, info);
}

VKAPI_ATTR void VKAPI_CALL endLabel(VkCommandBuffer cmd) {
  note({.kind = Command::Kind::end_label});
  if (!onlyLogs()) next.CmdEndDebugUtilsLabelEXT(cmd);
}

template <typename Function>
PFN_vkVoidFunction asVoid(Function function) {
  return reinterpret_cast<PFN_vkVoidFunction>(function);
}

const std::pair<const char*, PFN_vkVoidFunction> kMocked[] = {
    {"vkUpdateDescriptorSets", asVoid(updateSets)},      {"vkCmdPushDescriptorSetKHR", asVoid(pushSet)},
    {"vkCmdBindDescriptorSets", asVoid(bindSets)},       {"vkCmdBindPipeline", asVoid(bindPipeline)},
    {"vkCmdPushConstants", asVoid(pushConstants)},       {"vkCmdDispatch", asVoid(dispatch)},
    {"vkCmdDispatchIndirect", asVoid(dispatchIndirect)}, {"vkCmdPipelineBarrier", asVoid(pipelineBarrier)},
    {"vkCmdWriteTimestamp", asVoid(writeTimestamp)},     {"vkCmdBeginDebugUtilsLabelEXT", asVoid(beginLabel)},
    {"vkCmdEndDebugUtilsLabelEXT", asVoid(endLabel)},
};

}  // namespace

PFN_vkVoidFunction recordingFunctionOf(VkInstance instance, const char* name) {
  std::call_once(loaded, [instance] {
#define LOAD(function) \
  next.function = reinterpret_cast<PFN_vk##function>(vkGetInstanceProcAddr(instance, "vk" #function));
    MOCKED(LOAD)
  });
  for (const auto& [mocked, function] : kMocked)
    if (std::strcmp(mocked, name) == 0) return function;
  return nullptr;
}

}  // namespace test
