#include "bench/output.h"

#include <bit>
#include <cctype>
#include <charconv>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <stdexcept>

#include "common/program.h"
#include "gpu/structs.h"

namespace bench {
namespace {

template <typename Number>
bool parse(const std::string& text, Number& out) {
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, out);
  return error == std::errc() && stop == end;
}

bool parseAnchor(const std::string& line, Anchor& out) {
  const bool is_plain = std::ranges::all_of(line, [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; });
  std::istringstream fields(line);
  std::string log2_n, gpu_us;
  return is_plain && std::getline(fields, out.system, ',') && std::getline(fields, out.mode, ',') &&
         std::getline(fields, log2_n, ',') && std::getline(fields, gpu_us, ',') && std::getline(fields, out.device) &&
         !out.system.empty() && (out.mode == "keys" || out.mode == "pairs") && !out.device.empty() &&
         parse(log2_n, out.log2_n) && out.log2_n <= 30 && parse(gpu_us, out.gpu_us) && out.gpu_us >= 0.001 &&
         out.gpu_us <= 1e9;  // both comparisons are false for NaN
}

std::string printed(const char* format, double number) {
  char text[64];
  std::snprintf(text, sizeof text, format, number);
  return text;
}

std::string csvField(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string csvOf(const Fields& fields, std::string Field::*member) {
  std::string line;
  for (const Field& field : fields) line += (&field == &fields.front() ? "" : ",") + csvField(field.*member);
  return line + "\n";
}

class Table : public Output {
 public:
  explicit Table(std::FILE* stream) : stream_(stream) {}

  void row(const Row& row) override {
    if (first_) {
      std::fprintf(stream_, "%-9s %10s %10s %12s %12s %12s %9s %9s %-8s %s\n", "system", "n", "dispatches", "median us",
                   "min us", "max us", "Mkeys/s", "record us", "verified", "used");
      first_ = false;
    }
    const Measurement& m = row.measured;
    std::fprintf(stream_, "%-9s %10u %10u %12.2f %12.2f %12.2f %9.1f %9.2f %-8s %s\n", row.system.c_str(), row.count,
                 m.dispatches, m.median_us, m.min_us, m.max_us, row.keysPerSecond() * 1e-6, m.record_us,
                 m.verified ? "yes" : "NO", row.used.c_str());
    for (const Anchor& anchor : row.anchors)
      std::fprintf(stream_, "    %.2f times as long as %s (%.2f us on %s)\n", m.median_us / anchor.gpu_us,
                   anchor.system.c_str(), anchor.gpu_us, anchor.device.c_str());
    samples::requireWritten(stream_);
  }

 private:
  std::FILE* stream_;
  bool first_ = true;
};

std::string titleOf(const std::string& system) {
  if (system == "cpu") return "std::sort";
  std::string name = system;
  if (name.size() == 2) name[0] = static_cast<char>(std::toupper(name[0]));
  return name;
}

std::string ratioOf(double before_us, double us) {
  return before_us > 0 && us > 0 ? printed("%.2f", before_us / us) : "-";
}

class PaperTable : public Output {
 public:
  explicit PaperTable(std::FILE* stream) : stream_(stream) {}

  void row(const Row& row) override {
    if (count_ == 0)
      std::fputs(
          "| n    | version   |   time (ms) | step speed-up | over std::sort | dispatches | verified |\n"
          "|------|-----------|------------:|--------------:|---------------:|-----------:|----------|\n",
          stream_);
    if (row.count != count_) {
      count_ = row.count;
      cpu_us_ = step_before_us_ = 0;
    }
    const Measurement& m = row.measured;
    const bool cpu = row.system == "cpu";
    if (cpu) cpu_us_ = m.median_us;
    std::fprintf(stream_, "| 2^%-2d | %-9s | %11.4f | %13s | %14s | %10s | %-8s |\n", std::countr_zero(row.count),
                 titleOf(row.system).c_str(), m.median_us / 1000, ratioOf(step_before_us_, m.median_us).c_str(),
                 ratioOf(cpu_us_, m.median_us).c_str(), cpu ? "-" : std::to_string(m.dispatches).c_str(),
                 m.verified ? "yes" : "NO");
    samples::requireWritten(stream_);
    step_before_us_ = m.median_us;
  }

 private:
  std::FILE* stream_;
  std::uint32_t count_ = 0;  // size of the previous rows
  double cpu_us_ = 0;
  double step_before_us_ = 0;
};

class JsonArray : public Output {
 public:
  JsonArray(const Configuration& configuration, Fields origin, std::FILE* stream)
      : configuration_(configuration), origin_(std::move(origin)), stream_(stream) {}

  void row(const Row& row) override {
    nlohmann::ordered_json object;
    for (const Field& field : joined({rowFields(configuration_, row), origin_}))
      std::visit([&](const auto& value) { object[field.column] = value; }, field.value);
    for (const Anchor& each : row.anchors)
      object["against"].push_back({{"system", each.system},
                                   {"device", each.device},
                                   {"gpu_us", each.gpu_us},
                                   {"times_as_long", row.measured.median_us / each.gpu_us}});
    std::fprintf(stream_, "%s%s", empty_ ? "[\n" : ",\n", object.dump().c_str());
    samples::requireWritten(stream_);
    empty_ = false;
  }

  void finish() override {
    std::fputs(empty_ ? "[]\n" : "\n]\n", stream_);
    samples::requireWritten(stream_);
  }

 private:
  const Configuration& configuration_;
  const Fields origin_;
  std::FILE* stream_;
  bool empty_ = true;
};

}  // namespace

std::vector<Anchor> readAnchors(const std::string& path) {
  constexpr const char* kHeader = "system,mode,log2_n,gpu_us,device";
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored) || std::filesystem::file_size(path, ignored) > 1 << 20)
    throw std::runtime_error("--against: cannot read " + path + ": there is no regular file of at most 1 MiB");
  std::ifstream file(path, std::ios::binary);
  std::vector<Anchor> anchors;
  std::size_t number = 1;
  const auto fail = [&](const std::string& rule) {
    throw std::runtime_error("--against: " + path + ":" + std::to_string(number) + ": must be " + rule);
  };
  std::string line;
  for (; std::getline(file, line); ++number) {
    if (line.ends_with('\r')) line.pop_back();
    if (number == 1 && line != kHeader) fail(kHeader);
    if (number > 1 && !parseAnchor(line, anchors.emplace_back()))
      fail(std::string(kHeader) +
           " in ASCII without quotes, with mode keys or pairs, n up to 2^30 and 0.001 to 1e9 us");
  }
  if (number == 1) fail(kHeader);
  return anchors;
}

std::vector<Anchor> anchorsFor(const std::vector<Anchor>& anchors, const std::string& mode, std::uint32_t log2_n) {
  std::vector<Anchor> found;
  std::ranges::copy_if(anchors, std::back_inserter(found),
                       [&](const Anchor& each) { return each.mode == mode && each.log2_n == log2_n; });
  std::ranges::sort(found, {}, &Anchor::gpu_us);
  return found;
}

Field::Field(const char* name, const char* format, double number)
    : column(name), text(printed(format, number)), value(number) {}

Fields joined(std::initializer_list<Fields> parts) {
  Fields all;
  for (const Fields& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

Fields elementFields(const Input& input) {
  const vksort::Payload payload = input.ordering.payload;
  return {{"keys", wordOf(kKeyTypes, input.ordering.key_type)},
          {"payload", payloadWord(payload)},
          {"layout", payload == vksort::Payload::interleaved ? "interleaved" : "split"},
          {"ties", wordOf(kTies, input.ties)},
          {"keys_after", input.discard_keys ? "undefined" : "sorted"}};
}

Fields arrangementFields(const Input& input) {
  return {{"order", wordOf(kOrders, input.ordering.order)},
          {"distribution", wordOf(kDistributions, input.distribution)}};
}

Fields segmentFields(const Configuration& configuration) {
  Fields fields = {{"segments", std::uint64_t{std::max(configuration.segments, 1u)}}};
  if (configuration.segments != 0)
    fields.push_back({"segment_lengths", wordOf(kSegmentLengths, configuration.segment_lengths)});
  return fields;
}

Field countField(const Configuration& configuration) {
  return {"count_on", configuration.count_on_gpu ? "gpu" : "cpu"};
}

Fields usedFields(const Input& input, const std::string& used, std::uint64_t scratch_bytes) {
  return {{"used", used},
          {"scratch_bytes", std::uint64_t{scratch_bytes}},
          {"key_bits", std::uint64_t{input.differingBits()}}};
}

Field verifiedField(bool verified) { return {"verified", verified, verified ? "yes" : "no"}; }

Fields rowFields(const Configuration& configuration, const Row& row) {
  const Input& input = configuration.input;
  const Measurement& m = row.measured;
  return joined({{{"system", row.system}},
                 elementFields(input),
                 arrangementFields(input),
                 segmentFields(configuration),
                 {countField(configuration)},
                 {{"n", std::uint64_t{row.count}},
                  {"dispatches", std::uint64_t{m.dispatches}},
                  {"median_us", "%.2f", m.median_us},
                  {"min_us", "%.2f", m.min_us},
                  {"max_us", "%.2f", m.max_us},
                  {"keys_per_s", "%.4g", row.keysPerSecond()},
                  {"cpu_record_us", "%.2f", m.record_us},
                  verifiedField(m.verified)},
                 usedFields(input, row.used, row.scratch_bytes)});
}

Fields originFields(const gpu::Device& device) {
  const VkPhysicalDeviceProperties& core = device.properties().core;
  auto driver = gpu::vkStruct<VkPhysicalDeviceDriverProperties>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES);
  auto all = gpu::vkStruct<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
  if (core.apiVersion >= VK_API_VERSION_1_2) all.pNext = &driver;
  vkGetPhysicalDeviceProperties2(device.physical(), &all);
  const std::string version = "version " + std::to_string(core.driverVersion);
  const std::time_t now = std::time(nullptr);
  char date[32];
  std::strftime(date, sizeof date, "%Y-%m-%d", std::gmtime(&now));
  return {{"device", core.deviceName},
          {"driver", driver.driverName[0] != 0 ? driver.driverName + (" " + std::string(driver.driverInfo)) : version},
          {"version", samples::versionLine("vksort-bench")},
          {"date", date}};
}

std::string csvHeader(const Fields& fields) { return csvOf(fields, &Field::column); }
std::string csvLine(const Fields& fields) { return csvOf(fields, &Field::text); }

CsvFile::CsvFile(const std::string& path, Fields origin) : origin_(std::move(origin)) {
  if (!path.empty()) file_.emplace("--csv", path);
}

void CsvFile::write(const Fields& fields) {
  if (!file_) return;
  const Fields all = joined({fields, origin_});
  if (empty_) file_->write(csvHeader(all));
  file_->write(csvLine(all));
  empty_ = false;
}

void CsvFile::finish() {
  if (file_) file_->finish();
}

std::unique_ptr<Output> makeTable(std::FILE* stream) { return std::make_unique<Table>(stream); }
std::unique_ptr<Output> makePaperTable(std::FILE* stream) { return std::make_unique<PaperTable>(stream); }
std::unique_ptr<Output> makeJson(const Configuration& configuration, const Fields& origin, std::FILE* stream) {
  return std::make_unique<JsonArray>(configuration, origin, stream);
}

}  // namespace bench
