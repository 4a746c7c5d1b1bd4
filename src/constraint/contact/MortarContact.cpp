// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "MortarContact.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <tuple>

#include "PositiveFunctions.hpp"
#include "constraint/ties/MortarIntegrals.hpp"
#include "constraint/ties/mergeWeaklyCovered.hpp"
#include "constraint/ties/tiedSides.hpp"
#include "contact/geometry/InitialOverlap.hpp"
#include "contact/law/Tangents.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::constraint {
namespace {

std::string nameOf(const MortarContact::Data& data) {
  return data.name.empty() ? fmt::format("contact {} on {}", data.slave.name(), data.master.name()) : data.name;
}

std::vector<double> reachOf(double given, const std::vector<surface::SurfaceFace>& faces) {
  std::vector<double> reach;
  for (const surface::SurfaceFace& face : faces) reach.push_back(given > 0.0 ? given : face.diameter);
  return reach;
}

MultiplierSpace spaceOf(const std::string& multipliers) {
  return multipliers == "dual" ? MultiplierSpace::dual : MultiplierSpace::standard;
}

/// Area, gap and normal of a slave node, extracted from its terms.
struct NodalGap {
  explicit NodalGap(const std::vector<MortarTerm>& terms) {
    for (const MortarTerm& term : terms) {
      if (term.part == MortarTerm::Part::area) area += term.value;
      if (term.part == MortarTerm::Part::gap) gap += term.value;
      if (term.part == MortarTerm::Part::normal) normal[term.column] -= term.value;
      if (term.part == MortarTerm::Part::D || term.part == MortarTerm::Part::M)
        largest = std::max(largest, std::abs(term.value));
    }
    normal.normalize();
  }
  double area = 0.0, gap = 0.0, largest = 0.0;
  base::Vec3 normal = base::Vec3::Zero();  // into the slave
};

std::vector<double> ownedDisplacements(const la::State& state) {
  const auto size = static_cast<std::size_t>(state.layout().numOwned()) * static_cast<std::size_t>(state.block());
  const auto u = state.displacement().first(size);
  return {u.begin(), u.end()};
}

/// Returns the current positions of owned nodes relative to `origin`, [numOwned × block].
std::vector<double> placesFrom(const base::Vec3& origin, const fem::Domain& domain) {
  std::vector<double> places = ownedDisplacements(domain.state);
  const auto dim = static_cast<std::size_t>(domain.state.block());
  for (std::size_t i = 0; i < places.size(); ++i)
    places[i] += domain.mesh.points()[3 * (i / dim) + i % dim] - origin[static_cast<Eigen::Index>(i % dim)];
  return places;
}

/// Returns a corner of the box around the faces, the same on all ranks, so that positions relative
/// to it are small. @note Collective.
base::Vec3 cornerOf(const base::Communicator& comm, const std::vector<surface::SurfaceFace>& faces) {
  base::Vec3 corner = base::Vec3::Constant(std::numeric_limits<double>::infinity());
  for (const surface::SurfaceFace& face : faces)
    for (int a = 0; a < mesh::info(face.face.type).num_nodes; ++a)
      corner = corner.cwiseMin(face.face.nodes[static_cast<std::size_t>(a)]);
  for (double& x : corner) x = comm.min(x);
  return corner;
}

}  // namespace

bool MortarContact::Rows::Term::operator<(const Term& other) const {
  return std::tuple(row, of_slave, node, component) <
         std::tuple(other.row, other.of_slave, other.node, other.component);
}

MortarContact::MortarContact(const Data& data, const fem::FindDomain& find)
    : LinearConstraint(nameOf(data), data.rowsPerPoint(find(data.slave.object).state.block())),
      data_(data),
      law_(data),
      slave_(find(data.slave.object)),
      master_(find(data.master.object)),
      tracks_overlaps_(data.overlaps == "current"),
      acceleration_(slave_.mesh.comm()) {
  static_cast<ConstraintSettings&>(*this) = data.settings();
  const TiedSides sides{name(), data_.slave, data_.master, slave_, master_, "contact"};
  sides.requireDistinct();
  const mesh::Group& group = slave_.mesh.group(data.slave.group);
  rest_ = {surface::ownedFacesOutward(slave_, group),
           surface::ownedFaces(master_.mesh, master_.mesh.group(data.master.group))};
  findSurfaceNodes();
  origin_ = cornerOf(slave_.mesh.comm(), rest_.slave);
  reach_ = reachOf(data.reach, rest_.slave);
  for (const double reach : reach_) farthest_ = std::max(farthest_, reach);
  farthest_ = slave_.mesh.comm().max(farthest_);
  smallest_ = std::numeric_limits<double>::infinity();
  for (const surface::SurfaceFace& face : rest_.slave) smallest_ = std::min(smallest_, face.diameter);
  smallest_ = slave_.mesh.comm().min(smallest_);
  const std::vector<double> areas = PositiveFunctions(slave_.mesh, group).areas();
  for (LocalIndex node = 0; node < slave_.mesh.layout().numOwned(); ++node) {
    const double area = areas[static_cast<std::size_t>(node)];
    if (area <= 0.0) continue;
    nodes_.push_back(node);
    reference_areas_.push_back(area);
    for (int i = 0; i < block(); ++i) addRow();
    addCarrierNode(slave_.state, node);
  }
  double covered = 0.0;
  Rows rows = rowsOf(rest_, covered);
  requireCovered(slave_.mesh.comm().sum(covered));
  for (const Rows::Node& node : rows.nodes) reference_normals_.push_back(node.frame.col(0));
  setRows(std::move(rows), search_displacements_);
  storeStep();
  warnOfPenetration();
}

void MortarContact::requireCovered(double area) const {
  if (area > 0.0 || tracks_overlaps_) return;
  if (data_.may_be_apart && data_.overlaps == "automatic")
    return base::log().info("{}: initially, no part of {} faces {} within `reach`.", name(), data_.slave.name(),
                            data_.master.name());
  const double distance = TiedSides{name(), data_.slave, data_.master, slave_, master_, "contact"}.smallestDistance();
  base::runCollectively(slave_.mesh.comm(), [&] {
    throw base::InputError(
        fmt::format("{}: the smallest distance between {} and {} is {:.6g}, and no parts of the two sides face "
                    "each other within `reach`: increase `reach`, or use `configuration: current` if the two sides "
                    "approach each other later.",
                    name(), data_.slave.name(), data_.master.name(), distance));
  });
}

MortarContact::Rows MortarContact::rowsOf(const Sides& sides, double& covered_area) const {
  const MultiplierSpace space = spaceOf(data_.multipliers);
  MortarIntegrals found(slave_.mesh.comm(), sides.slave, sides.master, reach_, space,
                        {true, slave_.mesh.isAxisymmetric()});
  found.terms.scale(slave_.mesh.thickness());
  covered_area = found.covered_area;
  const auto coupling = space == MultiplierSpace::dual ? MortarTerm::Part::coupling : MortarTerm::Part::D;
  const la::Layout& layout = slave_.mesh.layout();
  const MortarRows of_nodes = mergeWeaklyCovered(layout, gatherRows(layout, found.terms), coupling);
  Rows rows;
  for (std::size_t k = 0; k < nodes_.size(); ++k) addNode(k, of_nodes.terms[static_cast<std::size_t>(nodes_[k])], rows);
  std::sort(rows.terms.begin(), rows.terms.end());
  return rows;
}

// A node without an opposite face has empty rows, and a gap equal to the reach of the detection.
void MortarContact::addNode(std::size_t k, const std::vector<MortarTerm>& terms, Rows& rows) const {
  constexpr double round_off = 1e-14;  // relative to the largest entry
  const NodalGap at(terms);
  const bool is_open = at.largest == 0.0;
  if (is_open) {
    const double area = reference_areas_[k];
    return rows.nodes.push_back({farthest_ * area, area, base::Mat3::Zero(), true});
  }
  const int dim = slave_.state.block();
  const contact::Tangents t(at.normal, reference_normals_.empty() ? at.normal : reference_normals_[k], dim);
  base::Mat3 frame;
  frame << at.normal, t[0], t[1];
  rows.nodes.push_back({at.gap, at.area, frame, false});
  for (int i = 0; i < block(); ++i) {
    const base::Vec3 direction = frame.col(i);
    const auto row = static_cast<LocalIndex>(k) * block() + i;
    for (const MortarTerm& term : terms) {
      const bool of_slave = term.part == MortarTerm::Part::D;
      if ((!of_slave && term.part != MortarTerm::Part::M) || std::abs(term.value) <= round_off * at.largest) continue;
      for (int c = 0; c < dim; ++c)
        rows.terms.push_back({row, of_slave, GlobalIndex(term.column), c, term.value * direction[c]});
    }
  }
}

// A node without an opposite face at the end of the last step slips from its position at that time
// relative to the current opposite face.
std::vector<double> MortarContact::slips() const {
  const auto width = static_cast<std::size_t>(block());
  std::vector<double> slips(width * nodes_.size(), 0.0);
  if (block() == 1 || !committed_.terms) return slips;
  std::vector<double> of_slave = placesFrom(origin_, slave_), of_master = placesFrom(origin_, master_);
  const auto values = [&](const la::State& state) -> gsl::span<const double> {
    return &state == &slave_.state ? of_slave : of_master;
  };
  const std::vector<double> apart_then = committed_.terms->sums(numRows(), values),
                            apart = terms()->sums(numRows(), values);
  for (std::size_t i = 0; i < of_slave.size(); ++i) of_slave[i] = slave_.state.displacement()[i] - committed_.slave[i];
  for (std::size_t i = 0; i < of_master.size(); ++i)
    of_master[i] = master_.state.displacement()[i] - committed_.master[i];
  const std::vector<double> moved = terms()->sums(numRows(), values);
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const Rows::Node &node = rows_.nodes[k], &before = committed_.nodes[k];
    base::Vec3 slip = base::Vec3::Zero();
    for (std::size_t i = 0; i < width; ++i) {
      const auto c = static_cast<Eigen::Index>(i);
      slip += apart_then[width * k + i] * before.frame.col(c) - apart[width * k + i] * node.frame.col(c);
    }
    for (std::size_t i = 1; i < width; ++i)
      slips[width * k + i] =
          before.is_open ? moved[width * k + i] : node.frame.col(static_cast<Eigen::Index>(i)).dot(slip);
  }
  return slips;
}

void MortarContact::storeStep() {
  if (block() > 1)
    committed_ = {terms(), rows_.nodes, ownedDisplacements(slave_.state), ownedDisplacements(master_.state)};
}

// Slips are measured from the current configuration.
void MortarContact::commit() {
  storeStep();
  std::vector<double> phi(static_cast<std::size_t>(numRows()), 0.0);
  addResidual(phi);
  for (LocalIndex row = 0; row < numRows(); ++row)
    if (row % block() != 0) addConstant(row, -phi[static_cast<std::size_t>(row)]);
}

std::any MortarContact::stepMemory() const {
  return std::make_shared<const StepMemory>(
      StepMemory{tracks_overlaps_, acceleration_, search_displacements_, rows_, rowMemory(), committed_});
}

void MortarContact::restoreStepMemory(const std::any& memory) {
  const StepMemory& then = *std::any_cast<const std::shared_ptr<const StepMemory>&>(memory);
  tracks_overlaps_ = then.tracks_overlaps;
  acceleration_ = then.acceleration;
  search_displacements_ = then.search_displacements;
  rows_ = then.rows;
  committed_ = then.committed;
  if (slave_.mesh.comm().any(restoreRows(then.row_memory))) has_restored_pairs_ = true;
}

std::vector<double> MortarContact::measures() const {
  std::vector<double> measures;
  for (const Rows::Node& node : rows_.nodes)
    measures.insert(measures.end(), static_cast<std::size_t>(block()), node.area);
  return measures;
}

std::vector<double> MortarContact::contactAreas() const {
  std::vector<double> areas;
  for (const Rows::Node& node : rows_.nodes) areas.push_back(node.area);
  return areas;
}

void MortarContact::warnOfPenetration() const {
  constexpr double round_off = 1e-9;  // relative to the width of the area that a node represents
  contact::InitialOverlap inside;
  for (std::size_t k = 0; k < nodes_.size(); ++k) {
    const double area = rows_.nodes[k].area, depth = -rows_.nodes[k].gap / area;
    if (depth > round_off * std::pow(area / slave_.mesh.thickness(), 1.0 / (slave_.mesh.spaceDimension() - 1)))
      inside.addNode(depth, slave_.mesh.nodeTags()[static_cast<std::size_t>(nodes_[k])]);
  }
  inside.warn(slave_.mesh.comm(), name());
}

}  // namespace tenon::constraint
