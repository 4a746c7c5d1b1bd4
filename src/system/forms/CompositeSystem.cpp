// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/system/forms/CompositeSystem.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "Terms.hpp"
#include "la/matrices/Projection.hpp"
#include "tenon/base/suggest.hpp"

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

/// Adds terms[p] to targets[p] for all p in one pass. Each contributor is evaluated once, and its
/// values are added to every matrix in whose terms the contributor occurs, with its factor there.
/// @note Collective if a force does not implement its derivative.
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

/// Returns the default part K, B or M.
PartData partNamed(const base::CaseNode& node) {
  const std::vector<PartData> own = CompositeSystem::Data{}.parts;
  std::vector<std::string> names;
  for (const auto& part : own) {
    if (part.name == node.text()) return part;
    names.push_back(part.name);
  }
  node.fail(
      fmt::format("a composite system has no predefined part '{}'{} Parts can also be defined by factors, as {{name: "
                  "{}, mass: 1}}.",
                  node.text(), base::suggestionFor(node.text(), names), node.text()));
}

std::vector<CompositeSystem::MatrixPart> partsOf(const std::vector<PartData>& listed) {
  std::vector<CompositeSystem::MatrixPart> parts;
  for (const auto& part : listed)
    parts.push_back(
        {part.name, {part.mass, part.damping, part.stiffness}, {true, true, true, part.projective_conditions}});
  return parts;
}

}  // namespace

/// Assembly of one matrix.
struct CompositeSystem::Assembly {
  std::unique_ptr<la::MatrixAssembly> matrix;
  std::optional<Terms> recorded;
  la::ProjectedMatrix projected;  // used if there are oblique directions
};

void PartData::declare(base::Parameters<PartData>& p) {
  p.required("name", &PartData::name, "", "name of the part");
  p.optional("mass", &PartData::mass, "", "factor m of the mass matrix M in m M + b B + k K");
  p.optional("damping", &PartData::damping, "", "factor b of the damping matrix B in m M + b B + k K");
  p.optional("stiffness", &PartData::stiffness, "", "factor k of the stiffness matrix K in m M + b B + k K");
  p.optional("projective_conditions", &PartData::projective_conditions, "",
             "true if constrained degrees of freedom are eliminated");
}

void readValue(const base::CaseNode& node, std::vector<PartData>& parts) {
  base::Parameters<PartData> table;
  PartData::declare(table);
  parts.clear();
  for (const base::CaseNode& item : node.items())
    parts.push_back(item.isMap() ? table.read(item, {}) : partNamed(item));
}

std::string printValue(const std::vector<PartData>& parts) {
  std::string names;
  for (const auto& part : parts) names += (names.empty() ? "[" : ", ") + part.name;
  return names.empty() ? "[]" : names + "]";
}

void CompositeSystem::declare(base::Parameters<Data>& p) {
  Data::declareStored(p);
  p.optional("parts", &Data::parts, "",
             "matrices in addition to A: K = df/dx, B = df/dv with Rayleigh damping, M, or combinations m M + b B + k "
             "K with any name");
}

CompositeSystem::CompositeSystem(const Data& data, const MechanicalSystem& mechanics)
    : CompositeSystem(mechanics, partsOf(data.parts), data.options()) {}

CompositeSystem::CompositeSystem(const MechanicalSystem& mechanics, std::vector<MatrixPart> parts,
                                 const SystemOptions& options)
    : LinearSystem(mechanics, options), parts_(std::move(parts)) {
  parts_.insert(parts_.begin(), {"A", {}, options.contents});
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    requireFinite(parts_[p].factors);
    for (std::size_t q = 0; q < p; ++q)
      if (parts_[p].name == parts_[q].name)
        throw base::InputError(
            fmt::format("Two parts of a composite system have the name '{}': rename one of them.", parts_[p].name));
    assemblies_.push_back(
        {std::make_unique<la::MatrixAssembly>(sharedLayout(), la::Insertion::slots, options.rules), std::nullopt, {}});
  }
}

CompositeSystem::~CompositeSystem() = default;

std::vector<std::string> CompositeSystem::parts() const {
  std::vector<std::string> names;
  for (const auto& part : parts_) names.push_back(part.name);
  return names;
}

Mat CompositeSystem::part(const std::string& name) const {
  for (std::size_t p = 0; p < parts_.size(); ++p)
    if (parts_[p].name == name)
      return assemblies_[p].projected.matrix ? assemblies_[p].projected.matrix.get()
                                             : assemblies_[p].matrix->matrix().get();
  throw base::InputError(
      fmt::format("The composite system has no part '{}'{}", name, base::suggestionFor(name, parts())));
}

void CompositeSystem::invalidateGhosts() {
  for (Assembly& assembly : assemblies_) assembly.recorded.reset();
}

void CompositeSystem::record(std::size_t part, const Terms& terms) {
  std::optional<Terms>& recorded = assemblies_[part].recorded;
  if (!recorded) recorded.emplace();
  recorded->merge(terms);
  recorded->prepareMatrices(mechanics(), false);
  la::MatrixAssembly& assembly = *assemblies_[part].matrix;
  // a recorded part with the same contributors and hence the same pattern
  const auto like = std::find_if(assemblies_.begin(), assemblies_.end(), [&](const Assembly& other) {
    return &other != &assemblies_[part] && other.recorded && other.recorded->isSubsetOf(*recorded) &&
           recorded->isSubsetOf(*other.recorded);
  });
  if (like != assemblies_.end())
    assembly.copyPattern(*like->matrix);
  else
    assembly.record([&](const la::Contributions& to) { recorded->contribute(mechanics(), to, false); });
  const bool holds = parts_[part].contents.projective_conditions;
  assembly.constrain(holds ? gsl::span<const char>(constrainedFlags()) : gsl::span<const char>(),
                     options().held_diagonal);
}

void CompositeSystem::assembleTerms(const Terms& terms, const Factors& factors) {
  parts_.front().factors = factors;
  std::vector<Terms> of_parts;
  for (std::size_t p = 0; p < parts_.size(); ++p) {
    of_parts.push_back(p == 0 ? terms : Terms::collect(mechanics(), parts_[p].factors, parts_[p].contents));
    if (!assemblies_[p].recorded || !of_parts[p].isSubsetOf(*assemblies_[p].recorded)) record(p, of_parts[p]);
  }
  for (const auto& part : of_parts) part.prepareMatrices(mechanics(), true);
  // If the pattern of a part changes, the contributors are evaluated once more, and the enclosing
  // parts receive their values twice: repeat.
  do {
    num_runs_ = 0;
    std::vector<const la::Contributions*> targets;
    assembleFrom(0, targets, of_parts);
  } while (num_runs_ > 1);
  for (std::size_t p = 0; p < parts_.size(); ++p)
    if (mechanics().projection().hasObliqueDirections() && parts_[p].contents.projective_conditions)
      mechanics().projection().apply(assemblies_[p].matrix->matrix().get(), options().held_diagonal,
                                     assemblies_[p].projected);
}

// Nests the assemblies, so that all of them are open during the evaluation of the contributors.
void CompositeSystem::assembleFrom(std::size_t part, std::vector<const la::Contributions*>& targets,
                                   const std::vector<Terms>& terms) {
  if (part == parts_.size()) {
    ++num_runs_;
    return contributeToAll(mechanics(), terms, targets);
  }
  const auto fill = [&](const la::Contributions& to) {
    targets.push_back(&to);
    assembleFrom(part + 1, targets, terms);
    targets.pop_back();
  };
  assemblies_[part].matrix->assemble(
      fill, [&](const la::Contributions& to) { assemblies_[part].recorded->contribute(mechanics(), to, false); });
}

}  // namespace tenon::system
