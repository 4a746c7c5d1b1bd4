// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Cotangents.hpp"

namespace tenon::analysis {

Cotangents Cotangents::zero(const Equations& equations) {
  const auto make = [&] { return equations.linearSystem().layout().makeVector(); };
  return {make(), make(), make(), equations.rows().makeVector(), make(), make()};
}

void Cotangents::add(double factor, const Cotangents& other) {
  TENON_PETSC(VecAXPY(q.get(), factor, other.q.get()));
  TENON_PETSC(VecAXPY(v.get(), factor, other.v.get()));
  TENON_PETSC(VecAXPY(a.get(), factor, other.a.get()));
  if (multipliers) TENON_PETSC(VecAXPY(multipliers.get(), factor, other.multipliers.get()));
  TENON_PETSC(VecAXPY(residual.get(), factor, other.residual.get()));
  TENON_PETSC(VecAXPY(loads.get(), factor, other.loads.get()));
  explicit_terms.add(factor, other.explicit_terms);
}

}  // namespace tenon::analysis
