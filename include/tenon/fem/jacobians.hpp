#pragma once
#include "tenon/fem/Region.hpp"

namespace tenon::fem {

/// Collective. InputError that names the first cell whose Jacobian is not positive at every quadrature point of the
/// stiffness: a cell turned inside out, flattened, or with a NaN. In plane problems a cell may look up or down, as long
/// as it does the same everywhere. Every object's mesh has to pass this before its contributors are made.
void requirePositiveJacobians(const Domain& domain);

}  // namespace tenon::fem
