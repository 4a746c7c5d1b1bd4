#include "tenon/mass/Mass.hpp"

#include "tenon/la/Product.hpp"

namespace tenon::mass {

void Mass::addMassTimes(const la::Motion& dv, la::ForceVector& df) const {
  la::Product product(dv, df);
  la::MassMatrix M = product.mass();
  addMass(M);
}

}  // namespace tenon::mass
