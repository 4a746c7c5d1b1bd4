// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "SharedTerms.hpp"

#include <algorithm>
#include <map>
#include <memory>

namespace tenon::system {
namespace {

/// Accumulator that passes the entries of one contributor to the accumulators of several matrices.
class FanOut : public la::Accumulator {
 public:
  explicit FanOut(std::vector<la::Accumulator*> targets) : targets_(std::move(targets)) {}
  bool needsValues() const override { return true; }
  void addBlock(LocalIndex row, LocalIndex column, la::BlockShape shape, const double* block) override {
    for (auto* target : targets_) target->addBlock(row, column, shape, block);
  }
  void beginElements(const la::ElementTable& rows, const la::ElementTable& columns, la::BlockShape shape,
                     la::ElementSymmetry symmetry) override {
    for (auto* target : targets_) target->beginElements(rows, columns, shape, symmetry);
  }
  void addElements(LocalIndex first, int count, const la::Lane* matrix) override {
    for (auto* target : targets_) target->addElements(first, count, matrix);
  }

 private:
  std::vector<la::Accumulator*> targets_;
};

struct Target {
  const la::Contributions* to;
  double factor;
};

/// Contributions to several targets, during the evaluation of one contributor.
class Shared {
 public:
  Shared(std::vector<Target> targets, const std::string& contributor) : targets_(std::move(targets)) {
    for (const auto& target : targets_) target.to->setContributor(contributor);
  }
  la::Contributions contributions() {
    return la::Contributions([this](const la::State& row, const la::State& column, double) -> la::Accumulator& {
      auto& fan = fans_[{&row, &column}];
      if (fan) return *fan;
      std::vector<la::Accumulator*> accumulators;
      for (const auto& target : targets_) accumulators.push_back(&target.to->accumulator(row, column, target.factor));
      if (accumulators.size() == 1) return *accumulators.front();
      fan = std::make_unique<FanOut>(std::move(accumulators));
      return *fan;
    });
  }

 private:
  std::vector<Target> targets_;
  std::map<std::pair<const la::State*, const la::State*>, std::unique_ptr<FanOut>> fans_;
};

/// Calls work(contributor, contributions) once for each contributor of any of the lists, in their
/// order.
template <class Contributor, class Work>
void forEach(const std::vector<const std::vector<Term<Contributor>>*>& lists,
             const std::vector<const la::Contributions*>& targets, Work&& work) {
  std::vector<const Contributor*> done;
  for (const auto* list : lists)
    for (const auto& term : *list) {
      if (std::find(done.begin(), done.end(), term.contributor) != done.end()) continue;
      done.push_back(term.contributor);
      std::vector<Target> wanting;
      for (std::size_t p = 0; p < lists.size(); ++p)
        for (const auto& other : *lists[p])
          if (other.contributor == term.contributor) wanting.push_back({targets[p], other.factor});
      Shared shared(std::move(wanting), term.contributor->name());
      work(*term.contributor, shared.contributions());
    }
}

}  // namespace

void contributeToAll(const MechanicalSystem& mechanics, const std::vector<Terms>& terms,
                     const std::vector<const la::Contributions*>& targets) {
  std::vector<const std::vector<Term<force::ForceField>>*> stiffness, damping;
  std::vector<const std::vector<Term<mass::Mass>>*> mass;
  for (const auto& part : terms) {
    stiffness.push_back(&part.stiffness);
    damping.push_back(&part.damping);
    mass.push_back(&part.mass);
  }
  forEach(stiffness, targets, [&](const force::ForceField& force, const la::Contributions& to) {
    if (!mechanics.isMappedContributor(&force)) addStiffnessOf(force, mechanics, to, 1.0, true);
  });
  forEach(damping, targets, [&](const force::ForceField& force, const la::Contributions& to) {
    if (!mechanics.isMappedContributor(&force)) addDampingOf(force, mechanics, to, 1.0, true);
  });
  forEach(mass, targets, [&](const mass::Mass& inertia, const la::Contributions& to) {
    if (mechanics.mapped(&inertia) != nullptr) return;
    la::MassMatrix M = to.mass(1.0);
    inertia.addMass(M);
  });
  for (std::size_t p = 0; p < terms.size(); ++p)
    for (const auto& one : terms[p].mappedTerms(mechanics)) one.group->addTo(*targets[p], one.factor);
}

}  // namespace tenon::system
