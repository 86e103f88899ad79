// Creation and destruction of a Verifier.
#include "vksort_verifier.h"

#include <utility>

#include "toolkit/create_state.h"
#include "toolkit/verifier_state.h"
#include "toolkit/verify_interface.h"
#include "toolkit_modules.h"

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
  return createState(device, out.state_, reason, [&device](auto& state, const auto&, const char*&) {
    return createObjects(state.pipelines, device.pipeline_cache);
  });
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

Spirv verifyModule() { return VKSORT_PACKED(verify); }

}  // namespace vksort
