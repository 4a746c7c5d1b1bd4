// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "entries.hpp"

namespace tenon::simulation {

void forEachEntry(const base::CaseNode& node, const std::string& key, base::ErrorCollector& problems,
                  const std::function<void(const base::CaseNode&)>& work) {
  problems.attempt([&] {
    if (!node.has(key)) return;
    for (const base::CaseNode& entry : node[key].items()) {
      if (entry.isInTree() && !entry.isDefined()) continue;
      problems.attempt([&] { withErrorLocation(entry, [&] { work(entry); }); });
    }
  });
}

}  // namespace tenon::simulation
