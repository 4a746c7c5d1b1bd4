#pragma once
#include <string>
#include <vector>

#include "tenon/solver/SolverOptions.hpp"

namespace tenon::solver {

/// "the tangent of pressure on a/top is", "the tangents of x, y and 3 more are".
std::string whoIs(const std::vector<std::string>& contributors);

/// InputError where an option in force asks for a method that needs a symmetric matrix (CG, MINRES, Cholesky, ...),
/// but these contributors make A non-symmetric.
void requireSymmetry(const SolverOptions& options, const std::vector<std::string>& asymmetric);

}  // namespace tenon::solver
