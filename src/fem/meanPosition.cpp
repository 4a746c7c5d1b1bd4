// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#include "meanPosition.hpp"

#include "fem/search/Box.hpp"

namespace tenon::fem {

base::Vec3 meanPosition(const base::Communicator& comm, const std::vector<base::Vec3>& places) {
  Box mine;
  for (const base::Vec3& x : places) mine.include(x);
  const Box box = unitedBox(comm, mine);
  double sums[4] = {};
  for (const base::Vec3& x : places) {
    for (int i = 0; i < 3; ++i) sums[i] += x[i] - box.low[i];
    sums[3] += 1.0;
  }
  comm.sumInPlace<double>(sums);
  if (sums[3] == 0.0) return base::Vec3::Zero();
  return box.low + Eigen::Map<const base::Vec3>(sums) / sums[3];
}

}  // namespace tenon::fem
