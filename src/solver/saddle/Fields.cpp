// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Fields.hpp"

#include <fmt/format.h>

#include "la/arrays.hpp"
#include "tenon/base/Communicator.hpp"

namespace tenon::solver {

Fields::Fields(const std::vector<la::NamedRows>& rows, PetscInt block, Vec like) {
  PetscInt size = 0, covered = 0;
  TENON_PETSC(VecGetLocalSize(like, &size));
  for (const la::NamedRows& run : rows) {
    runs_.push_back({fmt::format(" of '{}'", run.name), block * run.first, block * run.count});
    covered += block * run.count;
  }
  const base::Communicator comm(PetscObjectComm(reinterpret_cast<PetscObject>(like)));
  if (!comm.all(covered == size) || rows.empty()) runs_ = {{"", 0, size}};
}

std::vector<double> Fields::squares(Vec entries, Vec weight) const {
  const la::ReadArray values(entries), weights(weight);
  std::vector<double> sums(runs_.size(), 0.0);
  for (std::size_t field = 0; field < runs_.size(); ++field)
    for (PetscInt i = runs_[field].first; i < runs_[field].first + runs_[field].count; ++i) {
      const double weighted = values[i] * weights[i];
      sums[field] += weighted * weighted;
    }
  return sums;
}

}  // namespace tenon::solver
