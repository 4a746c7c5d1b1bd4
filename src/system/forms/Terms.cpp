#include "tenon/system/Terms.hpp"

#include <algorithm>

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

Terms Terms::of(const MechanicalSystem& mechanics, const Factors& factors, const What& what) {
  requireFinite(factors);
  const double k = what.stiffness ? factors.stiffness : 0.0;
  const double b = what.damping ? factors.damping : 0.0;
  const double m = what.mass ? factors.mass : 0.0;
  const auto isWanted = [&](const auto& contributor) {
    return what.contributor.empty() || contributor.name() == what.contributor;
  };
  Terms terms;
  terms.first_order = what.first_order;
  for (const auto* force : mechanics.forceFields()) {
    if (!isWanted(*force)) continue;
    if (mechanics.isMapped(force) && !what.mapped_contributors) continue;
    if (mechanics.isGeometric(force) && !what.geometric_stiffness) continue;
    addTerm<force::ForceField>(terms.stiffness, force,
                               k + b * (force->rayleigh_stiffness + mechanics.rayleigh.stiffness));
    if (force->dependsOnVelocity()) addTerm<force::ForceField>(terms.damping, force, b);
  }
  for (const auto* mass : mechanics.masses())
    if (isWanted(*mass) && (what.mapped_contributors || !mechanics.isMapped(mass)))
      addTerm<mass::Mass>(terms.mass, mass, m - b * (mass->rayleigh_mass + mechanics.rayleigh.mass));
  return terms;
}

void addStiffnessOf(const force::ForceField& force, const MechanicalSystem& mechanics, const la::Contributions& to,
                    double factor, bool values, bool first_order) {
  to.from(force.name());
  la::StiffnessMatrix K = to.stiffness(factor);
  if (first_order)
    force.addFirstOrderStiffness(K);
  else
    force.addStiffness(K);
  if (K.isLeftToDifferences()) mechanics.differences().addStiffness(force, K, values);
}

void addDampingOf(const force::ForceField& force, const MechanicalSystem& mechanics, const la::Contributions& to,
                  double factor, bool values) {
  to.from(force.name());
  la::DampingMatrix B = to.damping(factor);
  force.addDamping(B);
  if (B.isLeftToDifferences()) mechanics.differences().addDamping(force, B, values);
}

void Terms::prepare() const {
  for (const auto& term : stiffness) term.contributor->prepareDerivatives();
  for (const auto& term : damping)
    if (!holds(stiffness, term)) term.contributor->prepareDerivatives();
  for (const auto& term : mass) term.contributor->prepareMass();
}

void Terms::prepareDifferences(const MechanicalSystem& mechanics) const {
  for (const auto& term : stiffness) mechanics.differences().prepareStiffness(*term.contributor);
  for (const auto& term : damping) mechanics.differences().prepareDamping(*term.contributor);
}

void Terms::contribute(const MechanicalSystem& mechanics, const la::Contributions& to, bool values) const {
  for (const auto& term : stiffness) addStiffnessOf(*term.contributor, mechanics, to, term.factor, values, first_order);
  for (const auto& term : damping) addDampingOf(*term.contributor, mechanics, to, term.factor, values);
  for (const auto& term : mass) {
    to.from(term.contributor->name());
    la::MassMatrix M = to.mass(term.factor);
    term.contributor->addMass(M);
  }
}

bool Terms::isWithin(const Terms& others) const {
  return within(stiffness, others.stiffness) && within(damping, others.damping) && within(mass, others.mass);
}

void Terms::unite(const Terms& others) {
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
