// SPDX-FileCopyrightText: 2026 tenon developers
// SPDX-License-Identifier: BSD-3-Clause
#pragma once
#include <type_traits>
#include <utility>

#include "tenon/fem/laws/MaterialLaw.hpp"

// Compile-time properties of a material struct. See DifferentiatedLaw.
namespace tenon::fem {
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
