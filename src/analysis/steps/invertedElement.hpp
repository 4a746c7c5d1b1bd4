#pragma once
#include <string>

#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// "element 12 of object 'block' is turned inside out", where the present motion maps one of a solid at large strain so
/// at a quadrature point: det F <= 0. The lowest of the first such object; empty: none. Collective.
std::string invertedElement(const system::MechanicalSystem& mechanics);

}  // namespace tenon::analysis
