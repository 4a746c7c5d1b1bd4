// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <vector>

// Places to which the keys of a case belong, for messages about keys at the wrong level.
namespace tenon::simulation {

/// Returns the keys of the top level of a case.
const std::vector<std::string>& topKeys();
/// Returns the keys of an object.
const std::vector<std::string>& objectKeys();

/// Returns the block to which a key that is unknown at `path` belongs, as the end of a sentence:
/// "it belongs to `material`, ...". Returns "" if the key belongs to no block, or to too many.
std::string keyAdvice(const std::string& key, const std::string& path);

/// Registers this advice in CaseNode::requireKnownKeys().
void registerKeyAdvice();

}  // namespace tenon::simulation
