#pragma once
#include <string>
#include <vector>

// Help for a person who misspelt a name.
namespace tenon::base {

bool contains(const std::vector<std::string>& names, const std::string& name);

/// The candidate nearest to `name` by edits (insert, delete, replace, swap of neighbours), if near enough to be meant;
/// empty otherwise.
std::string nearest(const std::string& name, const std::vector<std::string>& candidates);

/// "; did you mean 'young'?" or, where nothing is near, "; there are: a, b, c" ("; there are none").
std::string didYouMean(const std::string& name, const std::vector<std::string>& candidates);

/// "a, b, c"; with more than `most` names the rest is counted.
std::string listed(const std::vector<std::string>& names, std::size_t most = 20);

}  // namespace tenon::base
