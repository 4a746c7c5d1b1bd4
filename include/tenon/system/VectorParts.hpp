#pragma once
#include <gsl/span>
#include <string>
#include <vector>

#include "tenon/la/ConstraintMatrix.hpp"

namespace tenon::system {

/// This rank's values of one object, [numOwned x block], or of one constraint, [numRows].
struct Part {
  std::string name;
  std::vector<double> values;
};

/// Which entries of a vector of the system belong to which object or constraint. Gathering and scattering look at every
/// size and at the order of the names: what does not fit is an InputError that says what was expected where.
class VectorParts {
 public:
  /// `what`: of messages, "unknowns"; `rows`: of this rank, one after the other, in scalars; the same names on all
  /// ranks.
  VectorParts(const base::Communicator& comm, std::string what, std::vector<la::NamedRows> rows);

  const std::vector<la::NamedRows>& rows() const { return rows_; }
  base::LocalIndex size() const { return rows_.empty() ? 0 : rows_.back().first + rows_.back().count; }

  /// Collective. Values of every object into the vector, in the order of rows().
  void gather(gsl::span<const Part> parts, Vec vector) const;
  /// Collective. The vector's values by object.
  std::vector<Part> scatter(Vec vector) const;
  /// Collective. The same into parts that are there already.
  void scatter(Vec vector, gsl::span<Part> parts) const;
  /// Collective. InputError for a vector of another size.
  void requireSize(Vec vector) const;

 private:
  void requireFit(gsl::span<const Part> parts, Vec vector) const;
  void checkSize(Vec vector) const;

  base::Communicator comm_;
  std::string what_;
  std::vector<la::NamedRows> rows_;
};

}  // namespace tenon::system
