#include "tenon/fem/SaintVenantKirchhoff.hpp"

namespace tenon::fem {

void SaintVenantKirchhoff::declare(base::Parameters<SaintVenantKirchhoff>& parameters) {
  parameters.required("young", &SaintVenantKirchhoff::young, "force/length^2", "Young's modulus").positive();
  parameters.required("poisson", &SaintVenantKirchhoff::poisson, "", "Poisson's ratio").between(-1, 0.5);
}

}  // namespace tenon::fem
