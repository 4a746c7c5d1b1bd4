#pragma once
#include "ModalOperators.hpp"

namespace tenon::analysis {

/// Some forces are symmetric at some motions only: what turns bodies, where they rest. K x and K^T x of one motion x
/// in which no unknown is like another tell. InputError that names who is not, where K is not. Collective.
void requireSymmetry(const system::MechanicalSystem& mechanics);

/// @throws InputError that explains non-conservative loads if the matrix of `product` is not symmetric on the
/// admissible space. @note Collective.
void requireConservative(ModalOperators& operators, const ModalOperators::Product& product);

}  // namespace tenon::analysis
