#pragma once
#include <string>
#include <vector>

// Where each key of a case belongs: for messages about keys at the wrong level.
namespace tenon::simulation {

/// Keys of the case itself, and of an object.
const std::vector<std::string>& topKeys();
const std::vector<std::string>& objectKeys();

/// Returns where a key belongs that is unknown at `path`, as the end of a sentence: "it belongs to `material`, ...".
/// "" if it is a key of no block, or of too many.
std::string adviceOnKey(const std::string& key, const std::string& path);

/// Makes CaseNode::allowKeys() give that advice.
void useKeyAdvice();

}  // namespace tenon::simulation
