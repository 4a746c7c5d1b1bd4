// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "tenon/base/Index.hpp"
#include "tenon/fem/laws/Tangent.hpp"

namespace tenon::base {
class CaseNode;
}

namespace tenon::fem {

/// Orthonormal fibre and sheet directions of a material at one point in each lane.
struct Fibres {
  Lane fibre[3];  ///< direction along the fibres
  Lane sheet[3];  ///< direction across the fibres within the sheet
};

/// Data at the quadrature points of `num_lanes` elements, for which a material model is evaluated
/// simultaneously.
struct LawPoints {
  int count = 0;                    ///< number of points per element
  const Tensor<Lane>* H = nullptr;  ///< displacement gradients, [count]
  const Fibres* fibres = nullptr;   ///< material directions, [count]; null if there are none
  const Lane* measure = nullptr;    ///< volumes of the points up to a common factor, used by CoupledLaw, [count]
  const Lane* internal = nullptr;   ///< internal variables at the beginning of the step, [count x numInternal()]
  double dt = 0;                    ///< time since the beginning of the step [time]
  base::LocalIndex cell = 0;        ///< index of the first lane's cell among the cells of the solid
  /// True if all lanes contain points of `cell`; false if lane l contains points of cell
  /// `cell` + l.
  bool is_one_cell = false;

  /// Returns a copy of the points with different displacement gradients.
  /// @param others  [count] displacement gradients, which must outlive the result
  LawPoints withGradients(const Tensor<Lane>* others) const {
    LawPoints result = *this;
    result.H = others;
    return result;
  }
};

class CoupledLaw;

/// Interface between element kernels and materials whose tangent depends on the displacement. One
/// call evaluates many points, so that kernels are compiled once for all materials, and each
/// material is compiled once for all cell types.
///   P = first Piola-Kirchhoff stress,  C = dP/dH,  W = energy per reference volume,  P = dW/dH
///
/// A material may have internal variables z, which are initially 0. P(H, z_n, dt) is then the
/// stress at the end of a step of size dt that begins with z_n. The consistent tangent is C = dP/dH
/// at fixed z_n, the internal variables are updated by z_{n+1} = evolve(H, z_n, dt), and W is the
/// recoverable energy. Evaluating P with z_{n+1} and dt = 0 must give the same stress. Stresses,
/// tangents and energies have the unit [force/length²].
/// @see Simo and Taylor, Computer Methods in Applied Mechanics and Engineering 48, 1985 (consistent
///   tangent); ADR 16 and ADR 17
/// @note None of the functions is collective.
class MaterialLaw {
 public:
  virtual ~MaterialLaw() = default;

  /// Maximum number of points per element in one call.
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
  /// Returns true if dyads() is implemented.
  virtual bool hasDyads() const { return false; }
  /// Computes the tangents in the form of TangentDyads.
  /// @param at  points
  /// @param C  [count] result
  /// @throws InternalError if hasDyads() is false
  virtual void dyads(const LawPoints& at, TangentDyads<Lane>* C) const;
  /// Returns true if dyadFactors() is implemented. In this case, the tensor G of the dyads is
  /// F^-T and their factors depend only on J = det F, so that kernels need not compute H.
  virtual bool hasDyadFactors() const { return false; }
  /// Computes the factors of the dyads from the volume ratios.
  /// @param count  number of points
  /// @param J  [count] volume ratios det F
  /// @param factors  [count] result
  /// @throws InternalError if hasDyadFactors() is false
  virtual void dyadFactors(int count, const Lane* J, DyadFactors<Lane>* factors) const;
  /// Computes the recoverable energies W per reference volume; 0 if the material has no energy.
  /// @param at  points
  /// @param W  [count] result
  virtual void energy(const LawPoints& at, Lane* W) const = 0;
  /// Returns the number of internal variables per point.
  virtual int numInternal() const { return 0; }
  /// Computes the internal variables z_{n+1} at the end of the step, [count x numInternal()]. The
  /// default implementation, for materials without internal variables, does nothing.
  virtual void evolve(const LawPoints& /*at*/, Lane* /*next*/) const {}
  /// Returns the index of the equivalent plastic strain among the internal variables; negative if
  /// there is none.
  virtual int plasticStrainIndex() const { return -1; }

  /// Computes the complete displacement gradients, including components that the model determines,
  /// such as the transverse strain in plane stress. Default: a copy of `at.H`.
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
  /// Returns true if the stress depends on the step size.
  virtual bool dependsOnRate() const { return false; }
  /// Returns true if P is defined for inverted elements, det F <= 0.
  virtual bool allowsInversion() const = 0;

  /// Returns true if the model depends on the cell (LawPoints::cell), for example through its
  /// constants.
  virtual bool dependsOnCell() const { return false; }

  /// Returns this model as a CoupledLaw if the stress at a point depends on the other points of the
  /// element; null otherwise.
  virtual const CoupledLaw* coupled() const { return nullptr; }
};

/// Terms of the tangent that couple the points of an element. With m = sum of v_q M_q : dF_q over
/// the points with volumes v_q, the virtual work of dP on a variation of F is
///   sum of v_q delta F_q : (C_q : dF_q + B_q m) + delta m (sum of v_q D_q : dF_q + N m)
struct PointCoupling {
  Tensor<Lane> B[MaterialLaw::max_points],  ///< tensors B_q in the virtual work, [points]
      D[MaterialLaw::max_points],           ///< tensors D_q in the virtual work, [points]
      M[MaterialLaw::max_points];           ///< tensors M_q in the definition of m, [points]
  /// Scalar N in the virtual work.
  Lane N;
};

/// Material model that couples the points of an element, such as mean dilatation. All points of the
/// element must be evaluated in one call.
/// @see ADR 18
class CoupledLaw : public MaterialLaw {
 public:
  const CoupledLaw* coupled() const final { return this; }
  /// Returns the model for a single point. This model must be evaluated at the displacement
  /// gradients from completeGradients().
  virtual const MaterialLaw& pointLaw() const = 0;

  /// Computes the tangents at fixed m and the terms that couple the points.
  /// @param at  points, with one element in each lane
  /// @param C  [count] tangents at fixed m
  /// @param coupling  terms that couple the points
  virtual void tangent(const LawPoints& at, Tangent<Lane, 3>* C, PointCoupling& coupling) const = 0;
  /// Computes the tangents C, excluding the terms that couple the points.
  void tangent(const LawPoints& at, Tangent<Lane, 3>* C) const final;
};

/// Term of a Prony series.
struct RelaxationTerm {
  double share = 0;  ///< fraction g > 0 of the instantaneous deviatoric stress
  double time = 0;   ///< relaxation time tau > 0 [time]
};

/// Reads the terms of a Prony series from a list of pairs [g, tau] in a case file.
/// @throws InputError if the list is empty, an entry is not a pair of positive numbers, or the sum
///   of all g is not less than 1; the message gives the line of the case file
void readValue(const base::CaseNode& node, std::vector<RelaxationTerm>& terms);
/// Returns the number of terms of a Prony series as a string such as "2 terms", for help texts and
/// messages.
std::string printValue(const std::vector<RelaxationTerm>& terms);
/// Returns the type name of the terms of a Prony series, for help texts.
inline const char* typeName(const std::vector<RelaxationTerm>*) {
  return "list of [g, tau]";
}

// Compile-time properties of a material struct. See DifferentiatedLaw.
namespace detail {

template <class Material, class = void>
inline constexpr bool has_lame = false;
template <class Material>
inline constexpr bool has_lame<
    Material, std::void_t<decltype(std::declval<Material>().lambda()), decltype(std::declval<Material>().mu())>> = true;

template <class Material, class = void>
inline constexpr bool is_symmetric = true;
template <class Material>
inline constexpr bool is_symmetric<Material, std::void_t<decltype(Material::is_symmetric)>> = Material::is_symmetric;

template <class Material, class = void>
inline constexpr bool has_fibres = false;
template <class Material>
inline constexpr bool has_fibres<Material, std::void_t<decltype(Material::has_fibres)>> = Material::has_fibres;

template <class Material, class = void>
inline constexpr bool allows_inversion = false;
template <class Material>
inline constexpr bool allows_inversion<Material, std::void_t<decltype(Material::allows_inversion)>> =
    Material::allows_inversion;

template <class Material, class = void>
inline constexpr bool has_check = false;
template <class Material>
inline constexpr bool has_check<Material, std::void_t<decltype(std::declval<const Material&>().check())>> = true;

template <class Material, class = void>
inline constexpr bool has_expansion = false;
template <class Material>
inline constexpr bool
    has_expansion<Material, std::void_t<decltype(std::declval<const Material&>().thermalExpansion())>> = true;

template <class Material, class = void>
inline constexpr bool has_fibre_member = false;
template <class Material>
inline constexpr bool has_fibre_member<Material, std::void_t<decltype(std::declval<Material>().fibre)>> = true;

template <class Material, class = void>
inline constexpr bool has_sheet_member = false;
template <class Material>
inline constexpr bool has_sheet_member<Material, std::void_t<decltype(std::declval<Material>().sheet)>> = true;

template <class Material, class = void>
inline constexpr bool has_internal = false;
template <class Material>
inline constexpr bool has_internal<Material, std::void_t<decltype(Material::num_internal)>> = true;

/// Callable type that evaluates stress(H) of a material, for std::is_invocable.
struct CallStress {
  /// Declared but not defined, because only its return type is used.
  template <class Material, class... At>
  auto operator()(const Material& material, const At&... at) const -> decltype(material.stress(at...));
};
/// Callable type that evaluates energy(H) of a material, for std::is_invocable.
struct CallEnergy {
  /// Declared but not defined, because only its return type is used.
  template <class Material, class... At>
  auto operator()(const Material& material, const At&... at) const -> decltype(material.energy(at...));
};
/// Callable type that evaluates tangent(H) of a material, for std::is_invocable.
struct CallTangent {
  /// Declared but not defined, because only its return type is used.
  template <class Material, class... At>
  auto operator()(const Material& material, const At&... at) const -> decltype(material.tangent(at...));
};
/// Callable type that evaluates dyads(H) of a material, for std::is_invocable.
struct CallDyads {
  /// Declared but not defined, because only its return type is used.
  template <class Material, class... At>
  auto operator()(const Material& material, const At&... at) const -> decltype(material.dyads(at...));
};
/// Callable type that evaluates dyadFactors(J) of a material, for std::is_invocable.
struct CallDyadFactors {
  /// Declared but not defined, because only its return type is used.
  template <class Material>
  auto operator()(const Material& material, const Lane& J) const -> decltype(material.dyadFactors(J));
};
/// True if `Call` can be invoked for a material with H, or with H and Fibres.
template <class Call, class Material>
inline constexpr bool takes_gradient =
    std::is_invocable_v<Call, Material, Tensor<Lane>> || std::is_invocable_v<Call, Material, Tensor<Lane>, Fibres>;

}  // namespace detail

/// True if a material has fibre directions.
template <class Material>
inline constexpr bool has_fibres = detail::has_fibres<Material>;
/// True if a material has internal variables. See InelasticLaw.
template <class Material>
inline constexpr bool has_internal = detail::has_internal<Material>;
/// True if a material provides stress(H).
template <class Material>
inline constexpr bool has_stress = detail::takes_gradient<detail::CallStress, Material>;
/// True if a material provides energy(H).
template <class Material>
inline constexpr bool has_energy = detail::takes_gradient<detail::CallEnergy, Material>;
/// True if a material provides dyads(H).
template <class Material>
inline constexpr bool has_dyads = detail::takes_gradient<detail::CallDyads, Material>;
/// True if a material provides dyadFactors(J): its dyads are formed from F^-T, and their factors
/// depend only on J = det F.
template <class Material>
inline constexpr bool has_dyad_factors = std::is_invocable_v<detail::CallDyadFactors, Material, Lane>;
/// True if a material provides tangent(H).
template <class Material>
inline constexpr bool has_tangent = detail::takes_gradient<detail::CallTangent, Material>;

/// True if the tangent of a material is symmetric. A material whose stress does not derive from an
/// energy declares `is_symmetric = false`.
template <class Material>
inline constexpr bool is_symmetric = detail::is_symmetric<Material>;

/// True if the stress of a material is defined for det F <= 0. Such a material declares
/// `allows_inversion = true`.
template <class Material>
inline constexpr bool allows_inversion = detail::allows_inversion<Material>;

/// True if the tangent of a material is constant, so that force::LinearSolid can be used.
template <class Material>
inline constexpr bool has_constant_tangent = Material::is_linear&& is_symmetric<Material> && !has_fibres<Material>;

}  // namespace tenon::fem
