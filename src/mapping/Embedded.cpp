#include "tenon/mapping/Embedded.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tenon/base/collectively.hpp"
#include "tenon/fem/search/CellSearch.hpp"

namespace tenon::mapping {
namespace {

const fem::Domain& parentOf(const Embedded::Data& data, const fem::Domain& child, const fem::FindDomain& find) {
  const fem::Domain& parent = find(data.parent);
  if (&parent == &child) throw base::InputError(fmt::format("Object '{}' cannot be embedded in itself.", child.object));
  if (parent.dimension() != child.state.block())
    throw base::InputError(
        fmt::format("Object '{}' has {} unknowns per node and cannot be embedded in '{}', a {}-D one.", child.object,
                    child.state.block(), data.parent, parent.dimension()));
  return parent;
}

std::vector<base::Vec3> ownedPlaces(const fem::Domain& domain) {
  std::vector<base::Vec3> places;
  for (LocalIndex node = 0; node < domain.mesh.layout().numOwned(); ++node)
    places.emplace_back(Eigen::Map<const base::Vec3>(domain.mesh.points().data() + 3 * static_cast<std::size_t>(node)));
  return places;
}

/// Collective. InputError where a node lies outside of the parent.
void requireInside(const fem::Domain& child, const std::string& parent, const std::vector<fem::HoldingCell>& cells,
                   double tolerance) {
  base::collectively(child.mesh.comm(), [&] {
    for (std::size_t node = 0; node < cells.size(); ++node) {
      if (cells[node].tag >= 0 && cells[node].outside <= tolerance) continue;
      const double* x = child.mesh.points().data() + 3 * node;
      throw base::InputError(
          fmt::format("Node {} of object '{}' at ({:.6g}, {:.6g}, {:.6g}) lies outside of object '{}', "
                      "in which it is embedded: move it, or give a larger 'tolerance'.",
                      child.mesh.nodeTags()[node], child.object, x[0], x[1], x[2], parent));
    }
  });
}

}  // namespace

void Embedded::declare(base::Parameters<Data>& p) {
  p.required("parent", &Data::parent, "", "object whose cells carry the nodes");
  p.optional("tolerance", &Data::tolerance, "", "how far outside of its cell a node may lie, in cell sizes")
      .nonNegative();
}

Embedded::Embedded(const Data& data, const fem::Domain& child, const fem::FindDomain& find)
    : name_(fmt::format("embedded {} in {}", child.object, data.parent)),
      child_(child.state),
      parent_(parentOf(data, child, find).state) {
  const fem::CellSearch search(find(data.parent), data.tolerance);
  const std::vector<fem::HoldingCell> cells = search.find(ownedPlaces(child));
  requireInside(child, data.parent, cells, data.tolerance);
  std::vector<base::GlobalIndex> nodes;
  for (const auto& cell : cells) nodes.insert(nodes.end(), cell.nodes.begin(), cell.nodes.begin() + cell.num_nodes);
  parent_.addGhosts(nodes);
  starts_.push_back(0);
  for (const auto& cell : cells) {
    for (std::size_t a = 0; a < static_cast<std::size_t>(cell.num_nodes); ++a)
      weights_.push_back({parent_.layout().local(cell.nodes[a]), cell.weights[a]});
    starts_.push_back(weights_.size());
  }
}

template <class Visit>
void Embedded::forEachWeight(Visit&& visit) const {
  for (std::size_t node = 0; node + 1 < starts_.size(); ++node)
    for (std::size_t k = starts_[node]; k < starts_[node + 1]; ++k) visit(static_cast<LocalIndex>(node), weights_[k]);
}

void Embedded::place() {
  const auto dim = static_cast<std::size_t>(child_.block());
  const la::State& parent = parent_;
  const auto child = child_.displacement();
  std::fill_n(child.begin(), static_cast<std::size_t>(child_.layout().numOwned()) * dim, 0.0);
  forEachWeight([&](LocalIndex node, const Weight& weight) {
    for (std::size_t i = 0; i < dim; ++i)
      child[static_cast<std::size_t>(node) * dim + i] +=
          weight.value * parent.displacement()[static_cast<std::size_t>(weight.parent_node) * dim + i];
  });
}

void Embedded::addJacobian(Jacobian& J) const {
  forEachWeight([&](LocalIndex node, const Weight& weight) { J.add(node, parent_, weight.parent_node, weight.value); });
}

}  // namespace tenon::mapping
