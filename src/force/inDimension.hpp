#pragma once
#include <type_traits>

namespace tenon::force {

/// Calls work(std::integral_constant<int, dim>) for the 2 or 3 unknowns per node of a state, which the compiler then
/// knows.
template <class Work>
void inDimension(int dim, Work&& work) {
  if (dim == 2)
    work(std::integral_constant<int, 2>{});
  else
    work(std::integral_constant<int, 3>{});
}

}  // namespace tenon::force
