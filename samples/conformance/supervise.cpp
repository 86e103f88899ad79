#include "supervise.h"

#include <algorithm>
#include <deque>
#include <optional>
#include <stdexcept>

#include "platform.h"

namespace conform {
namespace {

// Lines that are not events.
class Chatter {
 public:
  void add(const std::string& line) {
    lines_.push_back(line);
    if (lines_.size() > kLines) lines_.pop_front();
  }
  std::string text() const {
    std::string all;
    for (const std::string& line : lines_) all += (all.empty() ? "" : "\n") + line;
    return all;
  }

 private:
  static constexpr std::size_t kLines = 5;
  std::deque<std::string> lines_;
};

struct Ending {
  std::vector<Json> results;
  std::string current;  // case that was running, or empty
  std::uint32_t count = 0;
  bool hung = false;
  std::string how;  // from Child::wait(), or the loss of the device
  std::string printed;
};

Ending runOnce(const std::vector<std::string>& cases, const Supervised& how) {
  Child child(how.command(cases));
  Ending ending;
  Chatter chatter;
  std::string line;
  for (;;) {
    const Child::Read read = child.readLine(line, how.seconds);
    if (read == Child::Read::end) break;
    if (read == Child::Read::timeout) {
      ending.hung = true;
      child.kill();
      break;
    }
    const std::optional<Json> event = eventOf(line);
    if (!event) {
      chatter.add(line);
      continue;
    }
    const std::string name = event->at("event");
    if (name == "begin") {
      ending.current = event->at("case");
      ending.count = 0;
    }
    if (name == "count") ending.count = event->at("count");
    if (name == "lost") ending.how = event->at("detail");
    if (name != "result") continue;
    ending.results.push_back(*event);
    ending.results.back().erase("event");
    ending.current.clear();
  }
  const std::string status = child.wait();
  if (ending.how.empty()) ending.how = status;
  ending.printed = chatter.text();
  return ending;
}

Json endedAt(const std::string& name, const Ending& ending, double seconds) {
  Json result = {{"case", name}, {"result", ending.hung ? "timeout" : "crash"}};
  if (ending.current == name && ending.count != 0) result["smallest_count"] = ending.count;
  result["detail"] = ending.hung          ? "no progress in " + std::to_string(static_cast<int>(seconds)) + " s"
                     : ending.how.empty() ? "the process ended without a result"
                                          : ending.how;
  if (!ending.printed.empty()) result["printed"] = ending.printed;
  return result;
}

// The case is flaky if it now passes.
Json again(const Json& first, const Supervised& how) {
  const std::string name = first.at("case");
  const Ending second = runOnce({name}, how);
  const bool ends_well = !second.hung && second.how.empty();
  const bool passes = ends_well && !second.results.empty() && isGood(second.results.front());
  if (!passes) return first;
  Json flaky = first;
  flaky["result"] = "flaky";
  flaky["first"] = first.at("result");
  return flaky;
}

}  // namespace

bool isGood(const Json& result) { return result.at("result") == "pass" || result.at("result") == "not supported"; }

std::vector<Json> superviseGroup(const std::vector<std::string>& cases, const Supervised& how) {
  std::vector<Json> all;
  std::vector<std::string> left = cases;
  int hangs = 0;
  const auto finish = [&](Json result) {
    std::erase(left, result.at("case").get<std::string>());
    if (!isGood(result)) result = again(result, how);
    how.report(result);
    all.push_back(std::move(result));
  };
  while (!left.empty() && hangs < kMaxHangs) {
    const std::vector<std::string> started = left;
    const Ending ending = runOnce(started, how);
    for (const Json& result : ending.results) {
      const std::string name = result.at("case");
      if (std::ranges::find(left, name) == left.end()) continue;
      const bool is_bad_end = left.size() == 1 && (ending.hung || !ending.how.empty());
      finish(is_bad_end && isGood(result) ? endedAt(name, ending, how.seconds) : result);
    }
    if (left.empty()) break;
    if (ending.hung) ++hangs;
    // Each child finishes at least one case, so the loop ends.
    const bool is_left = std::ranges::find(left, ending.current) != left.end();
    const std::string name = is_left ? ending.current : left.front();
    if (is_left || left.size() == started.size()) finish(endedAt(name, ending, how.seconds));
  }
  for (const std::string& name : std::vector(left)) {
    const Json result = {
        {"case", name}, {"result", "timeout"}, {"detail", "not run: other cases of its group made no progress"}};
    how.report(result);
    all.push_back(result);
  }
  return all;
}

Json eventOfChild(const std::vector<std::string>& command, const std::string& name, double seconds) {
  Child child(command);
  Chatter chatter;
  std::string line;
  std::optional<Json> told;
  Child::Read read{};
  while ((read = child.readLine(line, seconds)) == Child::Read::line) {
    const std::optional<Json> event = eventOf(line);
    if (!event) chatter.add(line);
    if (event && event->at("event") == name) told = event;
  }
  if (told) return *told;
  if (read == Child::Read::timeout) child.kill();
  const std::string how =
      read == Child::Read::timeout ? "no answer in " + std::to_string(static_cast<int>(seconds)) + " s" : child.wait();
  const std::string text = chatter.text(), own = "vksort-conform: ";
  if (text.starts_with(own)) throw std::runtime_error(text.substr(own.size()));  // an error that the child explained
  throw std::runtime_error("cannot use the device: " + how + (text.empty() ? "" : ": " + text));
}

}  // namespace conform
