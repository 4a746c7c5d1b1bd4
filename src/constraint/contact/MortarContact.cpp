#include "tenon/constraint/contact/MortarContact.hpp"

#include <fmt/format.h>

#include "penetration.hpp"
#include "tangents.hpp"
#include "tenon/base/collectively.hpp"
#include "ties/MortarIntegrals.hpp"
#include "ties/tiedSides.hpp"

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

/// What the terms of a slave node say of its rows.
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

}  // namespace

MortarContact::MortarContact(const Data& data, const fem::FindDomain& find)
    : LinearConstraint(nameOf(data), data.rowsPerPoint(find(data.slave.object).state.block())),
      law_(data),
      small_rotations_(data.small_rotations) {
  static_cast<ConstraintSettings&>(*this) = data.settings();
  const fem::Domain &slave = find(data.slave.object), &master = find(data.master.object);
  const TiedSides sides{name(), data.slave, data.master, slave, master, "contact"};
  sides.requireApart();
  const auto slaves = surface::ownedFacesOutward(slave, slave.mesh.group(data.slave.group));
  const auto space = data.multipliers == "dual" ? MultiplierSpace::dual : MultiplierSpace::standard;
  const MortarIntegrals found(slave.mesh.comm(), slaves,
                              surface::ownedFaces(master.mesh, master.mesh.group(data.master.group)),
                              reachOf(data.reach, slaves), space, true);
  if (slave.mesh.comm().sum(found.covered_area) <= 0.0) {
    const double distance = sides.smallestDistance();
    base::collectively(slave.mesh.comm(), [&] {
      throw base::InputError(
          fmt::format("{}: {} and {} are {:.6g} apart where they are closest, and nothing faces the other side within "
                      "`reach`: a larger one looks farther.",
                      name(), data.slave.name(), data.master.name(), distance));
    });
  }
  const auto coupling = space == MultiplierSpace::dual ? MortarTerm::Part::coupling : MortarTerm::Part::D;
  const la::Layout& nodes = slave.mesh.layout();
  const MortarRows rows = joinHardlyCovered(nodes, gatherRows(nodes, found.terms), coupling);
  for (std::size_t node = 0; node < rows.terms.size(); ++node)
    addRowsOf(slave, master, static_cast<LocalIndex>(node), rows.terms[node]);
  finish({&slave.state, &master.state});
  warnOfPenetration(slave);
}

void MortarContact::addRowsOf(const fem::Domain& slave, const fem::Domain& master, LocalIndex node,
                              const std::vector<MortarTerm>& terms) {
  constexpr double round_off = 1e-14;  // of the largest entry
  const NodalGap at(terms);
  if (at.largest == 0.0) return;
  const int dim = slave.state.block();
  const Tangents t(at.normal, at.normal, dim);
  for (int i = 0; i < block(); ++i) {
    const base::Vec3& direction = i == 0 ? at.normal : t[i - 1];
    const LocalIndex row = addRow(0.0, i == 0 ? at.gap : 0.0);
    for (const MortarTerm& term : terms) {
      const bool of_slave = term.part == MortarTerm::Part::D;
      if ((!of_slave && term.part != MortarTerm::Part::M) || std::abs(term.value) <= round_off * at.largest) continue;
      for (int c = 0; c < dim; ++c)
        addTerm(row, of_slave ? slave.state : master.state, GlobalIndex(term.column), c, term.value * direction[c]);
    }
    areas_.push_back(at.area);
  }
  carry(slave.state, node);
}

void MortarContact::warnOfPenetration(const fem::Domain& slave) const {
  constexpr double round_off = 1e-9;  // of the width of what a node stands for
  Penetration inside;
  std::vector<double> phi(static_cast<std::size_t>(numRows()), 0.0);
  addViolation(phi);
  const std::vector<LocalIndex> nodes = carrierNodes();
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    const std::size_t row = k * static_cast<std::size_t>(block());
    const double depth = -phi[row] / areas_[row];
    if (depth > round_off * std::pow(areas_[row], 1.0 / (slave.mesh.spaceDimension() - 1)))
      inside.add(depth, slave.mesh.nodeTags()[static_cast<std::size_t>(nodes[k])]);
  }
  inside.warn(slave.mesh.comm(), name());
}

std::string MortarContact::forLargeRotations() const {
  return small_rotations_ ? std::string()
                          : "take `method: nodes`, or say `small_rotations: true` where what touches turns by little";
}

std::vector<double> MortarContact::contactAreas() const {
  std::vector<double> areas;
  for (std::size_t row = 0; row < areas_.size(); row += static_cast<std::size_t>(block())) areas.push_back(areas_[row]);
  return areas;
}

// Slips are counted from here.
void MortarContact::commit() {
  std::vector<double> phi(static_cast<std::size_t>(numRows()), 0.0);
  addViolation(phi);
  for (LocalIndex row = 0; row < numRows(); ++row)
    if (row % block() != 0) shift(row, -phi[static_cast<std::size_t>(row)]);
}

}  // namespace tenon::constraint
