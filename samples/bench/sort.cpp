#include <bit>
#include <stdexcept>

#include "bench/commands.h"
#include "common/devices.h"
#include "common/paper_algorithm.h"
#include "gpu/commands.h"
#include "nodes/sort.h"

namespace bench {
namespace {

using Clock = std::chrono::steady_clock;

// Does not change the elements.
class Verify : public Algorithm {
 public:
  Verify(const gpu::Device& device, const vksort::Ordering& ordering)
      : results_(device, kSlots * sizeof(vksort::VerifyResult), VK_BUFFER_USAGE_STORAGE_BUFFER_BIT) {
    const char* reason = "verify";
    const VkResult result = vksort::Verifier::create(nodes::deviceOf(device), verifier_, &reason);
    if (result != VK_SUCCESS) throw gpu::Error(reason, result);
    info_.ordering = ordering;
    const VkDescriptorSetLayout layout = verifier_.descriptorSetLayout();
    if (layout == VK_NULL_HANDLE) return;
    pool_ = gpu::DescriptorPool(device, kSlots, kSlots * VKSORT_VERIFY_DESCRIPTORS_PER_SET);
    for (VkDescriptorSet& set : sets_) set = pool_.allocate(layout);
  }

  void prepare(std::span<const gpu::Buffer> buffers, std::uint32_t count) override {
    info_.keys = {buffers[0].handle(), 0, buffers[0].size()};
    info_.payload = {};
    if (buffers.size() > 1) info_.payload = {buffers[1].handle(), 0, buffers[1].size()};
    info_.count = count;
  }
  std::uint32_t dispatchCount() const override { return 2; }
  std::uint64_t runStart(std::uint64_t place) const override { return place; }
  void record(VkCommandBuffer cmd, std::uint32_t slot) const override {
    vksort::VerifyInfo info = info_;
    info.result = {results_.handle(), slot * sizeof(vksort::VerifyResult), sizeof(vksort::VerifyResult)};
    info.descriptor_set = sets_[slot];
    const vksort::RecordStatus status = verifier_.record(cmd, info);
    if (!status.ok()) throw gpu::Error(vksort::describe(status).text);
  }

 private:
  vksort::Verifier verifier_;
  gpu::Buffer results_;
  gpu::DescriptorPool pool_;
  std::array<VkDescriptorSet, kSlots> sets_{};
  vksort::VerifyInfo info_{};
};

// Minimum capacity to sort `count` elements.
std::uint32_t capacityFor(const Configuration& configuration, const std::string& name, std::uint32_t count) {
  const auto variant = variantOf(name);
  return variant ? paperCapacity(*variant, count) : configuration.capacity.value_or(count);
}

// Returns an empty string if the elements, their input and scratch memory fit.
std::string tooLarge(const gpu::DeviceProperties& properties, const Configuration& configuration,
                     std::uint64_t elements) {
  const vksort::Ordering& ordering = configuration.input.ordering;
  if (elements * bytesWithKey(ordering) > properties.core.limits.maxStorageBufferRange)
    return "too large for a storage buffer of the device";
  VkDeviceSize largest_heap = 0;
  for (std::uint32_t h = 0; h < properties.memory.memoryHeapCount; ++h) {
    const VkMemoryHeap& heap = properties.memory.memoryHeaps[h];
    if ((heap.flags & VK_MEMORY_HEAP_DEVICE_LOCAL_BIT) != 0) largest_heap = std::max(largest_heap, heap.size);
  }
  const bool has_scratch = configuration.usesScratch() && configuration.algorithm != vksort::Algorithm::bitonic;
  const std::uint64_t copies = has_scratch ? 3 : 2;
  return copies * elements * bytesPerElement(ordering) > largest_heap ? "too large for the device's memory" : "";
}

// Returns an empty string if `name` can sort `count` elements.
std::string refusal(const gpu::Device& device, const Configuration& configuration, const std::string& name,
                    std::uint32_t count) {
  if (name != "vksort") {
    if (configuration.count_on_gpu) return "does not support --count-on gpu";
    if (configuration.segments != 0) return "does not support --segments";
    if (configuration.input.writesIndices()) return "does not support --payload index";
  }
  if (configuration.capacity && count > *configuration.capacity) return "exceeds --capacity";
  if (name == "cpu") return {};
  if (const auto variant = variantOf(name)) {
    const std::string why =
        PaperSort::refusal(device.properties(), device.enabled(), *variant, configuration.input.ordering);
    if (!why.empty()) return why;
    if (needsPowerOfTwo(*variant) && !std::has_single_bit(count)) return "only supports powers of two";
  }
  return tooLarge(device.properties(), configuration, capacityFor(configuration, name, count));
}

// Creates algorithms when they are first needed, and keeps them.
class Session {
 public:
  Session(const gpu::Device& device, const Options& options) : device_(device), options_(options) {
    if (options.against.empty()) return;
    anchors_ = readAnchors(options.against);
    const std::string here = device.properties().core.deviceName;
    const auto other = std::ranges::find_if(anchors_, [&](const Anchor& each) { return each.device != here; });
    if (other != anchors_.end())
      std::fprintf(stderr,
                   "warning: %s contains times of %s, but this device is %s, so the ratios also compare devices\n",
                   options.against.c_str(), other->device.c_str(), here.c_str());
  }

  Row row(const std::string& name, const Elements& input, const Workload& workload) {
    Row row;
    row.system = name;
    row.count = workload.count();
    reportProgress(row);
    const vksort::Ordering& ordering = options_.configuration.input.ordering;
    if (name == "cpu") {
      row.measured = measureCpu(ordering, options_.repeat, input);
    } else {
      Algorithm& sort = algorithm(name);
      samples::raiseClocks(device_);
      row.measured = measureDevice(device_, sort, workload, roundsFor(options_.repeat, row.count));
      row.used = sort.used();
      row.scratch_bytes = sort.scratchBytes();
    }
    // anchors do not apply, because these do less than a sort
    if (std::has_single_bit(row.count) && name != "block" && name != "verify") {
      const char* mode = ordering.payload == vksort::Payload::none ? "keys" : "pairs";
      row.anchors = anchorsFor(anchors_, mode, static_cast<std::uint32_t>(std::countr_zero(row.count)));
    }
    return row;
  }

 private:
  Algorithm& algorithm(const std::string& name) {
    std::unique_ptr<Algorithm>& made = algorithms_[name];
    if (made == nullptr) {
      const auto start = Clock::now();
      made = makeAlgorithm(device_, options_.configuration, name);
      const std::chrono::duration<double, std::milli> spent = Clock::now() - start;
      if (name == "vksort") std::fprintf(stderr, "vksort: sorter created in %.1f ms\n", spent.count());
    }
    return *made;
  }

  // Only reports sizes that take a while.
  void reportProgress(const Row& row) const {
    const std::chrono::duration<double> since_start = Clock::now() - start_;
    if (row.count < 1u << 22 && since_start.count() < 5) return;
    std::fprintf(stderr, "%4.0f s: %s, %u elements\n", since_start.count(), row.system.c_str(), row.count);
  }

  const gpu::Device& device_;
  const Options& options_;
  std::vector<Anchor> anchors_;
  std::map<std::string, std::unique_ptr<Algorithm>> algorithms_;
  Clock::time_point start_ = Clock::now();
};

}  // namespace

std::vector<std::uint32_t> countsOf(const gpu::Device& device, const Sizes& sizes) {
  if (!sizes.counts.empty()) return sizes.counts;
  const bool software = device.properties().core.deviceType == VK_PHYSICAL_DEVICE_TYPE_CPU;
  const std::uint32_t lowest = sizes.given_min.value_or(sizes.min_log2);
  const std::uint32_t highest =
      sizes.given_max.value_or(std::max(lowest, software ? sizes.software_max_log2 : sizes.max_log2));
  std::vector<std::uint32_t> counts;
  for (std::uint32_t k = lowest; k <= highest; ++k) counts.push_back(1u << k);
  return counts;
}

const std::vector<std::string>& allSystems() {
  static const std::vector<std::string> names = {"cpu", "v0",   "v1",     "v2",    "v3",     "v4",
                                                 "v5",  "step", "padded", "block", "vksort", "verify"};
  return names;
}

std::unique_ptr<Algorithm> makeAlgorithm(const gpu::Device& device, const Configuration& configuration,
                                         const std::string& name) {
  if (const auto variant = variantOf(name))
    return std::make_unique<PaperSort>(device, *variant, configuration.input.ordering);
  if (name == "verify") return std::make_unique<Verify>(device, configuration.input.orderAfter());
  return std::make_unique<Vksort>(device, configuration);
}

Plan makePlan(const gpu::Device& device, const Options& options, const std::vector<std::string>& systems,
              Unable unable) {
  Plan plan;
  for (const std::uint32_t count : countsOf(device, options.sizes)) {
    Point point{count, {}};
    std::map<std::string, std::string> refused;  // systems by reason
    for (const std::string& system : systems) {
      const std::string why = refusal(device, options.configuration, system, count);
      if (why.empty()) {
        point.systems.push_back(system);
      } else {
        refused[why] += " " + system;
      }
    }
    for (const auto& [why, names] : refused)
      plan.skipped.push_back(std::to_string(count) + " elements:" + names + ": " + why);
    if (unable == Unable::refuse && !refused.empty()) throw std::invalid_argument(plan.skipped.front());
    // std::sort alone does not measure a device.
    const bool on_device = std::ranges::any_of(point.systems, [](const auto& name) { return name != "cpu"; });
    if (on_device || unable == Unable::refuse) plan.points.push_back(point);
  }
  if (plan.points.empty()) throw std::invalid_argument("nothing to time: " + plan.skipped.front());
  return plan;
}

int measurePlan(const gpu::Device& device, const Options& options, const Plan& plan, std::unique_ptr<Output> table) {
  const Configuration& configuration = options.configuration;
  Session session(device, options);
  const std::unique_ptr<Output> output =
      options.json ? makeJson(configuration, originFields(device), stdout) : std::move(table);
  CsvFile file(options.csv, originFields(device));
  std::fprintf(options.json ? stderr : stdout, "device: %s\n\n", device.properties().core.deviceName);
  std::fflush(stdout);  // before messages on stderr
  for (const std::string& line : plan.skipped) std::fprintf(stderr, "skipped: %s\n", line.c_str());
  bool all_verified = true;
  for (const Point& point : plan.points) {
    const Elements input = makeInput(configuration.input, point.count);
    std::uint32_t capacity = point.count;
    for (const std::string& name : point.systems)
      capacity = std::max(capacity, capacityFor(configuration, name, point.count));
    const Workload workload(device, configuration.input, input, capacity);
    for (const std::string& name : point.systems) {
      const Row row = session.row(name, input, workload);
      output->row(row);
      file.write(rowFields(configuration, row));
      all_verified &= row.measured.verified;
    }
  }
  output->finish();
  file.finish();
  return exitCode(all_verified);
}

int exitCode(bool verified) {
  if (!verified) std::fprintf(stderr, "vksort-bench: a result was not sorted\n");
  return verified ? 0 : 1;
}

int runSort(const gpu::Device& device, const Options& options) {
  const bool all = options.systems.front() == "all";
  const Plan plan =
      makePlan(device, options, all ? allSystems() : options.systems, all ? Unable::skip : Unable::refuse);
  return measurePlan(device, options, plan, makeTable(stdout));
}

int runPaper(const gpu::Device& device, const Options& options) {
  const Plan plan = makePlan(device, options, {"cpu", "v0", "v1", "v2", "v3", "v4", "v5", "vksort"}, Unable::skip);
  return measurePlan(device, options, plan, makePaperTable(stdout));
}

}  // namespace bench
