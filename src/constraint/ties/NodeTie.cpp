// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "NodeTie.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "constraint/nodesOf.hpp"
#include "gapRotation.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tiedSides.hpp"

namespace tenon::constraint {
namespace {

using base::InputError;
using base::Vec3;

constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace

NodeTie::NodeTie(Data data, const fem::FindDomain& find)
    : LinearConstraint(tieName(data.name, data.slave, data.master), find(data.slave.object).state.block()),
      data_(std::move(data)),
      slave_(find(data_.slave.object)),
      master_(find(data_.master.object)) {
  TiedSides{name(), data_.slave, data_.master, slave_, master_}.requireDistinct();
  const std::vector<LocalIndex> slaves = fem::ownedNodes(slave_, data_.slave.group);
  const std::vector<surface::SurfacePoint> masters = findMasters(slaves);
  checkCoverage(slaves, masters);
  for (std::size_t s = 0; s < slaves.size(); ++s)
    if (meets(masters[s])) addRowsOf(slaves[s], masters[s]);
  finish({&slave_.state, &master_.state});
  largest_gap_ = slave_.mesh.comm().max(largest_gap_);
}

std::vector<surface::SurfacePoint> NodeTie::findMasters(const std::vector<LocalIndex>& slaves) const {
  std::vector<Vec3> points;
  points.reserve(slaves.size());
  for (const LocalIndex node : slaves)
    points.emplace_back(Eigen::Map<const Vec3>(slave_.mesh.points().data() + 3 * static_cast<std::size_t>(node)));
  return surface::SurfaceSearch(master_.mesh, master_.mesh.group(data_.master.group)).closest(points);
}

void NodeTie::checkCoverage(const std::vector<LocalIndex>& slaves,
                            const std::vector<surface::SurfacePoint>& masters) const {
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
  base::runCollectively(comm, [&] {
    if (num_free == num_all)
      throw InputError(
          fmt::format("The two sides of tie '{}' do not meet: the smallest distance of a node of {} from {} is {:.6g}, "
                      "but nodes are tied only at distances of up to {} face diameters (`tolerance`).",
                      name(), data_.slave.name(), data_.master.name(), smallest, data_.tolerance));
  });
  for (const Worst& other : comm.gather(worst))
    if (other.distance > worst.distance || (other.distance == worst.distance && other.position < worst.position))
      worst = other;
  if (num_free > 0)
    base::log().warn(
        "tie '{}': {} of {} nodes of {} will remain free, because the distance from {} exceeds {} diameters of the "
        "closest face; node {} has the largest distance, {:.6g}.",
        name(), num_free, num_all, data_.slave.name(), data_.master.name(), data_.tolerance, worst.tag, worst.distance);
}

std::string NodeTie::largeRotationAlternative() const {
  return data_.small_rotations ? std::string() : forLargeRotationsOfGap(largest_gap_);
}

void NodeTie::addRowsOf(LocalIndex slave, const surface::SurfacePoint& master) {
  constexpr double round_off = 1e-14;  // round-off of weights that vanish for points on an edge or at a vertex
  std::array<base::Mat3, 9> of_nodes;
  for (std::size_t i = 0; i < 9; ++i) of_nodes[i] = master.weights[i] * base::Mat3::Identity();
  if (master.distance > master.round_off) {
    largest_gap_ = std::max(largest_gap_, master.distance / master.diameter);
    const Vec3 x = placeOf(slave_, slave);
    const surface::Face face = master.face().relativeTo(x);
    const auto turn = gapRotation(face, {master.xi[0], master.xi[1]}, -face.at(master.xi));
    for (std::size_t i = 0; i < static_cast<std::size_t>(master.num_nodes); ++i) of_nodes[i] += turn[i];
  }
  for (int c = 0; c < block(); ++c) {
    const LocalIndex row = addRow();
    setSlave(row, slave_.state, slave, c);
    addTerm(row, slave_.state, slave_.mesh.layout().global(slave), c, 1.0);
    for (std::size_t i = 0; i < static_cast<std::size_t>(master.num_nodes); ++i)
      for (int d = 0; d < block(); ++d)
        if (std::abs(of_nodes[i](c, d)) > round_off)
          addTerm(row, master_.state, master.nodes[i], d, -of_nodes[i](c, d));
  }
  addCarrierNode(slave_.state, slave);
}

}  // namespace tenon::constraint
