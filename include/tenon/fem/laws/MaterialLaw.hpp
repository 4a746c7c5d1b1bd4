// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include "tenon/base/Index.hpp"
#include "tenon/fem/laws/Tangent.hpp"

namespace tenon::fem {

/// Orthonormal directions of a material at a point.
struct Fibres {
  Lane fibre[3];  ///< direction along the fibres
  Lane sheet[3];  ///< direction across the fibres, in their sheet
};

/// Quadrature points of `num_lanes` elements, at which a material model is evaluated
/// simultaneously.
struct LawPoints {
  int count = 0;                    ///< number of points of each element
  const Tensor<Lane>* H = nullptr;  ///< displacement gradients, [count]
  const Fibres* fibres = nullptr;   ///< material directions, [count]; null if there are none
  const Lane* measure = nullptr;    ///< volumes of the points, up to a common factor, for a CoupledLaw, [count]
  const Lane* internal = nullptr;   ///< internal variables at the beginning of the step, [count x numInternal()]
  double dt = 0;                    ///< time since the beginning of the step [time]
  base::LocalIndex cell = 0;        ///< number of the cell of the first lane among the cells of the solid
  bool is_one_cell = false;         ///< true if all lanes are points of that cell instead of adjacent cells

  /// Returns the same points with other displacement gradients.
  /// @param others  [count] displacement gradients, to which the result refers
  LawPoints withGradients(const Tensor<Lane>* others) const {
    LawPoints result = *this;
    result.H = others;
    return result;
  }
};

class CoupledLaw;

/// Interface between element kernels and materials whose tangent depends on the displacement. Many
/// points are evaluated in one call, so that kernels are compiled once for all materials, and each
/// material once for all cell types.
///   P = first Piola-Kirchhoff stress,  C = dP/dH,  W = energy per reference volume,  P = dW/dH
///
/// A material may have internal variables z, which are initially 0. Then P(H, z_n, dt) is the
/// stress at the end of a step of length dt that begins with z_n, C = dP/dH at fixed z_n is the
/// consistent tangent, and z_{n+1} = evolve(H, z_n, dt). W is the recoverable energy. With dt = 0
/// and z_{n+1} instead of z_n the stress P is unchanged. Stresses, tangents and energies have the
/// unit [force/length²].
/// @see Simo and Taylor, Computer Methods in Applied Mechanics and Engineering 48, 1985 (consistent
///   tangent); ADR 16 and ADR 17
/// @note None of the functions is collective.
class MaterialLaw {
 public:
  virtual ~MaterialLaw() = default;

  /// Largest number of points for each element in one call.
  static constexpr int max_points = 27;

  /// Computes the first Piola-Kirchhoff stresses.
  /// @param at  points
  /// @param P  [count] result
  virtual void stress(const LawPoints& at, Tensor<Lane>* P) const = 0;
  /// Computes the stress increments dP = C : dH.
  /// @param at  points
  /// @param dH  [count] increments of the displacement gradients
  /// @param dP  [count] result
  virtual void stressChange(const LawPoints& at, const Tensor<Lane>* dH, Tensor<Lane>* dP) const = 0;
  /// Computes the tangents C = dP/dH.
  /// @param at  points
  /// @param C  [count] result
  virtual void tangent(const LawPoints& at, Tangent<Lane, 3>* C) const = 0;
  /// Returns true if dyads() provides the tangent.
  virtual bool hasDyads() const { return false; }
  /// Computes the tangents as dyads.
  /// @param at  points
  /// @param C  [count] result
  /// @throws InternalError if hasDyads() is false.
  virtual void dyads(const LawPoints& at, TangentDyads<Lane>* C) const;
  /// Returns true if dyadFactors() provides the factors of dyads() and G is F^-T. Kernels then do
  /// not need H.
  virtual bool hasDyadFactors() const { return false; }
  /// Computes the factors of the dyads.
  /// @param count  number of points
  /// @param J  [count] volume ratios det F
  /// @param factors  [count] result
  /// @throws InternalError if hasDyadFactors() is false.
  virtual void dyadFactors(int count, const Lane* J, DyadFactors<Lane>* factors) const;
  /// Computes the recoverable energies W per reference volume; 0 if the material has none.
  /// @param at  points
  /// @param W  [count] result
  virtual void energy(const LawPoints& at, Lane* W) const = 0;
  /// Returns the number of internal variables of a point.
  virtual int numInternal() const { return 0; }
  /// Computes the internal variables z_{n+1} at the end of the step, [count x numInternal()].
  /// Default: no operation, for materials without internal variables.
  virtual void evolve(const LawPoints& /*at*/, Lane* /*next*/) const {}
  /// Returns the index of the equivalent plastic strain among the internal variables; negative if
  /// there is none.
  virtual int plasticStrainIndex() const { return -1; }

  /// Computes H including the components that the model itself determines, such as the transverse
  /// strain in plane stress. Default: a copy of `at.H`.
  /// @param at  points
  /// @param H  [count] result
  virtual void completeGradients(const LawPoints& at, Tensor<Lane>* H) const;

  /// Returns true if the model provides the energy W.
  virtual bool hasEnergy() const = 0;
  /// Returns true if the tangent has major symmetry, C_ijkl = C_klij.
  virtual bool isSymmetric() const = 0;
  /// Returns true if the stress P is linear in the displacement gradient H.
  virtual bool isLinear() const = 0;
  /// Returns true if P is the stress of small-strain theory, which does not distinguish P from the
  /// Cauchy stress.
  virtual bool isAtSmallStrain() const { return isLinear(); }
  /// Returns true if the stress depends on the length of the step.
  virtual bool dependsOnRate() const { return false; }
  /// Returns true if P is defined for inverted elements, det F <= 0.
  virtual bool allowsInversion() const = 0;

  /// Returns true if the model reads LawPoints::cell.
  virtual bool dependsOnCell() const { return false; }

  /// Returns this model as a CoupledLaw if the stress at a point depends on the other points of the
  /// element; null otherwise.
  virtual const CoupledLaw* coupled() const { return nullptr; }
};

/// Coupling of the points of an element. With m = sum of v_q M_q : dF_q over the points with
/// volumes v_q, the virtual work of dP for a variation of F is
///   sum of v_q delta F_q : (C_q : dF_q + B_q m) + delta m (sum of v_q D_q : dF_q + N m)
struct PointCoupling {
  Tensor<Lane> B[MaterialLaw::max_points],  ///< tensors B_q of the virtual work, [points]
      D[MaterialLaw::max_points],           ///< tensors D_q of the virtual work, [points]
      M[MaterialLaw::max_points];           ///< tensors M_q of the virtual work, [points]
  /// Scalar N of the virtual work.
  Lane N;
};

/// Material model of an element as a whole. All points of the element are evaluated in one call.
/// @see ADR 18
class CoupledLaw : public MaterialLaw {
 public:
  const CoupledLaw* coupled() const final { return this; }
  /// Returns the model of a single point. It must be evaluated at the displacement gradients that
  /// completeGradients() returns.
  virtual const MaterialLaw& pointLaw() const = 0;

  /// Computes the tangents and the coupling of the points.
  /// @param at  points of one element for each lane
  /// @param C  [count] tangents at fixed m
  /// @param coupling  coupling of the points
  virtual void tangent(const LawPoints& at, Tangent<Lane, 3>* C, PointCoupling& coupling) const = 0;
  /// Computes the tangents C without the coupling of the points.
  void tangent(const LawPoints& at, Tangent<Lane, 3>* C) const final;
};

}  // namespace tenon::fem
