#pragma once
#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Side.hpp"
#include "tenon/mapping/NodalWeights.hpp"

namespace tenon::mapping {

/// A mesh embedded in another object: each of its nodes moves with the cell that holds it at rest,
///   u_s = sum_a N_a(xi_s) u_a,   J_sa = N_a(xi_s) 1,
/// the barycentric mapping, for cells of any type and order. Whatever acts on the child, its own elasticity included,
/// is felt by the parent: fibres in a matrix, a skin that carries loads, points at which something is attached.
/// Nodes outside follow the nearest cell, whose shape functions are continued, which keeps affine motions exact; those
/// farther away than `farthest` cell sizes follow the nearest node.
class Embedded : public NodalWeights {
 public:
  static constexpr double farthest = 2.0;
  struct Data {
    std::string parent;
    double tolerance = 1e-6;
    std::string outside = "error";
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError where nodes lie outside of the parent by more than `tolerance` times its size, that is,
  /// in reference coordinates of the nearest cell, unless they may.
  Embedded(const Data& data, const fem::Domain& child, const fem::FindDomain& find);
};

}  // namespace tenon::mapping
