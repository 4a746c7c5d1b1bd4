#pragma once
#include <functional>
#include <string>
#include <vector>

#include "tenon/base/Error.hpp"

namespace tenon::base {

/// Collects what the user can mend (InputError, FileError), so that a person reads all of it at once instead of mending
/// one thing at a time.
class Problems {
 public:
  /// Runs `work`; an InputError or a FileError is kept instead of thrown. Gives true when there was none.
  bool attempt(const std::function<void()>& work) {
    try {
      work();
      return true;
    } catch (const InputError& error) {
      add(error.what());
    } catch (const FileError& error) {
      sentences_.emplace_back(error.what());
    }
    return false;
  }
  void add(const std::string& sentence) {
    sentences_.push_back(sentence);
    only_files_ = false;
  }
  bool none() const { return sentences_.empty(); }
  const std::vector<std::string>& sentences() const { return sentences_; }

  /// Throws one error with every sentence on a line of its own, if there are any: a FileError where all of them are.
  void throwIfAny() const {
    if (none()) return;
    std::string all;
    for (const auto& sentence : sentences_) all += (all.empty() ? "" : "\n") + sentence;
    if (only_files_) throw FileError(all);
    throw InputError(all);
  }

 private:
  std::vector<std::string> sentences_;
  bool only_files_ = true;
};

}  // namespace tenon::base
