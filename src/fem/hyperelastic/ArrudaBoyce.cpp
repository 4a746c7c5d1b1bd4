#include "tenon/fem/hyperelastic/ArrudaBoyce.hpp"

#include "tenon/fem/laws/DifferentiatedLaw.hpp"

namespace tenon::fem {

void ArrudaBoyce::declare(base::Parameters<ArrudaBoyce>& p) {
  using M = ArrudaBoyce;
  const std::string modulus = "force/length^2";
  p.required("mu", &M::mu, modulus, "modulus mu, near the shear modulus at rest").positive();
  p.required("locking", &M::locking, "", "stretch at which the chains are straight").between(1, 1e6);
  p.required("bulk", &M::bulk, modulus, "bulk modulus kappa: some 1000 times the shear modulus for rubber and tissue")
      .positive();
}

template class DifferentiatedLaw<ArrudaBoyce>;

}  // namespace tenon::fem
