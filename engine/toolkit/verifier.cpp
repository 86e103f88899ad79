#include "toolkit/create_state.h"
#include "toolkit/verifier_state.h"
#include "toolkit/verify_interface.h"
#include "toolkit_modules.h"

namespace vksort {
namespace {

constexpr const char* kNames[] = {"verify", "verify triples"};

Failure createObjects(Pipelines& pipelines, VkPipelineCache cache) {
  const VkResult result = pipelines.createLayouts((1u << VKSORT_VERIFY_BINDING_COUNT) - 1, sizeof(VerifyPush));
  Failure failure = {result, kNotCreated};
  for (std::uint32_t triples = 0; triples < 2 && failure.ok(); ++triples) {
    static_assert(VKSORT_SPEC_WORKGROUP == 0 && VKSORT_VERIFY_TRIPLES == 1);
    const PipelineSource source = {verifyModule(), 0, 2, {kVerifyWorkgroup, triples}};
    failure = pipelines.create(triples, kNames[triples], source, cache);
  }
  return failure;
}

}  // namespace

Spirv verifyModule() { return VKSORT_PACKED(verify); }

}  // namespace vksort

VkResult vksortCreateVerifier(uint32_t version, const vksortDevice* device, vksortVerifier* out, const char** reason) {
  return vksort::createState(version, device, out, reason, [&](auto& state, const auto&) {
    return vksort::createObjects(state.pipelines, device->pipeline_cache);
  });
}

void vksortDestroyVerifier(vksortVerifier verifier) { vksort::destroyState(verifier); }

VkDescriptorSetLayout vksortVerifierDescriptorSetLayout(vksortVerifier verifier) {
  return verifier ? verifier->pipelines.setLayout() : VK_NULL_HANDLE;
}
