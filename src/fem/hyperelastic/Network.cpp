// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Network.hpp"

#include "tenon/base/Error.hpp"
#include "tenon/fem/laws/DifferentiatedLaw.hpp"

namespace tenon::fem {

void Network::declare(base::Parameters<Network>& p) {
  using M = Network;
  const std::string modulus = "force/length^2";
  p.required("weights", &M::weights, modulus,
             "weights of the network: a block with `linear`, `layers` and `output`, or a JSON or YAML file with these "
             "keys");
  p.required("bulk", &M::bulk, modulus,
             "bulk modulus kappa: about 1000 times the shear modulus for rubber and soft tissue")
      .positive();
}

double Network::shearModulus() const {
  const InvariantNetwork::Value N = weights.evaluate(Lane{}, Lane{});
  return 2 * N.slope[0][0] + at_rest * N.slope[1][0];
}

void Network::check() const {
  if (!(shearModulus() > 0))
    throw base::InputError(
        "The initial shear modulus of the network is 0: at least one weight from an invariant to the output must be "
        "positive.");
}

Lane Network::energy(const Tensor<Lane>& H) const {
  const IsochoricInvariants<Lane> of(H);
  const Lane N = weights.evaluate(of.I1 - 3.0, of.I2 * sqrt(of.I2) - at_rest).value;
  return N - weights.evaluate(Lane{}, Lane{}).value + volumetricEnergy(bulk, of.J);
}

template class DifferentiatedLaw<Network>;

}  // namespace tenon::fem
