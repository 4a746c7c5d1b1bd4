// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "symmetry.hpp"

#include <fmt/format.h>

#include "describeContributors.hpp"
#include "tenon/base/Error.hpp"
#include "tenon/base/suggest.hpp"

namespace tenon::solver {
namespace {

bool endsWith(const std::string& name, const std::string& end) {
  return name.size() >= end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
}

// Returns true if an option selects one of PETSc's methods for symmetric matrices. Smoothers of
// multigrid are exempt.
bool needsSymmetry(const std::string& option, const std::string& value) {
  static const std::vector<std::string> methods{"cg",      "minres",  "cr",       "symmlq",  "fcg",    "pipecg",
                                                "groppcg", "stcg",    "gltr",     "nash",    "qcg",    "pipecgrr",
                                                "pipecr",  "pipefcg", "pipeprcg", "pipecg2", "pipelcg"};
  if (option.find("mg_levels_") != std::string::npos || option.find("mg_coarse_") != std::string::npos) return false;
  if (endsWith(option, "ksp_type")) return base::contains(methods, value);
  if (endsWith(option, "pc_type")) return value == "cholesky" || value == "icc";
  return false;
}

}  // namespace

void requireSymmetry(const SolverOptions& options, const std::vector<std::string>& asymmetric_contributors) {
  if (asymmetric_contributors.empty()) return;
  for (const auto& option : options.activeOptions())
    if (needsSymmetry(option.name, option.value.value_or("")))
      throw base::InputError(
          fmt::format("{} {} (from {}) requires a symmetric system, but {} not symmetric: use gmres with lu or "
                      "multigrid, as in the presets 'gmres-amg' and 'direct'.",
                      option.name, *option.value, option.where, describeContributors(asymmetric_contributors)));
}

}  // namespace tenon::solver
