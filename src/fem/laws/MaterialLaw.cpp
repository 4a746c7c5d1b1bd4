#include "tenon/fem/laws/MaterialLaw.hpp"

#include <algorithm>

namespace tenon::fem {

void MaterialLaw::complete(const LawPoints& at, Tensor<Lane>* H) const {
  std::copy(at.H, at.H + at.count, H);
}

}  // namespace tenon::fem
