#pragma once
#include <memory>

#include "tenon/base/Phases.hpp"
#include "tenon/simulation/CaseFile.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::simulation {

/// Reads the meshes a case names and makes its bodies, contributors, conditions and constraints.
///
/// Collective. Throws one InputError with every problem that can be found without solving: unknown keys and types,
/// missing groups, wrong values, broken meshes.
std::unique_ptr<system::MechanicalSystem> build(const base::Communicator& comm, const CaseFile& file,
                                                base::Phases& phases);

}  // namespace tenon::simulation
