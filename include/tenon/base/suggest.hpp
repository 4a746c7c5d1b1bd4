// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

// Suggestions for misspelt names.
namespace tenon::base {

/// Returns true if `names` contains `name`.
bool contains(const std::vector<std::string>& names, const std::string& name);

/// Returns the candidate with the smallest edit distance to `name` (insertion, deletion,
/// replacement, transposition of neighbours), regardless of case; empty if no candidate is similar.
/// A candidate is similar if the distance is less than its length, and at most 2 or, if this is
/// more, a third of the length of `name`. Names longer than 128 bytes are never similar.
std::string nearestName(const std::string& name, const std::vector<std::string>& candidates);

/// Returns "; did you mean 'young'?" or, if no candidate is similar, "; the choices are: a, b, c"
/// ("; there are none").
std::string suggestionFor(const std::string& name, const std::vector<std::string>& candidates);

/// Returns "a, b, c". If there are more than `max_count` names, the number of omitted names is
/// appended: "a, b and 7 more". Long names are abbreviated.
std::string joinNames(const std::vector<std::string>& names, std::size_t max_count = 20);

}  // namespace tenon::base
