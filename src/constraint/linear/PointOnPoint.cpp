// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "PointOnPoint.hpp"

#include "constraint/nodesOf.hpp"
#include "fem/plane.hpp"
#include "tenon/base/runCollectively.hpp"

namespace tenon::constraint {

void PointOnPoint::declare(base::Parameters<Data>& p) {
  p.optional("name", &Data::name, "", "name in messages and results; default: derived from the two ends");
  fem::Pairing::declare(p);
  p.optional("offset", &Data::offset, "length", "displacement of the second nodes relative to the first ones");
  p.optional("history", &Data::history, "", "time factor of the offset, piecewise linear between the entries");
}

PointOnPoint::PointOnPoint(const Data& data, const fem::FindDomain& find)
    : LinearConstraint(nameOnPairs("point-on-point", data), find(data.first.object).state.block()) {
  const fem::Domain &first = find(data.first.object), &second = find(data.second.object);
  fem::requireInPlane(first, data.offset, name());
  const fem::NodeTuples pairs = data.find(find, name());
  for (LocalIndex i = 0; i < pairs.size(); ++i) {
    if (!pairs.isOwned(i)) continue;
    const LocalIndex a = pairs[i][0], b = pairs[i][1];
    for (int c = 0; c < block(); ++c) {
      const LocalIndex row = addRow(data.offset[c]);
      addTerm(row, second.state, second.state.layout().global(b), c, 1.0);
      addTerm(row, first.state, first.state.layout().global(a), c, -1.0);
      setSlave(row, first.state, a, c);
    }
    addCarrierNode(first.state, a);
  }
  const base::Communicator& comm = first.mesh.comm();
  const bool any = comm.any(numRows() > 0);
  base::runCollectively(comm, [&] {
    if (!any) throw base::InputError(fmt::format("The constraint '{}' contains no nodes.", name()));
  });
  setHistory(data.history);
  finish({&first.state, &second.state});
}

}  // namespace tenon::constraint
