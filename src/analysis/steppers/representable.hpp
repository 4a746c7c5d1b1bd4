#pragma once
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Its square, times stiffnesses and summed over all nodes, is a number.
constexpr double largest_representable = 1e140;

/// Error (InputError, NotConvergedError) where a force or a violation of a constraint is no number, or beyond
/// `largest_representable`: names the first force field or constraint that is to blame, and where. Collective.
template <class Error>
void requireRepresentable(const system::MechanicalSystem& mechanics);

/// Returns the name of the first nonlinear force whose values are not representable while those of all linear forces
/// are: a constitutive model outside its domain. Empty if there is none. @note Collective.
std::string unrepresentableMaterial(const system::MechanicalSystem& mechanics);

/// The largest entry in size, infinite where one is no number. Collective.
double largestEntry(Vec vector);

/// InputError that names the first force field whose stiffness is no number, or beyond `largest_representable`; the
/// whole system where no single one is. For a system whose diagonal is. Collective.
[[noreturn]] void refuseStiffness(const system::MechanicalSystem& mechanics);

}  // namespace tenon::analysis
