// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "CommandLine.hpp"

#include <cctype>
#include <cstdlib>

namespace tenon::app {
namespace {

bool isNumber(const std::string& word) {
  char* end = nullptr;
  std::strtod(word.c_str(), &end);
  return !word.empty() && *end == '\0';
}

bool isPetscOption(const std::string& word) {
  return word.size() > 2 && word[0] == '-' && std::isalpha(static_cast<unsigned char>(word[1])) != 0 && !isNumber(word);
}

bool endsWith(const std::string& word, const std::string& end) {
  return word.size() >= end.size() && word.compare(word.size() - end.size(), end.size(), end) == 0;
}

bool isCommand(const std::string& word) {
  for (const char* command :
       {"run", "check", "export", "homogenise", "list", "info", "partition", "convert", "solve-report", "study"})
    if (word == command) return true;
  return false;
}

bool namesCaseOrMesh(const std::string& word) {
  for (const char* ending : {".yaml", ".yml", ".msh"})
    if (endsWith(word, ending)) return true;
  return false;
}

/// Returns true if a word is a viewer followed by a file, with or without a type:
/// `ascii:view.yaml`, `:view.yaml`.
bool isViewerValue(const std::string& word) {
  const std::string type = word.substr(0, word.find(':'));
  for (const char* known : {"", "ascii", "binary", "hdf5", "vtk", "draw"})
    if (type == known && type.size() < word.size()) return true;
  return false;
}

/// Tracks which of tenon's words are still missing.
class MissingOperands {
 public:
  void take(const std::string& word) {
    if (command_.empty() && isCommand(word)) command_ = word;
    const bool may_be_value = !last_.empty() && last_[0] == '-';
    if (namesCaseOrMesh(word) && !may_be_value) ++operands_;
    last_ = word;
  }
  /// Returns true if a word after an option of PETSc is a word of tenon.
  bool isOperand(const std::string& option, const std::string& word) const {
    if (option.compare(0, 13, "-options_file") == 0 || isViewerValue(word)) return false;
    if (isCommand(word)) return command_.empty();
    return namesCaseOrMesh(word) && operands_ < (command_ == "convert" ? 2 : 1);
  }

 private:
  std::string command_, last_;
  int operands_ = 0;
};

}  // namespace

CommandLineWords separateWords(const std::vector<std::string>& words) {
  CommandLineWords sorted;
  MissingOperands awaited;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!isPetscOption(words[i])) {
      awaited.take(words[i]);
      sorted.tenon_words.push_back(words[i]);
      continue;
    }
    sorted.petsc.push_back(words[i]);
    if (i + 1 == words.size()) continue;
    const std::string& next = words[i + 1];
    const bool is_option = !next.empty() && next[0] == '-' && !isNumber(next);
    if (!is_option && !awaited.isOperand(words[i], next)) sorted.petsc.push_back(words[++i]);
  }
  return sorted;
}

}  // namespace tenon::app
