#pragma once
#include "ModalOperators.hpp"
#include "ModeShapes.hpp"

namespace tenon::analysis {

/// Some forces are symmetric at some motions only: what turns bodies, where they rest. K x and K^T x of one motion x
/// in which no unknown is like another tell. InputError that names who is not, where K is not. Collective.
void requireSymmetry(const system::MechanicalSystem& mechanics);

/// @throws InputError that explains non-conservative loads if the matrix of `product` is not symmetric on the
/// admissible space. @note Collective.
void requireConservative(ModalOperators& operators, const ModalOperators::Product& product);

/// Requires symmetry among smooth vectors near the lowest modes only. A pressure on a boundary whose end moves along one
/// line, as at the hinge of an arch, has a stiffness that is not symmetric, but does no work on a closed path of these.
/// @throws InputError that explains non-conservative loads. @note Collective.
void requireConservativeAmongModes(ModalOperators& operators, const ModalOperators::Product& product);

/// Requires symmetry among shapes that were found, and between them and smooth vectors.
/// @throws InputError that explains non-conservative loads. @note Collective.
void requireConservativeAmong(ModalOperators& operators, const std::vector<ModeShape>& shapes,
                              const ModalOperators::Product& product);

}  // namespace tenon::analysis
