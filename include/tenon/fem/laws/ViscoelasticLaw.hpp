#pragma once
#include <memory>
#include <string>
#include <vector>

#include "tenon/base/CaseNode.hpp"
#include "tenon/fem/laws/MaterialLaw.hpp"

namespace tenon::fem {

/// One term of a Prony series.
struct RelaxationTerm {
  double share = 0;  ///< g > 0, of the stress that there is at once
  double time = 0;   ///< tau > 0
};

/// From a list of [g, tau]. InputError that names the place for numbers out of range.
void readValue(const base::CaseNode& node, std::vector<RelaxationTerm>& terms);
std::string printValue(const std::vector<RelaxationTerm>& terms);
inline const char* typeName(const std::vector<RelaxationTerm>*) {
  return "list of [g, tau]";
}

/// Viscoelasticity of any law for large strain, whose deviatoric stress relaxes (Simo, Computer Methods in Applied
/// Mechanics and Engineering 60, 1987; Simo and Hughes, Computational Inelasticity, 1998, section 10.3): the law is
/// what holds at once, and with S = F^-1 P of it, DEV[A] = A - (A : C) C^-1 / 3, T = J^(2/3) DEV[S],
///   S' = S - DEV[S] + J^(-2/3) DEV[(1 - sum of g) T + sum of g h],   dh/dt + h / tau = dT/dt for each term.
/// In a step T is linear in time, for which h is exact (Taylor, Pister and Goudreau 1970):
///   h_{n+1} = e^-x h_n + (1 - e^-x) / x (T_{n+1} - T_n),   x = dt / tau
/// Internal: T, h of each term; six numbers each. At small strain it is the generalised Maxwell model.
class ViscoelasticLaw final : public MaterialLaw {
 public:
  ViscoelasticLaw(std::unique_ptr<MaterialLaw> law, std::vector<RelaxationTerm> terms);

  void stress(const LawPoints& at, Tensor<Lane>* P) const override;
  void stressChange(const LawPoints& at, const Tensor<Lane>* dH, Tensor<Lane>* dP) const override;
  void tangent(const LawPoints& at, Tangent<Lane, 3>* C) const override;
  /// That of the law at once.
  void energy(const LawPoints& at, Lane* W) const override;

  int numInternal() const override { return 6 * (1 + static_cast<int>(terms_.size())); }
  void evolve(const LawPoints& at, Lane* next) const override;

  bool knowsEnergy() const override { return false; }
  bool isSymmetric() const override { return is_symmetric_; }
  bool isLinear() const override { return false; }
  bool allowsInversion() const override { return false; }
  bool dependsOnRate() const override { return true; }
  bool dependsOnCell() const override { return law_->dependsOnCell(); }

 private:
  struct Relaxed;
  Relaxed relaxed(const LawPoints& at, int point) const;

  std::unique_ptr<MaterialLaw> law_;
  std::vector<RelaxationTerm> terms_;
  bool is_symmetric_;
};

}  // namespace tenon::fem
