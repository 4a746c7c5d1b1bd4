#pragma once
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::analysis {

/// Some forces are symmetric at some motions only: what turns bodies, where they rest. K x and K^T x of one motion x
/// in which no unknown is like another tell. InputError that names who is not, where K is not. Collective.
void requireSymmetry(const system::MechanicalSystem& mechanics);

}  // namespace tenon::analysis
