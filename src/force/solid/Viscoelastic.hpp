// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <memory>
#include <vector>

#include "fem/laws/ViscoelasticLaw.hpp"
#include "tenon/base/Parameters.hpp"
#include "tenon/force/Solid.hpp"

namespace tenon::force {

/// Factory of a viscoelastic material: fem::ViscoelasticLaw of another material.
struct Viscoelastic {
  /// Parameters of a case.
  struct Data {
    base::CaseNode elastic;                  ///< elastic material
    std::vector<fem::RelaxationTerm> terms;  ///< Prony terms
  };
  /// Declares the parameters of a case.
  static void declare(base::Parameters<Data>& p);
  /// Creates the solid.
  /// @throws InputError if the material is for small strains or has internal variables
  /// @note Collective.
  static std::unique_ptr<Solid> make(const Data& data, const SolidOptions& options, const fem::Domain& domain);
};

}  // namespace tenon::force
