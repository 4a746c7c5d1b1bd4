// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/mapping/Mapping.hpp"

#include <Eigen/Core>
#include <algorithm>
#include <utility>

#include "base/dense.hpp"

namespace tenon::mapping {
namespace {

using Entry = GeometricStiffness::Entry;
using NodeOfState = std::pair<const la::State*, LocalIndex>;

/// Contribution of one child node: the positions of the parent nodes in one dense matrix.
class NodeContribution {
 public:
  NodeContribution(const Entry* first, const Entry* last) {
    for (const Entry* entry = first; entry != last; ++entry) {
      addNode({entry->row, entry->row_node});
      addNode({entry->column, entry->column_node});
    }
  }
  Eigen::Index size() const { return size_; }
  Eigen::Index startOf(const la::State* state, LocalIndex node) const {
    const auto found = std::find(nodes_.begin(), nodes_.end(), NodeOfState{state, node});
    return starts_[static_cast<std::size_t>(found - nodes_.begin())];
  }

 private:
  void addNode(const NodeOfState& node) {
    if (std::find(nodes_.begin(), nodes_.end(), node) != nodes_.end()) return;
    nodes_.push_back(node);
    starts_.push_back(size_);
    size_ += node.first->block();
  }
  std::vector<NodeOfState> nodes_;
  std::vector<Eigen::Index> starts_;
  Eigen::Index size_ = 0;
};

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::MatrixXd withoutPositive(const Eigen::MatrixXd& K) {
  const base::Eigenpairs modes = base::computeEigenpairs(0.5 * (K + K.transpose()));
  return modes.vectors * modes.values.cwiseMin(0.0).asDiagonal() * modes.vectors.transpose();
}

// Stabilises the contribution of one child node. Blocks of the same two nodes may occur several
// times: all but the first are set to zero.
void stabiliseOne(GeometricStiffness& K, const Entry* first, const Entry* last) {
  const NodeContribution contribution(first, last);
  Eigen::MatrixXd dense = Eigen::MatrixXd::Zero(contribution.size(), contribution.size());
  const auto blockOf = [&](const Entry& e) {
    return dense.block(contribution.startOf(e.row, e.row_node), contribution.startOf(e.column, e.column_node),
                       e.row->block(), e.column->block());
  };
  const auto valuesOf = [&](const Entry& e) {
    return Eigen::Map<RowMajor>(K.valuesOf(e), e.row->block(), e.column->block());
  };
  for (const Entry* e = first; e != last; ++e) blockOf(*e) += valuesOf(*e);
  dense = withoutPositive(dense);
  for (const Entry* e = first; e != last; ++e) {
    valuesOf(*e) = blockOf(*e);
    blockOf(*e).setZero();
  }
}

}  // namespace

Eigen::MatrixXd Jacobian::block(const Entry& entry, int rows) const {
  const int columns = entry.parent->block();
  if (entry.is_uniform) return *valuesOf(entry) * Eigen::MatrixXd::Identity(rows, columns);
  return Eigen::Map<const RowMajor>(valuesOf(entry), rows, columns);
}

void stabilise(GeometricStiffness& K) {
  const Entry* const end = K.entries().data() + K.entries().size();
  for (const Entry* first = K.entries().data(); first != end;) {
    const Entry* const last =
        std::find_if(first, end, [&](const Entry& entry) { return entry.child_node != first->child_node; });
    stabiliseOne(K, first, last);
    first = last;
  }
}

}  // namespace tenon::mapping
