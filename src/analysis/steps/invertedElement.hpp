#pragma once
#include <string>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// "element 12 of object 'block' is turned inside out", where the present motion maps one of a solid at large strain so
/// at a quadrature point: det F <= 0. The lowest of the first such object; empty: none. Collective.
std::string invertedElement(const system::MechanicalSystem& mechanics);

/// Returns a sentence that names a bushing whose relative rotation is near half a revolution, or has passed it; empty:
/// none. @note Collective.
std::string bushingAtItsLimit(const system::MechanicalSystem& mechanics);

/// Returns what makes the present motion no result of a step, as a clause: an inverted element, or a bushing that has
/// rotated by more than half a revolution; empty: nothing. @note Collective.
std::string faultOfMotion(const system::MechanicalSystem& mechanics);

}  // namespace tenon::analysis
