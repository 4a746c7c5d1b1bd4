#pragma once
#include <string>

namespace tenon::solver {

/// What a KSPConvergedReason, by its PETSc name, means to a person.
std::string reasonInWords(const std::string& reason);

}  // namespace tenon::solver
