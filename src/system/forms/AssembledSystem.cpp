// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "tenon/system/forms/AssembledSystem.hpp"

#include "Terms.hpp"
#include "la/matrices/Projection.hpp"

namespace tenon::system {

SystemOptions AssembledSystem::Data::options() const {
  SystemOptions options = StoredSystemData::options();
  options.contents.first_order = first_order;
  return options;
}

void AssembledSystem::declare(base::Parameters<Data>& p) {
  Data::declareStored(p);
  p.optional("first_order", &Data::first_order, "",
             "true if K of second-order cells is approximated by first-order cells between their nodes, with a third "
             "of the entries; only for preconditioners");
}

AssembledSystem::AssembledSystem(const Data& data, const MechanicalSystem& mechanics)
    : AssembledSystem(mechanics, la::Insertion::blocked, data.options()) {}

AssembledSystem::AssembledSystem(const MechanicalSystem& mechanics, la::Insertion insertion,
                                 la::DirichletDiagonal held_diagonal)
    : AssembledSystem(mechanics, insertion, SystemOptions{{}, held_diagonal}) {}

AssembledSystem::AssembledSystem(const MechanicalSystem& mechanics, la::Insertion insertion,
                                 const SystemOptions& options)
    : LinearSystem(mechanics, options),
      insertion_(insertion),
      assembly_(std::make_unique<la::MatrixAssembly>(sharedLayout(), insertion, options.rules)),
      projected_(std::make_unique<la::ProjectedMatrix>()),
      recorded_(std::make_unique<Terms>()) {}

AssembledSystem::~AssembledSystem() = default;

Mat AssembledSystem::get() const {
  return projected_->matrix ? projected_->matrix.get() : matrix().get();
}

const la::BlockMatrix& AssembledSystem::matrix() const {
  return assembly_->matrix();
}

void AssembledSystem::record(const Factors& factors) {
  record(Terms::collect(mechanics(), factors, options().contents));
}

void AssembledSystem::record(const Terms& terms) {
  recorded_->merge(terms);
  recorded_->prepareMatrices(mechanics(), false);
  assembly_->record([&](const la::Contributions& to) { recorded_->contribute(mechanics(), to, false); });
  assembly_->constrain(constrainedFlags(), options().held_diagonal);
  is_recorded_ = true;
}

void AssembledSystem::assembleTerms(const Terms& terms, const Factors&) {
  if (!is_recorded_ || !terms.isSubsetOf(*recorded_)) record(terms);
  terms.prepareMatrices(mechanics(), true);
  assembly_->assemble([&](const la::Contributions& to) { terms.contribute(mechanics(), to, true); },
                      [&](const la::Contributions& to) { recorded_->contribute(mechanics(), to, false); });
  if (const la::Projection* P = obliqueProjection()) P->apply(matrix().get(), options().held_diagonal, *projected_);
}

}  // namespace tenon::system
