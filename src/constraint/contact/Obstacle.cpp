#include "tenon/constraint/contact/Obstacle.hpp"

#include <fmt/format.h>

#include "nodalAreas.hpp"
#include "nodesOf.hpp"
#include "penetration.hpp"
#include "tangents.hpp"
#include "tenon/base/slopeBefore.hpp"

namespace tenon::constraint {
namespace {

std::vector<double> areasOf(const fem::Domain& domain, const std::string& group_name,
                            const std::vector<LocalIndex>& nodes) {
  const mesh::Group& group = domain.mesh.group(group_name);
  if (!group.hasCellsOf(domain.mesh.spaceDimension() - 1)) return std::vector<double>(nodes.size(), 0.0);
  const std::vector<double> all = nodalAreas(domain.mesh, group);
  std::vector<double> areas;
  for (const LocalIndex node : nodes) areas.push_back(all[static_cast<std::size_t>(node)]);
  return areas;
}

}  // namespace

Obstacle::Obstacle(const std::string& kind, const Data& data, const fem::FindDomain& find)
    : name_(data.name.empty() ? fmt::format("{} under {}", kind, data.slave.name()) : data.name),
      data_(data),
      domain_(find(data.slave.object)),
      block_(data.rowsPerPoint(domain_.state.block())),
      nodes_(nodesOf(domain_, data.slave.group, name_)),
      areas_(areasOf(domain_, data.slave.group, nodes_)),
      multipliers_(static_cast<std::size_t>(numRows()), 0.0) {
  static_cast<ConstraintSettings&>(*this) = data.settings();
}

void Obstacle::begin() {
  setTime(0.0);
  commit();
  Penetration inside;
  const double round_off = 1e-12 * origin().norm();
  for (std::size_t k = 0; k < nodes_.size(); ++k)
    if (const double depth = -nearest(then_[k]).distance; depth > round_off + 1e-9 * then_[k].norm())
      inside.add(depth, domain_.mesh.nodeTags()[static_cast<std::size_t>(nodes_[k])]);
  inside.warn(domain_.mesh.comm(), name_);
}

void Obstacle::setTime(double time) {
  moved_ = data_.history(time) * data_.move;
  speed_ = base::slopeBefore(data_.history, time) * data_.move;
}

// The difference first: motions keep their digits wherever the bodies are.
base::Vec3 Obstacle::positionOf(LocalIndex node) const {
  const int dim = domain_.state.block();
  base::Vec3 x = -origin();
  for (int c = 0; c < dim; ++c) x[c] += domain_.state.rest()[static_cast<std::size_t>(node * dim + c)];
  for (int c = 0; c < dim; ++c) x[c] += domain_.state.displacement()[static_cast<std::size_t>(node * dim + c)];
  return x - moved_;
}

void Obstacle::commit() {
  then_.clear(), normals_then_.clear();
  for (const LocalIndex node : nodes_) {
    then_.push_back(positionOf(node));
    normals_then_.push_back(nearest(then_.back()).normal);
  }
}

void Obstacle::addViolation(gsl::span<double> phi) const {
  std::size_t row = 0;
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const base::Vec3 x = positionOf(nodes_[k]);
    const Nearest at = nearest(x);
    phi[row++] += at.distance;
    const Tangents t(at.normal, normals_then_[k], domain_.state.block());
    for (int i = 1; i < block_; ++i) phi[row++] += t[i - 1].dot(x - then_[k]);
  }
}

void Obstacle::addRate(gsl::span<double> rate) const {
  std::size_t row = 0;
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const base::Vec3 normal = nearest(positionOf(nodes_[k])).normal;
    rate[row++] -= normal.dot(speed_);
    const Tangents t(normal, normals_then_[k], domain_.state.block());
    for (int i = 1; i < block_; ++i) rate[row++] -= t[i - 1].dot(speed_);
  }
}

void Obstacle::addJacobian(JacobianRows& G) const {
  LocalIndex row = 0;
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const base::Vec3 normal = nearest(positionOf(nodes_[k])).normal;
    const Tangents t(normal, normals_then_[k], domain_.state.block());
    const base::GlobalIndex node = domain_.state.layout().global(nodes_[k]);
    for (int i = 0; i < block_; ++i, ++row)
      for (int c = 0; c < domain_.state.block(); ++c)
        G.add(row, domain_.state, node, c, i == 0 ? normal[c] : t[i - 1][c]);
  }
}

void Obstacle::addGeometricStiffness(la::StiffnessMatrix& K) const {
  const int dim = domain_.state.block();
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const double force = multipliers_[k * static_cast<std::size_t>(block_)];
    K.forceOn(domain_.state).byPositionOf(domain_.state)(nodes_[k], nodes_[k]) +=
        force * nearest(positionOf(nodes_[k])).curvature.topLeftCorner(dim, dim);
  }
}

}  // namespace tenon::constraint
