#include "tenon/fem/jacobians.hpp"

#include <fmt/format.h>

#include "tenon/base/collectively.hpp"
#include "tenon/fem/SolidKernel.hpp"

namespace tenon::fem {
namespace {

/// The smallest determinant over the points of each of `num_lanes` elements, relative to the sign of the first one in
/// plane problems; NaN stays NaN.
template <class Table>
Lane smallestDeterminant(const la::ElementTable& elements, LocalIndex first, const double* rest) {
  Lane x[Table::num_nodes][Table::dim], J[Table::dim][Table::dim], inverse[Table::dim][Table::dim];
  gather(elements, first, rest, x);
  Lane smallest{}, sign = base::allLanes(1.0);
  for (int q = 0; q < Table::num_points; ++q) {
    jacobianAt(Table::get(), q, x, J);
    Lane det = invert(J, inverse);
    if (q == 0) {
      if (Table::dim == 2) sign = det < 0.0 ? -sign : sign;
      smallest = sign * det;
    } else {
      det *= sign;
      smallest = det >= smallest ? smallest : det;
    }
  }
  return smallest;
}

template <int dim>
void checkPart(const RegionPart& part, const Domain& domain) {
  withCellType<dim>(part.type(), [&](auto cell) {
    using Table = ShapeTable<decltype(cell)::type, Purpose::stiffness>;
    for (LocalIndex first = 0; first < part.numCells(); first += base::num_lanes) {
      const Lane smallest = smallestDeterminant<Table>(part.table(), first, domain.state.rest().data());
      for (int lane = 0; lane < std::min(base::num_lanes, part.numCells() - first); ++lane) {
        if (smallest[lane] > 0.0) continue;
        throw base::InputError(fmt::format(
            "{}: element {} ({}) of {} is turned inside out, flat or not a number: its Jacobian is {:.3g}. Check the "
            "order of its nodes and their coordinates.",
            domain.mesh.file(), part.cells().tags[static_cast<std::size_t>(part.cell(first + lane))],
            mesh::info(part.type()).name, domain.object, smallest[lane]));
      }
    }
  });
}

}  // namespace

void requirePositiveJacobians(const Domain& domain) {
  base::collectively(domain.mesh.comm(), [&] {
    const Region region(domain, "", domain.dimension(), domain.object);
    for (const RegionPart& part : region.parts())
      domain.dimension() == 2 ? checkPart<2>(part, domain) : checkPart<3>(part, domain);
  });
}

}  // namespace tenon::fem
