// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "SaddleOptions.hpp"

#include <fmt/format.h>
#include <petscpc.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <optional>

#include "tenon/base/suggest.hpp"
#include "tenon/solver/saddle/SchurApproximations.hpp"

namespace tenon::solver {
namespace {

// In the order of SaddleOptions::Form.
const std::vector<std::string> forms{"nest", "aij", "primal"};

std::optional<std::string> queryOption(const std::string& name) {
  char text[256] = "";
  PetscBool is_set = PETSC_FALSE;
  TENON_PETSC(PetscOptionsGetString(nullptr, nullptr, name.c_str(), text, sizeof text, &is_set));
  return is_set == PETSC_TRUE ? std::optional<std::string>(text) : std::nullopt;
}

SaddleOptions::Form formOf(const std::string& name, const std::string& text) {
  const auto found = std::find(forms.begin(), forms.end(), text);
  if (found == forms.end())
    throw base::InputError(fmt::format("{} cannot be '{}'{}", name, text, base::suggestionFor(text, forms)));
  return static_cast<SaddleOptions::Form>(found - forms.begin());
}

double numberOf(const std::string& name, const std::string& text) {
  char* end = nullptr;
  const double value = std::strtod(text.c_str(), &end);
  if (text.empty() || *end != '\0' || !std::isfinite(value) || value < 0.0)
    throw base::InputError(fmt::format("{} must be a nonnegative number, but is '{}'.", name, text));
  return value;
}

}  // namespace

SaddleOptions SaddleOptions::read(const SolverParameters& parameters, const SolverOptions& options) {
  const std::string dash = "-" + parameters.prefix;
  SaddleOptions read;
  const std::string preconditioner = options.value(dash + "pc_type").value_or("");
  const bool has_none = preconditioner == PCNONE;  // Only products with the system are needed then.
  read.has_splits = preconditioner == PCFIELDSPLIT;
  read.form = read.has_splits || has_none ? Form::nest : Form::aij;
  if (const auto form = queryOption(dash + "saddle_form")) read.form = formOf(dash + "saddle_form", *form);
  const auto augmentation = queryOption(dash + "saddle_augmentation");
  if (read.has_splits)
    read.augmentation = augmentation ? numberOf(dash + "saddle_augmentation", *augmentation) : parameters.augmentation;
  read.is_augmentation_given = augmentation.has_value();
  if (!has_none) read.schur = queryOption(dash + "saddle_schur").value_or(parameters.schur);
  if (!read.schur.empty()) schurApproximations().find(read.schur);
  if (!read.schur.empty() && !read.has_splits)
    throw base::InputError(
        fmt::format("The Schur approximation '{}' applies only to block solvers (-pc_type fieldsplit).", read.schur));
  if (read.form == Form::primal && read.has_splits)
    throw base::InputError("-saddle_form primal leaves no multipliers: -pc_type fieldsplit does not apply.");
  return read;
}

std::vector<std::string> SaddleOptions::names(const std::string& prefix) {
  std::vector<std::string> list;
  for (const char* name : {"saddle_form", "saddle_augmentation", "saddle_schur"}) list.push_back("-" + prefix + name);
  return list;
}

}  // namespace tenon::solver
