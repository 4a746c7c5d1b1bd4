// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause

// Overlaps in the current configuration and the configurations in which they are evaluated: members
// of MortarContact.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

#include "MortarContact.hpp"

namespace tenon::constraint {
namespace {

constexpr double of_solutions = 1e-7;  // relative change of forces that is significant between solutions of a step
// Relative change of forces that is significant between the reference and the current configuration
constexpr double of_references = 0.05;
constexpr double small_movement = 0.01;  // in face diameters; below it the overlaps are not compared

/// Returns the positions of the faces' nodes in a sorted list of nodes that begins at slot `first`.
std::vector<std::array<std::size_t, 9>> slotsOf(const la::Layout& layout, const std::vector<LocalIndex>& nodes,
                                                const std::vector<surface::SurfaceFace>& faces, std::size_t first) {
  std::vector<std::array<std::size_t, 9>> slots;
  for (const surface::SurfaceFace& face : faces) {
    auto& of_face = slots.emplace_back();
    for (std::size_t a = 0; a < static_cast<std::size_t>(mesh::info(face.face.type).num_nodes); ++a)
      of_face[a] =
          first + static_cast<std::size_t>(std::lower_bound(nodes.begin(), nodes.end(), layout.local(face.nodes[a])) -
                                           nodes.begin());
  }
  return slots;
}

/// Returns the faces with nodes displaced by `u`, [slots × dim].
std::vector<surface::SurfaceFace> displaced(std::vector<surface::SurfaceFace> faces,
                                            const std::vector<std::array<std::size_t, 9>>& slots,
                                            const std::vector<double>& u, std::size_t dim) {
  for (std::size_t f = 0; f < faces.size(); ++f) {
    for (std::size_t a = 0; a < static_cast<std::size_t>(mesh::info(faces[f].face.type).num_nodes); ++a)
      for (std::size_t c = 0; c < dim; ++c)
        faces[f].face.nodes[a][static_cast<Eigen::Index>(c)] += u[slots[f][a] * dim + c];
    surface::updateExtents(faces[f]);
  }
  return faces;
}

}  // namespace

// Ghosts are included, because faces that this rank owns may contain them.
void MortarContact::findSurfaceNodes() {
  nodes_of_slave_ = slave_.mesh.nodesOf(slave_.mesh.group(data_.slave.group));
  nodes_of_master_ = master_.mesh.nodesOf(master_.mesh.group(data_.master.group));
  const auto dim = static_cast<std::size_t>(slave_.state.block());
  for (const auto& [domain, nodes] : {std::pair(&slave_, &nodes_of_slave_), std::pair(&master_, &nodes_of_master_)})
    for (const LocalIndex node : *nodes)
      is_owned_.insert(is_owned_.end(), dim, node < domain->mesh.layout().numOwned() ? 1 : 0);
  slots_of_slave_ = slotsOf(slave_.mesh.layout(), nodes_of_slave_, rest_.slave, 0);
  slots_of_master_ = slotsOf(master_.mesh.layout(), nodes_of_master_, rest_.master, nodes_of_slave_.size());
  search_displacements_.assign(is_owned_.size(), 0.0);
}

std::vector<double> MortarContact::surfaceDisplacements() const {
  std::vector<double> u;
  for (const auto& [domain, nodes] : {std::pair(&slave_, &nodes_of_slave_), std::pair(&master_, &nodes_of_master_)}) {
    const auto dim = static_cast<std::size_t>(domain->state.block());
    for (const LocalIndex node : *nodes)
      for (std::size_t c = 0; c < dim; ++c)
        u.push_back(domain->state.displacement()[static_cast<std::size_t>(node) * dim + c]);
  }
  return u;
}

MortarContact::Sides MortarContact::at(const std::vector<double>& u) const {
  const auto dim = static_cast<std::size_t>(slave_.state.block());
  return {displaced(rest_.slave, slots_of_slave_, u, dim), displaced(rest_.master, slots_of_master_, u, dim)};
}

// Gaps are compared with a tolerance of 1e-8 of a face, or with the round-off of coordinates.
bool MortarContact::differ(const Rows& rows, double enough) const {
  constexpr double round_offs = 10.0;
  double round_off = 0.0;  // round-off of lengths; reduced over ranks, because a rank may own nodes without faces
  for (const surface::SurfaceFace& face : rest_.slave) round_off = std::max(round_off, round_offs * face.round_off);
  round_off = slave_.mesh.comm().max(round_off);
  std::vector<double> phi(static_cast<std::size_t>(numRows()), 0.0);
  addResidual(phi);
  bool others = false;
  for (std::size_t k = 0; k < nodes_.size(); ++k)
    others = others || (enough <= of_solutions && std::abs(phi[k * static_cast<std::size_t>(block())] -
                                                           rows.nodes[k].gap) > round_off * rows.nodes[k].area);

  std::vector<double> change(phi.size(), 0.0), largest(phi.size(), 0.0);
  const auto look = [&](LocalIndex row, double before, double now) {
    const auto r = static_cast<std::size_t>(row);
    change[r] = std::max(change[r], std::abs(now - before));
    largest[r] = std::max({largest[r], std::abs(now), std::abs(before)});
  };
  auto old = rows_.terms.begin();
  for (const Rows::Term& term : rows.terms) {
    for (; old != rows_.terms.end() && *old < term; ++old) look(old->row, old->value, 0.0);
    const bool was_there = old != rows_.terms.end() && !(term < *old);
    look(term.row, was_there ? (old++)->value : 0.0, term.value);
  }
  for (; old != rows_.terms.end(); ++old) look(old->row, old->value, 0.0);
  for (std::size_t r = 0; r < change.size(); ++r) others = others || change[r] > enough * largest[r];
  return slave_.mesh.comm().any(others);
}

/// Sums the terms of each row at the displacements `u` of the surfaces, without constants.
std::vector<double> MortarContact::valuesAt(const std::vector<double>& u) const {
  const auto dim = static_cast<std::size_t>(slave_.state.block());
  std::map<const la::State*, std::vector<double>> values;
  std::size_t slot = 0;
  for (const auto& [domain, nodes] : {std::pair(&slave_, &nodes_of_slave_), std::pair(&master_, &nodes_of_master_)}) {
    const auto now = domain->state.displacement();
    auto& of_state = values.emplace(&domain->state, std::vector<double>(now.begin(), now.end())).first->second;
    for (const LocalIndex node : *nodes)
      for (std::size_t c = 0; c < dim; ++c) of_state[static_cast<std::size_t>(node) * dim + c] = u[slot++];
  }
  return terms()->sums(numRows(), [&](const la::State& state) -> gsl::span<const double> { return values.at(&state); });
}

// Gaps are those evaluated at `x`, and are linear in the displacements relative to `x`.
void MortarContact::setRows(Rows rows, const std::vector<double>& x) {
  rows_ = std::move(rows);
  search_displacements_ = x;
  clearTerms();
  for (const Rows::Term& term : rows_.terms)
    addTerm(term.row, term.of_slave ? slave_.state : master_.state, term.node, term.component, term.value);
  finish({&slave_.state, &master_.state});
  const std::vector<double> now = terms()->sums(numRows(), [](const la::State& state) { return state.displacement(); });
  const std::vector<double> then = valuesAt(x), slip = slips();
  const auto width = static_cast<std::size_t>(block());
  for (std::size_t r = 0; r < now.size(); ++r)
    setConstant(static_cast<LocalIndex>(r), r % width == 0 ? rows_.nodes[r / width].gap - then[r] : slip[r] - now[r]);
}

bool MortarContact::updatePairs(double share) {
  if (std::isinf(share)) return std::exchange(has_restored_pairs_, false);
  if (!tracks_overlaps_ && data_.overlaps != "automatic") return false;
  const base::Communicator& comm = slave_.mesh.comm();
  const std::vector<double> u = surfaceDisplacements();
  double moved = 0.0;
  for (std::size_t i = 0; i < u.size(); ++i) moved = std::max(moved, std::abs(u[i] - search_displacements_[i]));
  moved = comm.max(moved);
  if (moved == 0.0 || (!tracks_overlaps_ && moved <= small_movement * smallest_)) return false;
  double covered = 0.0;
  Rows rows = rowsOf(at(u), covered);
  if (!tracks_overlaps_ && !differ(rows, of_references)) return false;
  if (share < 1.0 || !tracks_overlaps_) acceleration_.clear();
  tracks_overlaps_ = true;
  if (!differ(rows, of_solutions)) return false;
  const std::vector<double> x = share < 1.0 ? u : acceleration_.nextIterate(search_displacements_, u, is_owned_);
  if (comm.any(x != u)) rows = rowsOf(at(x), covered);
  setRows(std::move(rows), x);
  return true;
}

}  // namespace tenon::constraint
