// Helpers for the C functions: each converts its structs, and calls the corresponding C++ function.
#pragma once

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>
#include <utility>

#include "device/log.h"
#include "create/sorter.h"
#include "vksort_c.h"
#include "vksort_expert.h"
#include "vksort_segments.h"

namespace vksort {

// The C++ twin of a C struct.
template <class C>
struct TwinOf;
#define VKSORT_TWIN(Twin)         \
  template <>                     \
  struct TwinOf<vksort##Twin> {   \
    using Type = Twin;            \
  };
// The C++ class of a handle, and the access to its state.
template <class Handle>
struct ObjectOf;
#define VKSORT_HANDLE(Class)              \
  template <>                             \
  struct ObjectOf<vksort##Class> {        \
    using Type = Class;                   \
    using Access = Class##Access;         \
  };
#define VKSORT_INIT(Twin) \
  void vksortInit##Twin(vksort##Twin* out, size_t struct_size) { vksort::initialize(out, struct_size); }

// The structs of the sort that begin with struct_size.
#define VKSORT_SIZED(DO) \
  DO(SorterInfo) DO(SortInfo) DO(IndirectInfo) DO(SegmentInfo) DO(Creation) DO(PlanInfo) DO(PlanDevice)
VKSORT_SIZED(VKSORT_TWIN)
VKSORT_TWIN(Device)
VKSORT_TWIN(Log)
VKSORT_TWIN(Timestamps)
VKSORT_TWIN(Range)
VKSORT_HANDLE(Sorter)

template <class C>
using Twin = typename TwinOf<C>::Type;

inline constexpr RecordStatus kNoSize = {Argument::struct_size, Fault::invalid};

inline constexpr std::size_t kBegin = sizeof(std::uint64_t);  // offset of the twin's members, which follow struct_size
template <class C>
constexpr std::size_t kEnd = kBegin + sizeof(Twin<C>);
inline constexpr std::size_t kMaxSize = 4096;  // no header has larger structs: the struct was not initialized

template <class C>
void initialize(C* out, std::size_t size) {
  static_assert(sizeof(C) == (kEnd<C> + alignof(C) - 1) / alignof(C) * alignof(C), "the members of the twins differ");
  static_assert(sizeof(C) <= kMaxSize);
  if (!out || size < kBegin) return;
  const Twin<C> defaults{};
  std::memset(static_cast<void*>(out), 0, size);
  std::memcpy(reinterpret_cast<char*>(out) + kBegin, &defaults, std::min(size, kEnd<C>) - kBegin);
  out->struct_size = size;
}

// The C++ copy of a struct that the application passed.
template <class C>
struct Copied {
  using Struct = C;
  Twin<C> info{};

  // Returns false if struct_size is invalid. If it is too large, still copies the members of this version, because
  // the caller needs the log.
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

// The same, and copies of the structs that it points to.
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
struct Input<vksortSortInfo> : Copied<vksortSortInfo> {
  Copied<vksortTimestamps> timestamps{};
  bool read(const vksortSortInfo* from) { return Copied::read(from) && follow(info.timestamps, timestamps); }
};

// The result of a function if a struct_size is invalid.
template <class Result>
constexpr Result kRefused{};
template <>
inline constexpr VkResult kRefused<VkResult> = VK_ERROR_INITIALIZATION_FAILED;
template <>
inline constexpr RecordStatus kRefused<RecordStatus> = kNoSize;

// Returns the log of the device in `info`, or `otherwise` if `info` does not contain a device.
template <class Info>
const Log* logOf(const Info& info, const Log* otherwise) {
  if constexpr (requires { info.device.log; }) return info.device.log;
  return otherwise;
}

// Calls `twin` with the twins of `from`. If a struct_size is invalid, reports this to the log of the struct's device,
// or, if no struct contains a device, to `log`, which is the log of the object.
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
template <class Handle>
auto of(Handle handle) {
  return Held<typename ObjectOf<Handle>::Type, typename ObjectOf<Handle>::Access>(handle);
}

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

}  // namespace vksort
