#include "tenon/fem/kernels/PointwiseBlocks.hpp"

namespace tenon::fem {

template class PointwiseBlocks<2, 2>;
template class PointwiseBlocks<2, 3>;
template class PointwiseBlocks<3, 3>;

}  // namespace tenon::fem
