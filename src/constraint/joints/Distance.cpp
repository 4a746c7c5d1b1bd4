// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "Distance.hpp"

#include "constraint/nodesOf.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::constraint {

void Distance::declare(base::Parameters<Data>& p) {
  p.optional("name", &Data::name, "", "name in messages and results; default: derived from the two ends");
  fem::Pairing::declare(p);
  p.optional("distance", &Data::distance, "length", "distance L of every pair; default: the distance in the mesh");
  p.optional("history", &Data::history, "", "time factor of the distance, piecewise linear between the entries");
}

Distance::Distance(const Data& data, const fem::FindDomain& find)
    : DifferentiatedConstraint(nameOnPairs("distance", data), {&find(data.first.object), &find(data.second.object)},
                               data.find(find, nameOnPairs("distance", data))),
      history_(data.history),
      factor_(data.history(0.0)) {
  bool vanishes = false;
  for (LocalIndex pair = 0; pair < tuples().size(); ++pair) {
    const std::vector<double> x = referencePositions(pair);
    const Eigen::Map<const Eigen::VectorXd> a(x.data(), dimension()), b(x.data() + dimension(), dimension());
    lengths_.push_back(data.distance.given.value_or((b - a).norm()));
    vanishes = vanishes || lengths_.back() == 0.0 || a == b;
  }
  const base::Communicator& comm = find(data.first.object).mesh.comm();
  base::runCollectively(comm, [&] {
    if (vanishes)
      throw base::InputError(
          fmt::format("{}: two nodes coincide, so the direction from one to the other is undefined; use point-on-point "
                      "to join them.",
                      name()));
  });
}

}  // namespace tenon::constraint
