#include "tune_report.h"

#include <algorithm>
#include <cctype>

namespace conform {
namespace {

constexpr const char* kEndings[] = {"complete", "out of time", "process ended"};

bool isSearched(const Json& tuning) { return tuning.contains("searches"); }

double ratioOf(const Json& search) {
  return search.at("class_microseconds").get<double>() / search.at("best_microseconds").get<double>();
}

std::string nameOf(const Json& search) {
  return search.at("sorter").get<std::string>() + ", " + search.at("algorithm").get<std::string>();
}

// Required because the text is pasted into code.
bool isTuning(const Json& text) {
  const std::string line = text;
  return line.starts_with("{.registers_log2 = ") && line.ends_with('}') &&
         line.find_first_not_of(" .,={}_0123456789abcdefghijklmnopqrstuvwxyz") == std::string::npos;
}

// Makes a driver's text safe for a line comment.
std::string inComment(std::string text) {
  for (char& letter : text)
    if (std::isprint(static_cast<unsigned char>(letter)) == 0 || letter == '\\') letter = ' ';
  return text;
}

}  // namespace

std::string faultOfTuning(const Json& tuning) {
  if (tuning.contains("skipped") || tuning.contains("error")) return "";
  if (std::ranges::find(kEndings, tuning.at("ended")) == std::end(kEndings))
    return "the search for a tuning ended " + tuning.at("ended").dump();
  for (const Json& search : tuning.at("searches")) {
    for (const char* time : {"class_microseconds", "best_microseconds"})
      if (!(search.at(time).get<double>() > 0)) return "a time of the search for a tuning is not above 0";
    const Json& texts = tuning.at("sorters").at(search.at("sorter").get<std::string>());
    for (const char* which : {"class", "best"})
      if (!isTuning(texts.at(which))) return "a tuning is invalid";
  }
  if (tuning.contains("sorts") && tuning.at("sorts").size() != 10)
    return "it must contain ten timings of the best tunings";
  return "";
}

std::string tuningText(const Json& tuning) {
  std::string text;
  for (const Json& search : tuning.at("searches"))
    text += printed("%-15s %8u elements: class %.2f us, best %.2f us, %.2f times as fast; %u tunings timed\n",
                    nameOf(search).c_str(), search.at("count").get<unsigned>(),
                    search.at("class_microseconds").get<double>(), search.at("best_microseconds").get<double>(),
                    ratioOf(search), search.at("timed").get<unsigned>());
  for (const Json& wrong : tuning.at("wrong"))
    text += "FAILED: this tuning does not sort: " + wrong.get<std::string>() + "\n";
  return text + printed("search for a tuning: %s after %.0f s of %.0f s\n",
                        tuning.at("ended").get<std::string>().c_str(), tuning.at("seconds").get<double>(),
                        tuning.at("budget_seconds").get<double>());
}

std::string ratioText(const Json& tuning) {
  if (!isSearched(tuning) || tuning.at("searches").empty()) return "not searched";
  const Json& searches = tuning.at("searches");
  const auto largest = std::ranges::max_element(searches, {}, ratioOf);
  const bool is_complete = tuning.at("ended") == "complete";
  return (is_complete ? "" : "at least ") + printed("%.2f", ratioOf(*largest)) +
         (ratioOf(*largest) > 1 ? " (" + nameOf(*largest) + ")" : "");
}

std::string rowOf(const Json& report) {
  const Json tuning = report.value("tuning", Json::object());
  std::string gains, row;
  bool pays = false;
  for (const Json& search : tuning.value("searches", Json::array())) {
    const double saved = 1 - 1 / ratioOf(search);
    pays = pays || saved >= kMinSaved;
    gains +=
        printed("; %s, %u elements %.1f %%", nameOf(search).c_str(), search.at("count").get<unsigned>(), 100 * saved);
  }
  if (!pays) return "";
  const Json &device = report.at("device"), &driver = device.at("driver");
  for (const auto& [name, texts] : tuning.at("sorters").items())
    row = "    " + texts.at("best").get<std::string>() + ",\n" + row;
  return "// " + inComment(device.at("name")) + " (" + inComment(device.at("vendor_id")) + "), driver " +
         inComment(driver.at("name").get<std::string>() + " " + driver.at("info").get<std::string>()) +
         ". Less time than the class" + gains + ".\nconstexpr Tuning kSearched[] = {\n" + row + "    kTripleTuning};\n";
}

}  // namespace conform
