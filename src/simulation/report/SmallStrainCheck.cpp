// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "SmallStrainCheck.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "base/dense.hpp"
#include "magnitudes.hpp"
#include "smallStrainSolids.hpp"
#include "tenon/base/Log.hpp"
#include "tenon/fem/Recovery.hpp"

namespace tenon::simulation {
namespace {

using base::LocalIndex;
using base::Vec3;
using force::Solid;
using system::Body;

constexpr double largest_strain = 0.1, most_extents = 10.0;

/// Largest value and the node or element in which it occurs.
struct Peak {
  double value;
  std::int64_t tag;
};

/// Returns the largest value on all ranks. Among values that are equal except for round-off, the
/// one with the lowest tag is selected, so that the result does not depend on the partition.
/// @note Collective.
Peak largestOf(const base::Communicator& comm, const std::vector<Peak>& here) {
  constexpr double round_off = 1e-6;
  double largest = 0.0;
  for (const Peak& one : here) largest = std::max(largest, one.value);
  largest = comm.max(largest);
  std::int64_t tag = std::numeric_limits<std::int64_t>::max();
  for (const Peak& one : here)
    if (one.value >= (1.0 - round_off) * largest) tag = std::min(tag, one.tag);
  return {largest, comm.min(tag)};
}

double largestPrincipal(const double* e) {
  base::Mat3 strain;
  strain << e[0], e[3], e[5], e[3], e[1], e[4], e[5], e[4], e[2];
  const Vec3 values = base::computePrincipalValues(strain);
  return values.cwiseAbs().maxCoeff();
}

/// Returns the largest principal value of the mean strain of each owned cell.
std::vector<Peak> strainsOf(const Body& body, const Solid& solid) {
  fem::Recovery recovery(body.domain());
  solid.addStress(recovery);
  std::vector<Peak> peaks;
  for (std::size_t b = 0; b < body.mesh().blocks().size(); ++b) {
    const mesh::CellBlock& block = body.mesh().blocks()[b];
    const std::vector<double>& cells = recovery.strain().cells[b];
    if (cells.empty()) continue;
    for (std::size_t cell = 0; cell < static_cast<std::size_t>(block.num_owned); ++cell)
      peaks.push_back({largestPrincipal(&cells[6 * cell]), block.tags[cell]});
  }
  return peaks;
}

}  // namespace

bool SmallStrainCheck::warnAboutStrain(const Body& body) {
  for (const Solid* solid : smallStrainSolids(body, true)) {
    const Peak peak = largestOf(body.mesh().comm(), strainsOf(body, *solid));
    if (!(peak.value > largest_strain)) continue;
    base::log().warn(
        "object '{}': the strain in element {} is {:.3g}, but {} uses a small-strain model, which is inaccurate above "
        "{}: check units and loads, or {}.",
        body.name(), peak.tag, peak.value, solid->name(), largest_strain, solid->largeStrainAdvice());
    return true;
  }
  return false;
}

bool SmallStrainCheck::warnAboutDisplacement(const Body& body) {
  const std::vector<const Solid*> solids = smallStrainSolids(body, false);
  if (solids.empty()) return false;
  const la::State& state = body.state();
  const int block = state.block();
  const auto displacementOf = [&](LocalIndex node) {
    Vec3 u = Vec3::Zero();
    for (int i = 0; i < block; ++i) u[i] = state.displacement()[static_cast<std::size_t>(node * block + i)];
    return u;
  };
  const LocalIndex count = body.mesh().layout().numOwned();
  Vec3 mean = Vec3::Zero();
  if (moves_) {
    for (LocalIndex node = 0; node < count; ++node) mean += displacementOf(node);
    body.mesh().comm().sumInPlace(gsl::span<double>(mean.data(), 3));
    mean /= static_cast<double>(body.mesh().layout().numGlobal());
  }
  std::vector<Peak> here;
  for (LocalIndex node = 0; node < count; ++node)
    here.push_back({(displacementOf(node) - mean).norm(), body.mesh().nodeTags()[static_cast<std::size_t>(node)]});
  const Peak peak = largestOf(body.mesh().comm(), here);
  const double extent = boxOf(system_).size();
  if (!(peak.value > most_extents * extent)) return false;
  base::log().warn(
      "object '{}': node {} is displaced by {:.3g}, {:.3g} times the size of the model ({:.3g}), but {} assumes small "
      "displacements: check units, loads and supports, or {}.",
      body.name(), peak.tag, peak.value, peak.value / extent, extent, solids.front()->name(),
      solids.front()->largeStrainAdvice());
  return true;
}

void SmallStrainCheck::check() {
  for (const auto& body : system_.bodies()) {
    if (has_warned_) return;
    has_warned_ = warnAboutDisplacement(*body) || warnAboutStrain(*body);
  }
}

}  // namespace tenon::simulation
