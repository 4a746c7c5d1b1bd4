// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/system/operators/Descriptor.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tenon/base/runCollectively.hpp"

namespace tenon::system {

VectorParts::VectorParts(const base::Communicator& comm, std::string what, std::vector<la::NamedRows> rows)
    : comm_(comm), what_(std::move(what)), rows_(std::move(rows)) {}

void VectorParts::checkSize(Vec vector) const {
  PetscInt count = 0;
  TENON_PETSC(VecGetLocalSize(vector, &count));
  if (count == size()) return;
  std::string names;
  for (const auto& row : rows_) names += fmt::format("{}{} of '{}'", names.empty() ? "" : ", ", row.count, row.name);
  throw base::InputError(fmt::format("A vector of {} has the length {} on this rank, but its length must be {} ({}).",
                                     what_, count, size(), names.empty() ? "there are none" : names));
}

void VectorParts::requireSize(Vec vector) const {
  base::runCollectively(comm_, [&] { checkSize(vector); });
}

void VectorParts::requireFit(gsl::span<const VectorPart> parts, Vec vector) const {
  base::runCollectively(comm_, [&] {
    checkSize(vector);
    if (parts.size() != rows_.size())
      throw base::InputError(fmt::format("The number of parts of the {} is {}, but the number of given arrays is {}.",
                                         what_, rows_.size(), parts.size()));
    for (std::size_t p = 0; p < rows_.size(); ++p) {
      if (parts[p].name != rows_[p].name)
        throw base::InputError(fmt::format("Part {} of the {} belongs to '{}', but '{}' was given.", p + 1, what_,
                                           rows_[p].name, parts[p].name));
      if (parts[p].values.size() != static_cast<std::size_t>(rows_[p].count))
        throw base::InputError(
            fmt::format("The array of '{}' must have the length {} (number of {} on this rank), but has the length {}.",
                        rows_[p].name, rows_[p].count, what_, parts[p].values.size()));
    }
  });
}

void VectorParts::gather(gsl::span<const VectorPart> parts, Vec vector) const {
  requireFit(parts, vector);
  double* values = nullptr;
  TENON_PETSC(VecGetArrayWrite(vector, &values));
  for (std::size_t p = 0; p < rows_.size(); ++p)
    std::copy(parts[p].values.begin(), parts[p].values.end(), values + rows_[p].first);
  TENON_PETSC(VecRestoreArrayWrite(vector, &values));
}

void VectorParts::scatter(Vec vector, gsl::span<VectorPart> parts) const {
  requireFit(parts, vector);
  const double* values = nullptr;
  TENON_PETSC(VecGetArrayRead(vector, &values));
  for (std::size_t p = 0; p < rows_.size(); ++p)
    std::copy_n(values + rows_[p].first, rows_[p].count, parts[p].values.begin());
  TENON_PETSC(VecRestoreArrayRead(vector, &values));
}

std::vector<VectorPart> VectorParts::scatter(Vec vector) const {
  std::vector<VectorPart> parts;
  for (const auto& row : rows_) parts.push_back({row.name, std::vector<double>(static_cast<std::size_t>(row.count))});
  scatter(vector, parts);
  return parts;
}

}  // namespace tenon::system
