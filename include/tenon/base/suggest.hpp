// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

// Suggestions for misspelt names.
namespace tenon::base {

/// Returns true if `names` contains `name`.
bool contains(const std::vector<std::string>& names, const std::string& name);

/// Returns the candidate that is most similar to `name`, or an empty string if no candidate is
/// similar enough. The measure is the edit distance (insertion, deletion, replacement,
/// transposition of adjacent characters), regardless of case. The distance must be smaller than the
/// length of the candidate and at most 2 or, for longer names, a third of the length of `name`.
/// Names longer than 128 bytes are ignored.
std::string nearestName(const std::string& name, const std::vector<std::string>& candidates);

/// Returns the end of a message about an unknown name: "; did you mean 'young'?" or, if no
/// candidate is similar, "; the choices are: a, b, c.". An empty list of candidates yields "; there
/// are none.".
std::string suggestionFor(const std::string& name, const std::vector<std::string>& candidates);

/// Returns the names as a list, such as "a, b, c". If there are more than `max_count` names, the
/// number of omitted names is appended, as in "a, b and 7 more". Long names are abbreviated.
std::string joinNames(const std::vector<std::string>& names, std::size_t max_count = 20);

}  // namespace tenon::base
