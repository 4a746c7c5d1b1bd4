#pragma once
#include <cmath>

#include "tenon/base/Lane.hpp"

// Functions of every lane. exp() and log() are those of the C library for vectors where it has them: within 4 units in
// the last place, in a fifth of the time.
namespace tenon::fem {

using base::Lane;
using std::exp;
using std::log;
using std::sqrt;

template <class Function>
Lane laneByLane(const Lane& x, Function&& function) {
  Lane y;
  for (int lane = 0; lane < base::num_lanes; ++lane) y[lane] = function(x[lane]);
  return y;
}
inline Lane sqrt(const Lane& x) {
  return laneByLane(x, [](double v) { return std::sqrt(v); });
}
Lane exp(const Lane& x);
Lane log(const Lane& x);

}  // namespace tenon::fem
