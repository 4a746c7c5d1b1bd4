// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "tenon/base/algebra.hpp"
#include "tenon/mapping/Mapping.hpp"

namespace tenon::mapping {

/// Mapping that creates its child, whose nodes represent measured quantities: lengths, angles or
/// areas of tuples of nodes, or a centre of mass. An object that is defined by a measurement needs
/// no mesh. The displacement of a scalar is its change with respect to the reference configuration.
class Measurement : public Mapping {
 public:
  /// Returns the number of quantities that this rank measures.
  virtual LocalIndex numOwned() const = 0;
  /// Returns the number of components of a quantity: 1 for scalars, 2 or 3 for points.
  virtual int block() const = 0;
  /// Returns the reference values of scalars or reference positions of points, [numOwned x block].
  virtual std::vector<double> rest() const = 0;
  /// Returns the position at which each quantity is shown in results.
  virtual std::vector<base::Vec3> locations() const = 0;
  /// Returns the index of each quantity among those of all ranks, starting at 0. The indices are
  /// independent of the partition.
  virtual std::vector<std::int64_t> positions() const = 0;

  const la::State& child() const final { return *child_; }
  la::State& child() final { return *child_; }

  /// Returns true if createChild() or useChild() has been called. @note Not collective.
  bool hasChild() const { return child_ != nullptr; }
  /// Creates the child, which has no mesh. @note Collective.
  void createChild(const std::string& name, const base::Communicator& comm);
  /// Uses an existing state as the child.
  /// @param child      state whose owned nodes represent the measured quantities
  /// @param positions  index of each owned node, see positions(); the measurement adopts the order
  ///   of the nodes
  /// @throws InternalError if the number of nodes or the number of components differs from that of
  ///   the measured quantities
  void adoptChild(la::State& child, gsl::span<const std::int64_t> positions);

 protected:
  /// Reorders the quantities: order[i] is the previous index of quantity i.
  virtual void reorder(const std::vector<LocalIndex>& order) = 0;

 private:
  std::unique_ptr<la::State> own_;
  la::State* child_ = nullptr;
};

}  // namespace tenon::mapping
