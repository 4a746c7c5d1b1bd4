#include "tenon/fem/hyperelastic/Costa.hpp"

#include "tenon/fem/laws/DifferentiatedLaw.hpp"

namespace tenon::fem {

void Costa::declare(base::Parameters<Costa>& p) {
  using M = Costa;
  const std::string modulus = "force/length^2";
  p.required("a", &M::a, modulus, "coefficient a of the exponential").positive();
  p.required("bff", &M::bff, "", "exponent of strain along the fibres").positive();
  p.required("bss", &M::bss, "", "exponent of strain across the fibres, in the sheet").positive();
  p.required("bnn", &M::bnn, "", "exponent of strain normal to the sheet").positive();
  p.required("bfs", &M::bfs, "", "exponent of shear in the sheet").positive();
  p.required("bfn", &M::bfn, "", "exponent of shear between fibre and normal").positive();
  p.required("bsn", &M::bsn, "", "exponent of shear between sheet and normal").positive();
  p.required("bulk", &M::bulk, modulus, "bulk modulus kappa: some 1000 times the shear modulus for rubber and tissue")
      .positive();
  p.optional("fibre", &M::fibre, "", "direction of the fibres at rest; need not be of length 1");
  p.optional("sheet", &M::sheet, "", "a direction in the sheet at rest; what it has along the fibres is left out");
}

template class DifferentiatedLaw<Costa>;

}  // namespace tenon::fem
