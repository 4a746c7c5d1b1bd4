// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Anchor.hpp"

namespace tenon::constraint {

void readValue(const base::CaseNode& node, Anchor& anchor) {
  anchor.given = node.vector();
}

std::string printValue(const Anchor& anchor) {
  return anchor.given ? base::printValue(*anchor.given) : "position of each node";
}

}  // namespace tenon::constraint
