#include "tenon/constraint/Mortar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

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
int degreeOf(const Face& slave, const Face& master) {
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
  const Rows rows = gatherRows(integrateOwnedFaces());
  judge();
  addRows(rows);
  finish({&slave_.state, &master_.state});
}

std::vector<Mortar::Entry> Mortar::integrateOwnedFaces() {
  const auto slaves = ownedFaces(slave_.mesh, slave_.mesh.group(data_.slave.group));
  const auto masters = ownedFaces(master_.mesh, master_.mesh.group(data_.master.group));
  std::vector<fem::Box> boxes;
  for (const SurfaceFace& slave : slaves) boxes.push_back(slave.box.grownBy(data_.tolerance * slave.diameter));
  const NearFaces near = nearFaces(slave_.mesh.comm(), masters, boxes);
  std::vector<Entry> entries;
  for (std::size_t s = 0; s < slaves.size(); ++s) {
    slave_area_ += areaOfFacets(slaves[s].face);
    std::vector<const SurfaceFace*> under;
    for (const std::size_t face : near.of_box[s]) under.push_back(&near.faces[face]);
    integrateFace(slaves[s], under, entries);
  }
  return entries;
}

void Mortar::integrateFace(const SurfaceFace& slave, const std::vector<const SurfaceFace*>& masters,
                           std::vector<Entry>& entries) {
  std::vector<const Face*> faces;
  std::vector<const SurfaceFace*> under;
  std::vector<std::vector<OverlapPoint>> points;
  for (const SurfaceFace* master : masters) {
    auto shared = overlap(slave.face, master->face, degreeOf(slave.face, master->face));
    shared.erase(std::remove_if(
                     shared.begin(), shared.end(),
                     [&](const OverlapPoint& point) { return std::abs(point.gap) > data_.tolerance * slave.diameter; }),
                 shared.end());
    if (shared.empty()) continue;
    faces.push_back(&master->face);
    under.push_back(master);
    points.push_back(std::move(shared));
  }
  if (points.empty()) return;
  const FaceIntegrals integrals = integrate(slave.face, faces, points, spaceOf(data_.multipliers));
  covered_area_ += integrals.area;
  const auto n = fem::numNodes(slave.face.type);
  const double diagonal = integrals.slave.diagonal().sum();
  for (int j = 0; j < n; ++j) {
    const PetscInt row = slave.nodes[static_cast<std::size_t>(j)].value();
    entries.push_back({row, row, Part::area, integrals.area * integrals.slave(j, j) / diagonal});
    for (int k = 0; k < n; ++k)
      entries.push_back({row, slave.nodes[static_cast<std::size_t>(k)].value(), Part::D, integrals.slave(j, k)});
    for (std::size_t m = 0; m < under.size(); ++m)
      for (int l = 0; l < fem::numNodes(faces[m]->type); ++l)
        entries.push_back(
            {row, under[m]->nodes[static_cast<std::size_t>(l)].value(), Part::M, -integrals.master[m](j, l)});
  }
}

// Rows are short: searching them is quicker than sorting all that comes.
void Mortar::addTo(std::vector<Entry>& row, const Entry& entry) {
  const auto same = std::find_if(row.begin(), row.end(), [&](const Entry& other) {
    return other.column == entry.column && other.part == entry.part;
  });
  if (same == row.end())
    row.push_back(entry);
  else
    same->value += entry.value;
}

// Owners of slave nodes add up what all ranks found for them, in the order of ranks: the same bits every time.
Mortar::Rows Mortar::gatherRows(const std::vector<Entry>& entries) const {
  const la::Layout& nodes = slave_.mesh.layout();
  const base::Communicator& comm = nodes.comm();
  const auto size = static_cast<std::size_t>(comm.size()), rank = static_cast<std::size_t>(comm.rank());
  std::vector<std::vector<Entry>> outgoing(size), own(size);
  for (const Entry& entry : entries) {
    const auto owner = static_cast<std::size_t>(nodes.ownerOf(GlobalIndex(entry.row)));
    (owner == rank ? own : outgoing)[owner].push_back(entry);
  }
  auto incoming = comm.exchange(outgoing);
  incoming[rank] = std::move(own[rank]);
  Rows rows(static_cast<std::size_t>(nodes.numOwned()));
  for (const auto& from_rank : incoming)
    for (const Entry& entry : from_rank)
      addTo(rows[static_cast<std::size_t>(nodes.local(GlobalIndex(entry.row)))], entry);
  for (auto& row : rows)
    std::sort(row.begin(), row.end(),
              [](const Entry& a, const Entry& b) { return std::pair(a.part, a.column) < std::pair(b.part, b.column); });
  return rows;
}

void Mortar::addRows(const Rows& rows) {
  double largest = 0.0;
  for (const auto& row : rows)
    for (const Entry& entry : row)
      if (entry.part != Part::area) largest = std::max(largest, std::abs(entry.value));
  largest = slave_.mesh.comm().max(largest);
  for (std::size_t node = 0; node < rows.size(); ++node)
    if (!rows[node].empty()) addRowsOf(static_cast<LocalIndex>(node), rows[node], largest);
}

void Mortar::addRowsOf(LocalIndex node, const std::vector<Entry>& entries, double largest) {
  constexpr double round_off = 1e-14, hardly_covered = 1e-9;  // of the largest entry
  double of_node = 0.0, area = 0.0;
  for (const Entry& entry : entries)
    if (entry.part == Part::area)
      area = entry.value;
    else
      of_node = std::max(of_node, std::abs(entry.value));
  if (of_node <= hardly_covered * largest) return;
  for (int c = 0; c < block(); ++c) {
    const LocalIndex row = addRow();
    for (const Entry& entry : entries)
      if (entry.part != Part::area && std::abs(entry.value) > round_off * of_node)
        addTerm(row, entry.part == Part::M ? master_.state : slave_.state, GlobalIndex(entry.column), c, entry.value);
    determines(row, slave_.state, node, c);
    areas_.push_back(area);
  }
  carry(slave_.state, node);
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
}

}  // namespace tenon::constraint
