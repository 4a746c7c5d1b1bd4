#pragma once
#include <array>

#include "tenon/base/Parameters.hpp"
#include "tenon/fem/Side.hpp"
#include "tenon/mapping/TupleMapping.hpp"
#include "tenon/mesh/CellType.hpp"

namespace tenon::mapping {

/// The volume that a closed surface holds, one scalar: V - V_0,
///   V = 1/3 integral of x . n dA = 1/3 integral of x . (x_xi x x_eta),   J_a = integral of N_a n dA,
/// and the geometric stiffness f d2V/dx2, face by face: exact, of faces of any type and order. Faces of solids look
/// outwards, those of a surface by itself as their nodes say.
///
/// The row lies on the rank that has most of the faces, which evaluates all of them and knows their nodes as ghosts:
/// memory there grows with the surface. A stiffness on this scalar is dense between the nodes of the surface where it
/// is assembled: cases tie it by a multiplier instead. Source: SOFA's VolumeMapping.
class Volume : public TupleMapping {
 public:
  struct Data {
    std::string parent, group;
  };
  static void declare(base::Parameters<Data>& p);

  /// Collective. InputError where the surface is not closed, and in the plane.
  Volume(const Data& data, const fem::FindDomain& find);
  ~Volume() override;

  int block() const override { return 1; }
  std::vector<double> rest() const override;
  void addGeometricStiffness(gsl::span<const double> child_force, GeometricStiffness& K) const override;

 private:
  struct Surface;
  Volume(const Data& data, const fem::FindDomain& find, std::unique_ptr<Surface> surface);

  void evaluate(LocalIndex i, double* displacement) const override;
  void differentiate(LocalIndex i, double* J) const override;
  void accelerate(LocalIndex i, double* a) const override;

  std::unique_ptr<Surface> surface_;
};

}  // namespace tenon::mapping
