#pragma once
#include "krylovSchur.hpp"

namespace tenon::analysis {

/// Whether there are unknowns enough for that many pairs at once, as SLEPc's method needs them.
bool suitsLobpcg(const ModalOperators& operators, PetscInt count);

/// Collective. The `count` pairs of largest theta, and copies of the last one, the largest first, to 1e-4 of their
/// forces, by SLEPc's LOBPCG (Knyazev, SIAM J. Sci. Comput. 23 (2001), 517-541): all at once, copies of a multiple
/// theta among them, with one application of the preset's preconditioner for each and no solve. Without multipliers.
/// NotConvergedError where the search does not end. Options: -eps_...
std::vector<EigenPair> lobpcg(ModalOperators& operators, PetscInt count, double tolerance);

}  // namespace tenon::analysis
