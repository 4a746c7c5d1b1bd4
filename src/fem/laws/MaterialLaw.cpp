#include "tenon/fem/laws/MaterialLaw.hpp"

#include <algorithm>

namespace tenon::fem {

void MaterialLaw::complete(const LawPoints& at, Tensor<Lane>* H) const {
  std::copy(at.H, at.H + at.count, H);
}

void CoupledLaw::tangent(const LawPoints& at, Tangent<Lane, 3>* C) const {
  PointCoupling coupling;
  tangent(at, C, coupling);
}

}  // namespace tenon::fem
