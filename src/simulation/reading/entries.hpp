// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <functional>
#include <string>

#include "tenon/base/CaseNode.hpp"
#include "tenon/base/Error.hpp"

// Blocks of a case whose problems are reported separately.
namespace tenon::simulation {

/// Runs `work` for a block of the case and adds the place of the block to an InputError about a
/// wrong group or value, since the function that finds the error does not know the place.
template <class Work>
void withErrorLocation(const base::CaseNode& block, Work&& work) {
  try {
    work();
  } catch (const base::InputError& error) {
    if (block.hasLocation(error.what())) throw;
    block.fail(error.what());
  }
}

/// Runs `work` for each entry of a list of the case, which may be missing, and collects the
/// problems of each entry. Empty entries in a tree of a host program are skipped: they stand for
/// contributors that the program creates itself, so that indices in messages are those of its list.
void forEachEntry(const base::CaseNode& node, const std::string& key, base::ErrorCollector& problems,
                  const std::function<void(const base::CaseNode&)>& work);

}  // namespace tenon::simulation
