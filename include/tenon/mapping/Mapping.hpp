// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <Eigen/Core>
#include <string>
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/la/layout/State.hpp"

namespace tenon::mapping {

using base::LocalIndex;

// Accumulators to which mappings add the blocks of the Jacobian J and of the geometric stiffness
// dJ^T/dq f.

/// Accumulator for the Jacobian J = dx/dq, the derivatives of child nodes with respect to parent
/// nodes. The degrees of freedom of a frame are the displacement of its origin and rotations about
/// the spatial axes.
class Jacobian {
 public:
  /// Block of J that couples a child node and a parent node. It has one row per degree of freedom
  /// of the child node and one column per degree of freedom of the parent node. A multiple of the
  /// identity is stored as a single number.
  struct Entry {
    LocalIndex child_node;    ///< owned child node
    const la::State* parent;  ///< parent state
    LocalIndex parent_node;   ///< parent node, owned or ghost
    bool is_uniform;          ///< true if the block is a single value times the identity
    std::size_t first;        ///< index of the first value of the entry; values are stored row-major
  };

  /// Adds a block. Blocks that couple the same two nodes are summed.
  template <class Block>
  void add(LocalIndex child_node, const la::State& parent, LocalIndex parent_node,
           const Eigen::MatrixBase<Block>& block) {
    entries_.push_back({child_node, &parent, parent_node, false, values_.size()});
    for (Eigen::Index i = 0; i < block.rows(); ++i)
      for (Eigen::Index j = 0; j < block.cols(); ++j) values_.push_back(block(i, j));
  }
  /// Adds a block that is `weight` times the identity. Both nodes must have the same number of
  /// degrees of freedom.
  void add(LocalIndex child_node, const la::State& parent, LocalIndex parent_node, double weight) {
    entries_.push_back({child_node, &parent, parent_node, true, values_.size()});
    values_.push_back(weight);
  }

  /// Returns the entries in the order in which they were added.
  const std::vector<Entry>& entries() const { return entries_; }
  /// Returns the values of an entry in row-major order.
  const double* valuesOf(const Entry& entry) const { return values_.data() + entry.first; }
  /// Returns the block of an entry as a dense matrix.
  /// @param entry  one of entries()
  /// @param rows   number of degrees of freedom of a child node
  Eigen::MatrixXd block(const Entry& entry, int rows) const;
  /// Removes all entries.
  void clear() { entries_.clear(), values_.clear(); }

 private:
  std::vector<Entry> entries_;
  std::vector<double> values_;
};

/// Accumulator for the geometric stiffness dJ^T/dq f, in blocks that couple two parent nodes. Each
/// block belongs to the child node whose force causes it.
class GeometricStiffness {
 public:
  /// Block that couples two parent nodes.
  struct Entry {
    LocalIndex child_node;    ///< owned child node whose force causes the block
    const la::State* row;     ///< state of the row node
    LocalIndex row_node;      ///< row node, owned or ghost
    const la::State* column;  ///< state of the column node
    LocalIndex column_node;   ///< column node, owned or ghost
    std::size_t first;        ///< index of the first value of the entry; values are stored row-major
  };

  /// Adds the derivative of the force on `row_node` with respect to the degrees of freedom of
  /// `column_node`.
  template <class Block>
  void add(LocalIndex child_node, const la::State& row, LocalIndex row_node, const la::State& column,
           LocalIndex column_node, const Eigen::MatrixBase<Block>& block) {
    entries_.push_back({child_node, &row, row_node, &column, column_node, values_.size()});
    for (Eigen::Index i = 0; i < block.rows(); ++i)
      for (Eigen::Index j = 0; j < block.cols(); ++j) values_.push_back(block(i, j));
  }

  /// Returns the entries in the order in which they were added.
  const std::vector<Entry>& entries() const { return entries_; }
  /// Returns the values of an entry in row-major order, for modification.
  double* valuesOf(const Entry& entry) { return values_.data() + entry.first; }
  /// Returns the values of an entry in row-major order.
  const double* valuesOf(const Entry& entry) const { return values_.data() + entry.first; }
  /// Removes all entries.
  void clear() { entries_.clear(), values_.clear(); }

 private:
  std::vector<Entry> entries_;
  std::vector<double> values_;
};

/// Replaces the contribution of each child node by its symmetric part and sets the positive
/// eigenvalues of this part to zero. Positive eigenvalues are destabilising, because K = df/dq. The
/// entries of each child node must be contiguous.
/// @see Tournier et al., Stable constrained dynamics, ACM TOG 34 (2015), sec. 4
void stabilise(GeometricStiffness& K);

/// Options common to all mappings, in addition to their own parameters.
struct MappingOptions {
  /// Treatment of the geometric stiffness of nonlinear mappings. `exact` uses the derivative, which
  /// is not symmetric if a parent has rotational degrees of freedom. `stabilised` uses the
  /// symmetric part of the derivative without destabilising contributions; see stabilise(). `none`
  /// omits it.
  std::string geometric_stiffness = "exact";
  /// Declares the options as parameters of a case file.
  static void declare(base::Parameters<MappingOptions>& p);
};

/// Mapping x = m(q), which determines the configuration x of a child state from the configurations
/// q of its parent states. The child has no degrees of freedom of its own. Parents may be mapped
/// themselves.
///
///   x                  updateChild             the function m itself
///   J = dx/dq          addJacobian             v = J v_q, forces J^T f, constraint rows G J,
///                                              stiffness J^T K J, mass J^T M J: all computed by
///                                              the system that owns the mapping
///   dJ/dt v            addBiasAcceleration     a = J a_q + dJ/dt v_q
///   dJ^T/dq f          addGeometricStiffness   stiffness of the parents caused by forces f on
///                                              the child
///
/// dJ/dt v and dJ^T/dq f are zero for linear mappings. Moments refer to the origin of the frame and
/// to the spatial axes. Increments of rotations are spatial, R <- exp(dtheta) R. For example, let r
/// be the vector from the origin of a rigid frame to a child node, and let omega be the angular
/// velocity of the frame. Then J = [1, -[r]x], dJ/dt v = omega x (omega x r), and the rotation
/// block of dJ^T/dq f is r f^T - (f . r) 1.
///
/// Each rank adds the contributions of its owned child nodes, in the same order in every
/// configuration. The child and its parents may be partitioned differently; the constructor of the
/// mapping adds the required parent nodes of other ranks as ghosts (State::addGhosts). Only the
/// constructor communicates.
class Mapping : public MappingOptions {
 public:
  virtual ~Mapping() = default;

  /// Returns the name used in messages. The name consists of the type and the objects, e.g.
  /// "embedded skin in bulk".
  virtual const std::string& name() const = 0;
  /// Returns the mapped state.
  virtual const la::State& child() const = 0;
  /// Returns the mapped state for modification.
  virtual la::State& child() = 0;
  /// Returns the states that determine the child.
  virtual std::vector<const la::State*> parents() const = 0;

  /// Computes the displacements of owned child nodes from those of their parent nodes, which may be
  /// ghosts.
  virtual void updateChild() = 0;

  /// Adds the rows of J that belong to owned child nodes.
  virtual void addJacobian(Jacobian& J) const = 0;

  /// Returns true if the mapping is linear, that is, x = m(0) + J q with a constant J.
  virtual bool isLinear() const { return true; }

  /// Adds dJ/dt v, the acceleration of owned child nodes for constant velocities of the parents.
  /// @param a  [numLocal x block] accelerations of the child
  virtual void addBiasAcceleration(gsl::span<double> a) const { static_cast<void>(a); }

  /// Adds d(J^T f)/dq at fixed forces f on the owned child nodes.
  /// @param child_force  [numLocal x block] forces on the child
  /// @param K            accumulator for the geometric stiffness of the parents
  virtual void addGeometricStiffness(gsl::span<const double> child_force, GeometricStiffness& K) const {
    static_cast<void>(child_force), static_cast<void>(K);
  }
};

}  // namespace tenon::mapping
