#pragma once
#include <functional>
#include <string>
#include <vector>

#include "tenon/base/Error.hpp"

namespace tenon::base {

/// Collects input errors, so that a person reads all of them at once instead of mending one at a time.
class Problems {
 public:
  /// Runs `work`; an InputError is kept instead of thrown. Gives true when there was none.
  bool attempt(const std::function<void()>& work) {
    try {
      work();
      return true;
    } catch (const InputError& error) {
      sentences_.emplace_back(error.what());
      return false;
    }
  }
  void add(const std::string& sentence) { sentences_.push_back(sentence); }
  bool none() const { return sentences_.empty(); }
  const std::vector<std::string>& sentences() const { return sentences_; }

  /// Throws one InputError with every sentence on a line of its own, if there are any.
  void throwIfAny() const {
    if (none()) return;
    std::string all;
    for (const auto& sentence : sentences_) all += (all.empty() ? "" : "\n") + sentence;
    throw InputError(all);
  }

 private:
  std::vector<std::string> sentences_;
};

}  // namespace tenon::base
