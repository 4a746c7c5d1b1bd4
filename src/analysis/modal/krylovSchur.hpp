#pragma once
#include <vector>

#include "ModalOperators.hpp"

namespace tenon::analysis {

/// theta and x of M x = theta (K + s M) x, x in V.
struct EigenPair {
  double theta = 0.0;
  la::Vector x;
};

/// Collective. Up to `count` pairs of largest theta, the largest first, by SLEPc, orthogonal to those `known`: as many
/// as were found, which are fewer where there are no more. Each attempt starts from another vector: one start has no
/// more than one vector of a multiple theta. NotConvergedError where the search does not end. Options: -eps_...
std::vector<EigenPair> krylovSchur(ModalOperators& operators, PetscInt count, const std::vector<EigenPair>& known,
                                   int attempt);

/// Collective. Has SLEPc ask for its options, so that they count as used. InputError for what it refuses.
void readKrylovSchurOptions(Equations& equations, TangentSolver& solver, base::Phases& phases);

}  // namespace tenon::analysis
