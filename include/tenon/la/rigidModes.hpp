#pragma once
#include "tenon/la/handles.hpp"

namespace tenon::la {

/// Collective. Rigid-body modes of unknowns whose rest positions are given, block size 2 or 3: orthonormal, and of the
/// same digits wherever the bodies are, because positions are taken from their lowest corner.
NullSpace rigidModes(Vec rest);

}  // namespace tenon::la
