#include "tenon/constraint/Mortar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "tenon/base/Log.hpp"
#include "tenon/base/collectively.hpp"
#include "tenon/fem/shapes.hpp"

namespace tenon::constraint {
namespace {

using base::InputError;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double warned_share = 0.99;  // of the slave side's area that is tied

std::string nameOf(const Mortar::Data& data) {
  if (!data.name.empty()) return data.name;
  return fmt::format("mortar_{}_{}_{}_{}", data.slave.object, data.slave.group, data.master.object, data.master.group);
}

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

double areaOf(const Face& face) {
  double area = 0.0;
  for (const OverlapPoint& point : overlap(face, face, 1)) area += point.weight;
  return area;
}

}  // namespace

void Mortar::declare(base::Parameters<Data>& p) {
  p.optional("name", &Data::name, "", "name in messages and results; default: made from both sides");
  p.required("slave", &Data::slave, "", "side whose nodes carry multipliers: the finer one, or the softer");
  p.required("master", &Data::master, "", "side it is tied to");
  p.optional("multipliers", &Data::multipliers, "", "their functions").oneOf({"standard", "dual"});
  p.optional("tolerance", &Data::tolerance, "diameters of the slave face", "parts farther from the master stay free")
      .positive();
}

Mortar::Mortar(Data data, const fem::FindDomain& find)
    : LinearConstraint(nameOf(data), find(data.slave.object).state.block()),
      data_(std::move(data)),
      slave_(find(data_.slave.object)),
      master_(find(data_.master.object)),
      smallest_gap_(infinity) {
  if (master_.state.block() != block())
    throw InputError(fmt::format("Mortar '{}' cannot join {} and {}: one is a plane problem, the other is not.", name(),
                                 data_.slave.name(), data_.master.name()));
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
  const auto near = facesIn(slave_.mesh.comm(), masters, boxes);
  std::vector<Entry> entries;
  for (std::size_t s = 0; s < slaves.size(); ++s) {
    slave_area_ += areaOf(slaves[s].face);
    const auto of_face = integrateFace(slaves[s], near[s]);
    entries.insert(entries.end(), of_face.begin(), of_face.end());
  }
  return entries;
}

std::vector<Mortar::Entry> Mortar::integrateFace(const SurfaceFace& slave, const std::vector<SurfaceFace>& masters) {
  std::vector<const Face*> faces;
  std::vector<const SurfaceFace*> under;
  std::vector<std::vector<OverlapPoint>> points;
  for (const SurfaceFace& master : masters) {
    auto shared = overlap(slave.face, master.face, degreeOf(slave.face, master.face));
    for (const OverlapPoint& point : shared) smallest_gap_ = std::min(smallest_gap_, std::abs(point.gap));
    shared.erase(std::remove_if(
                     shared.begin(), shared.end(),
                     [&](const OverlapPoint& point) { return std::abs(point.gap) > data_.tolerance * slave.diameter; }),
                 shared.end());
    if (shared.empty()) continue;
    faces.push_back(&master.face);
    under.push_back(&master);
    points.push_back(std::move(shared));
  }
  if (points.empty()) return {};
  const FaceIntegrals integrals = integrate(slave.face, faces, points, spaceOf(data_.multipliers));
  covered_area_ += integrals.area;
  std::vector<Entry> entries;
  const auto n = fem::numNodes(slave.face.type);
  for (int j = 0; j < n; ++j) {
    const PetscInt row = slave.nodes[static_cast<std::size_t>(j)].value();
    for (int k = 0; k < n; ++k)
      entries.push_back({row, slave.nodes[static_cast<std::size_t>(k)].value(), 0, integrals.slave(j, k)});
    for (std::size_t m = 0; m < under.size(); ++m)
      for (int l = 0; l < fem::numNodes(faces[m]->type); ++l)
        entries.push_back({row, under[m]->nodes[static_cast<std::size_t>(l)].value(), 1, -integrals.master[m](j, l)});
  }
  return entries;
}

// Owners of slave nodes add up what all ranks found for them, in the order of ranks: the same bits every time.
Mortar::Rows Mortar::gatherRows(const std::vector<Entry>& entries) const {
  const la::Layout& nodes = slave_.mesh.layout();
  const base::Communicator& comm = nodes.comm();
  std::vector<std::vector<Entry>> outgoing(static_cast<std::size_t>(comm.size()));
  for (const Entry& entry : entries)
    outgoing[static_cast<std::size_t>(nodes.ownerOf(GlobalIndex(entry.row)))].push_back(entry);
  Rows rows;
  for (const auto& from_rank : comm.exchange(outgoing))
    for (const Entry& entry : from_rank) rows[{entry.row, {entry.of_master, entry.column}}] += entry.value;
  return rows;
}

void Mortar::addRows(const Rows& rows) {
  constexpr double round_off = 1e-14, hardly_covered = 1e-9;  // of the largest entry
  double largest = 0.0;
  for (const auto& [where, value] : rows) largest = std::max(largest, std::abs(value));
  largest = slave_.mesh.comm().max(largest);
  const la::Layout& nodes = slave_.mesh.layout();
  for (auto begin = rows.begin(); begin != rows.end();) {
    const PetscInt node = begin->first.first;
    double sum = 0.0;
    auto end = begin;
    for (; end != rows.end() && end->first.first == node; ++end) sum = std::max(sum, std::abs(end->second));
    if (sum > hardly_covered * largest) {
      for (int c = 0; c < block(); ++c) {
        const LocalIndex row = addRow();
        for (auto entry = begin; entry != end; ++entry) {
          const auto [of_master, column] = entry->first.second;
          if (std::abs(entry->second) > round_off * sum)
            addTerm(row, of_master == 1 ? master_.state : slave_.state, GlobalIndex(column), c, entry->second);
        }
      }
      carry(slave_.state, nodes.local(GlobalIndex(node)));
    }
    begin = end;
  }
}

void Mortar::judge() const {
  const base::Communicator& comm = slave_.mesh.comm();
  const double all = comm.sum(slave_area_), covered = comm.sum(covered_area_), gap = comm.min(smallest_gap_);
  base::collectively(comm, [&] {
    if (covered > 0.0) return;
    const std::string nearest = gap < infinity ? fmt::format(" The smallest gap between them is {:.6g}.", gap) : "";
    throw InputError(
        fmt::format("The two sides of mortar '{}', {} and {}, do not meet within {} diameters of a face "
                    "(tolerance).{}",
                    name(), data_.slave.name(), data_.master.name(), data_.tolerance, nearest));
  });
  if (covered < warned_share * all)
    base::log().warn("mortar '{}': {:.3g} % of {} lie over {}, the rest stays free", name(), 100.0 * covered / all,
                     data_.slave.name(), data_.master.name());
}

}  // namespace tenon::constraint
