// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "system/forms/Terms.hpp"

#include <algorithm>
#include <map>

namespace tenon::system {
namespace {

template <class Contributor>
void addTerm(std::vector<Term<Contributor>>& terms, const Contributor* contributor, double factor) {
  if (factor != 0.0) terms.push_back({contributor, factor});
}

template <class Contributor>
bool holds(const std::vector<Term<Contributor>>& terms, const Term<Contributor>& wanted) {
  return std::any_of(terms.begin(), terms.end(),
                     [&](const auto& term) { return term.contributor == wanted.contributor; });
}

template <class Contributor>
bool within(const std::vector<Term<Contributor>>& some, const std::vector<Term<Contributor>>& all) {
  return std::all_of(some.begin(), some.end(), [&](const auto& term) { return holds(all, term); });
}

template <class Contributor>
void uniteInto(std::vector<Term<Contributor>>& terms, const std::vector<Term<Contributor>>& others) {
  for (const auto& other : others)
    if (!holds(terms, other)) terms.push_back(other);
}

}  // namespace

Terms Terms::collect(const MechanicalSystem& mechanics, const Factors& factors, const MatrixContents& contents) {
  requireFinite(factors);
  const double k = contents.stiffness ? factors.stiffness : 0.0;
  const double b = contents.damping ? factors.damping : 0.0;
  const double m = contents.mass ? factors.mass : 0.0;
  const auto isWanted = [&](const auto& contributor) {
    return contents.contributor.empty() || contributor.name() == contents.contributor;
  };
  Terms terms;
  terms.first_order = contents.first_order;
  for (const auto* force : mechanics.forceFields()) {
    if (!isWanted(*force)) continue;
    if (force->isLoad() && !mechanics.areLoadsEnabled()) continue;
    if (mechanics.mapped(force) != nullptr && !contents.mapped_contributors) continue;
    if (mechanics.isGeometric(force) && !contents.geometric_stiffness) continue;
    addTerm<force::ForceField>(terms.stiffness, force,
                               k + b * (force->rayleigh_stiffness + mechanics.rayleigh.stiffness));
    if (force->dependsOnVelocity()) addTerm<force::ForceField>(terms.damping, force, b);
  }
  for (const auto* mass : mechanics.masses())
    if (isWanted(*mass) && (contents.mapped_contributors || mechanics.mapped(mass) == nullptr))
      addTerm<mass::Mass>(terms.mass, mass, m - b * (mass->rayleigh_mass + mechanics.rayleigh.mass));
  return terms;
}

void addStiffnessOf(const force::ForceField& force, const MechanicalSystem& mechanics, const la::Contributions& to,
                    double factor, bool values, bool first_order) {
  to.setContributor(force.name());
  la::StiffnessMatrix K = to.stiffness(factor);
  if (first_order)
    force.addFirstOrderStiffness(K);
  else
    force.addStiffness(K);
  if (K.needsFiniteDifferences()) mechanics.differences().addStiffness(force, K, values);
}

void addDampingOf(const force::ForceField& force, const MechanicalSystem& mechanics, const la::Contributions& to,
                  double factor, bool values) {
  to.setContributor(force.name());
  la::DampingMatrix B = to.damping(factor);
  force.addDamping(B);
  if (B.needsFiniteDifferences()) mechanics.differences().addDamping(force, B, values);
}

std::vector<Terms::MappedTerm> Terms::mappedTerms(const MechanicalSystem& mechanics) const {
  using Members = MappedGroup::Members;
  // by factor: the same order on all ranks
  std::map<double, Members> of_stiffness, of_damping, of_mass;
  for (const auto& term : stiffness) {
    if (const MappedForce* force = mechanics.mapped(term.contributor))
      of_stiffness[term.factor].stiffness.push_back(force);
    else if (const GeometricForces* geometric = mechanics.geometric(term.contributor))
      of_stiffness[term.factor].geometric = geometric;
  }
  for (const auto& term : damping)
    if (const MappedForce* force = mechanics.mapped(term.contributor)) of_damping[term.factor].damping.push_back(force);
  for (const auto& term : mass)
    if (const MappedMass* inertia = mechanics.mapped(term.contributor)) of_mass[term.factor].mass.push_back(inertia);
  std::vector<MappedTerm> all;
  for (const auto* kind : {&of_stiffness, &of_damping, &of_mass})
    for (const auto& [factor, members] : *kind) all.push_back({&mechanics.mappedGroups().group(members), factor});
  return all;
}

void Terms::prepare(const MechanicalSystem& mechanics) const {
  for (const auto& term : stiffness) term.contributor->prepareDerivatives();
  for (const auto& term : damping)
    if (!holds(stiffness, term)) term.contributor->prepareDerivatives();
  for (const auto& term : mass) term.contributor->prepareMass();
  for (const auto& one : mappedTerms(mechanics)) one.group->prepare();
}

void Terms::prepareMatrices(const MechanicalSystem& mechanics, bool values) const {
  for (const auto& term : stiffness)
    if (!mechanics.isMappedContributor(term.contributor)) mechanics.differences().prepareStiffness(*term.contributor);
  for (const auto& term : damping)
    if (!mechanics.isMappedContributor(term.contributor)) mechanics.differences().prepareDamping(*term.contributor);
  for (const auto& one : mappedTerms(mechanics))
    if (values) one.group->assemble();
}

void Terms::contribute(const MechanicalSystem& mechanics, const la::Contributions& to, bool values) const {
  for (const auto& term : stiffness)
    if (!mechanics.isMappedContributor(term.contributor))
      addStiffnessOf(*term.contributor, mechanics, to, term.factor, values, first_order);
  for (const auto& term : damping)
    if (!mechanics.isMappedContributor(term.contributor))
      addDampingOf(*term.contributor, mechanics, to, term.factor, values);
  for (const auto& term : mass) {
    if (mechanics.mapped(term.contributor) != nullptr) continue;
    to.setContributor(term.contributor->name());
    la::MassMatrix M = to.mass(term.factor);
    term.contributor->addMass(M);
  }
  for (const auto& one : mappedTerms(mechanics)) one.group->addTo(to, one.factor);
}

bool Terms::isSubsetOf(const Terms& others) const {
  return within(stiffness, others.stiffness) && within(damping, others.damping) && within(mass, others.mass);
}

void Terms::merge(const Terms& others) {
  uniteInto(stiffness, others.stiffness);
  uniteInto(damping, others.damping);
  uniteInto(mass, others.mass);
  first_order = others.first_order;
}

std::vector<std::string> Terms::asymmetric() const {
  std::vector<std::string> names;
  const auto add = [&](const auto& terms) {
    for (const auto& term : terms) {
      const std::string name = term.contributor->name();
      if (!term.contributor->isSymmetric() && std::find(names.begin(), names.end(), name) == names.end())
        names.push_back(name);
    }
  };
  add(stiffness);
  add(damping);
  return names;
}

}  // namespace tenon::system
