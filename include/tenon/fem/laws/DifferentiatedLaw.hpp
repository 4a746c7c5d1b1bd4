#pragma once
#include <type_traits>
#include <utility>

#include "tenon/fem/laws/MaterialLaw.hpp"
#include "tenon/fem/laws/materialTraits.hpp"

namespace tenon::fem {

/// The law of a material: a plain struct that gives one of these, for any scalar type T,
///   T energy(const Tensor<T>& H)           W; stress and tangent are differentiated
///   Tensor<T> stress(const Tensor<T>& H)   P; the tangent is differentiated, and W is known where energy() is there
///   too
/// and, for speed, perhaps `Tangent<T, 3> tangent(const Tensor<T>& H)` beside stress(). A material with directions says
/// `has_fibres = true` and takes `const Fibres&` as a second argument. T is Lane, or a Dual or jet of it.
template <class Material>
class DifferentiatedLaw final : public MaterialLaw {
  static_assert(has_stress<Material> || has_energy<Material>,
                "a material gives `stress(H)` or `energy(H)`, templates in the scalar type");

 public:
  explicit DifferentiatedLaw(Material material) : material_(std::move(material)) {}

  void stress(const LawPoints& at, Tensor<Lane>* P) const override {
    for (int p = 0; p < at.count; ++p) P[p] = stressOf(at.H[p], at, p);
  }

  void stressChange(const LawPoints& at, const Tensor<Lane>* dH, Tensor<Lane>* dP) const override {
    for (int p = 0; p < at.count; ++p) {
      Tensor<Dual<Lane>> moving;
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) moving(i, j) = Dual<Lane>(at.H[p](i, j), dH[p](i, j));
      const Tensor<Dual<Lane>> P = stressOf(moving, at, p);
      for (int i = 0; i < 3; ++i)
        for (int j = 0; j < 3; ++j) dP[p](i, j) = P(i, j).slope;
    }
  }

  void tangent(const LawPoints& at, Tangent<Lane, 3>* C) const override {
    for (int p = 0; p < at.count; ++p) {
      if constexpr (has_tangent<Material>)
        C[p] = call([&](const auto&... more) { return material_.tangent(at.H[p], more...); }, at, p);
      else if constexpr (has_stress<Material>)
        C[p] = slopesOf(stressOf(seeded<LinearJet<Lane>>(at.H[p]), at, p));
      else
        C[p] = curvesOf(energyOf(seeded<QuadraticJet<Lane>>(at.H[p]), at, p));
    }
  }

  void energy(const LawPoints& at, Lane* W) const override {
    for (int p = 0; p < at.count; ++p) {
      if constexpr (has_energy<Material>)
        W[p] = energyOf(at.H[p], at, p);
      else if constexpr (Material::is_linear && is_symmetric<Material>)
        W[p] = 0.5 * contraction(stressOf(at.H[p], at, p), at.H[p]);
      else
        W[p] = Lane{};
    }
  }

  bool knowsEnergy() const override { return has_energy<Material> || (Material::is_linear && is_symmetric<Material>); }
  bool isSymmetric() const override { return is_symmetric<Material>; }
  bool isLinear() const override { return Material::is_linear; }
  bool allowsInversion() const override { return Material::is_linear || allows_inversion<Material>; }

 private:
  template <class Function>
  static auto call(const Function& function, const LawPoints& at, int p) {
    if constexpr (has_fibres<Material>)
      return function(at.fibres[p]);
    else
      return function();
  }
  template <class T>
  T energyOf(const Tensor<T>& H, const LawPoints& at, int p) const {
    return call([&](const auto&... more) { return material_.energy(H, more...); }, at, p);
  }
  template <class T>
  Tensor<T> stressOf(const Tensor<T>& H, const LawPoints& at, int p) const {
    if constexpr (has_stress<Material>)
      return call([&](const auto&... more) { return material_.stress(H, more...); }, at, p);
    else
      return slopesOf(energyOf(seeded<LinearJet<T>>(H), at, p));
  }

  Material material_;
};

}  // namespace tenon::fem
