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

/// Mapping that creates the nodes of its child: lengths, angles or areas of tuples of nodes, or a
/// centre of mass. An object of a case that is a measurement needs no mesh. The displacement of a
/// scalar is its change from the reference configuration.
class Measurement : public Mapping {
 public:
  /// Returns the number of quantities measured on this rank.
  virtual LocalIndex numOwned() const = 0;
  /// Returns the number of components: 1 for scalars, 2 or 3 for points.
  virtual int block() const = 0;
  /// Returns reference values of scalars or reference positions of points, [numOwned x block].
  virtual std::vector<double> rest() const = 0;
  /// Returns the position at which results show each quantity.
  virtual std::vector<base::Vec3> locations() const = 0;
  /// Returns the index of each quantity among those of all ranks, from 0, independent of the
  /// partition.
  virtual std::vector<std::int64_t> positions() const = 0;

  const la::State& child() const final { return *child_; }
  la::State& child() final { return *child_; }

  /// Creates the child, which belongs to no mesh. @note Collective.
  void createChild(const std::string& name, const base::Communicator& comm);
  /// Uses an existing state as the child.
  /// @param child      state whose owned nodes are the measured tuples
  /// @param positions  index of each owned node; the measurement adopts their order
  void adoptChild(la::State& child, gsl::span<const std::int64_t> positions);

 protected:
  /// Reorders the nodes: order[i] is the previous index of node i.
  virtual void reorder(const std::vector<LocalIndex>& order) = 0;

 private:
  std::unique_ptr<la::State> own_;
  la::State* child_ = nullptr;
};

}  // namespace tenon::mapping
