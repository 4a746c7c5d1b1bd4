// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "requireNoZeros.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "analysis/splitByBody.hpp"
#include "la/arrays.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::analysis {
namespace {

using base::LocalIndex;
using system::Body;

using PointSet = std::set<std::pair<const la::State*, LocalIndex>>;

/// Returns the nodes of objects without cells that constraint rows determine: a massless point
/// moves with the nodes to which it is attached.
PointSet determinedPoints(const system::MechanicalSystem& mechanics) {
  PointSet points;
  for (const auto& body : mechanics.bodies()) {
    if (body->mesh().dimension() > 0) continue;
    for (const auto& constraint : mechanics.constraints())
      for (const auto& slave : constraint->slaves())
        if (constraint->active && slave.state == &body->state()) points.emplace(slave.state, slave.node);
  }
  return points;
}

/// Unconstrained nodes of this rank with a zero on the diagonal.
struct SoftNodes {
  long first = std::numeric_limits<long>::max();  // lowest number in the mesh file
  long count = 0;
};

SoftNodes findSoftNodes(const Body& body, const constraint::ConstrainedDofs& held, const std::vector<double>& entries,
                        const PointSet& determined) {
  SoftNodes nodes;
  const int block = body.state().block();
  for (LocalIndex node = 0; node < body.state().layout().numOwned(); ++node) {
    bool soft = false;
    for (int i = 0; i < block; ++i)
      soft = soft || (entries[static_cast<std::size_t>(node * block + i)] == 0.0 && !held.isConstrained(node, i));
    if (!soft || determined.count({&body.state(), node}) > 0) continue;
    nodes.first = std::min(nodes.first, static_cast<long>(body.mesh().nodeTags()[static_cast<std::size_t>(node)]));
    ++nodes.count;
  }
  return nodes;
}

/// Returns a `masses` entry of a case file that suits the cells of a body.
std::string massFor(const Body& body) {
  if (body.mesh().dimension() == 0) return "[{type: nodal, mass: ...}]";
  if (body.mesh().dimension() == 1) return "[{type: line, density: ..., area: ...}]";
  if (body.mesh().dimension() < body.state().dimension()) return "[{type: surface, density: ..., thickness: ...}]";
  return "[{type: consistent, density: ...}]";
}

/// Returns a remedy that gives the cells of a body a stiffness.
std::string stiffnessFor(const Body& body) {
  if (body.mesh().dimension() == body.state().dimension()) return "every cell needs a force of type elastic";
  if (body.mesh().dimension() == 1)
    return "every line needs a force of type truss, cable or beam; without stress, trusses and cables have no "
           "transverse stiffness: specify a `prestress`, however small";
  return "every face needs a force of type membrane; without stress, membranes have no transverse stiffness: specify a "
         "`prestress`, however small";
}

}  // namespace

void requireNoZeros(const system::MechanicalSystem& mechanics, const la::CombinedLayout& layout, Vec diagonal,
                    DiagonalContent content) {
  const bool is_static = content == DiagonalContent::stiffness, is_mass_alone = content == DiagonalContent::mass;
  bool any_zero = false;
  {
    const la::ReadArray all(diagonal);
    any_zero = std::find(all.begin(), all.end(), 0.0) != all.end();
  }
  if (!mechanics.comm().any(any_zero)) return;
  const auto entries = splitByBody(mechanics, layout, diagonal);
  const auto determined = determinedPoints(mechanics);
  for (std::size_t b = 0; b < entries.size(); ++b) {
    const Body& body = *mechanics.bodies()[b];
    if (is_static && body.mesh().dimension() == 0) continue;  // constraints may be the only support
    const SoftNodes soft = findSoftNodes(body, mechanics.constrainedDofs()[b], entries[b], determined);
    const long first = mechanics.comm().min(soft.first), count = mechanics.comm().sum(soft.count);
    base::runCollectively(mechanics.comm(), [&] {
      if (count == 0) return;
      const std::string begin = fmt::format("At {} free node{} of object '{}', no contributor provides", count,
                                            count == 1 ? "" : "s", body.name());
      if (is_mass_alone)
        throw base::InputError(
            fmt::format("{} a mass (first: node {}), but a transient analysis needs masses at all free nodes: specify "
                        "`masses` for the object, such as {}.",
                        begin, first, massFor(body)));
      throw base::InputError(fmt::format("{} a {} (first: node {}): {}{}.", begin,
                                         is_static ? "stiffness" : "stiffness or a mass", first, stiffnessFor(body),
                                         is_static ? "" : ", or a mass"));
    });
  }
}

}  // namespace tenon::analysis
