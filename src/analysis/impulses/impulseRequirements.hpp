#pragma once
#include <string>

#include "tenon/system/MechanicalSystem.hpp"

// Requirements of the time integrator by impulses.
namespace tenon::analysis {

/// Checks that all objects are rigid bodies or meshes in space.
/// @throws InputError that names
/// another object.
void requireBodiesInSpace(const system::MechanicalSystem& mechanics);
/// Checks that the contact solver supports the contact laws of the system.
/// @throws InputError that names an unsupported law.
void requireSupportedContactLaws(const std::string& contact_solver, const system::MechanicalSystem& mechanics);

}  // namespace tenon::analysis
