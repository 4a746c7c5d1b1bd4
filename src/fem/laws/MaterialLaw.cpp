// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/fem/laws/MaterialLaw.hpp"

#include <algorithm>

#include "tenon/base/Error.hpp"

namespace tenon::fem {

void MaterialLaw::completeGradients(const LawPoints& at, Tensor<Lane>* H) const {
  std::copy(at.H, at.H + at.count, H);
}

void MaterialLaw::dyads(const LawPoints&, TangentDyads<Lane>*) const {
  throw base::InternalError("This material does not provide its tangent as a sum of dyads.");
}

void MaterialLaw::dyadFactors(int, const Lane*, DyadFactors<Lane>*) const {
  throw base::InternalError("This material does not provide the factors of the dyads in its tangent.");
}

void CoupledLaw::tangent(const LawPoints& at, Tangent<Lane, 3>* C) const {
  PointCoupling coupling;
  tangent(at, C, coupling);
}

}  // namespace tenon::fem
