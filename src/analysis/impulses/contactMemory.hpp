#pragma once
#include "tenon/la/vectors.hpp"
#include "tenon/system/MechanicalSystem.hpp"

// The forces of contacts in the last step, for checkpoints: reactions are those of that step.
namespace tenon::analysis {

/// Collective. Returns the forces over the layout of the unknowns; nullptr before the first step and without contacts.
la::Vector contactForcesOf(system::MechanicalSystem& mechanics);

/// Collective. Sets them; nothing for nullptr.
void setContactForces(system::MechanicalSystem& mechanics, Vec forces);

}  // namespace tenon::analysis
