#pragma once
#include <string>

#include "tenon/system/MechanicalSystem.hpp"

// What a motion by impulses does not take: InputError.
namespace tenon::analysis {

void requireBodiesInSpace(const system::MechanicalSystem& mechanics);
/// Laws of contacts that not every solver of impulses has.
void requireTakenBy(const std::string& contact_solver, const system::MechanicalSystem& mechanics);

}  // namespace tenon::analysis
