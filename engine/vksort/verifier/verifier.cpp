// Creation and destruction of a Verifier.
#include "vksort_verifier.h"

#include <new>
#include <utility>

#include "configuration.h"
#include "misuse.h"
#include "sort/verify/interface.h"
#include "sort_modules.h"
#include "verifier/state.h"

namespace vksort {
namespace {

constexpr const char* kNames[] = {"verify", "verify triples"};  // of the pipelines

VkResult createObjects(Pipelines& pipelines, VkPipelineCache cache) {
  VkResult result = pipelines.createLayouts((1u << VKSORT_VERIFY_BINDING_COUNT) - 1, sizeof(VerifyPush));
  for (std::uint32_t triples = 0; triples < 2 && result == VK_SUCCESS; ++triples) {
    static_assert(VKSORT_SPEC_WORKGROUP == 0 && VKSORT_VERIFY_TRIPLES == 1);
    const PipelineSource source = {verifyModule(), 0, 2, {kVerifyWorkgroup, triples}};
    bool rejected = false;
    result = pipelines.create(triples, kNames[triples], source, cache, rejected);
  }
  return result;
}

}  // namespace

VkResult Verifier::create(const Device& device, Verifier& out, const char** reason) {
  out = Verifier();
  const auto fail = [reason](VkResult result, const char* why) {
    if (reason) *reason = why;
    return result;
  };
  if (const char* rule = validate(device)) {
    VKSORT_ASSERT(rule);
    return fail(VK_ERROR_INITIALIZATION_FAILED, rule);
  }
  Connection connection{};
  DeviceFacts facts{};
  const char* why = nullptr;
  VkResult result = connect(device, connection, facts, why);
  if (result != VK_SUCCESS) return fail(result, why);

  out.state_ = new (std::nothrow) VerifierState{};
  if (!out.state_) return fail(VK_ERROR_OUT_OF_HOST_MEMORY, "out of host memory");
  Pipelines& pipelines = out.state_->pipelines;
  static_cast<Connection&>(pipelines) = connection;
  result = createObjects(pipelines, device.pipeline_cache);
  if (result != VK_SUCCESS) {
    out = Verifier();
    return fail(result, "the driver could not create a module, a layout or a pipeline");
  }
  return VK_SUCCESS;
}

void VerifierAccess::abandon(Verifier& verifier) {
  delete verifier.state_;
  verifier.state_ = nullptr;
}

Verifier::~Verifier() { destroyState(state_); }

Verifier::Verifier(Verifier&& other) noexcept : state_(other.state_) { other.state_ = nullptr; }

Verifier& Verifier::operator=(Verifier&& other) noexcept {
  Verifier taken(std::move(other));
  std::swap(state_, taken.state_);
  return *this;
}

VkDescriptorSetLayout Verifier::descriptorSetLayout() const {
  return state_ ? state_->pipelines.hostSetLayout() : VK_NULL_HANDLE;
}

Module verifyModule() { return VKSORT_PACKED(::verify); }

}  // namespace vksort
