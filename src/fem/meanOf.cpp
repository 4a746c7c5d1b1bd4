#include "tenon/fem/meanOf.hpp"

#include "tenon/fem/search/Box.hpp"

namespace tenon::fem {

base::Vec3 meanOf(const base::Communicator& comm, const std::vector<base::Vec3>& places) {
  Box box;
  for (const base::Vec3& x : places) box.include(x);
  for (double& low : box.low) low = comm.min(low);
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
