#pragma once
#include <functional>
#include <string>

// Help for a person who has put a key at the wrong level of a case.
namespace tenon::base {

/// Returns where a key belongs that is unknown at `path` (as CaseNode::path()), as the end of a sentence; "" if no
/// place is known.
using KeyAdvice = std::function<std::string(const std::string& key, const std::string& path)>;

/// Sets the advice that CaseNode::allowKeys() gives: by whoever knows the keys of all blocks.
void setKeyAdvice(KeyAdvice advice);

std::string adviceOnKey(const std::string& key, const std::string& path);

}  // namespace tenon::base
