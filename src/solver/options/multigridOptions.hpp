#pragma once
#include <string>

#include "tenon/solver/Preset.hpp"

namespace tenon::solver {

/// Appends the options of algebraic multigrid for bodies that only constraints hold, and for cells of second order:
/// robust before quick. Every variant survives held nodes (singleton aggregates) and runs alike on any number of ranks.
/// `prefix` is that of the preconditioner, as "fieldsplit_displacement_".
void addStrongMultigrid(Preset& preset, const std::string& prefix);

/// Appends the options of algebraic multigrid that coarsens fast: the set-up costs more than the iterations, and most
/// of it are the products P^T A P.
void addQuickMultigrid(Preset& preset, const std::string& prefix = "");

/// Appends the options of p-multigrid and makes the preset one for second-order cells. Galerkin products with the
/// interpolation from vertices are cheap, because most of its rows have one or two entries. What is below has an eighth
/// of the unknowns (hexahedra), so that `steps_below` of the smoother cost little there.
void addPMultigrid(Preset& preset, const std::string& steps_below);

}  // namespace tenon::solver
