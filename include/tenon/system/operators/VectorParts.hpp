// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <gsl/span>
#include <string>
#include <vector>

#include "tenon/la/matrices/ConstraintMatrix.hpp"

namespace tenon::system {

/// Values of one object, [numOwned x block], or of one constraint, [numRows], on this rank.
struct VectorPart {
  std::string name;            ///< Name of the object or constraint.
  std::vector<double> values;  ///< Values on this rank.
};

/// Positions of objects or constraints in a vector of the system. gather() and scatter() check all
/// sizes and the order of the names. If a size or a name differs from the expected value on any
/// rank, these functions throw an InputError whose message contains both values.
class VectorParts {
 public:
  /// Stores the positions.
  /// @param comm  communicator of the system
  /// @param what  name of the entries in messages, such as "unknowns"
  /// @param rows  contiguous scalar rows of each object or constraint on this rank; the names must
  ///   be the same on all ranks
  VectorParts(const base::Communicator& comm, std::string what, std::vector<la::NamedRows> rows);

  /// Returns the rows of each object or constraint on this rank.
  const std::vector<la::NamedRows>& rows() const { return rows_; }
  /// Returns the number of entries on this rank.
  base::LocalIndex size() const { return rows_.empty() ? 0 : rows_.back().first + rows_.back().count; }

  /// Copies the values of all objects or constraints, in the order of rows(), to the vector.
  /// @note Collective.
  void gather(gsl::span<const VectorPart> parts, Vec vector) const;
  /// Returns the values of the vector, separated by object or constraint. @note Collective.
  std::vector<VectorPart> scatter(Vec vector) const;
  /// Copies the values of the vector to existing parts. @note Collective.
  void scatter(Vec vector, gsl::span<VectorPart> parts) const;
  /// Checks the size of a vector.
  /// @throws InputError if the local size is wrong on any rank
  /// @note Collective.
  void requireSize(Vec vector) const;

 private:
  void requireFit(gsl::span<const VectorPart> parts, Vec vector) const;
  void checkSize(Vec vector) const;

  base::Communicator comm_;
  std::string what_;
  std::vector<la::NamedRows> rows_;
};

}  // namespace tenon::system
