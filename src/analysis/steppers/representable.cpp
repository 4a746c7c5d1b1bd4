// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "representable.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/WorstNode.hpp"
#include "la/arrays.hpp"
#include "system/evaluation.hpp"
#include "tenon/base/runCollectively.hpp"
#include "tenon/system/forms/extract.hpp"

namespace tenon::analysis {
namespace {

double largest(gsl::span<const double> values) {
  double size = 0.0;
  for (const double value : values)
    size = std::isfinite(value) ? std::max(size, std::abs(value)) : std::numeric_limits<double>::infinity();
  return size;
}

std::string sizeText(double size) {
  return std::isinf(size) ? "is infinite or NaN" : fmt::format("reaches {:.2g}", size);
}

/// Throws an Error if `size` is not representable; `where`: location, with a leading preposition.
template <class Error>
void require(const system::MechanicalSystem& mechanics, double size, const std::string& what,
             const std::string& where = "") {
  size = mechanics.comm().max(size);
  base::runCollectively(mechanics.comm(), [&] {
    if (size > largest_representable)
      throw Error(
          fmt::format("{} {}{}: values above {:.0e} are not supported. Check the parameters of the case and the "
                      "coordinates of the mesh.",
                      what, sizeText(size), where, largest_representable));
  });
}

WorstNode largestForce(const system::MechanicalSystem& mechanics, const force::ForceField& force) {
  return WorstNode::of(mechanics, system::forceOf(mechanics, force));
}

/// Returns the largest magnitude of the diagonal of the stiffness of a force.
/// @note Collective.
double largestStiffness(const system::MechanicalSystem& mechanics, const force::ForceField& force) {
  const la::Matrix K = system::stiffnessOf(mechanics, {force.name()});
  la::Vector diagonal;
  TENON_PETSC(MatCreateVecs(K.get(), nullptr, diagonal.out()));
  TENON_PETSC(MatGetDiagonal(K.get(), diagonal.get()));
  return largestEntry(diagonal.get());
}

}  // namespace

double largestEntry(Vec vector) {
  const std::vector<double> entries = la::entriesOf(vector);
  return base::Communicator(PetscObjectComm(reinterpret_cast<PetscObject>(vector))).max(largest(entries));
}

void refuseStiffness(const system::MechanicalSystem& mechanics) {
  for (const force::ForceField* force : mechanics.forceFields())
    require<base::InputError>(mechanics, largestStiffness(mechanics, *force),
                              fmt::format("The stiffness of {}", force->name()));
  require<base::InputError>(mechanics, std::numeric_limits<double>::infinity(), "The stiffness of all forces together");
  throw base::InternalError("The stiffness contains an unsupported value, but no force with such a value was found.");
}

template <class Error>
void requireRepresentable(const system::MechanicalSystem& mechanics) {
  for (const force::ForceField* force : mechanics.forceFields()) {
    const WorstNode worst = largestForce(mechanics, *force);
    require<Error>(mechanics, worst.size, fmt::format("The force of {}", force->name()),
                   fmt::format(" at {}", worst.text(mechanics)));
  }
  const std::vector<double> phi = system::constraintResidualOf(mechanics);
  std::size_t start = 0;
  for (const auto& constraint : mechanics.constraints()) {
    const auto count = static_cast<std::size_t>(constraint->numRows());
    require<Error>(mechanics, largest(gsl::span<const double>(phi).subspan(start, count)),
                   fmt::format("The residual of constraint '{}'", constraint->name()));
    start += count;
  }
}

std::string unrepresentableMaterial(const system::MechanicalSystem& mechanics) {
  std::string name;
  for (const force::ForceField* force : mechanics.forceFields()) {
    const bool fits = mechanics.comm().max(largestForce(mechanics, *force).size) <= largest_representable;
    if (!fits && force->isLinear()) return "";
    if (!fits && name.empty()) name = force->name();
  }
  return name;
}

template void requireRepresentable<base::InputError>(const system::MechanicalSystem&);
template void requireRepresentable<base::NotConvergedError>(const system::MechanicalSystem&);

}  // namespace tenon::analysis
