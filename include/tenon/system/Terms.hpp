#pragma once
#include <string>
#include <vector>

#include "tenon/la/assembly/MatrixAssembly.hpp"
#include "tenon/system/Factors.hpp"
#include "tenon/system/MechanicalSystem.hpp"

namespace tenon::system {

/// A contributor and the factor of its matrix in A.
template <class Contributor>
struct Term {
  const Contributor* contributor;
  double factor;
};

/// Adds factor K or factor B of one force, by differences where nobody wrote it; `values` false: the pattern only.
void addStiffnessOf(const force::ForceField& force, const MechanicalSystem& mechanics, const la::Contributions& to,
                    double factor, bool values, bool first_order = false);
void addDampingOf(const force::ForceField& force, const MechanicalSystem& mechanics, const la::Contributions& to,
                  double factor, bool values);

/// A as a sum over contributors, those left out whose factor is zero: they are not even called.
///
///   A = sum_c (k + b (beta_c + beta)) K_c  +  sum_c b B_c  +  sum_c (m - b (alpha_c + alpha)) M_c
struct Terms {
  std::vector<Term<force::ForceField>> stiffness, damping;
  std::vector<Term<mass::Mass>> mass;
  bool first_order = false;  // What::first_order

  /// InputError for factors that are not finite.
  static Terms of(const MechanicalSystem& mechanics, const Factors& factors, const What& what = {});

  /// Collective. What has to be communicated at each new motion, before products and prepareMatrices().
  void prepare(const MechanicalSystem& mechanics) const;

  /// Collective. To be called before contribute(): derivatives that nobody wrote, and with `values` the matrices of
  /// what acts on mapped states.
  void prepareMatrices(const MechanicalSystem& mechanics, bool values) const;

  /// Adds every term; `values` false where only the pattern is recorded. Does not communicate.
  void contribute(const MechanicalSystem& mechanics, const la::Contributions& to, bool values) const;

  /// Whether each contributor here is also in `others`.
  bool isWithin(const Terms& others) const;
  /// Adds the contributors of `others` that are not here.
  void unite(const Terms& others);

  /// What acts on mapped states, carried up together where it has one factor; kinds are kept apart. Collective where a
  /// group is new.
  struct Carried {
    CarriedGroup* group;
    double factor;
  };
  std::vector<Carried> carried(const MechanicalSystem& mechanics) const;

  /// Names of the forces whose tangent is not symmetric.
  std::vector<std::string> asymmetric() const;
};

}  // namespace tenon::system
