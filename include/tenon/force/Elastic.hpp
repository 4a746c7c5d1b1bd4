#pragma once
#include <memory>

#include "tenon/base/Parameters.hpp"
#include "tenon/force/SolidForce.hpp"

namespace tenon::force {

/// The internal force of a solid of the material that the case names (`tenon list material`).
///   f_a = - integral of sigma grad N_a dV,  sigma = C : (eps - alpha (T - T_0)) where a temperature is given
/// `elastic` of a case becomes the material's own solid, with all that it may do besides: damping, times, preparations.
struct Elastic {
  static constexpr bool acts_on_rings = true;

  struct Data {
    base::CaseNode material;
    std::string group;
    std::string plane = "strain";
    double thickness = 0;  ///< 0: that of the object
    fem::ScalarSource temperature{};
    double reference_temperature = 0;
    std::string formulation = "displacement";
  };
  static void declare(base::Parameters<Data>& p);
  static std::unique_ptr<Solid> make(const Data& data, const fem::Domain& domain);
};

}  // namespace tenon::force
