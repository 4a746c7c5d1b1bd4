#include "tenon/app/CommandLine.hpp"

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

bool isOperand(const std::string& word) {
  for (const char* ending : {".yaml", ".yml", ".msh"})
    if (endsWith(word, ending)) return true;
  for (const char* command :
       {"run", "check", "export", "homogenise", "list", "info", "partition", "convert", "solve-report"})
    if (word == command) return true;
  return false;
}

}  // namespace

SortedWords sortWords(const std::vector<std::string>& words) {
  SortedWords sorted;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!isPetscOption(words[i])) {
      sorted.ours.push_back(words[i]);
      continue;
    }
    sorted.petsc.push_back(words[i]);
    if (i + 1 == words.size()) continue;
    const std::string& next = words[i + 1];
    const bool is_option = !next.empty() && next[0] == '-' && !isNumber(next);
    if (!is_option && !isOperand(next)) sorted.petsc.push_back(words[++i]);
  }
  return sorted;
}

}  // namespace tenon::app
