// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Mortar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "MortarIntegrals.hpp"
#include "SlaveNeighbours.hpp"
#include "mergeWeaklyCovered.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tiedSides.hpp"

namespace tenon::constraint {
namespace {

using base::InputError;

constexpr double warned_share = 0.99;  // tied share of the slave's area below which a warning is issued

MultiplierSpace spaceOf(const std::string& name) {
  return name == "dual" ? MultiplierSpace::dual : MultiplierSpace::standard;
}

}  // namespace

Mortar::Mortar(Data data, const fem::FindDomain& find)
    : LinearConstraint(tieName(data.name, data.slave, data.master), find(data.slave.object).state.block()),
      data_(std::move(data)),
      slave_(find(data_.slave.object)),
      master_(find(data_.master.object)) {
  TiedSides{name(), data_.slave, data_.master, slave_, master_}.requireDistinct();
  const auto slaves = surface::ownedFaces(slave_.mesh, slave_.mesh.group(data_.slave.group));
  std::vector<double> reach;
  for (const surface::SurfaceFace& face : slaves) reach.push_back(data_.tolerance * face.diameter);
  MortarIntegrals found(slave_.mesh.comm(), slaves,
                        surface::ownedFaces(master_.mesh, master_.mesh.group(data_.master.group)), reach,
                        spaceOf(data_.multipliers));
  found.terms.scale(slave_.mesh.thickness());
  checkCoverage(found);
  const la::Layout& nodes = slave_.mesh.layout();
  const auto coupling =
      spaceOf(data_.multipliers) == MultiplierSpace::dual ? MortarTerm::Part::coupling : MortarTerm::Part::D;
  const MortarRows rows = mergeWeaklyCovered(nodes, gatherRows(nodes, found.terms), coupling);
  neighbours_ = std::make_unique<SlaveNeighbours>(nodes, rows, coupling);
  addRows(rows);
  finish({&slave_.state, &master_.state});
  largest_gap_ = slave_.mesh.comm().max(found.largest_gap);
}

Mortar::~Mortar() = default;

void Mortar::addRows(const MortarRows& rows) {
  for (std::size_t node = 0; node < rows.terms.size(); ++node)
    addRowsOf(static_cast<LocalIndex>(node), rows.terms[node], rows.turns[node]);
}

void Mortar::addRowsOf(LocalIndex node, const std::vector<MortarTerm>& terms,
                       const std::vector<GapRotationTerm>& turns) {
  using Part = MortarTerm::Part;
  constexpr double round_off = 1e-14;  // relative to the largest entry
  double largest = 0.0, area = 0.0;
  for (const MortarTerm& term : terms) {
    if (term.part == Part::D || term.part == Part::M) largest = std::max(largest, std::abs(term.value));
    if (term.part == Part::area) area += term.value;
  }
  if (largest == 0.0) return;
  for (int c = 0; c < block(); ++c) {
    const LocalIndex row = addRow();
    const auto add = [&](const la::State& state, PetscInt column, int component, double value) {
      if (std::abs(value) > round_off * largest) addTerm(row, state, GlobalIndex(column), component, value);
    };
    auto turn = turns.begin();  // both lists are sorted by column
    for (const MortarTerm& term : terms) {
      if (term.part == Part::D) add(slave_.state, term.column, c, term.value);
      if (term.part != Part::M) continue;
      while (turn != turns.end() && turn->column < term.column) ++turn;
      const bool turns_too = turn != turns.end() && turn->column == term.column;
      for (int d = 0; d < block(); ++d)
        add(master_.state, term.column, d,
            (c == d ? term.value : 0.0) + (turns_too ? turn->values[static_cast<std::size_t>(3 * c + d)] : 0.0));
    }
    setSlave(row, slave_.state, node, c);
    areas_.push_back(area);
  }
  addCarrierNode(slave_.state, node);
}

std::string Mortar::largeRotationAlternative() const {
  return data_.small_rotations ? std::string() : forLargeRotationsOfGap(largest_gap_);
}

std::vector<char> Mortar::mergeConstrainedRows(const std::vector<char>& held) {
  const std::vector<LocalIndex> nodes = carrierNodes();
  const auto width = static_cast<std::size_t>(block());
  std::vector<char> joined(held.size(), 0);
  std::vector<RowShare> shares;
  for (std::size_t c = 0; c < width; ++c) {
    std::vector<char> keeps(static_cast<std::size_t>(slave_.mesh.layout().numOwned()), 0);
    for (std::size_t k = 0; k < nodes.size(); ++k) keeps[static_cast<std::size_t>(nodes[k])] = !held[k * width + c];
    const auto receivers = neighbours_->receivers(keeps);
    for (std::size_t k = 0; k < nodes.size(); ++k)
      for (const auto& [node, share] : receivers[static_cast<std::size_t>(nodes[k])]) {
        const std::size_t row = k * width + c;
        shares.push_back({static_cast<LocalIndex>(row), node, static_cast<int>(c), share});
        joined[row] = 1;
      }
  }
  distributeRows(slave_.state, shares, areas_);
  return joined;
}

void Mortar::checkCoverage(const MortarIntegrals& found) const {
  const base::Communicator& comm = slave_.mesh.comm();
  const double all = comm.sum(found.slave_area), covered = comm.sum(found.covered_area);
  if (covered <= 0.0) {
    const double distance = TiedSides{name(), data_.slave, data_.master, slave_, master_}.smallestDistance();
    base::runCollectively(comm, [&] {
      throw InputError(
          fmt::format("The two sides of tie '{}' do not meet: the smallest distance between {} and {} is {:.6g}, but "
                      "facing parts are tied only at distances of up to {} face diameters (`tolerance`).",
                      name(), data_.slave.name(), data_.master.name(), distance, data_.tolerance));
    });
  }
  if (covered < warned_share * all)
    base::log().warn("tie '{}': only {:.3g} % of the area of {} faces {}; the rest remains free.", name(),
                     100.0 * covered / all, data_.slave.name(), data_.master.name());
  const double lost = comm.sum(found.lost.area);
  const std::int64_t first = comm.min(found.lost.first_tag);
  if (lost > 0.0)
    base::log().warn(
        "tie '{}': {:.2g} % of the area of {} is not tied, because the projection along the normal onto {} fails: some "
        "faces are too strongly curved or folded (first: element {} of {}).",
        name(), 100.0 * lost / all, data_.slave.name(), data_.master.name(), first, slave_.mesh.file());
}

}  // namespace tenon::constraint
