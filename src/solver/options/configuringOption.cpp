// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <strings.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "solver/options/SolverOptions.hpp"

namespace tenon::solver {
namespace {

/// Returns true for options of Krylov methods, preconditioners and their parts. Options of MUMPS
/// suit the preset `direct`.
bool configuresSolver(const std::string& name) {
  static constexpr std::array<std::string_view, 14> beginnings{
      "-ksp_type",   "-ksp_pc_side", "-ksp_norm_type", "-ksp_gmres", "-ksp_fgmres", "-ksp_initial_guess", "-pc_",
      "-fieldsplit", "-sub_",        "-mg_",           "-saddle_",   "-matptap_",   "-mat_no_inode",      "-mat_type"};
  return std::any_of(beginnings.begin(), beginnings.end(), [&](std::string_view beginning) {
    return strncasecmp(name.c_str(), beginning.data(), beginning.size()) == 0;
  });
}

}  // namespace

std::string SolverOptions::configuringOption() const {
  for (const SourcedOption& option : options_)
    if (option.source != OptionSource::preset && configuresSolver(option.name))
      return fmt::format("{} from {}", option.name, option.where);
  return "";
}

}  // namespace tenon::solver
