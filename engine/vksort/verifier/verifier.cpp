// Creation and destruction of a Verifier.
#include "vksort_verifier.h"

#include <initializer_list>
#include <new>

#include "configuration.h"
#include "misuse.h"
#include "sort/verify/interface.h"
#include "verifier/state.h"
#include "verify.spv.h"
#include "verify_triples.spv.h"
#include "vulkan/support.h"

namespace vksort {
namespace {

constexpr const char* kNames[] = {"verify", "verify triples"};  // of the pipelines

VkResult createObjects(Pipelines& pipelines, VkPipelineCache cache) {
  VkResult result = pipelines.createLayouts((1u << VKSORT_VERIFY_BINDING_COUNT) - 1, sizeof(VerifyPush));
  for (const std::uint32_t index : {kVerify, kVerifyTriples}) {
    static_assert(VKSORT_SPEC_WORKGROUP == 0);
    const PipelineSource source = {verifyModule(index == kVerifyTriples), false, 1, {kVerifyWorkgroup}};
    bool rejected = false;
    if (result == VK_SUCCESS) result = pipelines.create(index, kNames[index], source, cache, {}, rejected);
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
  const char* why = nullptr;
  VkResult result = connect(device, connection, why);
  if (result != VK_SUCCESS) return fail(result, why);

  out.state_ = new (std::nothrow) VerifierState{};
  if (!out.state_) return fail(VK_ERROR_OUT_OF_HOST_MEMORY, "out of host memory");
  VerifierState& state = *out.state_;
  state.pipelines.vk = connection.vk;
  state.pipelines.device = device.device;
  state.pipelines.allocator = device.allocator;
  state.pipelines.push_descriptor = connection.push_descriptor;
  state.limits = connection.facts.record_limits;

  result = createObjects(state.pipelines, device.pipeline_cache);
  if (result != VK_SUCCESS) {
    out = Verifier();
    return fail(result, "the driver could not create a module, a layout or a pipeline");
  }
  return VK_SUCCESS;
}

void VerifierAccess::destroy(Verifier& verifier) {
  if (!verifier.state_) return;
  verifier.state_->pipelines.destroy();
  abandon(verifier);
}

void VerifierAccess::abandon(Verifier& verifier) {
  delete verifier.state_;
  verifier.state_ = nullptr;
}

Verifier::~Verifier() { VerifierAccess::destroy(*this); }

Verifier::Verifier(Verifier&& other) noexcept : state_(other.state_) { other.state_ = nullptr; }

Verifier& Verifier::operator=(Verifier&& other) noexcept {
  VerifierState* taken = other.state_;
  other.state_ = nullptr;
  VerifierAccess::destroy(*this);
  state_ = taken;
  return *this;
}

VkDescriptorSetLayout Verifier::descriptorSetLayout() const {
  return state_ ? state_->pipelines.hostSetLayout() : VK_NULL_HANDLE;
}

Module verifyModule(bool triples) { return triples ? VKSORT_PACKED(::verify_triples) : VKSORT_PACKED(::verify); }

}  // namespace vksort
