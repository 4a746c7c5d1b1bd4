// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <petscvec.h>

#include <string>
#include <vector>

#include "la/matrices/ConstraintMatrix.hpp"

namespace tenon::solver {

/// Parts of a vector that are checked separately: the objects of the displacements, the groups of
/// the multipliers. Unless named ranges cover all entries, the whole vector is the only field.
class Fields {
 public:
  /// Finds the entries of each field.
  /// @param rows  named ranges of owned block rows of `block` entries each
  /// @param like  vector with the same row distribution
  /// @note Collective.
  Fields(const std::vector<la::NamedRows>& rows, PetscInt block, Vec like);

  std::size_t size() const { return runs_.size(); }
  /// Returns the name in messages, " of 'upper'"; empty for the whole vector.
  const std::string& label(std::size_t field) const { return runs_[field].label; }
  /// Returns for each field the sum of (entry · weight)^2 over the owned entries.
  std::vector<double> squares(Vec entries, Vec weight) const;

 private:
  struct Run {
    std::string label;
    PetscInt first, count;
  };
  std::vector<Run> runs_;
};

}  // namespace tenon::solver
