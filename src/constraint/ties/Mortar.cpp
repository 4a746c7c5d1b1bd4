#include "tenon/constraint/ties/Mortar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "SlaveNeighbours.hpp"
#include "mortarRows.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/base/collectively.hpp"
#include "tenon/fem/shapes.hpp"
#include "tiedSides.hpp"

namespace tenon::constraint {
namespace {

using base::InputError;

constexpr double warned_share = 0.99;  // of the slave side's area that is tied

MultiplierSpace spaceOf(const std::string& name) {
  return name == "dual" ? MultiplierSpace::dual : MultiplierSpace::standard;
}

/// Degree of products of shape functions of both faces.
int degreeOf(const surface::Face& slave, const surface::Face& master) {
  const auto degree = [](mesh::CellType type) {
    return fem::orderOf(type) * (fem::shapeOf(type) == fem::Shape::quadrilateral ? 2 : 1);
  };
  return degree(slave.type) + std::max(degree(slave.type), degree(master.type));
}

}  // namespace

Mortar::Mortar(Data data, const fem::FindDomain& find)
    : LinearConstraint(tieName(data.name, data.slave, data.master), find(data.slave.object).state.block()),
      data_(std::move(data)),
      slave_(find(data_.slave.object)),
      master_(find(data_.master.object)) {
  TiedSides{name(), data_.slave, data_.master, slave_, master_}.requireApart();
  const MortarTerms found = integrateOwnedFaces();
  judge();
  const la::Layout& nodes = slave_.mesh.layout();
  const auto coupling =
      spaceOf(data_.multipliers) == MultiplierSpace::dual ? MortarTerm::Part::coupling : MortarTerm::Part::D;
  const MortarRows rows = joinHardlyCovered(nodes, gatherRows(nodes, found), coupling);
  neighbours_ = std::make_unique<SlaveNeighbours>(nodes, rows, coupling);
  addRows(rows);
  finish({&slave_.state, &master_.state});
  largest_gap_ = slave_.mesh.comm().max(largest_gap_);
}

Mortar::~Mortar() = default;

MortarTerms Mortar::integrateOwnedFaces() {
  const auto slaves = surface::ownedFaces(slave_.mesh, slave_.mesh.group(data_.slave.group));
  const auto masters = surface::ownedFaces(master_.mesh, master_.mesh.group(data_.master.group));
  std::vector<fem::Box> boxes;
  for (const surface::SurfaceFace& slave : slaves) boxes.push_back(slave.box.grownBy(data_.tolerance * slave.diameter));
  const surface::NearFaces near = surface::nearFaces(slave_.mesh.comm(), masters, boxes);
  MortarTerms found;
  for (std::size_t s = 0; s < slaves.size(); ++s) {
    slave_area_ += surface::areaOfFacets(slaves[s].face);
    std::vector<const surface::SurfaceFace*> under;
    for (const std::size_t face : near.of_box[s]) under.push_back(&near.faces[face]);
    integrateFace(slaves[s], under, found);
  }
  return found;
}

void Mortar::integrateFace(const surface::SurfaceFace& slave, const std::vector<const surface::SurfaceFace*>& masters,
                           MortarTerms& found) {
  using Part = MortarTerm::Part;
  std::vector<const surface::Face*> faces;
  std::vector<const surface::SurfaceFace*> under;
  std::vector<std::vector<surface::OverlapPoint>> points;
  for (const surface::SurfaceFace* master : masters) {
    surface::Overlap shared = surface::overlap(slave.face, master->face, degreeOf(slave.face, master->face));
    lost_.add(slave.tag, shared.lost);
    const auto far = [&](const surface::OverlapPoint& point) {
      return std::abs(point.gap) > data_.tolerance * slave.diameter + slave.round_off;
    };
    shared.points.erase(std::remove_if(shared.points.begin(), shared.points.end(), far), shared.points.end());
    if (shared.points.empty()) continue;
    for (const surface::OverlapPoint& point : shared.points)
      if (std::abs(point.gap) > slave.round_off)
        largest_gap_ = std::max(largest_gap_, std::abs(point.gap) / slave.diameter);
    faces.push_back(&master->face);
    under.push_back(master);
    points.push_back(std::move(shared.points));
  }
  const MultiplierSpace space = spaceOf(data_.multipliers);
  const FaceIntegrals integrals = integrate(slave.face, faces, points, space, slave.round_off);
  const std::array<double, 9> whole = ownMasses(slave.face);
  covered_area_ += integrals.area;
  const auto n = fem::numNodes(slave.face.type);
  const double diagonal = integrals.slave.diagonal().sum();
  for (int j = 0; j < n; ++j) {
    const PetscInt row = slave.nodes[static_cast<std::size_t>(j)].value();
    found.terms.push_back({row, row, Part::whole, whole[static_cast<std::size_t>(j)]});
    if (under.empty()) continue;
    found.terms.push_back({row, row, Part::area, integrals.area * integrals.slave(j, j) / diagonal});
    for (int k = 0; k < n; ++k) {
      const PetscInt column = slave.nodes[static_cast<std::size_t>(k)].value();
      found.terms.push_back({row, column, Part::D, integrals.slave(j, k)});
      if (space == MultiplierSpace::dual)
        found.terms.push_back({row, column, Part::coupling, integrals.coupling(j, k)});
    }
    for (std::size_t m = 0; m < under.size(); ++m)
      for (int l = 0; l < fem::numNodes(faces[m]->type); ++l) {
        const PetscInt column = under[m]->nodes[static_cast<std::size_t>(l)].value();
        found.terms.push_back({row, column, Part::M, -integrals.master[m](j, l)});
        if (integrals.turns[m].empty()) continue;
        MortarTurn& turn = found.turns.emplace_back(MortarTurn{row, column, {}});
        Eigen::Map<Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>(turn.values.data()) =
            -integrals.turns[m][static_cast<std::size_t>(j)][static_cast<std::size_t>(l)];
      }
  }
}

void Mortar::addRows(const MortarRows& rows) {
  for (std::size_t node = 0; node < rows.terms.size(); ++node)
    addRowsOf(static_cast<LocalIndex>(node), rows.terms[node], rows.turns[node]);
}

void Mortar::addRowsOf(LocalIndex node, const std::vector<MortarTerm>& terms, const std::vector<MortarTurn>& turns) {
  using Part = MortarTerm::Part;
  constexpr double round_off = 1e-14;  // of the largest entry
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
    auto turn = turns.begin();  // both in the order of columns
    for (const MortarTerm& term : terms) {
      if (term.part == Part::D) add(slave_.state, term.column, c, term.value);
      if (term.part != Part::M) continue;
      while (turn != turns.end() && turn->column < term.column) ++turn;
      const bool turns_too = turn != turns.end() && turn->column == term.column;
      for (int d = 0; d < block(); ++d)
        add(master_.state, term.column, d,
            (c == d ? term.value : 0.0) + (turns_too ? turn->values[static_cast<std::size_t>(3 * c + d)] : 0.0));
    }
    determines(row, slave_.state, node, c);
    areas_.push_back(area);
  }
  carry(slave_.state, node);
}

std::string Mortar::forLargeRotations() const {
  return data_.small_rotations ? std::string() : forLargeRotationsOfGap(largest_gap_);
}

std::vector<char> Mortar::join(const std::vector<char>& held) {
  const std::vector<LocalIndex> nodes = carrierNodes();
  const auto width = static_cast<std::size_t>(block());
  std::vector<char> joined(held.size(), 0);
  std::vector<Share> shares;
  for (std::size_t c = 0; c < width; ++c) {
    std::vector<char> keeps(static_cast<std::size_t>(slave_.mesh.layout().numOwned()), 0);
    for (std::size_t k = 0; k < nodes.size(); ++k) keeps[static_cast<std::size_t>(nodes[k])] = !held[k * width + c];
    const auto heirs = neighbours_->heirs(keeps);
    for (std::size_t k = 0; k < nodes.size(); ++k)
      for (const auto& [node, share] : heirs[static_cast<std::size_t>(nodes[k])]) {
        const std::size_t row = k * width + c;
        shares.push_back({static_cast<LocalIndex>(row), node, static_cast<int>(c), share});
        joined[row] = 1;
      }
  }
  handOn(slave_.state, shares, areas_);
  return joined;
}

void Mortar::judge() const {
  const base::Communicator& comm = slave_.mesh.comm();
  const double all = comm.sum(slave_area_), covered = comm.sum(covered_area_);
  if (covered <= 0.0) {
    const double distance = TiedSides{name(), data_.slave, data_.master, slave_, master_}.smallestDistance();
    base::collectively(comm, [&] {
      throw InputError(
          fmt::format("The two sides of tie '{}' do not meet: {} and {} are {:.6g} apart where they are closest, and "
                      "parts are tied up to {} diameters of a face (tolerance) where they face each other.",
                      name(), data_.slave.name(), data_.master.name(), distance, data_.tolerance));
    });
  }
  if (covered < warned_share * all)
    base::log().warn("tie '{}': {:.3g} % of {} lie over {}, the rest stays free", name(), 100.0 * covered / all,
                     data_.slave.name(), data_.master.name());
  const double lost = comm.sum(lost_.area);
  const std::int64_t first = comm.min(lost_.first_tag);
  if (lost > 0.0)
    base::log().warn(
        "tie '{}': {:.2g} % of {} is not tied, because lines along its normal find no point of it or of {} "
        "there: faces are too curved or folded, element {} of {} the first",
        name(), 100.0 * lost / all, data_.slave.name(), data_.master.name(), first, slave_.mesh.file());
}

}  // namespace tenon::constraint
