// The C API: each function converts its structs, and calls its twin.
#include "vksort_c.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>
#include <utility>

#include "misuse.h"
#include "sorter_state.h"
#include "toolkit/state.h"
#include "verifier/state.h"
#include "vksort_expert.h"
#include "vksort_segments.h"
#include "vksort_toolkit.h"
#include "vksort_verifier.h"

// The structs that begin with struct_size.
// clang-format off
#define VKSORT_SIZED(DO)                                                                                        \
  DO(SorterInfo) DO(SortInfo) DO(IndirectInfo) DO(SegmentInfo) DO(Creation) DO(PlanInfo) DO(PlanDevice)         \
  DO(ToolkitInfo) DO(RunInfo) DO(CellInfo) DO(CullInfo) DO(GatherInfo) DO(SelectInfo) DO(VerifyInfo)
// clang-format on

namespace vksort {

#define VKSORT_TWIN(Twin) Twin twinOf(const vksort##Twin&);
VKSORT_SIZED(VKSORT_TWIN)
VKSORT_TWIN(Device)
VKSORT_TWIN(Log)
VKSORT_TWIN(CullShaders)
VKSORT_TWIN(Timestamps)
VKSORT_TWIN(Range)

namespace {

template <class C>
using Twin = decltype(twinOf(std::declval<C>()));

constexpr RecordStatus kNoSize = {Argument::struct_size, Fault::invalid};

constexpr std::size_t kBegin = sizeof(std::uint64_t);  // of the twin, behind struct_size
template <class C>
constexpr std::size_t kEnd = kBegin + sizeof(Twin<C>);
constexpr std::size_t kMaxSize = 4096;  // no header has larger structs: the struct was not initialized

template <class C>
void initialize(C* out, std::size_t size) {
  static_assert(sizeof(C) == (kEnd<C> + alignof(C) - 1) / alignof(C) * alignof(C), "a member is on one side alone");
  static_assert(sizeof(C) <= kMaxSize);
  if (!out || size < kBegin) return;
  const Twin<C> defaults{};
  std::memset(static_cast<void*>(out), 0, size);
  std::memcpy(reinterpret_cast<char*>(out) + kBegin, &defaults, std::min(size, kEnd<C>) - kBegin);
  out->struct_size = size;
}

// The twin of a struct that the host passes.
template <class C>
struct Copied {
  using Struct = C;
  Twin<C> info{};

  // False: it does not have its size. Of a larger struct, the members are read for the log among them.
  bool read(const C* from) {
    if constexpr (requires { from->struct_size; }) {
      if (!from || from->struct_size <= kBegin || from->struct_size > kMaxSize) return false;
      const std::size_t end = std::min<std::size_t>(from->struct_size, kEnd<C>);
      std::memcpy(static_cast<void*>(&info), reinterpret_cast<const char*>(from) + kBegin, end - kBegin);
      return from->struct_size <= sizeof(C);
    } else {
      info = std::bit_cast<Twin<C>>(*from);
    }
    return true;
  }
};

// Reads the C struct that a copied member points to, if it is not null.
template <class Info, class Pointee>
bool follow(const Info*& pointer, Pointee& pointee) {
  if (!pointer) return true;
  if (!pointee.read(reinterpret_cast<const typename Pointee::Struct*>(pointer))) return false;
  pointer = &pointee.info;
  return true;
}

// And of those that it points to.
template <class C>
struct Input : Copied<C> {};

template <>
struct Input<vksortDevice> : Copied<vksortDevice> {
  Copied<vksortLog> log{};
  bool read(const vksortDevice* from) { return Copied::read(from) && follow(info.log, log); }
};
template <>
struct Input<vksortSorterInfo> : Copied<vksortSorterInfo> {
  Copied<vksortLog> log{};
  Input<vksortCreation> creation{};
  bool read(const vksortSorterInfo* from) {
    const bool has_size = Copied::read(from);
    return follow(info.device.log, log) && has_size && follow(info.creation, creation);
  }
};
template <>
struct Input<vksortToolkitInfo> : Copied<vksortToolkitInfo> {
  Copied<vksortLog> log{};
  Copied<vksortCullShaders> cull{};
  Input<vksortCreation> creation{};
  bool read(const vksortToolkitInfo* from) {
    const bool has_size = Copied::read(from);
    return follow(info.device.log, log) && has_size && follow(info.cull, cull) && follow(info.creation, creation);
  }
};
template <>
struct Input<vksortSortInfo> : Copied<vksortSortInfo> {
  Copied<vksortTimestamps> timestamps{};
  bool read(const vksortSortInfo* from) { return Copied::read(from) && follow(info.timestamps, timestamps); }
};

// What a function returns for a struct that does not have its size.
template <class Result>
constexpr Result kRefused{};
template <>
constexpr VkResult kRefused<VkResult> = VK_ERROR_INITIALIZATION_FAILED;
template <>
constexpr RecordStatus kRefused<RecordStatus> = kNoSize;

// Of the device in `info`, if there is one.
template <class Info>
const Log* logOf(const Info& info, const Log* otherwise) {
  if constexpr (requires { info.device.log; }) return info.device.log;
  return otherwise;
}

// Calls `twin` with the twins of `from`. `log`: of the object.
template <class Call, class... C>
auto call(const Call& twin, const Log* log, const C*... from) {
  return [&](auto&&... in) {
    using Result = decltype(twin(in.info...));
    if ((in.read(from) && ...)) return twin(in.info...);
    ((log = logOf(in.info, log)), ...);
    misuse(log, describe(kNoSize));
    return kRefused<Result>;
  }(Input<C>{}...);
}

// The object of a handle, for the time of a call. The handle is the object's state.
template <class Object, class Access>
struct Held {
  using State = std::remove_reference_t<decltype(Access::stateIn(std::declval<Object&>()))>;
  Object object{};

  explicit Held(void* handle) { Access::stateIn(object) = static_cast<State>(handle); }
  ~Held() { release(); }
  operator const Object&() const { return object; }
  const Object* operator->() const { return &object; }
  Object take() { return std::move(object); }
  State release() { return std::exchange(Access::stateIn(object), nullptr); }
  const Log* log() {
    const State state = Access::stateIn(object);
    return state ? &state->pipelines.log : nullptr;
  }
};
Held<Sorter, SorterAccess> of(vksortSorter handle) { return Held<Sorter, SorterAccess>(handle); }
Held<Toolkit, ToolkitAccess> of(vksortToolkit handle) { return Held<Toolkit, ToolkitAccess>(handle); }
Held<Verifier, VerifierAccess> of(vksortVerifier handle) { return Held<Verifier, VerifierAccess>(handle); }

// Calls `twin` with the object of a handle, and the twins of `from`.
template <class Call, class Handle, class... C>
auto callOf(const Call& twin, Handle handle, const C*... from) {
  auto held = of(handle);
  return call([&](auto&... in) { return twin(std::as_const(held.object), in...); }, held.log(), from...);
}

template <class Call, class Handle, class... C>
vksortRecordStatus record(const Call& twin, Handle handle, const C*... from) {
  return std::bit_cast<vksortRecordStatus>(callOf(twin, handle, from...));
}

template <class C, class Handle>
VkResult create(const C* info, Handle* out, const char** reason) {
  Input<C> input;
  auto held = of(Handle{});
  VkResult result = VK_ERROR_INITIALIZATION_FAILED;
  if (input.read(info)) {
    result = held.object.create(input.info, held.object, reason);
  } else {
    if (reason) *reason = describe(kNoSize);
    misuse(logOf(input.info, nullptr), describe(kNoSize));
  }
  *out = reinterpret_cast<Handle>(held.release());
  return result;
}

}  // namespace
}  // namespace vksort

using namespace vksort;
using std::bit_cast;

#define VKSORT_INIT(Twin) \
  void vksortInit##Twin(vksort##Twin* out, size_t struct_size) { initialize(out, struct_size); }
VKSORT_SIZED(VKSORT_INIT)

const char* vksortDescribe(vksortRecordStatus status) { return describe(bit_cast<RecordStatus>(status)); }
vksortAccess vksortBefore(void) { return bit_cast<vksortAccess>(kBefore); }
vksortAccess vksortAfter(void) { return bit_cast<vksortAccess>(kAfter); }
vksortSupport vksortQuerySupport(PFN_vkGetInstanceProcAddr get_instance_proc_addr, VkInstance instance,
                                 VkPhysicalDevice physical_device, uint32_t api_version) {
  return bit_cast<vksortSupport>(querySupport(get_instance_proc_addr, instance, physical_device, api_version));
}
vksortSupport vksortQuerySorterSupport(const vksortSorterInfo* info) {
  Support support = call([](auto& in) { return querySupport(in); }, nullptr, info);
  if (!support.supported && !support.reason) support.reason = describe(kNoSize);
  return bit_cast<vksortSupport>(support);
}
uint32_t vksortPlanForDevice(const vksortSorterInfo* sorter, const vksortPlanDevice* device, const vksortPlanInfo* info,
                             vksortPassPlan* out, uint32_t capacity) {
  return call([&](auto&... in) { return plan(in..., reinterpret_cast<PassPlan*>(out), capacity); }, nullptr, sorter,
              device, info);
}
VkResult vksortPlanPipelines(const vksortSorterInfo* sorter, const vksortPlanDevice* device,
                             void (*take)(void* context, const vksortPipelinePlan* pipeline), void* context) {
  std::pair host(take, context);
  const auto give = [](void* to, const PipelinePlan& plan) {
    const auto pipeline = bit_cast<vksortPipelinePlan>(plan);
    const auto& [taker, its] = *static_cast<decltype(host)*>(to);
    taker(its, &pipeline);
  };
  const auto twin = [&](auto&... in) { return planPipelines(in..., give, &host); };
  return call(twin, nullptr, sorter, device);
}

// Sorter.
VkResult vksortSorterCreate(const vksortSorterInfo* info, vksortSorter* out, const char** reason) {
  return create(info, out, reason);
}
void vksortSorterDestroy(vksortSorter sorter) { const Sorter destroyed = of(sorter).take(); }
vksortRecordStatus vksortSorterRecord(vksortSorter sorter, VkCommandBuffer cmd, const vksortSortInfo* info) {
  return record([&](auto& sorts, auto& in) { return sorts.record(cmd, in); }, sorter, info);
}
vksortRecordStatus vksortRecordIndirect(vksortSorter sorter, VkCommandBuffer cmd, const vksortSortInfo* info,
                                        const vksortIndirectInfo* indirect) {
  return record([&](auto& sorts, auto&... in) { return recordIndirect(sorts, cmd, in...); }, sorter, info, indirect);
}
vksortRecordStatus vksortRecordSegments(vksortSorter sorter, VkCommandBuffer cmd, const vksortSortInfo* info,
                                        const vksortSegmentInfo* segments) {
  return record([&](auto& sorts, auto&... in) { return recordSegments(sorts, cmd, in...); }, sorter, info, segments);
}
VkDeviceSize vksortSorterScratchBytes(vksortSorter sorter, uint32_t max_count) {
  return of(sorter)->scratchBytes(max_count);
}
VkDeviceSize vksortSegmentStateBytes(uint32_t segment_count) { return segmentStateBytes(segment_count); }
VkDescriptorSetLayout vksortSorterDescriptorSetLayout(vksortSorter sorter) { return of(sorter)->descriptorSetLayout(); }
uint32_t vksortPipelineJobCount(vksortSorter sorter) { return pipelineJobCount(of(sorter)); }
VkResult vksortRunPipelineJob(vksortSorter sorter) { return runPipelineJob(of(sorter)); }
uint32_t vksortPlan(vksortSorter sorter, const vksortPlanInfo* info, vksortPassPlan* out, uint32_t capacity) {
  return callOf([&](auto& sorts, auto& in) { return plan(sorts, in, reinterpret_cast<PassPlan*>(out), capacity); },
                sorter, info);
}
vksortMaxCounts vksortGetMaxCounts(vksortSorter sorter) { return bit_cast<vksortMaxCounts>(maxCounts(of(sorter))); }
vksortReport vksortGetReport(vksortSorter sorter) { return bit_cast<vksortReport>(getReport(of(sorter))); }
vksortSorterConfiguration vksortGetConfiguration(vksortSorter sorter) {
  return bit_cast<vksortSorterConfiguration>(getConfiguration(of(sorter)));
}

// Toolkit.
VkResult vksortToolkitCreate(const vksortToolkitInfo* info, vksortToolkit* out, const char** reason) {
  return create(info, out, reason);
}
void vksortToolkitDestroy(vksortToolkit toolkit) { const Toolkit destroyed = of(toolkit).take(); }
vksortRecordStatus vksortToolkitRecordRuns(vksortToolkit toolkit, VkCommandBuffer cmd, const vksortRunInfo* info) {
  return record([&](auto& tools, auto& in) { return tools.recordRuns(cmd, in); }, toolkit, info);
}
vksortRecordStatus vksortToolkitRecordCells(vksortToolkit toolkit, VkCommandBuffer cmd, const vksortCellInfo* info) {
  return record([&](auto& tools, auto& in) { return tools.recordCells(cmd, in); }, toolkit, info);
}
vksortRecordStatus vksortToolkitRecordCull(vksortToolkit toolkit, VkCommandBuffer cmd, const vksortCullInfo* info) {
  return record([&](auto& tools, auto& in) { return tools.recordCull(cmd, in); }, toolkit, info);
}
vksortRecordStatus vksortToolkitRecordGather(vksortToolkit toolkit, VkCommandBuffer cmd, const vksortGatherInfo* info) {
  return record([&](auto& tools, auto& in) { return tools.recordGather(cmd, in); }, toolkit, info);
}
vksortRecordStatus vksortToolkitRecordSelect(vksortToolkit toolkit, VkCommandBuffer cmd, const vksortSelectInfo* info) {
  return record([&](auto& tools, auto& in) { return tools.recordSelect(cmd, in); }, toolkit, info);
}
VkDeviceSize vksortToolkitScratchBytes(vksortToolkit toolkit, uint32_t max_count) {
  return of(toolkit)->scratchBytes(max_count);
}
VkDeviceSize vksortToolkitSelectScratchBytes(vksortToolkit toolkit, const vksortSelectInfo* info) {
  return callOf([&](auto& tools, auto& in) { return tools.scratchBytes(in); }, toolkit, info);
}
VkDescriptorSetLayout vksortToolkitDescriptorSetLayout(vksortToolkit toolkit) {
  return of(toolkit)->descriptorSetLayout();
}
vksortRecordStatus vksortRecordCulledSort(vksortToolkit toolkit, vksortSorter sorter, VkCommandBuffer cmd,
                                          const vksortCullInfo* cull, const vksortSortInfo* sort,
                                          const vksortRange* state) {
  return record([&](auto& sorts, auto&... in) { return recordCulledSort(of(toolkit), sorts, cmd, in...); }, sorter,
                cull, sort, state);
}
vksortRecordStatus vksortRecordSelectedSort(vksortToolkit toolkit, vksortSorter sorter, VkCommandBuffer cmd,
                                            const vksortSelectInfo* select, const vksortSortInfo* sort,
                                            const vksortRange* state) {
  return record([&](auto& sorts, auto&... in) { return recordSelectedSort(of(toolkit), sorts, cmd, in...); }, sorter,
                select, sort, state);
}

// Verifier.
VkResult vksortVerifierCreate(const vksortDevice* device, vksortVerifier* out, const char** reason) {
  return create(device, out, reason);
}
void vksortVerifierDestroy(vksortVerifier verifier) { const Verifier destroyed = of(verifier).take(); }
vksortRecordStatus vksortVerifierRecord(vksortVerifier verifier, VkCommandBuffer cmd, const vksortVerifyInfo* info) {
  return record([&](auto& verifies, auto& in) { return verifies.record(cmd, in); }, verifier, info);
}
VkDescriptorSetLayout vksortVerifierDescriptorSetLayout(vksortVerifier verifier) {
  return of(verifier)->descriptorSetLayout();
}
vksortVerifyResult vksortVerify(const vksortOrdering* ordering, const uint32_t* keys, const uint32_t* payload,
                                uint32_t count) {
  return bit_cast<vksortVerifyResult>(vksort::verify(bit_cast<Ordering>(*ordering), keys, payload, count));
}
vksortOrdering vksortOrderingOf(const vksortSorterInfo* sorter, const vksortSortInfo* sort) {
  return bit_cast<vksortOrdering>(call([](auto&... in) { return orderingOf(in...); }, nullptr, sorter, sort));
}
