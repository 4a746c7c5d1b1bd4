#include "tenon/constraint/Tie.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "tenon/base/Log.hpp"
#include "tenon/base/collectively.hpp"

namespace tenon::constraint {
namespace {

using base::InputError;
using base::Vec3;

constexpr double infinity = std::numeric_limits<double>::infinity();

std::string nameOf(const Tie::Data& data) {
  if (!data.name.empty()) return data.name;
  return fmt::format("tie_{}_{}_{}_{}", data.slave.object, data.slave.group, data.master.object, data.master.group);
}

}  // namespace

void Tie::declare(base::Parameters<Data>& p) {
  p.optional("name", &Data::name, "", "name in messages and results; default: made from both sides");
  p.required("slave", &Data::slave, "", "side whose nodes are tied, each with multipliers of its own: the finer one");
  p.required("master", &Data::master, "", "side whose faces they are tied to");
  p.optional("tolerance", &Data::tolerance, "diameters of the closest master face",
             "slave nodes farther from the master stay free")
      .positive();
}

Tie::Tie(Data data, const fem::FindDomain& find)
    : LinearConstraint(nameOf(data), find(data.slave.object).state.block()),
      data_(std::move(data)),
      slave_(find(data_.slave.object)),
      master_(find(data_.master.object)) {
  if (master_.state.block() != block())
    throw InputError(fmt::format("Tie '{}' cannot join {} and {}: one is a plane problem, the other is not.", name(),
                                 data_.slave.name(), data_.master.name()));
  const std::vector<LocalIndex> slaves = fem::ownedNodes(slave_, data_.slave.group);
  refuseSharedNodes(slaves);
  const std::vector<SurfacePoint> masters = findMasters(slaves);
  judge(slaves, masters);
  for (std::size_t s = 0; s < slaves.size(); ++s)
    if (meets(masters[s])) addRowsOf(slaves[s], masters[s]);
  finish({&slave_.state, &master_.state});
}

void Tie::refuseSharedNodes(const std::vector<LocalIndex>& slaves) const {
  if (&slave_.state != &master_.state) return;
  const mesh::Mesh& mesh = slave_.mesh;
  if (data_.slave.group == data_.master.group)
    throw InputError(fmt::format("Both sides of tie '{}' are {}.", name(), data_.slave.name()));
  const std::vector<LocalIndex> masters = fem::ownedNodes(master_, data_.master.group);
  base::collectively(mesh.comm(), [&] {
    std::vector<LocalIndex> shared;
    std::set_intersection(slaves.begin(), slaves.end(), masters.begin(), masters.end(), std::back_inserter(shared));
    if (shared.empty()) return;
    throw InputError(fmt::format(
        "Node {} belongs to both sides of tie '{}', {} and {}: a node cannot be tied to itself.",
        mesh.nodeTags()[static_cast<std::size_t>(shared[0])], name(), data_.slave.name(), data_.master.name()));
  });
}

std::vector<SurfacePoint> Tie::findMasters(const std::vector<LocalIndex>& slaves) const {
  std::vector<Vec3> points;
  points.reserve(slaves.size());
  for (const LocalIndex node : slaves)
    points.emplace_back(Eigen::Map<const Vec3>(slave_.mesh.points().data() + 3 * static_cast<std::size_t>(node)));
  return SurfaceSearch(master_.mesh, master_.mesh.group(data_.master.group)).closest(points);
}

void Tie::judge(const std::vector<LocalIndex>& slaves, const std::vector<SurfacePoint>& masters) const {
  const base::Communicator& comm = slave_.mesh.comm();
  struct Worst {
    double distance = -1.0;
    std::int64_t position = -1, tag = -1;
  } worst;
  double smallest = infinity;
  std::int64_t num_free = 0;
  for (std::size_t s = 0; s < slaves.size(); ++s) {
    smallest = std::min(smallest, masters[s].distance);
    if (meets(masters[s])) continue;
    ++num_free;
    const auto node = static_cast<std::size_t>(slaves[s]);
    const std::int64_t position = slave_.mesh.nodePositions()[node];
    if (masters[s].distance > worst.distance || (masters[s].distance == worst.distance && position < worst.position))
      worst = {masters[s].distance, position, slave_.mesh.nodeTags()[node]};
  }
  smallest = comm.min(smallest);
  num_free = comm.sum(num_free);
  const std::int64_t num_all = comm.sum(static_cast<std::int64_t>(slaves.size()));
  base::collectively(comm, [&] {
    if (num_free == num_all)
      throw InputError(
          fmt::format("The two sides of tie '{}' do not meet: the smallest distance of a node of {} from {} is {:.6g}, "
                      "and nodes are "
                      "tied up to {} diameters of a face (tolerance).",
                      name(), data_.slave.name(), data_.master.name(), smallest, data_.tolerance));
  });
  for (const Worst& other : comm.gather(worst))
    if (other.distance > worst.distance || (other.distance == worst.distance && other.position < worst.position))
      worst = other;
  if (num_free > 0)
    base::log().warn(
        "tie '{}': {} of {} nodes of {} stay free, because they are farther from {} than {} diameters of its closest "
        "face; node {} is farthest, at {:.6g}",
        name(), num_free, num_all, data_.slave.name(), data_.master.name(), data_.tolerance, worst.tag, worst.distance);
}

void Tie::addRowsOf(LocalIndex slave, const SurfacePoint& master) {
  constexpr double round_off = 1e-14;  // of a weight that is 0 but for round-off: on an edge, at a vertex
  for (int c = 0; c < block(); ++c) {
    const LocalIndex row = addRow();
    addTerm(row, slave_.state, slave_.mesh.layout().global(slave), c, 1.0);
    for (std::size_t i = 0; i < static_cast<std::size_t>(master.num_nodes); ++i)
      if (std::abs(master.weights[i]) > round_off) addTerm(row, master_.state, master.nodes[i], c, -master.weights[i]);
  }
  carry(slave_.state, slave);
}

}  // namespace tenon::constraint
