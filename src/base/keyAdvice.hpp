// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>

// Help for users who have written a key at the wrong level of a case.
namespace tenon::base {

/// Function that returns, as the end of a sentence, the block to which the key that is unknown at
/// `path` (see CaseNode::path()) belongs; "" if no place is known.
using KeyAdvice = std::function<std::string(const std::string& key, const std::string& path)>;

/// Sets the function whose advice CaseNode::requireKnownKeys() adds to its messages. The module
/// that knows the keys of all blocks calls this function.
void setKeyAdvice(KeyAdvice advice);

/// Returns the advice on an unknown key; "" if there is none.
std::string adviceOnKey(const std::string& key, const std::string& path);

}  // namespace tenon::base
