#pragma once
#include <functional>
#include <string>
#include <vector>

#include "tenon/base/Registry.hpp"
#include "tenon/la/handles.hpp"

namespace tenon::solver {

struct SaddleSystem;

/// Approximations of the Schur complement S = G A^-1 G^T + C that preconditioners of the multipliers are made from, by
/// name: `solver: {schur: <name>}` of a case, -saddle_schur <name> of PETSc's options. For fieldsplit solvers.
///
///   solver::schurApproximations().add("mine", "why it is good", [](const solver::SaddleSystem& system) {
///     return ...;  // la::Matrix
///   });
class SchurApproximations {
 public:
  /// Forms the approximation: AIJ (or what the multipliers' preconditioner takes), m x m, with the rows of G on the
  /// same ranks; positive, as S is. Collective. It is given the system as PETSc gets it: rows of G scaled, A augmented
  /// (SaddleSystem::augmentation says by what), C accordingly; A is what the preconditioner is made from.
  using Make = std::function<la::Matrix(const SaddleSystem&)>;

  /// Collective. Gives S, made of the same matrices, what their present values make of it; false where it has to be
  /// made anew.
  using Renew = std::function<bool(const SaddleSystem&, Mat S)>;

  /// InternalError where there is such a name. Without `renew` it is made anew each time.
  void add(const std::string& name, const std::string& help, Make make, Renew renew = {});
  /// InputError with "did you mean" for an unknown name.
  const Make& find(const std::string& name) const;
  /// Collective. Renew of that name.
  bool renew(const std::string& name, const SaddleSystem& system, Mat S) const;
  std::vector<std::string> names() const;
  /// The rows of `tenon list schur-approximation`.
  std::vector<base::TypeInfo> types() const;

 private:
  struct Entry {
    std::string name, help;
    Make make;
    Renew renew;
  };
  std::vector<Entry> entries_;
};

/// Those of tenon, and what a program adds before it solves.
SchurApproximations& schurApproximations();

}  // namespace tenon::solver
