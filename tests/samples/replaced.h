// One of Vulkan's functions replaced, for as long as it lives. One at a time for each function.
#pragma once

namespace test {

template <typename Function>
class Replaced {
 public:
  Replaced(Function& function, Function by) : function_(function), before_(function) { function = by; }
  ~Replaced() { function_ = before_; }
  Replaced(const Replaced&) = delete;
  Replaced& operator=(const Replaced&) = delete;
  Function before() const { return before_; }

 private:
  Function& function_;
  Function before_;
};

}  // namespace test
