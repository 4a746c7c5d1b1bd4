#pragma once
#include "tenon/base/Index.hpp"
#include "tenon/fem/laws/Tangent.hpp"

namespace tenon::fem {

/// Directions of a material at a point, orthonormal.
struct Fibres {
  Lane fibre[3];  ///< along the fibres
  Lane sheet[3];  ///< across them, in their sheet
};

/// Points of eight elements side by side.
struct LawPoints {
  int count = 0;
  const Tensor<Lane>* H = nullptr;  ///< [count] displacement gradients
  const Fibres* fibres = nullptr;   ///< [count]; null where the material has no directions
  const Lane* measure = nullptr;    ///< [count] volumes, for a CoupledLaw; all may have one factor
  const Lane* internal = nullptr;   ///< [count x numInternal()] internal variables where the step began
  double dt = 0;                    ///< time since then
  base::LocalIndex cell = 0;        ///< of the first lane, among those of the solid
  bool is_one_cell = false;         ///< the lanes are points of that cell, not of cells side by side

  /// The same points at other gradients.
  LawPoints withGradients(const Tensor<Lane>* others) const {
    LawPoints result = *this;
    result.H = others;
    return result;
  }
};

class CoupledLaw;

/// What element kernels ask of a material whose tangent depends on the motion, for many points in one call: kernels are
/// compiled once for all materials, and a material once for all cell types.
///   P = first Piola-Kirchhoff stress,  C = dP/dH,  W = energy per volume at rest,  P = dW/dH
///
/// A material may have internal variables z, which are 0 at rest: P(H, z_n, dt) at the end of a step of length dt that
/// began with z_n, C = dP/dH at fixed z_n (the consistent tangent), and z_{n+1} = evolve(H, z_n, dt). W is then what
/// can be got back. With dt = 0 and z_{n+1} for z_n, P is the same again.
class MaterialLaw {
 public:
  virtual ~MaterialLaw() = default;

  /// The largest number of points that kernels ask for at once.
  static constexpr int max_points = 27;

  virtual void stress(const LawPoints& at, Tensor<Lane>* P) const = 0;
  /// dP = C : dH.
  virtual void stressChange(const LawPoints& at, const Tensor<Lane>* dH, Tensor<Lane>* dP) const = 0;
  virtual void tangent(const LawPoints& at, Tangent<Lane, 3>* C) const = 0;
  /// Whether dyads() gives the same.
  virtual bool hasDyads() const { return false; }
  /// InternalError where there are none.
  virtual void dyads(const LawPoints& at, TangentDyads<Lane>* C) const;
  /// True if dyadFactors() gives the factors of dyads(), G being F^-T: kernels then need no H.
  virtual bool hasDyadFactors() const { return false; }
  /// Gives the factors of the dyads at `count` points with volume ratios `J` = det F. @throws InternalError if there
  /// are none.
  virtual void dyadFactors(int count, const Lane* J, DyadFactors<Lane>* factors) const;
  virtual void energy(const LawPoints& at, Lane* W) const = 0;
  /// How many internal variables a point has.
  virtual int numInternal() const { return 0; }
  /// z_{n+1}, [count x numInternal()].
  virtual void evolve(const LawPoints& /*at*/, Lane* /*next*/) const {}
  /// Which of them is the equivalent plastic strain; below 0: none.
  virtual int plasticStrain() const { return -1; }

  /// H with what the law itself decides of it, such as the strain across a sheet without stress.
  virtual void complete(const LawPoints& at, Tensor<Lane>* H) const;

  /// False where nobody wrote W.
  virtual bool knowsEnergy() const = 0;
  /// Whether C_ijkl = C_klij.
  virtual bool isSymmetric() const = 0;
  virtual bool isLinear() const = 0;
  /// Whether P is the stress of everyday life, not distinguished from Cauchy's.
  virtual bool isAtSmallStrain() const { return isLinear(); }
  /// Whether the stress depends on how long a step takes.
  virtual bool dependsOnRate() const { return false; }
  /// Whether P is defined where an element is turned inside out, det F <= 0.
  virtual bool allowsInversion() const = 0;

  /// Whether it reads LawPoints::cell.
  virtual bool dependsOnCell() const { return false; }

  /// Itself, where stresses at a point depend on the other points of the element.
  virtual const CoupledLaw* coupled() const { return nullptr; }
};

/// What ties the points of an element together: with m = sum of v_q M_q : dF_q over its points, whose volumes are v,
///   work of dP on a change of F = sum of v_q delta F_q : (C_q : dF_q + B_q m) + delta m (sum of v_q D_q : dF_q + N m)
struct PointCoupling {
  Tensor<Lane> B[MaterialLaw::max_points], D[MaterialLaw::max_points], M[MaterialLaw::max_points];
  Lane N;
};

/// A law of an element as a whole: it is asked for all points of the element at once.
class CoupledLaw : public MaterialLaw {
 public:
  const CoupledLaw* coupled() const final { return this; }
  /// The law that holds at each point, at the H of complete().
  virtual const MaterialLaw& ofOnePoint() const = 0;

  virtual void tangent(const LawPoints& at, Tangent<Lane, 3>* C, PointCoupling& coupling) const = 0;
  /// C alone, without what couples the points.
  void tangent(const LawPoints& at, Tangent<Lane, 3>* C) const final;
};

}  // namespace tenon::fem
