#pragma once
#include <vector>

#include "tenon/contact/ImpulseStep.hpp"

namespace tenon::contact {

/// Collective. Every touch, whichever rank has it, on the ranks that work on one of its bodies, as one of them will
/// find it again. `bodies`: those that this rank works on.
std::vector<Touch> withBodies(const base::Communicator& comm, const std::vector<RigidBody>& bodies,
                              const std::vector<Touch>& touches);

}  // namespace tenon::contact
