// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "EqualDisplacements.hpp"

#include "tenon/base/check.hpp"

namespace tenon::constraint {

EqualDisplacements::EqualDisplacements(std::string name, const la::State& a, const la::State& b)
    : LinearConstraint(std::move(name), a.block()) {
  base::ensure(a.block() == b.block() && a.layout().numOwned() == b.layout().numOwned(),
               "Two states with different nodes cannot share their displacements.");
  for (LocalIndex node = 0; node < a.layout().numOwned(); ++node) {
    for (int component = 0; component < a.block(); ++component) {
      const LocalIndex row = addRow();
      addTerm(row, a, a.layout().global(node), component, 1.0);
      addTerm(row, b, b.layout().global(node), component, -1.0);
      setSlave(row, a, node, component);
    }
    addCarrierNode(a, node);
  }
  finish({&a, &b});
}

}  // namespace tenon::constraint
