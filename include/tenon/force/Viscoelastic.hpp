#pragma once
#include <memory>
#include <vector>

#include "tenon/base/Parameters.hpp"
#include "tenon/fem/laws/ViscoelasticLaw.hpp"
#include "tenon/force/Solid.hpp"

namespace tenon::force {

/// A material of a case that relaxes: fem::ViscoelasticLaw of another one.
struct Viscoelastic {
  struct Data {
    base::CaseNode elastic;
    std::vector<fem::RelaxationTerm> terms;
  };
  static void declare(base::Parameters<Data>& p);
  /// InputError where the material is one of small strain, or has internal variables itself.
  static std::unique_ptr<Solid> make(const Data& data, const SolidOptions& options, const fem::Domain& domain);
};

}  // namespace tenon::force
