// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "runOnCase.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "tenon/base/Error.hpp"

namespace tenon::app {
namespace {

/// Returns true if a word of the sentence is the name of a file, or if the sentence is about the
/// command line.
bool hasLocation(const std::string& sentence) {
  constexpr const char* between_words = " \t\n\"'`,:;()";
  if (sentence.find("the command line") != std::string::npos) return true;
  for (std::size_t start = 0; start < sentence.size();) {
    const std::size_t end = std::min(sentence.find_first_of(between_words, start), sentence.size());
    std::string word = sentence.substr(start, end - start);
    while (!word.empty() && word.back() == '.') word.pop_back();
    std::error_code ignored;
    if (word.find('.') != std::string::npos && std::filesystem::is_regular_file(word, ignored)) return true;
    start = end + 1;
  }
  return false;
}

}  // namespace

void runOnCase(const std::string& case_file, const std::function<void()>& command) {
  try {
    command();
  } catch (const base::Error& error) {
    const bool is_of_case = error.code() == base::ExitCode::input || error.code() == base::ExitCode::notConverged;
    const std::string sentence = error.what();
    if (!is_of_case || sentence.find(case_file) != std::string::npos || hasLocation(sentence)) throw;
    base::Error placed(error.code(), fmt::format("{}: {}", case_file, sentence));
    if (error.isOnAllRanks()) placed.markOnAllRanks();
    throw placed;
  }
}

}  // namespace tenon::app
